"""A run as what a model is told."""

from __future__ import annotations

from typing import Any

from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run
from langgraph_memory.facts.text import truncate

_MOST_STEPS = 40
_LONGEST_RESULT = 600
_LONGEST_TASK = 2_000


def told_of(run: Run, outcome: Outcome) -> dict[str, Any]:
    """Tell a run.

    Args:
        run: The run; its newest 40 steps are told, long texts cut.
        outcome: How it ended.

    Returns:
        Plain data.
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
    said = [] if run.tools else [{who: text} for who, text in run.dialogue]
    return {
        **({"conversation": said} if said else {}),
        "task": truncate(run.task, _LONGEST_TASK),
        "steps": steps,
        "answer": truncate(run.answer, _LONGEST_RESULT),
        "success": outcome.success,
        "reason": outcome.reason,
    }
