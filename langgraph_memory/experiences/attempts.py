"""A run that was tried again: its attempts, and what the last one did otherwise."""

from __future__ import annotations

from dataclasses import replace

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.contrast import edits, lessons_of
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import unrecovered
from langgraph_memory.experiences.patterns import source_of
from langgraph_memory.experiences.run import Run, Step


def attempts_of(run: Run) -> list[tuple[Step, ...]]:
    """The steps of each attempt of a run, in order; the last one ended it."""
    begins, ends = [-1.0, *run.restarts], [*run.restarts, float("inf")]
    return [
        tuple(step for step in run.steps if begin < step.turn < end)
        for begin, end in zip(begins, ends, strict=True)
    ]


def at_last(run: Run) -> Run:
    """A run as the attempt that succeeded made it.

    What the attempts before it did is no part of that, but for the calls whose results it
    went on with, and the errors that nothing made good. Where it made no call at all, those
    of the attempt before it were right.

    Args:
        run: A run that succeeded.

    Returns:
        The run with these steps alone; the others are among the earlier ones.
    """
    *failed, last = [steps for steps in attempts_of(run) if steps] or [()]
    if not failed:
        return run
    before = [step for steps in failed for step in steps]
    kept = {id(step) for step in _taken(run, before, last)}
    kept |= {id(step) for step in unrecovered(run.steps)}
    others = (step for step in before if id(step) not in kept)
    return replace(
        run,
        steps=(*(step for step in before if id(step) in kept), *last),
        earlier=(*run.earlier, *others),
    )


def contrasted(run: Run, *, created_at: str) -> tuple[Experience, ...]:
    """What the attempt that succeeded did otherwise than those that failed.

    An attempt goes on with what the ones before it brought about, so that their successes
    count for it, but for those of tools that it called anew. They teach nothing themselves.

    Args:
        run: A run that succeeded at last.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The lessons, each once; none where the first attempt succeeded.
    """
    *failed, last = attempts_of(run)
    anew = {step.tool for step in last}
    own = {id(step) for step in last}
    found: dict[str, Experience] = {}
    for at, worse in enumerate(failed):
        earlier = (step for steps in failed[: at + 1] for step in steps)
        kept = (step for step in earlier if not step.error and step.tool not in anew)
        better = replace(run, steps=(*kept, *last))
        apart = edits(better, replace(run, steps=worse))
        told = [edit for edit in apart if edit.better is None or id(edit.better) in own]
        lessons = lessons_of(told, better, created_at=created_at)
        found |= {lesson.key: lesson for lesson in lessons}
    return tuple(found.values())


def _taken(run: Run, before: list[Step], last: tuple[Step, ...]) -> list[Step]:
    """The steps before the last attempt whose results it went on with, one by another."""
    taken: list[Step] = []
    waiting = list(last)
    while waiting:
        step = waiting.pop()
        for values in grouped(step.args).values() if not step.error else ():
            source = source_of(values, step, run)
            if source in before and source not in taken:
                taken.append(source)
                waiting.append(source)
    return taken
