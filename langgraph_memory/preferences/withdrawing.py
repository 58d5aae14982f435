"""What is left of a dimension when the user takes back what was said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from langgraph_memory.preferences.tracking import Track


def has_exception(track: Track, topic: str) -> bool:
    """Whether another value is shown for a topic than otherwise.

    Args:
        track: What is known of a dimension.
        topic: The topic.
    """
    on_topic = track.shown.get(f"t:{topic}")
    return on_topic is not None and on_topic != track.shown.get("")


def without_exceptions(track: Track, topic: str = "") -> Track:
    """A track without what holds on one topic only, or on any topic or day.

    Args:
        track: What is known of a dimension.
        topic: The topic; empty: all of them, and all kinds of days.

    Returns:
        What is known besides.
    """

    def stays(key: str) -> bool:
        return _topic_of(key) != topic if topic else key == ""

    return _of(track, stays)


def without_wish(track: Track, place: int | None = None) -> Track:
    """A track without the contexts for which a value was wanted.

    Args:
        track: What is known of a dimension.
        place: Place of the value; None: any, and nothing stays.

    Returns:
        What is known where another value is shown.
    """
    if place is None:
        return Track(values=track.values)
    of_all = track.shown.get("", place)

    def stays(key: str) -> bool:
        shown = f"t:{_topic_of(key)}" if key.startswith("b:") else key
        return track.shown.get(shown, of_all) != place

    told = -1 if track.told == place else track.told
    return replace(_of(track, stays), sums=(), calm=(), told=told)


def _of(track: Track, stays: Callable[[str], bool]) -> Track:
    """The same of some contexts only."""
    return replace(
        track,
        cells={key: cell for key, cell in track.cells.items() if stays(key)},
        shown={key: place for key, place in track.shown.items() if stays(key)},
    )


def _topic_of(key: str) -> str:
    """The topic of a context's key; empty where it has none."""
    return key.rpartition(":")[2] if key[:2] in ("t:", "b:") else ""
