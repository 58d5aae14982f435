"""What is expected of one dimension now, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.dimensions import Dimension
from langgraph_memory.preferences.records import Source
from langgraph_memory.preferences.standing import Standing

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)

Ground = Literal["pinned", "stated", "learned"]


@dataclass(frozen=True, kw_only=True)
class Preference:
    """What is expected of one dimension, and why.

    Attributes:
        value: The value.
        share: How sure that is, 0..1; 1 when pinned or just stated.
        ground: `pinned` by the user, `stated` in the last turns, or `learned`.
        since: When the first known message spoke for it that came after the change to it,
            ISO 8601; None when none did.
        sources: Keys of the newest messages that spoke for it, oldest first.
        because: These messages: their words, and where they are found.
    """

    value: str
    share: float
    ground: Ground
    since: str | None
    sources: tuple[str, ...]
    because: tuple[Source, ...] = ()

    @property
    def why(self) -> str:
        """The reasons: `short, stated since 3 March 2026: "keep it short" (…)`.

        What no message said is a correction: `short, learned since …: corrected (…)`.
        """
        if not self.because:
            return f"{self.value}, {self.ground}"
        said = "; ".join(map(_told, self.because))
        since = _day(self.since or self.because[0].at)
        return f"{self.value}, {self.ground} since {since}: {said}"


class Now(NamedTuple):
    """A turn: the conversation, and which of the user's turns in it; None: the next."""

    thread: str
    turn: int | None


def expected(
    dimension: Dimension,
    standing: Standing,
    pins: Mapping[str, str],
    context: Context,
    now: Now,
) -> Preference | None:
    """What is expected of a dimension.

    What was said of this time goes before what is pinned, that before what was said
    lately, and that before what was learned.

    Args:
        dimension: The dimension.
        standing: Where the user stands.
        pins: What he laid down, dimension → value.
        context: Topic and kind of day.
        now: The turn.

    Returns:
        The value and its reasons; None when nothing is known.
    """
    name = dimension.name
    hold = standing.holds.get(name)
    binding = hold is not None and hold.binds(context.topic, now.thread, now.turn)
    if hold and binding and hold.once:
        return _preference(standing, name, hold.value, 1.0, "stated")
    if pins.get(name) in dimension.values:
        return _preference(standing, name, pins[name], 1.0, "pinned")
    if hold and binding:
        return _preference(standing, name, hold.value, 1.0, "stated")
    track = standing.tracks.get(name)
    if track is None:
        return None
    shares = track.shares(context.path)
    most = max(shares)
    value = dimension.values[shares.index(most)]
    return _preference(standing, name, value, most, "learned")


def _preference(
    standing: Standing, name: str, value: str, share: float, ground: Ground
) -> Preference:
    spoke = [one for one in standing.sources.get(name, ()) if one.value == value]
    for change in reversed(standing.changes):
        if change.new == value and change.dimension == name:
            spoke = [one for one in spoke if one.at >= change.at] or spoke
            break
    return Preference(
        value=value,
        share=share,
        ground=ground,
        since=spoke[0].at if spoke else None,
        sources=tuple(source.key for source in spoke),
        because=tuple(spoke),
    )


def _told(source: Source) -> str:
    if not source.words:
        return f"corrected ({_day(source.at)})"
    message = f", message {source.message}" if source.message else ""
    thread = source.thread or "unknown"
    return f'"{source.words}" ({_day(source.at)}, conversation {thread}{message})'


def _day(at: str) -> str:
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
