"""How well an experience is founded: runs that support it, and that speak against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from langgraph_memory.experiences.duplicates import contradict
from langgraph_memory.experiences.experience import Experience

FARTHEST: Final = 3
"""Edits apart beyond which two calls or runs do not explain each other."""

_MOST_RUNS: Final = 20


def weight_of(edits: int) -> float:
    """What one run's comparison weighs: 1/edits, and nothing beyond 3 edits.

    Args:
        edits: In how much what failed and what succeeded differ, from 1 up.
    """
    return 1.0 / edits if 1 <= edits <= FARTHEST else 0.0


def confidence_of(weight: float, contradictions: int) -> float:
    """How sure a lesson is: (w + ¼) / (w + contradictions + ¾).

    It is the mean of a beta distribution that begins at ¼ to ½, so that what was seen once,
    one edit apart, counts 0.71, and grows with each further run.

    Args:
        weight: The sum of 1/edits over the runs that support it.
        contradictions: Runs that show the opposite.

    Returns:
        0..1; 0 where no run supports it.
    """
    if weight <= 0.0:
        return 0.0
    return (weight + 0.25) / (weight + contradictions + 0.75)


def weighed(experience: Experience) -> Experience:
    """The experience with the confidence that its record gives it.

    One whose support is not known, such as a model's lesson, keeps its own.
    """
    if not experience.support:
        return experience
    sure = confidence_of(sum(experience.support.values()), len(experience.against))
    return replace(experience, confidence=sure)


def supported(
    new: Mapping[str, float], old: Mapping[str, float], *, recalled: bool
) -> dict[str, float]:
    """The support of a lesson that was learned again, by run.

    A run in whose view the lesson stood proves nothing, for the lesson may have caused
    what was seen. A run that supports it twice counts once, by its closest comparison.

    Args:
        new: The support just learned.
        old: The support already kept.
        recalled: Whether the lesson was shown in the run.

    Returns:
        Weights by run, the newest 20.
    """
    both = dict(old)
    for run, weight in () if recalled and old else new.items():
        both[run] = max(weight, both.get(run, 0.0))
    return dict(list(both.items())[-_MOST_RUNS:])


def confronted(
    lesson: Experience, known: Mapping[str, Experience]
) -> tuple[Experience, dict[str, Experience]]:
    """Hold a lesson against those that it contradicts: each counts the other's runs.

    Both stay, for either may fit a task better; which one is shown is decided when it is.

    Args:
        lesson: The new one.
        known: Those already kept, by key.

    Returns:
        The new one, and those it contradicts, by key, each with its new confidence.
    """
    opposed = {
        key: old
        for key, old in known.items()
        if not old.forgotten and contradict(lesson, old)
    }
    threads = (thread for old in opposed.values() for thread, _ in old.evidence)
    own = [thread for thread, _ in lesson.evidence]
    return (
        against(lesson, threads),
        {key: against(old, own) for key, old in opposed.items()},
    )


def against(experience: Experience, runs: Iterable[str]) -> Experience:
    """The experience with further runs that speak against it.

    Args:
        experience: The experience.
        runs: Their threads; those that support it do not count against it.
    """
    new = (run for run in runs if run not in experience.support)
    named = dict.fromkeys((*experience.against, *new))
    return weighed(replace(experience, against=tuple(named)[-_MOST_RUNS:]))
