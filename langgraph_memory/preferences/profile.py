"""The profile of a user: notes of his messages, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from langgraph_memory.errors import ConfigError
from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.dimensions import DIMENSIONS, EMOJIS, Dimension, by_name
from langgraph_memory.preferences.editing import withdrawn
from langgraph_memory.preferences.expecting import Now, Preference, expected
from langgraph_memory.preferences.hearing import note_of
from langgraph_memory.preferences.notes import Note
from langgraph_memory.preferences.records import Change
from langgraph_memory.preferences.standing import Standing
from langgraph_memory.preferences.tags import tags

DEFAULT_DIMENSIONS: tuple[Dimension, ...] = (*DIMENSIONS, EMOJIS)
_HALF, _MOST_KEYS = 32, 1_024


@dataclass(frozen=True, kw_only=True)
class PreferenceProfile:
    """How a user likes to be served; a value, never changed in place.

    Notes of messages are kept sorted by time, the oldest are folded into `settled`. So
    the same notes give the same profile, however often they arrive, and in whatever order
    as long as each comes before 32 newer ones have. What comes later still counts, as if
    said after those that are folded; of the newest thousand it counts once.

    Attributes:
        dimensions: What is followed; others can be added.
        notes: What the newest messages showed, oldest first.
        settled: What followed from older ones.
        folded: Keys of the newest notes that `settled` has taken in or were withdrawn.
        count: How many notes it has taken in.
        pins: What the user laid down, dimension → value.
    """

    dimensions: tuple[Dimension, ...] = DEFAULT_DIMENSIONS
    notes: tuple[Note, ...] = ()
    settled: Standing = field(default_factory=Standing)
    folded: tuple[str, ...] = ()
    count: int = 0
    pins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def standing(self) -> Standing:
        """What follows from all notes."""
        return self.settled.through(self.notes, self.named)

    @cached_property
    def midway(self) -> Standing:
        """What follows from the older half of the notes that may be kept."""
        return self.settled.through(self.notes[:_HALF], self.named)

    @cached_property
    def named(self) -> Mapping[str, Dimension]:
        """The dimensions by their names."""
        return by_name(self.dimensions)

    def noted(self, *notes: Note) -> PreferenceProfile:
        """Take in messages; those that are known already change nothing.

        Args:
            notes: What they showed, in any order; of what older wordings of the same
                messages showed, what is not folded is withdrawn.

        Returns:
            The profile after them.
        """
        new = {note.key: note for note in notes if not self._knows(note)}
        ordered = sorted(new.values(), key=lambda one: one.order)
        both = [*self.notes, *ordered]
        gone = withdrawn(both, ordered)
        if gone or (self.notes and ordered and ordered[0].order < self.notes[-1].order):
            kept = [note for note in both if note.key not in gone]
            kept.sort(key=lambda one: one.order)
            folded = (*self.folded, *sorted(gone))[-_MOST_KEYS:]
            return _tidied(replace(self, notes=tuple(kept), folded=folded))
        here = self
        for note in ordered:
            here = here._after(note)
        return here

    def _knows(self, note: Note) -> bool:
        return note.key in self._folded or any(note.key == one.key for one in self.notes)

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(self.folded)

    def _after(self, note: Note) -> PreferenceProfile:
        new = replace(self, notes=(*self.notes, note))
        # The newest note needs no replay of those before it.
        standing = self.standing.after(note, self.named)
        vars(new).update(named=self.named, standing=standing, _folded=self._folded)
        if len(new.notes) <= _HALF:
            vars(new)["midway"] = new.standing
        elif "midway" in vars(self):
            vars(new)["midway"] = self.midway
        return _tidied(new)

    def heard(
        self,
        text: str,
        *,
        key: str,
        at: datetime,
        thread: str = "",
        turn: int = 0,
        reply: str | None = None,
        before: str | None = None,
    ) -> PreferenceProfile:
        """Read a message of the user, by rules, and take it in.

        Args:
            text: What the user wrote; never what a tool or a model said.
            key: Names the message, so that it counts once.
            at: When it was said; without a time zone it is taken for UTC.
            thread: The conversation.
            turn: Which of the user's turns in it, from 0.
            reply: What the assistant had said just before, or None.
            before: The user's message before this one, or None.

        Returns:
            The profile after it.
        """
        note = note_of(
            text,
            key=key,
            at=at,
            thread=thread,
            turn=turn,
            reply=reply,
            before=before,
            dimensions=self.dimensions,
        )
        return self.noted(note)

    def merged(self, other: PreferenceProfile) -> PreferenceProfile:
        """Join two profiles of one user that were led at the same time.

        Args:
            other: The other one.

        Returns:
            What the one that has folded more knows, with the notes of both. Where each has
            heard no more than 32 messages since they were one, that is all; else what the
            other has folded is missing. Pins of both, where they differ those of `other`.
        """
        first, second = sorted((self, other), key=lambda one: (one.count, one.folded))
        joined = second.noted(*first.notes)
        return replace(joined, pins={**self.pins, **other.pins})

    def predict(
        self, context: Context | None = None, *, thread: str = "", turn: int | None = None
    ) -> Mapping[str, Preference]:
        """What is expected now.

        Args:
            context: Topic and kind of day; None: neither is known.
            thread: The conversation; what was said of this time holds in its own only.
            turn: Which of the user's turns in it, from 0; None: the next one.

        Returns:
            Every dimension of which anything is known, by its name.
        """
        here, found = context or Context(), {}
        for dimension in self.dimensions:
            preference = expected(
                dimension, self.standing, self.pins, here, Now(thread, turn)
            )
            if preference is not None:
                found[dimension.name] = preference
        return found

    def tags(self, *, thread: str = "", turn: int | None = None) -> tuple[str, ...]:
        """What a model should be told of a user's wishes.

        Only what is clear is told, and it stays as it is until something else is clearer.

        Args:
            thread: The conversation; what was said of this time is told in its own only.
            turn: Which of the user's turns in it, from 0; None: the next one.

        Returns:
            At most one tag a dimension, such as `replies: short, except technical:
            detailed`; pinned values are told without exceptions.
        """
        return tags(self.dimensions, self.standing, self.pins, thread=thread, turn=turn)

    @property
    def keys(self) -> frozenset[str]:
        """Keys of the messages that are known to be taken in, the newest thousand."""
        return self._folded.union(note.key for note in self.notes)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Changes that were noticed, oldest first."""
        return self.standing.changes

    def pinned(self, dimension: str, value: str) -> PreferenceProfile:
        """Lay down a value; only what the user says of one time goes before it.

        Raises:
            ConfigError: When the dimension or the value is unknown.
        """
        self._known(dimension).place(value)
        return replace(self, pins={**self.pins, dimension: value})

    def unpinned(self, dimension: str) -> PreferenceProfile:
        """Let a dimension be followed again.

        Raises:
            ConfigError: When the dimension is unknown.
        """
        pins = dict(self.pins)
        pins.pop(self._known(dimension).name, None)
        return replace(self, pins=pins)

    def without(self, dimension: str) -> PreferenceProfile:
        """Forget all that is known of a dimension, its pin too.

        Raises:
            ConfigError: When the dimension is unknown.
        """
        name = self._known(dimension).name
        notes = tuple(
            replace(note, signals=tuple(s for s in note.signals if s.dimension != name))
            for note in self.notes
        )
        here = replace(self, notes=notes, settled=self.settled.without(name))
        return here.unpinned(name)

    def _known(self, dimension: str) -> Dimension:
        if dimension not in self.named:
            msg = f"unknown dimension {dimension!r}; there are {sorted(self.named)}"
            raise ConfigError(msg)
        return self.named[dimension]

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain JSON data, without its dimensions."""
        return {
            "notes": [note.to_dict() for note in self.notes],
            "settled": self.settled.to_dict(),
            "folded": list(self.folded),
            "count": self.count,
            "pins": dict(self.pins),
        }

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        dimensions: tuple[Dimension, ...] = DEFAULT_DIMENSIONS,
    ) -> PreferenceProfile:
        """The inverse of `to_dict`.

        Args:
            data: What `to_dict` gave.
            dimensions: What is followed.

        Raises:
            ValueError: When the data is no profile.
        """
        try:
            settled = Standing.from_dict(data["settled"])
            return cls(
                dimensions=dimensions,
                notes=tuple(Note.from_dict(note) for note in data["notes"]),
                settled=settled.fitting(by_name(dimensions)),
                folded=tuple(map(str, data["folded"])),
                count=int(data["count"]),
                pins={str(key): str(value) for key, value in data["pins"].items()},
            )
        except (AttributeError, KeyError, TypeError) as error:
            msg = f"no profile of preferences: {error!r}"
            raise ValueError(msg) from error


def _tidied(profile: PreferenceProfile) -> PreferenceProfile:
    if len(profile.notes) < 2 * _HALF:
        return profile
    old, new = profile.notes[:_HALF], profile.notes[_HALF:]
    keys = (*profile.folded, *(note.key for note in old))[-_MOST_KEYS:]
    count = profile.count + len(old)
    here = replace(profile, notes=new, settled=profile.midway, folded=keys, count=count)
    # What follows from all of them is the same.
    vars(here)["named"] = profile.named
    vars(here)["standing"] = profile.standing
    if len(new) == _HALF:
        vars(here)["midway"] = profile.standing
    return _tidied(here)
