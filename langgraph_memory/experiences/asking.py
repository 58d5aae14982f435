"""A run as what a model is asked about."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run
from langgraph_memory.facts.text import truncate

_MOST_STEPS = 40
_LONGEST_RESULT = 600
_LONGEST_TASK = 2_000


def question(
    instructions: str, run: Run, outcome: Outcome, **further: Any
) -> list[BaseMessage]:
    """Ask about a run.

    Args:
        instructions: What is asked, and in what form.
        run: The run; its newest 40 steps are told, long texts cut.
        outcome: How it ended.
        **further: Plain data to tell as well.

    Returns:
        The instructions as a system message, the run as JSON in a human one.
    """
    steps = [
        {
            "tool": step.tool,
            "args": step.args,
            "failed": step.error,
            "result": truncate(step.text, _LONGEST_RESULT),
        }
        for step in run.steps[-_MOST_STEPS:]
    ]
    told = {
        "task": truncate(run.task, _LONGEST_TASK),
        "steps": steps,
        "answer": truncate(run.answer, _LONGEST_RESULT),
        "success": outcome.success,
        "reason": outcome.reason,
        **further,
    }
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return [SystemMessage(instructions), HumanMessage(text)]
