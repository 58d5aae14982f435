"""The items of one namespace in memory: in order of change, and by nearness."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import NamedTuple

from langgraph_memory.index.port import Entry, VectorIndex, VectorTable
from langgraph_memory.store.filters import Filter
from langgraph_memory.store.followers import Follower
from langgraph_memory.store.history import History
from langgraph_memory.store.identity import Identities
from langgraph_memory.store.items import Items
from langgraph_memory.store.layout import Stored, item_cell, items_thread, unpack_item
from langgraph_memory.store.namespaces import Namespace

_PATIENCE = 500  # items that may be looked at in vain
_COST_OF_LOOK = 12  # how much longer a look into an item takes than bringing it in order
_SHARE = 0.2  # of the items; when more pass, comparing all vectors is faster

_Hit = tuple[Stored, float | None]


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


class Changed(NamedTuple):
    """What a mirror knows to have changed.

    Attributes:
        token: What stands for all changes so far.
        items: By key, the items as they are now, None for those that are gone, the last
            changed last; None where not all are known.
        fades: Whether items can cease to be seen by their age.
    """

    token: str
    items: dict[str, Stored | None] | None
    fades: bool


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
        self._items = Items()
        self._history = History()
        self._fades = False

    def __len__(self) -> int:
        return len(self._items)

    def item(self, cell: str) -> Stored | None:
        """What it holds of a cell, if anything."""
        return self._items.get(cell)

    def holds(self, cell: str, item: Stored | None) -> bool:
        """Whether this is what it holds of a cell."""
        return self._items.get(cell) == item

    def load(self, cells: Iterable[tuple[str, bytes]]) -> None:
        """Hold these items and no others."""
        self.puzzled = False
        self._lacking = set()
        self._items = Items()
        self._history = History()
        self._fades = False
        self._table = None
        loading = self._loading(cells)
        if (table := self._ranking()) is not None:
            table.load(loading)
        else:
            deque(loading, maxlen=0)

    def _loading(self, cells: Iterable[tuple[str, bytes]]) -> Iterator[Entry]:
        """Hold one item after the other; hand over the vectors of those that have any."""
        for cell, payload in cells:
            item, vectors = unpack_item(payload)
            if item is not None:
                self._items.load(cell, item)
                self._check(cell, item)
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
        old = self._items.pop(cell)
        self._lacking.discard(cell)
        table = self._ranking()
        stays = item is not None and self._ranks(item)
        if old is not None and table is not None and not stays:
            table.remove(old.key)
        if (changed := item or old) is not None:
            self._history.note(changed.key)
        if item is None:
            return
        self._items.put(cell, item)
        self._check(cell, item)
        if table is not None and stays:
            table.put(_entry(item, vectors))

    def _check(self, cell: str, item: Stored) -> None:
        self._fades = self._fades or item.ttl is not None
        if self._ranks(item) and not item.owed:
            return  # as nearly all
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
        held = map(self._items.get, cells)
        return [(self.namespace, item) for item in held if item is not None]

    def stands_at(self, token: str | None) -> bool:
        """Whether there is nothing to tell since a token, nor anything to read again."""
        return self.is_settled and not self._lacking and self._history.token == token

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing that has to be read again."""
        return not (self.lost or self.stale)

    def changes(self, since: str | None) -> Changed:
        """What has changed since a token.

        Args:
            since: The token; None or one of another life of the mirror: nothing is known.
        """
        keys = self._history.since(since)
        held = {key: self._items.get(item_cell(key)) for key in keys or ()}
        return Changed(self._history.token, None if keys is None else held, self._fades)

    def some_visible(self, now: str) -> bool:
        """Whether an item can be seen at a time."""
        return self._items.some_visible(now)

    def newest(self, limit: int, accept: Filter | None, now: str) -> list[Found]:
        """Items that pass a filter, last changed first, equals by key, the last first.

        Args:
            limit: Most items returned.
            accept: The filter, or None.
            now: The time, in the form of `Stored.created`.

        Returns:
            What was found.
        """
        select = self._items.select(accept)
        newest = zip(self._items.newest(), repeat(None))
        if select is None:
            return self._first(newest, limit, accept, now)
        if not select.ordered and self._are_soon_met(select.size, limit):
            found = self._soon(newest, limit, accept, now)
            if found is not None:
                return found
        return self._first(zip(select.newest(), repeat(None)), limit, None, now)

    def nearest(
        self, query: Sequence[float], limit: int, accept: Filter | None, now: str
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
        keys: tuple[str, ...] | None = None
        newest = self._items.newest
        if (select := self._items.select(accept)) is not None:
            if select.size > _SHARE * len(self._items):
                soon = self._soon(self._ranked(query), limit, accept, now)
                if soon is not None:
                    return soon
            keys = select.keys
            newest, accept = select.newest, None
        found = self._first(self._ranked(query, keys), limit, accept, now)
        if len(found) < limit:
            others = ((item, None) for item in newest() if not self._ranks(item))
            found += self._first(others, limit - len(found), accept, now)
        return found

    def _are_soon_met(self, passing: int, limit: int) -> bool:
        """Whether to look for some of so many on the way from the newest item."""
        way = limit * len(self._items)  # the expected one, times how many pass
        return way < passing * min(_PATIENCE, passing / _COST_OF_LOOK)

    def _first(
        self, hits: Iterable[_Hit], limit: int, accept: Filter | None, now: str
    ) -> list[Found]:
        passing = (
            Found(self.namespace, item, cosine)
            for item, cosine in hits
            if item.visible(now) and (accept is None or accept(json.loads(item.value)))
        )
        return list(islice(passing, limit))

    def _soon(
        self, hits: Iterable[_Hit], limit: int, accept: Filter | None, now: str
    ) -> list[Found] | None:
        """The same, or None when too many would have to be looked at in vain."""
        found = self._first(islice(hits, limit + _PATIENCE), limit, accept, now)
        return found if len(found) == limit else None

    def _ranked(
        self, query: Sequence[float], among: tuple[str, ...] | None = None
    ) -> Iterator[_Hit]:
        if self._table is not None:
            for key, cosine in self._table.nearest(query, among):
                yield self._items.of(key), cosine


def lacks(item: Stored, identities: Identities) -> bool:
    """Whether an item was to be embedded and has no vectors that count."""
    return item.owed or bool(item.model and item.model not in identities.accepted)


def _entry(item: Stored, vectors: bytes) -> Entry:
    return Entry(item.key, vectors, item.updated, item.value)
