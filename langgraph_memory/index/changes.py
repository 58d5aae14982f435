"""What a store tells those who follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from langgraph.store.base import Item

Namespace = tuple[str, ...]
Since = Mapping[Namespace, str | None]


@dataclass(frozen=True, kw_only=True)
class Changes:
    """What has changed in a namespace since a token was given.

    Attributes:
        token: To be given the next time, to the same store in the same process.
        known: Whether it is known what has changed; else the namespace has to be read anew,
            after this, and the rest is empty.
        items: The items that are new or have changed, the last changed last.
        gone: Keys of items that were deleted.
        fades: Whether items of the namespace may cease to be seen by their age, of which
            nothing is told.
    """

    token: str
    known: bool
    items: tuple[Item, ...] = ()
    gone: tuple[str, ...] = ()
    fades: bool = False


@runtime_checkable
class Followed(Protocol):
    """A store that tells what has changed, whoever changed it."""

    def changes(self, since: Since) -> dict[Namespace, Changes]:
        """Tell what has changed in some namespaces.

        Args:
            since: By namespace, the last token; None at first.

        Returns:
            By namespace, what has changed since then.
        """

    async def achanges(
        self, since: Mapping[Namespace, str | None]
    ) -> dict[Namespace, Changes]:
        """Tell the same to asynchronous code."""
