"""Acquiring: what all attempts at a task teach by rules, lens by lens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langgraph_memory.experiences.attempted import (
    Attempt,
    best,
    failed,
    succeeded,
    worse,
)
from langgraph_memory.experiences.contrast import compare, nearest
from langgraph_memory.experiences.crediting import fired
from langgraph_memory.experiences.distilling import is_settled
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.habits import Habits
from langgraph_memory.experiences.lacking import missing
from langgraph_memory.experiences.lenses import Lens
from langgraph_memory.experiences.recoveries import recoveries, replacements
from langgraph_memory.experiences.sharing import shared
from langgraph_memory.experiences.standing import against
from langgraph_memory.experiences.strategies import strategies


@dataclass(frozen=True, kw_only=True)
class Taught:
    """A lesson, and the attempt that shows it.

    Attributes:
        lens: Where it comes from.
        lesson: The lesson.
        attempt: The attempt against which it is judged.
    """

    lens: Lens
    lesson: Experience
    attempt: Attempt


def taught(attempts: Sequence[Attempt], *, created_at: str) -> list[Taught]:
    """What the attempts at one task teach by rules.

    Unlike a run in earnest, one that failed teaches, too: what it lacked.

    Args:
        attempts: The attempts, each on a thread of its own.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The lessons, each once for each run that shows it, so that its support is the sum
        over them.
    """
    seen: dict[tuple[str, str], Taught] = {}
    for one in _all(attempts, created_at):
        seen.setdefault((one.lesson.key, one.attempt.run.thread_id), one)
    return list(seen.values())


def habits_taught(habits: Habits, *, created_at: str) -> list[Taught]:
    """What good runs of several tasks share.

    Args:
        habits: What was counted over all tasks.
        created_at: Now, ISO 8601 in UTC.
    """
    return [
        Taught(lens="tasks", lesson=one.told(by.run, created_at), attempt=by)
        for one, by in habits.findings()
    ]


def _all(attempts: Sequence[Attempt], created_at: str) -> Iterator[Taught]:
    by_thread = {attempt.run.thread_id: attempt for attempt in attempts}
    good = [attempt.run for attempt in succeeded(attempts)]
    bad = [attempt.run for attempt in failed(attempts)]
    for finding, run in shared(good):
        # What bad runs did as well does not make a run good.
        lesson = finding.told(run, created_at)
        lesson = against(lesson, [one.thread_id for one in bad if fired(lesson, one)])
        yield _of("success", lesson, by_thread[run.thread_id])
    for attempt in attempts:
        if is_settled(attempt.run, attempt.outcome):
            for lesson in strategies(attempt.run, created_at):
                yield _of("success", lesson, attempt)
        found = list(recoveries(attempt.run))
        found += replacements(attempt.run) if attempt.outcome.success else []
        for finding in found:
            yield _of("failure", finding.told(attempt.run, created_at), attempt)
    for finding, run in missing(good, bad):
        yield _of("failure", finding.told(run, created_at), by_thread[run.thread_id])
    top = [attempt.run for attempt in best(attempts)]
    for attempt in worse(attempts) if top else ():
        better = nearest(attempt.run, top)
        if better is not None:
            for lesson in compare(better, attempt.run, created_at=created_at):
                yield _of("comparison", lesson, by_thread[better.thread_id])


def _of(lens: Lens, lesson: Experience, attempt: Attempt) -> Taught:
    return Taught(lens=lens, lesson=lesson, attempt=attempt)
