"""Forgetting: which experiences go, which step back, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import floor
from typing import Final, Literal

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.pooling import within
from langgraph_memory.experiences.standing import weighed
from langgraph_memory.experiences.utility import Track, Tracks

_GRACE: Final = timedelta(hours=1)
_SMALL_POOL: Final = 100
LARGE_POOL: Final = 300
"""Experiences beyond which the rule of ReMe is tightened."""

_ROUNDING: Final = 1e-9
_RELAXED, _TIGHTENED = 0.2, 0.15


@dataclass(frozen=True, kw_only=True)
class Fate:
    """What becomes of an experience.

    Attributes:
        key: The experience.
        action: `forget`: it becomes a tombstone, never shown again unless it is restored;
            `demote`: it comes after all others; `promote`: it does no longer.
        reason: Why, in one line.
    """

    key: str
    action: Literal["forget", "demote", "promote"]
    reason: str


def fates(
    pool: Mapping[str, Experience],
    tracks: Tracks,
    config: ExperienceConfig,
    now: datetime,
    *,
    most: float = 1.0,
    size: int | None = None,
) -> list[Fate]:
    """What becomes of the experiences of a pool.

    By the policy `credit`, an experience goes when acting on it did more harm than good, or
    when more runs show the opposite than support it, and so many that it would not be
    admitted; and it steps back
    when it was retrieved `never_fired` times and no run ever acted on it. By `reme`, it
    goes when it was retrieved `min_retrievals` times or more and less than `threshold_for`
    of these runs succeeded; that rule spares an experience in its first
    hour, when its retrievals may all be of one conversation. `reme` is known to empty the
    library where tasks mostly fail: see `warning`.

    Args:
        pool: The experiences, by key; those forgotten already are left alone.
        tracks: Their records.
        config: The settings.
        now: The time; read as UTC when it has no zone.
        most: The largest share of the pool, 0..1, that may go at once, one at least where
            it is not 0; the most harmful first.
        size: How many experiences there are, where `pool` is only a part of them.

    Returns:
        Those whose state changes.
    """
    alive = {key: held for key, held in pool.items() if not held.forgotten}
    judge = _by_reme if config.policy == "reme" else _by_credit
    rule = _Rule(config, len(alive) if size is None else size, now)
    found = [
        fate for key, held in alive.items() if (fate := judge(key, held, tracks[key], rule))
    ]
    going = [fate for fate in found if fate.action == "forget"]
    going.sort(key=lambda fate: tracks[fate.key].helped - tracks[fate.key].harmed)
    # One may always go, or nothing would where there are few.
    room = max(1, floor(len(alive) * most + _ROUNDING)) if most > 0 else 0
    return [*going[:room], *(fate for fate in found if fate.action != "forget")]


def threshold_for(pool: int, config: ExperienceConfig) -> float:
    """ReMe's least share of retrievals whose run succeeded, by the size of the pool.

    Args:
        pool: How many experiences there are.
        config: The settings: `min_utility` holds from 100 to 300.
    """
    if pool < _SMALL_POOL:
        return max(0.0, config.min_utility - _RELAXED)
    return min(1.0, config.min_utility + (_TIGHTENED if pool > LARGE_POOL else 0.0))


def warning(pool: int, tracks: Tracks, config: ExperienceConfig) -> str | None:
    """What to warn of before ReMe's rule is applied, if it would empty the library.

    Being found for runs that mostly fail is then held against every experience.

    Args:
        pool: How many experiences there are.
        tracks: Their records.
        config: The settings.

    Returns:
        One line; None where runs succeed as often as the rule asks for, where too few are
        known to tell, or where the policy is another.
    """
    if config.policy != "reme" or tracks.runs < config.min_retrievals:
        return None
    base, least = tracks.successes / tracks.runs, threshold_for(pool, config)
    if base >= least:
        return None
    return (
        f"policy='reme' will empty the library: {base:.0%} of {tracks.runs} runs succeed, "
        f"and it forgets what was retrieved for runs of which less than {least:.0%} succeed"
    )


def applied(
    pool: Mapping[str, Experience], decided: Iterable[Fate]
) -> dict[str, Experience]:
    """The experiences whose state changes, as they are then.

    Args:
        pool: The experiences, by key.
        decided: What becomes of them.
    """
    changed = {}
    for fate in decided:
        match fate.action:
            case "forget":
                changed[fate.key] = replace(pool[fate.key], forgotten=fate.reason)
            case "demote":
                changed[fate.key] = replace(pool[fate.key], demoted=fate.reason)
            case "promote":
                changed[fate.key] = replace(pool[fate.key], demoted="")
    return changed


def restored(experience: Experience) -> Experience:
    """The experience as it was before it was forgotten or demoted.

    Runs that spoke against one that was forgotten count no more, or it would go again.
    """
    against = () if experience.forgotten else experience.against
    return weighed(replace(experience, forgotten="", demoted="", against=against))


@dataclass(frozen=True)
class _Rule:
    config: ExperienceConfig
    size: int
    now: datetime


def _by_credit(key: str, held: Experience, track: Track, rule: _Rule) -> Fate | None:
    if track.harmed > track.helped:
        reason = f"harmed {track.harmed} times, helped {track.helped}"
        return Fate(key=key, action="forget", reason=reason)
    least = within(rule.config, held.pool).threshold_of(held.kind)
    outnumbered = len(held.against) > len(held.support)  # else word stands against word
    if outnumbered and held.confidence < least:
        reason = f"{len(held.against)} runs show the opposite"
        return Fate(key=key, action="forget", reason=reason)
    if held.demoted and track.fired:
        return Fate(key=key, action="promote", reason="a run has acted on it")
    if held.demoted or track.fired or track.retrieved < rule.config.never_fired:
        return None
    reason = f"retrieved {track.retrieved} times, and no run acted on it"
    return Fate(key=key, action="demote", reason=reason)


def _by_reme(key: str, held: Experience, track: Track, rule: _Rule) -> Fate | None:
    if track.retrieved < rule.config.min_retrievals:
        return None
    if _utc(rule.now) - _learned(held) < _GRACE:
        return None
    least = threshold_for(rule.size, rule.config)
    if track.succeeded / track.retrieved >= least:
        return None
    reason = (
        f"retrieved for {track.retrieved} runs, of which {track.succeeded} succeeded, "
        f"less than {least:.0%}"
    )
    return Fate(key=key, action="forget", reason=reason)


def _learned(experience: Experience) -> datetime:
    try:
        return _utc(datetime.fromisoformat(experience.created_at))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)  # nothing known of its age: no grace


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
