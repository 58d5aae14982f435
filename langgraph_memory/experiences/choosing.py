"""Choosing lessons: by the tools that come next, by an error, and by how well they fit."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from langgraph_memory.experiences.duplicates import unopposed
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.findings import task_of
from langgraph_memory.experiences.wording import terms


def for_tools(
    lessons: Iterable[Experience], tools: Collection[str], task: str, *, limit: int = 5
) -> list[Experience]:
    """The lessons that bear on the tools which are about to be called.

    Args:
        lessons: The lessons to choose from.
        tools: The tools that a draft calls, or that come next.
        task: The task at hand.
        limit: Most lessons.

    Returns:
        Those about one of the tools that are in use, by how well their scenario fits and
        how sure they are, those demoted last; of contradicting ones the first.
    """
    about = [one for one in lessons if one.tool in tools]
    return ranked(about, task)[:limit]


def for_error(
    lessons: Iterable[Experience], tool: str, condition: str, task: str, *, limit: int = 5
) -> list[Experience]:
    """The lessons that answer an error, then the others about its tool.

    Args:
        lessons: The lessons to choose from.
        tool: The tool that failed.
        condition: The normal form of its error.
        task: The task at hand.
        limit: Most lessons.
    """
    about = ranked([one for one in lessons if one.tool == tool], task)
    return sorted(about, key=lambda one: not one.answers(tool, condition))[:limit]


def ranked(lessons: Iterable[Experience], task: str) -> list[Experience]:
    """Lessons in use by scenario and confidence; of contradicting ones the first.

    Args:
        lessons: The lessons.
        task: The task at hand.
    """
    words = terms(task)

    def rank(lesson: Experience) -> tuple[bool, float]:
        scenario = terms(task_of(lesson.scenario))
        fit = len(words & scenario) / len(scenario) if scenario else 0.0
        return bool(lesson.demoted), -(fit + lesson.confidence)

    return unopposed(sorted((one for one in lessons if not one.forgotten), key=rank))
