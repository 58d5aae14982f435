"""The items of one namespace in memory: in order of change, and by nearness."""

from __future__ import annotations

import json
from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from langgraph_memory.index.port import VectorIndex, VectorTable
from langgraph_memory.store.filters import Predicate
from langgraph_memory.store.followers import Follower
from langgraph_memory.store.identity import Identity
from langgraph_memory.store.layout import Stored, item_cell, items_thread, unpack_item
from langgraph_memory.store.namespaces import Namespace

_SLACK = 64


class Found(NamedTuple):
    """An item that a search has found.

    Attributes:
        namespace: Where it is.
        item: The item, without its vectors.
        cosine: How near it is to the query, −1 to 1; None without query or vectors.
    """

    namespace: Namespace
    item: Stored
    cosine: float | None = None


class Mirror(Follower):
    """The items of a namespace, and the table of their vectors.

    Attributes:
        namespace: The namespace.
        identity: The embeddings whose vectors count, as soon as they are known.
    """

    def __init__(self, namespace: Namespace, index: VectorIndex | None) -> None:
        super().__init__(items_thread(namespace))
        self.namespace = namespace
        self.identity: Identity | None = None
        self._index = index
        self._table: VectorTable | None = None
        self._items: dict[str, Stored] = {}
        # Ascending; an item that has changed since leaves its old entry, which is skipped.
        self._order: list[tuple[str, str]] = []

    def __len__(self) -> int:
        return len(self._items)

    def load(self, cells: list[tuple[str, bytes]]) -> None:
        """Hold these items and no others."""
        self._table = None
        self._items = {}
        for cell, payload in cells:
            if item := unpack_item(payload):
                self._hold(cell, item)
        self._sort()

    def take(self, cell: str, payload: bytes) -> None:
        """Hold what an item has become."""
        self.put(cell, unpack_item(payload))

    def put(self, cell: str, item: Stored | None) -> None:
        """Hold an item in place of what its cell held; None for a deleted one."""
        old = self._items.pop(cell, None)
        if old is not None and old.model and self._table is not None:
            self._table.remove(old.key)
        if item is None:
            return
        self._hold(cell, item)
        insort(self._order, (item.updated, item.key))
        if len(self._order) > 2 * len(self._items) + _SLACK:
            self._sort()

    def _hold(self, cell: str, item: Stored) -> None:
        table = self._table_for(item)
        if table is not None:
            table.put(item.key, item.vectors)
        model = item.model if table is not None else ""
        self._items[cell] = replace(item, vectors=b"", model=model)

    def _table_for(self, item: Stored) -> VectorTable | None:
        identity = self.identity
        if self._index is None or identity is None or item.model != identity.id:
            return None
        if self._table is None:
            self._table = self._index.table(identity.dimensions)
        return self._table

    def _sort(self) -> None:
        self._order = sorted((item.updated, item.key) for item in self._items.values())

    def some_visible(self, now: str) -> bool:
        """Whether an item can be seen at a time."""
        return any(item.visible(now) for item in self._items.values())

    def newest(self, limit: int, accept: Predicate | None, now: str) -> list[Found]:
        """Items that pass a filter, last changed first, equals by key, the last first.

        Args:
            limit: Most items returned.
            accept: The filter, or None.
            now: The time, in the form of `Stored.created`.

        Returns:
            What was found.
        """
        found: list[Found] = []
        for item in self._newest():
            if len(found) == limit:
                break
            if _passes(item, accept, now):
                found.append(Found(self.namespace, item))
        return found

    def nearest(
        self, query: Sequence[float], limit: int, accept: Predicate | None, now: str
    ) -> list[Found]:
        """Items that pass a filter, the nearest first, then those without vectors.

        Args:
            query: The query's vector.
            limit: Most items returned.
            accept: The filter, or None.
            now: The time, in the form of `Stored.created`.

        Returns:
            What was found; items without vectors come newest first.
        """
        found: list[Found] = []
        ranked = self._table.nearest(query) if self._table is not None else iter(())
        for key, cosine in ranked:
            if len(found) == limit:
                return found
            item = self._items[item_cell(key)]
            if _passes(item, accept, now):
                found.append(Found(self.namespace, item, cosine))
        for item in self._newest():
            if len(found) == limit:
                break
            if not item.model and _passes(item, accept, now):
                found.append(Found(self.namespace, item))
        return found

    def _newest(self) -> Iterator[Stored]:
        last = None
        for entry in reversed(self._order):
            item = self._items.get(item_cell(entry[1]))
            if item is not None and item.updated == entry[0] and entry != last:
                yield item
            last = entry


def _passes(item: Stored, accept: Predicate | None, now: str) -> bool:
    return item.visible(now) and (accept is None or accept(json.loads(item.value)))
