"""Which columns the texts of an index were made from."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable

import numpy as np

from langgraph_memory.index.places import Floats

Column = tuple[str, str]
"""The tool that said it, and its name."""


class Columns:
    """The columns of the text at each place: many texts, few columns."""

    def __init__(self) -> None:
        """Start without columns."""
        self._places: dict[Column, array[int]] = {}  # ascending
        self._columns: dict[int, frozenset[Column]] = {}

    def put(self, place: int, columns: Iterable[Column]) -> None:
        """Set the columns of a place.

        Args:
            place: The place.
            columns: Its columns; none: it is of no table.
        """
        now, before = frozenset(columns), self._columns.pop(place, frozenset())
        for column in before - now:
            places = self._places[column]
            del places[bisect_left(places, place)]
            if not places:
                del self._places[column]
        for column in now - before:
            places = self._places.setdefault(column, array("q"))
            places.insert(bisect_left(places, place), place)
        if now:
            self._columns[place] = now

    def strongest(self, strength: Callable[[Column], float], size: int) -> Floats:
        """How strong the strongest column is at each place.

        Args:
            strength: Of a column, from 0 up.
            size: How many places there are.

        Returns:
            Strengths by place, 0 where there is no column.
        """
        found = np.zeros(size)
        of = [(strength(column), places) for column, places in self._places.items()]
        # The strongest come last, so that they stand.
        for strong, places in sorted(((s, p) for s, p in of if s), key=lambda one: one[0]):
            found[np.array(places)] = strong
        return found
