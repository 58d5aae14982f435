from __future__ import annotations

import json
from typing import Any

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.writing import write


def output(tool: str, value: Any, position: int = 0, **args: Any) -> Output:
    """An output of JSON, or of text when the value is marked as such."""
    content = value if isinstance(value, str) else json.dumps(value)
    return Output(tool, content, args, position)


def form(*outputs: Output) -> Form:
    return Form(outputs)


def text(tool: str, value: Any, **args: Any) -> str:
    return write(form(output(tool, value, **args)))


def cells(form: Form, *values: Any) -> set[int]:
    """Numbers of the cells that hold one of some values."""
    return {cell.id for cell in form.cells if cell.value in values}
