"""Where a user stands: the tracks of all dimensions, what holds for now, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.dimensions import Dimension
from langgraph_memory.preferences.notes import EVERY_TOPIC, Note, Signal
from langgraph_memory.preferences.records import Change, Hold, Source
from langgraph_memory.preferences.tracking import Track
from langgraph_memory.preferences.withdrawing import (
    has_exception,
    without_exceptions,
    without_wish,
)

_MOST_SOURCES, _MOST_CHANGES = 12, 50


@dataclass(frozen=True, kw_only=True)
class Standing:
    """All that is known of a user; a value, never changed in place.

    Attributes:
        tracks: What is known of each dimension, by its name.
        holds: The statement that is obeyed now, by dimension.
        sources: The newest messages that spoke for a value, by dimension, oldest first.
        changes: Changes that were sure enough to be told, oldest first, at most 50.
        noticed: Key of the note at which a dimension last seemed to have changed, so that
            most of what was known of it was forgotten.
        values: The values of the dimensions, in the order by which `tracks` counts them.
    """

    tracks: Mapping[str, Track] = field(default_factory=dict)
    holds: Mapping[str, Hold] = field(default_factory=dict)
    sources: Mapping[str, tuple[Source, ...]] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    noticed: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def after(self, note: Note, dimensions: Mapping[str, Dimension]) -> Standing:
        """Where the user stands after one more message.

        Args:
            note: What it showed; signals of unknown dimensions or values say nothing.
            dimensions: What is followed, by name.

        Returns:
            The new standing.
        """
        here = self._later() if self.holds else self
        # What is taken back goes before what is said instead of it, and what is said of all
        # topics before what is said of one in the same message.
        for signal in sorted(note.signals, key=lambda one: (not one.against, one.scoped)):
            if signal.against:
                here = _taken_back(here, note, signal, dimensions)
                continue
            dimension = dimensions.get(signal.dimension)
            if dimension is not None and signal.value in dimension.values:
                here = _heard(here, note, signal, dimension)
        return here

    def through(
        self, notes: Iterable[Note], dimensions: Mapping[str, Dimension]
    ) -> Standing:
        """Where the user stands after more messages, in their order (see `after`)."""
        here = self
        for note in notes:
            here = here.after(note, dimensions)
        return here

    def _later(self) -> Standing:
        """The same when one more turn has passed."""
        holds = {
            name: replace(hold, left=hold.left - 1)
            for name, hold in self.holds.items()
            if hold.left > 1
        }
        return replace(self, holds=holds)

    def unheld(self, name: str) -> Standing:
        """The same, obeying no statement of one dimension."""
        holds = {key: hold for key, hold in self.holds.items() if key != name}
        return replace(self, holds=holds)

    def without(self, name: str) -> Standing:
        """The same, knowing nothing of one dimension."""
        return Standing(
            tracks={key: track for key, track in self.tracks.items() if key != name},
            holds={key: hold for key, hold in self.holds.items() if key != name},
            sources={key: found for key, found in self.sources.items() if key != name},
            changes=tuple(one for one in self.changes if one.dimension != name),
            noticed={key: note for key, note in self.noticed.items() if key != name},
            values={key: told for key, told in self.values.items() if key != name},
        )

    def fitting(self, dimensions: Mapping[str, Dimension]) -> Standing:
        """The same, knowing nothing of dimensions whose values are others by now.

        Args:
            dimensions: What is followed, by name.
        """
        here = self
        for name, track in self.tracks.items():
            one = dimensions.get(name)
            if one is None:
                continue
            old = self.values.get(name, one.values)
            if len(old) != track.values or set(old) != set(one.values):
                here = here.without(name)
            elif old != one.values:
                places = [old.index(value) for value in one.values]
                tracks = {**here.tracks, name: track.reordered(places)}
                values = {**here.values, name: one.values}
                here = replace(here, tracks=tracks, values=values)
        return here

    def to_dict(self) -> dict[str, Any]:
        """The standing as plain JSON data."""
        return {
            "tracks": {name: track.to_dict() for name, track in self.tracks.items()},
            "holds": {name: asdict(hold) for name, hold in self.holds.items()},
            "sources": {
                name: [asdict(source) for source in sources]
                for name, sources in self.sources.items()
            },
            "changes": [asdict(change) for change in self.changes],
            "noticed": dict(self.noticed),
            "values": {name: list(values) for name, values in self.values.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Standing:
        """The inverse of `to_dict`.

        Raises:
            ValueError: When the data is no standing.
        """
        try:
            return cls(
                tracks={k: Track.from_dict(v) for k, v in data["tracks"].items()},
                holds={k: Hold(**v) for k, v in data["holds"].items()},
                sources={
                    k: tuple(Source(**source) for source in v)
                    for k, v in data["sources"].items()
                },
                changes=tuple(Change(**change) for change in data["changes"]),
                noticed={str(k): str(v) for k, v in data["noticed"].items()},
                values={  # earlier releases did not tell
                    k: tuple(map(str, v)) for k, v in data.get("values", {}).items()
                },
            )
        except (AttributeError, KeyError, TypeError) as error:
            msg = f"no standing of preferences: {error!r}"
            raise ValueError(msg) from error


def _heard(here: Standing, note: Note, signal: Signal, dimension: Dimension) -> Standing:
    name = dimension.name
    track = here.tracks.get(name) or Track(values=len(dimension.values))
    topic = "" if signal.topic == EVERY_TOPIC else signal.topic
    if signal.about and not signal.topic and has_exception(track, signal.about):
        topic = signal.about
    if signal.stated:
        hold = Hold(
            value=signal.value,
            topic=topic,
            once=signal.once,
            thread=note.thread,
            turn=note.turn,
            day=signal.day,
        )
        here = replace(here, holds={**here.holds, name: hold})
    if signal.once:
        return here
    if signal.stated and (note.everywhere or signal.topic == EVERY_TOPIC):
        track = track.cleared()
        here = replace(here, noticed={**here.noticed, name: note.key})
    place = dimension.place(signal.value)
    changes = here.changes
    if topic or signal.day:
        context = Context(topic=topic, day=signal.day or note.context.day)
        track = track.excepted(context.path, place, on_day=bool(signal.day))
    else:
        learned = track.learned(
            note.context.path, place, signal.confidence, stated=signal.stated
        )
        track = learned.track
        if learned.forgot:
            here = replace(here, noticed={**here.noticed, name: note.key})
        if learned.changed:
            old, new = (dimension.values[place] for place in learned.changed)
            change = Change(dimension=name, old=old, new=new, at=note.at)
            changes = (*changes, change)[-_MOST_CHANGES:]
    source = Source(
        value=signal.value,
        at=note.at,
        key=note.key,
        words=signal.words,
        thread=note.thread,
        message=note.message,
        stated=signal.stated,
    )
    sources = (*here.sources.get(name, ()), source)[-_MOST_SOURCES:]
    return replace(
        here,
        tracks={**here.tracks, name: track},
        values={**here.values, name: dimension.values},
        sources={**here.sources, name: sources},
        changes=changes,
    )


def _taken_back(
    here: Standing, note: Note, signal: Signal, dimensions: Mapping[str, Dimension]
) -> Standing:
    """Withdraw what a take-back is of; nothing else is asked for in its place."""
    if signal.topic:
        return _without_exceptions(here, signal)
    names = [signal.dimension] if signal.dimension else _said_last(here, note, signal)
    for name in names:
        dimension, hold = dimensions.get(name), here.holds.get(name)
        if dimension is None:
            continue
        if not signal.value or (hold and hold.value == signal.value):
            here = here.unheld(name)
        if hold and hold.once and not signal.dimension:
            continue  # it had not been learned
        place = dimension.place(signal.value) if signal.value else None
        track = here.tracks.get(name)
        if track is not None:
            here = replace(here, tracks={**here.tracks, name: without_wish(track, place)})
        kept = [one for one in here.sources.get(name, ()) if place is not None]
        kept = [one for one in kept if one.value != signal.value]
        here = replace(here, sources={**here.sources, name: tuple(kept)})
    return here


def _without_exceptions(here: Standing, signal: Signal) -> Standing:
    topic = "" if signal.topic == EVERY_TOPIC else signal.topic
    tracks = {
        name: track
        if signal.dimension not in ("", name)
        else without_exceptions(track, topic)
        for name, track in here.tracks.items()
    }
    holds = {
        name: hold
        for name, hold in here.holds.items()
        if signal.dimension not in ("", name)
        or not hold.topic
        or topic not in ("", hold.topic)
    }
    return replace(here, tracks=tracks, holds=holds)


def _said_last(here: Standing, note: Note, signal: Signal) -> list[str]:
    """The dimensions of the newest statement; `once`: of that of the message before."""
    near = {
        name: hold
        for name, hold in here.holds.items()
        if hold.thread == note.thread and 0 <= note.turn - hold.turn <= 1
    }
    if signal.once or near:
        newest = max((hold.left for hold in near.values()), default=0)
        return [name for name, hold in near.items() if hold.left == newest]
    stated = [
        (one.at, name)
        for name, sources in here.sources.items()
        for one in sources
        if one.stated
    ]
    last = max(stated, default=("", ""))[0]
    return list(dict.fromkeys(name for at, name in stated if at == last))
