"""A run that was tried again: its attempts, and what the last one did otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langgraph_memory.experiences.contrast import compare
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.run import Run, Step


def attempts_of(run: Run, answers: Sequence[int]) -> list[tuple[Step, ...]]:
    """The steps of each attempt of a run, in order.

    Args:
        run: The run, with all its attempts.
        answers: Positions of the answers with which attempts ended, in ascending order; the
            last attempt may not have ended yet.
    """
    ends = [*answers, float("inf")]
    before = [-1.0, *answers]
    return [
        tuple(step for step in run.steps if begin < step.turn < end)
        for begin, end in zip(before, ends, strict=True)
    ][: max(1, len(answers))]


def contrasted(
    run: Run, answers: Sequence[int], *, created_at: str
) -> tuple[Experience, ...]:
    """What the attempt that succeeded did otherwise than those that failed.

    An attempt goes on with what the ones before it brought about, so that their successes
    count for it, but for those of tools that it called anew.

    Args:
        run: A run that succeeded at last.
        answers: Positions of the answers with which its attempts ended.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The lessons, each once; none where the first attempt succeeded.
    """
    *failed, last = attempts_of(run, answers)
    anew = {step.tool for step in last}
    found: dict[str, Experience] = {}
    for at, worse in enumerate(failed):
        earlier = (step for steps in failed[: at + 1] for step in steps)
        kept = (step for step in earlier if not step.error and step.tool not in anew)
        better = replace(run, steps=(*kept, *last))
        lessons = compare(better, replace(run, steps=worse), created_at=created_at)
        found |= {lesson.key: lesson for lesson in lessons}
    return tuple(found.values())
