"""A profile as a few lines of text that seldom change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from langgraph_memory.preferences.dimensions import Dimension
from langgraph_memory.preferences.standing import Standing

_MOST_EXCEPTIONS = 3
_DAYS = {"d:weekend": "weekends", "d:weekday": "weekdays"}


def tags(
    dimensions: Iterable[Dimension],
    standing: Standing,
    pins: Mapping[str, str],
    *,
    thread: str,
    turn: int | None,
) -> tuple[str, ...]:
    """What the model should know of a user's wishes; see `PreferenceProfile.tags`.

    Args:
        dimensions: What is followed.
        standing: Where the user stands.
        pins: What he laid down, dimension → value.
        thread: The conversation.
        turn: Which of his turns in it, from 0; None: the next one.

    Returns:
        At most one tag a dimension.
    """
    found = (_tag(one, standing, pins, thread, turn) for one in dimensions)
    return tuple(tag for tag in found if tag)


def _tag(
    dimension: Dimension,
    standing: Standing,
    pins: Mapping[str, str],
    thread: str,
    turn: int | None,
) -> str:
    label = dimension.label or dimension.name
    hold = standing.holds.get(dimension.name)
    binding = hold is not None and hold.binds(hold.topic, thread, turn)
    if hold and binding and hold.once:
        return f"{label}: {hold.value} this time"
    if pins.get(dimension.name) in dimension.values:
        return f"{label}: {pins[dimension.name]}"
    track = standing.tracks.get(dimension.name)
    shown = dict(track.shown) if track else {}
    if hold and binding:
        key = f"t:{hold.topic}" if hold.topic else ""
        if not hold.topic:  # it is obeyed on any day
            shown = {key: place for key, place in shown.items() if key[:2] != "d:"}
        shown[key] = dimension.place(hold.value)
    usual = shown.pop("", -1)
    others = [
        f"{name}: {dimension.values[place]}"
        for key, place in sorted(shown.items())
        if place != usual and (name := _name(key))
    ][:_MOST_EXCEPTIONS]
    if usual < 0:
        return f"{label}, {', '.join(others)}" if others else ""
    except_ = f", except {', '.join(others)}" if others else ""
    return f"{label}: {dimension.values[usual]}{except_}"


def _name(context: str) -> str:
    return _DAYS.get(context) or context.removeprefix("t:").removeprefix("d:")
