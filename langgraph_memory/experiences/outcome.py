"""Whether a run succeeded, told by rules from the run alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langgraph_memory.experiences.run import Run, Step, success_after

_NO_SUCH_TOOL = re.compile(
    r"is not a valid tool|\b(?:no such|unknown|invalid) tool\b"
    r"|\btool ['\"`]?[\w-]{1,64}['\"`]? (?:was )?not found"
    r"|(?:没有|未知|无效)的?工具|工具不存在",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a run ended.

    Attributes:
        success: Whether it did what it was for.
        reason: Why it is judged so, in one line.
        share: How far it came, 0..1, where that is known.
        tool: The tool at which it failed, or None.
        by_rules: Whether rules judge so, from the run alone.
        known: False where who was to judge could not, so that this is a guess.
    """

    success: bool
    reason: str
    share: float | None = None
    tool: str | None = None
    by_rules: bool = False
    known: bool = True


def plain_number(value: Any) -> Any:
    """The number of Python's own that a scalar of NumPy and its like stands for.

    Args:
        value: Anything.

    Returns:
        That number; all else as it is.
    """
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "size", 1) == 1 else value


def judge_run(run: Run) -> Outcome:
    """Judge a run by rules.

    A run fails when a tool's error was never followed by a success of the same tool, or
    when its answer is empty. A call of a tool that does not exist is no failure once any
    other call succeeded after it; calls made at once do not follow one another.

    Args:
        run: The run.

    Returns:
        The outcome; for several open errors, the last one counts.
    """
    open_errors = unrecovered(run.steps)
    if open_errors:
        step = open_errors[-1]
        reason = (
            f"{step.tool} failed and did not succeed after: {step.condition or 'error'}"
        )
        return Outcome(success=False, reason=reason, tool=step.tool, by_rules=True)
    if not run.answer:
        return Outcome(success=False, reason="the answer is empty", by_rules=True)
    reason = "answered, and every error was recovered from"
    return Outcome(success=True, reason=reason, by_rules=True)


def unrecovered(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The failed steps after which the same tool never succeeded, in order."""
    return tuple(s for s in steps if s.error and not _is_made_good(s, steps))


def is_unknown_tool(step: Step) -> bool:
    """Whether a call failed because there is no such tool."""
    return step.error and _NO_SUCH_TOOL.search(step.text[:500]) is not None


def _is_made_good(failed: Step, steps: Sequence[Step]) -> bool:
    if is_unknown_tool(failed):
        return any(not step.error and step.turn > failed.turn for step in steps)
    return success_after(failed, steps) is not None
