"""Which texts count in which: a turn is understood by those around it.

A text counts, by a weight, in the texts that are linked to it, so that an answer is found
by the words of its question. Counts spread before they saturate: spreading the scores
afterwards gains only half as much (measured on LoCoMo).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from langgraph_memory.index.places import Floats, Places, grown

BACK: Final = (1 / 2, 1 / 4, 1 / 8, 1 / 16)
"""How much the turns before a turn count in it, the nearest first."""

FORWARD: Final = (1 / 4, 1 / 8)
"""How much the turns after a turn count in it, the nearest first."""

_ASKED: Final = 2  # times as much, when the turn before asks something
_NONE: Final = -1
_BLOCK: Final = 8  # links that are followed in one step; a turn counts in six others

Link = tuple[str, float]


def turn_links(
    keys: Sequence[str], asks: Sequence[bool]
) -> Iterator[tuple[str, list[Link]]]:
    """The links of the turns of one conversation, without a pause in it.

    Args:
        keys: The turns in their order, each once.
        asks: Whether each of them asks something.

    Yields:
        Each key, and the keys of the turns that count in it, with their weights.
    """
    for at, key in enumerate(keys):
        links = []
        for back, weight in enumerate(BACK, 1):
            if at >= back:
                asked = back == 1 and asks[at - 1]
                links.append((keys[at - back], weight * (_ASKED if asked else 1)))
        for ahead, weight in enumerate(FORWARD, 1):
            if at + ahead < len(keys):
                links.append((keys[at + ahead], weight))
        yield key, links


class Links:
    """Links between places.

    Those who count in a place are kept with it; those in whom it counts, in chained blocks
    of an array: an update costs little, and a whole query follows the chains at once, few
    steps even where a text counts in hundreds.
    """

    def __init__(self) -> None:
        """Start without links."""
        self._sources: dict[int, tuple[tuple[int, float], ...]] = {}
        self._first = np.empty(0, np.intp)  # per place: its first block as a source
        self._next = np.empty(0, np.intp)  # per block: the next one of the same source
        self._fill = np.empty(0, np.intp)  # per block: its links; only a first one has room
        self._to = np.empty((0, _BLOCK), np.intp)
        self._weight = np.empty((0, _BLOCK))  # 0 where there is no link
        self._size = 0
        self._free: list[int] = []
        self.changes = 0  # how often links were set or taken away

    def __bool__(self) -> bool:
        """Whether there is any link."""
        return bool(self._sources)

    def sources(self, place: int) -> tuple[tuple[int, float], ...]:
        """The places that count in a place, and their weights."""
        return self._sources.get(place, ())

    def receivers(self, place: int) -> list[int]:
        """The places in which a place counts."""
        return [
            to
            for block in self._chain(place)
            for to in self._to[block, : self._fill[block]]
        ]

    def replace(self, place: int, sources: Iterable[tuple[int, float]], size: int) -> None:
        """Set what counts in a place, instead of what did.

        Args:
            place: The place.
            sources: Other places, each once, with weights greater than 0.
            size: How many places there are.
        """
        kept = tuple(sources)
        self._first = grown(self._first, size, _NONE)
        if kept == self.sources(place):
            return
        self.changes += 1
        for source, _ in self._sources.pop(place, ()):
            self._remove(source, place)
        for source, weight in kept:
            self._add(source, place, weight)
        if kept:
            self._sources[place] = kept

    def spread(
        self, rows: Places, places: Places, counts: Floats
    ) -> tuple[Places, Places, Floats]:
        """Pass counts on to the places in which theirs count.

        Args:
            rows: What is counted, one number per count.
            places: Where it is.
            counts: How often.

        Returns:
            The same three for what arrives; a place may occur several times.
        """
        arrived = [(rows[:0], places[:0], counts[:0])]
        blocks = self._first[places] if self._sources else places[:0]
        while len(held := np.flatnonzero(blocks != _NONE)):
            blocks, rows, counts = blocks[held], rows[held], counts[held]
            passed = counts[:, None] * self._weight[blocks]
            # Where a block has room, 0 is passed on, which changes nothing anywhere.
            arrived.append((rows.repeat(_BLOCK), self._to[blocks].ravel(), passed.ravel()))
            blocks = self._next[blocks]
        to_rows, to_places, sums = zip(*arrived, strict=True)
        return np.concatenate(to_rows), np.concatenate(to_places), np.concatenate(sums)

    def _chain(self, source: int) -> Iterator[int]:
        block = int(self._first[source]) if source < len(self._first) else _NONE
        while block != _NONE:
            yield block
            block = int(self._next[block])

    def _add(self, source: int, to: int, weight: float) -> None:
        block = int(self._first[source])
        if block == _NONE or self._fill[block] == _BLOCK:
            block = self._new_block(before=block)
            self._first[source] = block
        column = self._fill[block]
        self._to[block, column], self._weight[block, column] = to, weight
        self._fill[block] += 1

    def _new_block(self, before: int) -> int:
        block = self._free.pop() if self._free else self._size
        self._size = max(self._size, block + 1)
        self._next, self._fill = (
            grown(self._next, self._size),
            grown(self._fill, self._size),
        )
        self._to, self._weight = (
            grown(self._to, self._size),
            grown(self._weight, self._size),
        )
        self._next[block], self._fill[block] = before, 0
        return block

    def _remove(self, source: int, to: int) -> None:
        first = int(self._first[source])
        for block in self._chain(source):
            if len(found := np.flatnonzero(self._to[block, : self._fill[block]] == to)):
                # The last link of the first block takes the place of the one that goes.
                last = self._fill[first] - 1
                self._to[block, found[0]] = self._to[first, last]
                self._weight[block, found[0]] = self._weight[first, last]
                self._weight[first, last] = 0
                self._fill[first] = last
                break
        if not self._fill[first]:
            self._first[source] = self._next[first]
            self._free.append(first)
