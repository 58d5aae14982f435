"""Sums of stored events that know which events they count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

TALLY: Final = "tally"
"""What a stored sum has in place of the name of an event."""


@dataclass(frozen=True, kw_only=True)
class Covering:
    """What a sum counts.

    An event is deleted only some time after the stored sum began to cover it, and what is
    covered is never counted beside it. So it does not matter whether a fold is done twice,
    by two at once, or beside a writer.

    Attributes:
        covers: Keys of events that it counts and that may still be stored.
        past: Keys of the newest events that it counts and that were deleted, so that one
            that is told again is not counted again.
        at: When it was written, ISO 8601; empty for the sum of nothing.
    """

    covers: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    at: str = ""

    @property
    def known(self) -> frozenset[str]:
        """Keys of all events that it counts."""
        return frozenset(self.covers).union(self.past)

    def covering(self, events: Iterable[str], at: str, *, most_past: int) -> Self:
        """The same sum, covering further events while those it covered are being deleted.

        Args:
            events: Their keys; none that is counted already.
            at: The time.
            most_past: Most keys of deleted events that are kept.
        """
        past = (*self.past, *self.covers)[-most_past:]
        return replace(self, covers=tuple(events), past=past, at=at)

    def told(self) -> dict[str, Any]:
        """Plain data of what it covers."""
        covers, past = list(self.covers), list(self.past)
        return {"event": TALLY, "covers": covers, "past": past, "at": self.at}


def covered_in(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a `Covering` in what `told` gave.

    Raises:
        KeyError or TypeError: When it is none.
    """
    names = ("covers", "past")
    keys = {name: tuple(map(str, value[name])) for name in names}
    return {**keys, "at": str(value["at"])}


def covered(sums: Iterable[Covering]) -> frozenset[str]:
    """Keys of all events that some sums count."""
    return frozenset[str]().union(*(one.known for one in sums))
