"""Items of the store read or written lately, so that a view needs no I/O."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.store.base import GetOp, Item

from langgraph_memory._flow import Steps, batch

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
            self._values[(namespace, key)] = value
            self._values.move_to_end((namespace, key))
            while len(self._values) > self._limit:
                self._values.popitem(last=False)

    def drop(self, namespace: Namespace, key: str) -> None:
        """Forget a value that was deleted from the store."""
        with self._lock:
            self._values.pop((namespace, key), None)

    def forget(self, namespace: Namespace) -> None:
        """Forget all values of a namespace."""
        with self._lock:
            for place in [place for place in self._values if place[0] == namespace]:
                del self._values[place]


def load(
    shelf: Shelf, namespace: Namespace, keys: Iterable[str]
) -> Steps[dict[str, Mapping[str, Any]]]:
    """Values by key, from the shelf, else from the store in one batch.

    Args:
        shelf: The cache.
        namespace: Where the items live.
        keys: Their keys.

    Returns:
        The values found; a key without an item is left out.
    """
    wanted = list(dict.fromkeys(keys))
    found = {key: shelf.get(namespace, key) for key in wanted}
    missing = [key for key, value in found.items() if value is None]
    results = yield from batch(GetOp(namespace, key) for key in missing)
    for key, item in zip(missing, results, strict=True):
        if isinstance(item, Item):
            shelf.put(namespace, key, item.value)
            found[key] = item.value
    return {key: value for key, value in found.items() if value is not None}
