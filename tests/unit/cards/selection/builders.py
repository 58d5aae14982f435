"""A ferry line's desk, for the tests of what is chosen of tool outputs."""

from __future__ import annotations

import json
from typing import Any

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Cell, Output
from langgraph_memory.cards.selection.known import Known
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.cards.selection.talk import Said, Speaker, Talk
from langgraph_memory.facts.tools import ToolSchema, tool_schemas
from langgraph_memory.recall.tokens import count_text
from langgraph_memory.weights import PRECISE, Weights


def tool(name: str, **parameters: Any) -> dict[str, Any]:
    """A schema; a parameter's value is its JSON type or its whole schema."""
    properties = {
        key: {"type": kind} if isinstance(kind, str) else kind
        for key, kind in parameters.items()
    }
    schema = {"type": "object", "properties": properties}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


DESK = (
    tool("get_crossing", crossing_id="string"),
    tool(
        "book_crossing",
        crossing_id="string",
        deck="string",
        travellers={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "full_name": {"type": "string"},
                    "birth_day": {"type": "string"},
                },
            },
        },
    ),
    tool("calculate", expression="string"),
)

CROSSINGS = [
    {"crossing_id": "FX204", "port": "Rostock", "fare": 81, "mast": "steel", "seats": 4},
    {"crossing_id": "FX377", "port": "Gedser", "fare": 64, "mast": "wood", "seats": 0},
    {"crossing_id": "FX519", "port": "Trelleborg", "fare": 92, "mast": "steel", "seats": 9},
]


def schemas(*tools: Any) -> tuple[ToolSchema, ...]:
    return tool_schemas(tools or DESK)


def output(tool: str, value: Any, position: int = 0, **args: Any) -> Output:
    content = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return Output(tool, content, args, position)


def said(*texts: str | tuple[Speaker, str]) -> Talk:
    """A talk; texts alone are the user's."""
    pairs = [("user", one) if isinstance(one, str) else one for one in texts]
    return Talk(Said(who, text, turn) for turn, (who, text) in enumerate(pairs))  # type: ignore[arg-type]


def scorer(
    *outputs: Output,
    talk: Talk | None = None,
    tools: tuple[Any, ...] = DESK,
    weights: Weights = PRECISE,
    statistics: Statistics = NOTHING_LEARNED,
    last_tool: str = "",
) -> Scorer:
    known = Known(Form(outputs), count_text)
    known.refresh()
    return Scorer(
        known,
        talk or said(),
        Parameters(tool_schemas(tools)),
        weights=weights,
        statistics=statistics,
        last_tool=last_tool,
    )


def cell(scorer: Scorer, value: Any) -> Cell:
    """The newest cell that holds a value."""
    return [one for one in scorer.known.form.cells if one.value == value][-1]
