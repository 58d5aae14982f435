"""What became of a lesson that was offered, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.duplicates import same_place
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import LEAST_SCORE, judge
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.standing import confronted

Fate = Literal["added", "merged", "known", "rejected"]


@dataclass(frozen=True, kw_only=True)
class Admission:
    """What became of a lesson.

    Attributes:
        fate: `added`; `merged` into one that says the same; `known`, for its run had
            taught it before; or `rejected`.
        key: The key under which it is kept, or would be.
        content: What it says.
        reason: Why it was rejected; empty otherwise.
    """

    fate: Fate
    key: str
    content: str
    reason: str = ""


def admission(
    lesson: Experience,
    run: Run,
    known: Mapping[str, Experience],
    twin: Experience | None,
    changed: Mapping[str, Experience],
    config: ExperienceConfig,
) -> Admission:
    """Tell what `admitting.admitted` did with a lesson.

    Args:
        lesson: The new one.
        run: The run that taught it.
        known: Those that were kept before, by key.
        twin: The one of them that says the same, if any.
        changed: What was changed, by key.
        config: The thresholds.
    """
    key = lesson.key if twin is None else twin.key
    fate: Fate = "rejected"
    reason = ""
    if changed:
        fate = "added" if twin is None else "merged"
    elif twin is not None and set(lesson.evidence) <= set(twin.evidence):
        fate = "known"
    else:
        others = {
            k: old
            for k, old in known.items()
            if old is not twin and same_place(lesson, old)
        }
        judged, _ = confronted(lesson, others)
        verdict = judge(judged, run, list(others.values()))
        low = {k: v for k, v in asdict(verdict).items() if not v >= LEAST_SCORE}
        told = ", ".join(f"{name} {score:.2f}" for name, score in low.items())
        least = config.threshold_of(lesson.kind)
        mean = f"the mean of its scores is {verdict.mean:.2f}, less than {least:g}"
        reason = f"{told}: less than {LEAST_SCORE:g}" if told else mean
    return Admission(fate=fate, key=key, content=lesson.content, reason=reason)
