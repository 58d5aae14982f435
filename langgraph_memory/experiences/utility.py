"""The track record of an experience, and when it is useless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.experience import Experience

_GRACE = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Track:
    """How often something happened to an experience.

    Attributes:
        retrieved: Times it was found for a task, shown or not.
        shown: Times it stood in a view.
        helped: Times a run did what it says and that succeeded.
        harmed: Times a run did what it says and that failed.
    """

    retrieved: int = 0
    shown: int = 0
    helped: int = 0
    harmed: int = 0


def total(events: Iterable[Mapping[str, Any]]) -> Track:
    """Add up the events of one experience.

    Every event is an item of its own, so that no total is ever read, changed and written
    back.

    Args:
        events: Plain data, distinct, in any order; `event` names what happened:
            `retrieved`, `shown`, `helped` or `harmed`. Other events are not counted.

    Returns:
        The track record. What was shown counts as retrieved.
    """
    counts = Counter(event.get("event") for event in events)
    return Track(
        retrieved=max(counts["retrieved"], counts["shown"]),
        shown=counts["shown"],
        helped=counts["helped"],
        harmed=counts["harmed"],
    )


def useless(
    experience: Experience, track: Track, config: ExperienceConfig, now: datetime
) -> str | None:
    """Why an experience should be forgotten, if it should.

    It is useless when it harmed more often than it helped; or, ReMe's rule, when it was
    retrieved `min_retrievals` times or more and helped in less than `min_utility` of the
    times it was shown. The second rule spares an experience in its first hour, when its
    retrievals may all be of one conversation. Its weakness is known: it also forgets
    lessons for rare errors, and where tasks mostly fail it empties the library unless
    credit goes to what a run did (see `crediting`).

    Args:
        experience: The experience.
        track: Its track record.
        config: The settings.
        now: The time; read as UTC when it has no zone.

    Returns:
        The reason in one line, or None to keep it.
    """
    if track.harmed > track.helped:
        return f"harmed {track.harmed} times, helped {track.helped}"
    if track.retrieved < config.min_retrievals or not track.shown:
        return None
    utility = track.helped / track.shown
    if utility >= config.min_utility or _utc(now) - _learned(experience) < _GRACE:
        return None
    return (
        f"retrieved {track.retrieved} times, helped in {track.helped} of {track.shown} "
        f"uses, less than {config.min_utility:.0%}"
    )


def _learned(experience: Experience) -> datetime:
    try:
        return _utc(datetime.fromisoformat(experience.created_at))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)  # nothing known of its age: no grace


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
