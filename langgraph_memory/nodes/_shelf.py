"""Items of the store read or written lately, so that a view needs no I/O."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from langgraph.store.base import GetOp, Item

from langgraph_memory._flow import Steps, Warn, batch
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.errors import LangGraphMemoryError
from langgraph_memory.experiences.experience import Experience

T = TypeVar("T")
Namespace = tuple[str, ...]


class Shelf:
    """A bounded, thread-safe cache of item values; values are never changed in place."""

    def __init__(self, limit: int = 4_096) -> None:
        """Make an empty shelf.

        Args:
            limit: Most items kept; the one not used for longest goes first.
        """
        self._limit = limit
        self._values: OrderedDict[tuple[Namespace, str], Mapping[str, Any]] = OrderedDict()
        self._read: dict[tuple[Namespace, str], Any] = {}
        self._lock = threading.Lock()

    def get(self, namespace: Namespace, key: str) -> Mapping[str, Any] | None:
        """The value under a key, or None when it is not on the shelf."""
        with self._lock:
            value = self._values.get((namespace, key))
            if value is not None:
                self._values.move_to_end((namespace, key))
            return value

    def put(self, namespace: Namespace, key: str, value: Mapping[str, Any]) -> None:
        """Keep a value."""
        with self._lock:
            if self._values.get((namespace, key)) != value:
                self._read.pop((namespace, key), None)
            self._values[(namespace, key)] = value
            self._values.move_to_end((namespace, key))
            while len(self._values) > self._limit:
                gone, _ = self._values.popitem(last=False)
                self._read.pop(gone, None)

    def renew(self, namespace: Namespace, key: str, value: Mapping[str, Any]) -> None:
        """Replace a value that is kept by what it has become."""
        with self._lock:
            if self._values.get((namespace, key), value) != value:
                self._values[(namespace, key)] = value
                self._read.pop((namespace, key), None)

    def drop(self, namespace: Namespace, key: str) -> None:
        """Forget a value that was deleted from the store."""
        with self._lock:
            self._values.pop((namespace, key), None)
            self._read.pop((namespace, key), None)

    def read(
        self, namespace: Namespace, key: str, reader: Callable[[Mapping[str, Any]], T]
    ) -> T | None:
        """The value under a key as an object, read once.

        Args:
            namespace: Where the item lives.
            key: Its key.
            reader: Makes the object of the value; always the same for one namespace.

        Returns:
            The object, or None when the value is not on the shelf.
        """
        with self._lock:
            value = self._values.get((namespace, key))
            known: T | None = self._read.get((namespace, key))
        if value is None or known is not None:
            return known
        made = reader(value)
        with self._lock:
            if self._values.get((namespace, key)) is value:
                self._read[(namespace, key)] = made
        return made

    def known(self, namespace: Namespace, keys: Iterable[str]) -> dict[str, Any]:
        """The objects that were read of values which are still here, by key."""
        with self._lock:
            places = [(namespace, key) for key in keys]
            found = {
                place[1]: made
                for place in places
                if place in self._values and (made := self._read.get(place)) is not None
            }
            for key in found:
                self._values.move_to_end((namespace, key))
            return found

    def forget(self, namespace: Namespace) -> None:
        """Forget all values of a namespace."""
        with self._lock:
            for place in [place for place in self._values if place[0] == namespace]:
                del self._values[place]


def load(
    shelf: Shelf, namespace: Namespace, keys: Iterable[str], get: type[GetOp] = GetOp
) -> Steps[dict[str, Mapping[str, Any]]]:
    """Values by key, from the shelf, else from the store in one batch.

    Args:
        shelf: The cache.
        namespace: Where the items live.
        keys: Their keys.
        get: How they are asked for.

    Returns:
        The values found; a key without an item is left out.
    """
    wanted = list(dict.fromkeys(keys))
    found = {key: shelf.get(namespace, key) for key in wanted}
    missing = [key for key, value in found.items() if value is None]
    results = yield from batch(get(namespace, key) for key in missing)
    for key, item in zip(missing, results, strict=True):
        if isinstance(item, Item):
            shelf.put(namespace, key, item.value)
            found[key] = item.value
    return {key: value for key, value in found.items() if value is not None}


def load_cards(
    shelf: Shelf, namespace: Namespace, keys: Iterable[str], get: type[GetOp] = GetOp
) -> Steps[dict[str, DecisionCard]]:
    """Cards by key; one that cannot be read is reported and left out. See `load`."""
    return (yield from _load_as(shelf, namespace, keys, DecisionCard.from_dict, get))


def read_cards(
    shelf: Shelf, namespace: Namespace, items: Iterable[Item]
) -> Steps[dict[str, DecisionCard]]:
    """Cards of items at hand; see `load_cards`."""
    return (yield from load_cards(shelf, namespace, _kept(shelf, namespace, items)))


def read_experiences(
    shelf: Shelf, namespace: Namespace, items: Iterable[Item]
) -> Steps[dict[str, Experience]]:
    """Experiences of items at hand; see `load_experiences`."""
    return (yield from load_experiences(shelf, namespace, _kept(shelf, namespace, items)))


def _kept(shelf: Shelf, namespace: Namespace, items: Iterable[Item]) -> list[str]:
    keys: list[str] = []
    for item in items:
        shelf.put(namespace, item.key, item.value)
        keys.append(item.key)
    return keys


def load_experiences(
    shelf: Shelf, namespace: Namespace, keys: Iterable[str], get: type[GetOp] = GetOp
) -> Steps[dict[str, Experience]]:
    """Experiences by key; one that cannot be read is reported and left out. See `load`."""
    return (yield from _load_as(shelf, namespace, keys, Experience.from_dict, get))


def _load_as(
    shelf: Shelf,
    namespace: Namespace,
    keys: Iterable[str],
    reader: Callable[[Mapping[str, Any]], T],
    get: type[GetOp] = GetOp,
) -> Steps[dict[str, T]]:
    wanted = list(dict.fromkeys(keys))
    if not wanted:
        return {}
    found: dict[str, T] = shelf.known(namespace, wanted)
    if len(found) == len(wanted):
        return found
    values = yield from load(shelf, namespace, wanted, get)
    found = {}
    for key in values:
        try:
            made = shelf.read(namespace, key, reader)
        except (KeyError, TypeError, ValueError, LangGraphMemoryError) as error:
            msg = f"a stored item cannot be read and is left out: {key}: {error}"
            yield Warn("shelf", msg)
        else:
            if made is not None:
                found[key] = made
    return found
