"""The items of one namespace in memory: in order of change, and by nearness."""

from __future__ import annotations

import json
from bisect import insort
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from langgraph_memory.index.port import Entry, VectorIndex, VectorTable
from langgraph_memory.store.filters import Predicate
from langgraph_memory.store.followers import Follower
from langgraph_memory.store.identity import Identities
from langgraph_memory.store.layout import Stored, item_cell, items_thread, unpack_item
from langgraph_memory.store.namespaces import Namespace

_SLACK = 64


class Found(NamedTuple):
    """An item that a search has found.

    Attributes:
        namespace: Where it is.
        item: The item.
        cosine: How near it is to the query, −1 to 1; None without query or vectors.
    """

    namespace: Namespace
    item: Stored
    cosine: float | None = None


class Mirror(Follower):
    """The items of a namespace, and the table of their vectors.

    Attributes:
        namespace: The namespace.
        identities: The embeddings whose vectors count, as far as they are known.
        puzzled: Whether it met vectors of embeddings that are not among them.
    """

    def __init__(self, namespace: Namespace, index: VectorIndex | None) -> None:
        super().__init__(items_thread(namespace))
        self.namespace = namespace
        self.identities = Identities()
        self.puzzled = False
        self._lacking: set[str] = set()
        self._index = index
        self._table: VectorTable | None = None
        self._items: dict[str, Stored] = {}
        # Ascending; an item that has changed since leaves its old entry, which is skipped.
        self._order: list[tuple[str, str]] = []

    def __len__(self) -> int:
        return len(self._items)

    def holds(self, cell: str, item: Stored | None) -> bool:
        """Whether this is what it holds of a cell."""
        return self._items.get(cell) == item

    def load(self, cells: list[tuple[str, bytes]]) -> None:
        """Hold these items and no others."""
        self.puzzled = False
        self._lacking = set()
        self._items = {}
        self._table = None
        loading = self._loading(cells)
        if (table := self._ranking()) is not None:
            table.load(loading)
        else:
            deque(loading, maxlen=0)
        self._sort()

    def _loading(self, cells: list[tuple[str, bytes]]) -> Iterator[Entry]:
        """Hold one item after the other; hand over the vectors of those that have any."""
        for cell, payload in cells:
            item, vectors = unpack_item(payload)
            if item is not None:
                self._keep(cell, item)
                if self._ranks(item):
                    yield _entry(item, vectors)

    def _ranking(self) -> VectorTable | None:
        first = self.identities.first
        if self._table is None and self._index is not None and first is not None:
            self._table = self._index.table(
                first.dimensions, namespace=self.namespace, model=first.id
            )
        return self._table

    def _ranks(self, item: Stored) -> bool:
        return item.model in self.identities.accepted

    def take(self, cell: str, payload: bytes | None) -> None:
        """Hold what an item has become; None: it is purged."""
        self.put(cell, *unpack_item(payload))

    def put(self, cell: str, item: Stored | None, vectors: bytes) -> None:
        """Hold an item in place of what its cell held.

        Args:
            cell: The cell.
            item: The item; None for a deleted one.
            vectors: Its vectors.
        """
        old = self._items.pop(cell, None)
        self._lacking.discard(cell)
        table = self._ranking()
        if old is not None and table is not None:
            table.remove(old.key)
        if item is None:
            return
        self._keep(cell, item)
        insort(self._order, (item.updated, item.key))
        if table is not None and self._ranks(item):
            table.put(_entry(item, vectors))
        if len(self._order) > 2 * len(self._items) + _SLACK:
            self._sort()

    def _keep(self, cell: str, item: Stored) -> None:
        self._items[cell] = item
        if item.model and item.model not in self.identities.known:
            self.puzzled = True
        if lacks(item, self.identities):
            self._lacking.add(cell)

    def take_lacking(self, most: int) -> list[tuple[Namespace, Stored]]:
        """Items that should have vectors and have none, with their namespace.

        Args:
            most: How many; these are not given again until they are read again.

        Returns:
            The items.
        """
        cells = list(islice(self._lacking, most))
        self._lacking.difference_update(cells)
        return [(self.namespace, self._items[cell]) for cell in cells]

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
            if not self._ranks(item) and _passes(item, accept, now):
                found.append(Found(self.namespace, item))
        return found

    def _newest(self) -> Iterator[Stored]:
        last = None
        for entry in reversed(self._order):
            item = self._items.get(item_cell(entry[1]))
            if item is not None and item.updated == entry[0] and entry != last:
                yield item
            last = entry


def lacks(item: Stored, identities: Identities) -> bool:
    """Whether an item was to be embedded and has no vectors that count."""
    return item.owed or bool(item.model and item.model not in identities.accepted)


def _entry(item: Stored, vectors: bytes) -> Entry:
    return Entry(item.key, vectors, item.updated, item.value)


def _passes(item: Stored, accept: Predicate | None, now: str) -> bool:
    return item.visible(now) and (accept is None or accept(json.loads(item.value)))
