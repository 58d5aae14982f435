"""Admitting: what a new lesson changes among those that are kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.duplicates import same_place
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import admit, judge, merge_duplicate
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.standing import confronted


def admitted(
    lesson: Experience,
    run: Run,
    known: Mapping[str, Experience],
    twin: Experience | None,
    config: ExperienceConfig,
    *,
    recalled: Collection[str] = (),
) -> dict[str, Experience]:
    """Judge a lesson by rules and add it to those of the same tool and error.

    Args:
        lesson: The new one.
        run: The run that taught it.
        known: Those kept already, by key; those about another tool or error say nothing
            of this one.
        twin: The one of them that says the same, if any.
        config: The thresholds.
        recalled: Keys of the lessons that the run was shown.

    Returns:
        What changes, by key: the lesson or what it is merged into, and those that it
        contradicts; nothing when it is refused, or the run has taught it before.
    """
    if twin is not None and set(lesson.evidence) <= set(twin.evidence):
        return {}
    others = {
        key: old
        for key, old in known.items()
        if old is not twin and same_place(lesson, old)
    }
    lesson, changed = confronted(lesson, others)
    verdict = judge(lesson, run, list(others.values()))
    if not admit(verdict, config.threshold_of(lesson.kind)):
        return {}
    if twin is not None:
        lesson = merge_duplicate(lesson, twin, recalled=twin.key in recalled)
    return {**changed, lesson.key: lesson}
