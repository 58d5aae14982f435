"""Choosing lessons: by the tools that come next, by an error, and by how well they fit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final

from langgraph_memory.experiences.duplicates import contradict, unopposed
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.findings import task_of
from langgraph_memory.experiences.wording import likeness, terms

SHOWN: Final = 5
"""Most lessons that are chosen at once (ReMe: K = 5)."""

_ALIKE: Final = 0.74  # as in what is recalled: 0.85 as Dice's coefficient
_ALIKE_SHOWN: Final = 2


def for_tools(
    lessons: Iterable[Experience], tools: Collection[str], task: str, *, limit: int = SHOWN
) -> list[Experience]:
    """The lessons that bear on the tools which are about to be called.

    Args:
        lessons: The lessons to choose from.
        tools: The tools that a draft calls, or that come next.
        task: The task at hand.
        limit: Most lessons.

    Returns:
        Those about one of the tools that are in use, by how well their scenario fits and
        how sure they are, those demoted last; of contradicting ones one, of those that say
        nearly the same two.
    """
    about = [one for one in lessons if one.tool in tools]
    return _first(ranked(about, task), limit)


def for_task(
    found: Iterable[Experience],
    tools: Collection[str],
    task: str,
    *,
    limit: int = SHOWN,
) -> list[Experience]:
    """The lessons for a task of which it is not sure which tool is called next.

    Args:
        found: The lessons to choose from, by how much they bear on the task.
        tools: The tools that most likely come next; empty: nothing is known.
        task: The task at hand.
        limit: Most lessons.

    Returns:
        Those about the tools first, as `for_tools` chooses them, then the others as they
        were found; of contradicting ones one.
    """
    found = list(found)
    kept = {one.key for one in ranked(found, task)}
    about = for_tools(found, tools, task, limit=limit)
    others = [one for one in found if one.key in kept and one.tool not in tools]
    others.sort(key=lambda one: bool(one.demoted))
    return _first([*about, *others], limit)


def for_error(
    lessons: Iterable[Experience],
    tool: str,
    condition: str,
    task: str,
    *,
    shown: Iterable[Experience] = (),
    limit: int = SHOWN,
) -> list[Experience]:
    """The lessons that answer an error, then the others about its tool.

    None contradicts what is shown already, but that an answer to the error comes before
    what is said of every call.

    Args:
        lessons: The lessons to choose from.
        tool: The tool that failed.
        condition: The normal form of its error.
        task: The task at hand.
        shown: Those that stand in the view.
        limit: Most lessons.
    """
    held = [one for one in shown if one.tool == tool]

    def answers(one: Experience) -> bool:
        return one.answers(tool, condition)

    def open_to(one: Experience) -> bool:
        firm = (e for e in held if answers(e) or not answers(one))
        return not any(contradict(one, other) for other in firm)

    mine = [one for one in lessons if one.tool == tool and open_to(one)]
    return sorted(ranked(mine, task), key=lambda one: not answers(one))[:limit]


def ranked(lessons: Iterable[Experience], task: str) -> list[Experience]:
    """Lessons in use by scenario and confidence.

    Of those that contradict each other there is one: the one that answers an error, for it
    was seen to be mended so, before what is said of every call; then the one that fits the
    task better, to a tenth; then the more confident.

    Args:
        lessons: The lessons.
        task: The task at hand.
    """
    words = terms(task)
    alive = {one.key: (one, _fit(one, words)) for one in lessons if not one.forgotten}

    def fitting(one: tuple[Experience, float]) -> tuple[bool, bool, float, float]:
        lesson, fit = one
        rank = -round(fit, 1), -lesson.confidence
        return bool(lesson.demoted), not lesson.rule.get("condition"), *rank

    def worth(lesson: Experience) -> tuple[bool, float]:
        return bool(lesson.demoted), -(alive[lesson.key][1] + lesson.confidence)

    best = (lesson for lesson, _ in sorted(alive.values(), key=fitting))
    return sorted(unopposed(best), key=worth)


def _fit(lesson: Experience, words: Collection[str]) -> float:
    """The share of its scenario's words that the task has."""
    scenario = _said(lesson.scenario)
    return len(scenario.intersection(words)) / len(scenario) if scenario else 0.0


@lru_cache(maxsize=4_096)
def _said(scenario: str) -> frozenset[str]:
    return terms(task_of(scenario))


def _first(lessons: Iterable[Experience], limit: int) -> list[Experience]:
    """The first lessons, two of those that say nearly the same."""
    kept: list[Experience] = []
    for lesson in lessons:
        if len(kept) == limit:
            break
        if sum(1 for _ in _alike(lesson, kept)) < _ALIKE_SHOWN:
            kept.append(lesson)
    return kept


def _alike(lesson: Experience, others: Iterable[Experience]) -> Iterator[Experience]:
    """Those that say nearly the same of the same; other structured parts tell apart."""
    for other in others:
        if other.rule == lesson.rule and likeness(other.content, lesson.content) >= _ALIKE:
            yield other
