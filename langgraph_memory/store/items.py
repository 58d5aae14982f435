"""The items of one namespace in memory, found by cell, by age and by what they are."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from langgraph_memory.store.ages import by_age, enter, leave
from langgraph_memory.store.columns import Columns, Selection
from langgraph_memory.store.filters import Filter
from langgraph_memory.store.layout import Stored, item_cell

_FEW = 64  # items that are looked at one by one
_FOREVER = "~"  # later than all times as text


class Items:
    """The items of one namespace.

    What is needed beside the items themselves to answer a question is made when the
    question first comes, and kept current from then on.
    """

    def __init__(self) -> None:
        self._items: dict[str, Stored] = {}
        self._ages: list[Stored] | None = None
        self._ends: list[str] | None = None  # when they cease to be seen, ascending
        self._columns = Columns()

    def __len__(self) -> int:
        return len(self._items)

    def get(self, cell: str) -> Stored | None:
        """What a cell holds, if anything."""
        return self._items.get(cell)

    def of(self, key: str) -> Stored:
        """The item of a key, which has one."""
        return self._items[item_cell(key)]

    def load(self, cell: str, item: Stored) -> None:
        """Hold an item whose cell holds nothing, before any question is asked."""
        self._items[cell] = item

    def put(self, cell: str, item: Stored) -> None:
        """Hold an item whose cell holds nothing."""
        self._items[cell] = item
        self._columns.put(item)
        if self._ages is not None:
            enter(self._ages, item)
        if self._ends is not None:
            insort(self._ends, _end(item))

    def pop(self, cell: str) -> Stored | None:
        """Let go of what a cell holds, and return it."""
        item = self._items.pop(cell, None)
        if item is not None:
            self._columns.remove(item)
            if self._ages is not None:
                leave(self._ages, item)
            if self._ends is not None:
                del self._ends[bisect_left(self._ends, _end(item))]
        return item

    def some_visible(self, now: str) -> bool:
        """Whether an item can be seen at a time."""
        if self._ends is None:
            self._ends = sorted(map(_end, self._items.values()))
        return bool(self._ends) and self._ends[-1] > now

    def newest(self) -> Iterator[Stored]:
        """All items, last changed first, equals by key, the last first."""
        return reversed(self._by_age())

    def select(self, accept: Filter | None) -> Selection | None:
        """Prepare to select the items that pass a filter.

        Args:
            accept: The filter, or None.

        Returns:
            The selection; None where a look at every item is as good.
        """
        if accept is None or len(self._items) <= _FEW:
            return None
        return self._columns.ask(accept, self._by_age())

    def _by_age(self) -> list[Stored]:
        if self._ages is None:
            self._ages = by_age(self._items.values())
        return self._ages


def _end(item: Stored) -> str:
    return _FOREVER if item.expires is None else item.expires
