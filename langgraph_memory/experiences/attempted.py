"""Attempts at one task: runs with what they were worth, and what is best among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One run at a task.

    Attributes:
        run: The run.
        outcome: How it ended.
        score: What it was worth, 0..1.
    """

    run: Run
    outcome: Outcome
    score: float


def succeeded(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts that succeeded, in order."""
    return [one for one in attempts if one.outcome.success]


def failed(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts that failed, in order."""
    return [one for one in attempts if not one.outcome.success]


def best(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Of the attempts that succeeded, those of the highest score, in order."""
    good = succeeded(attempts)
    most = max((one.score for one in good), default=0.0)
    return [one for one in good if one.score == most]


def worse(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts below the highest score of one that succeeded, in order."""
    most = max((one.score for one in succeeded(attempts)), default=0.0)
    return [one for one in attempts if one.score < most or not one.outcome.success]
