"""A profile as a few lines of text that seldom change."""

from __future__ import annotations

from langgraph_memory.preferences.dimensions import Dimension
from langgraph_memory.preferences.profile import PreferenceProfile

_MOST_EXCEPTIONS = 3
_DAYS = {"d:weekend": "weekends", "d:weekday": "weekdays"}


def tags(
    profile: PreferenceProfile, *, thread: str = "", turn: int | None = None
) -> tuple[str, ...]:
    """What the model should know of a user's wishes.

    Only what is clear is told, and it stays as it is until something else is clearer.

    Args:
        profile: The user's profile.
        thread: The conversation; what was said of this time is told in its own only.
        turn: Which of the user's turns in it, from 0; None: the next one.

    Returns:
        One tag a dimension, such as `replies: short, except technical: detailed`; pinned
        and just stated values are told without exceptions.
    """
    found = (_tag(profile, dimension, thread, turn) for dimension in profile.dimensions)
    return tuple(tag for tag in found if tag)


def _tag(
    profile: PreferenceProfile, dimension: Dimension, thread: str, turn: int | None
) -> str:
    label = dimension.label or dimension.name
    standing = profile.standing
    hold = standing.holds.get(dimension.name)
    if hold and hold.once and hold.binds(hold.topic, thread, turn):
        return f"{label}: {hold.value} this time"
    if dimension.name in profile.pins:
        return f"{label}: {profile.pins[dimension.name]}"
    track = standing.tracks.get(dimension.name)
    shown = dict(track.shown) if track else {}
    if hold and hold.binds(hold.topic, thread, turn):
        key = f"t:{hold.topic}" if hold.topic else ""
        shown[key] = dimension.place(hold.value)
    usual = shown.pop("", -1)
    others = [
        f"{name}: {dimension.values[place]}"
        for key, place in sorted(shown.items())
        if place != usual and (name := _DAYS.get(key) or key.removeprefix("t:"))
        if key in _DAYS or key.startswith("t:")
    ][:_MOST_EXCEPTIONS]
    if usual < 0:
        return f"{label}, {', '.join(others)}" if others else ""
    except_ = f", except {', '.join(others)}" if others else ""
    return f"{label}: {dimension.values[usual]}{except_}"
