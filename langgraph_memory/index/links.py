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

    Those who count in a place are kept with it; those in whom it counts are chained through
    arrays, which costs an update little and lets a whole query follow the chains at once.
    """

    def __init__(self) -> None:
        """Start without links."""
        self._sources: dict[int, tuple[tuple[int, float], ...]] = {}
        self._first = np.empty(0, np.intp)  # per place: its first link as a source
        self._next = np.empty(0, np.intp)  # per link: the next one of the same source
        self._to = np.empty(0, np.intp)
        self._weight = np.empty(0, np.float64)
        self._size = 0
        self._free: list[int] = []

    def sources(self, place: int) -> tuple[tuple[int, float], ...]:
        """The places that count in a place, and their weights."""
        return self._sources.get(place, ())

    def receivers(self, place: int) -> list[int]:
        """The places in which a place counts."""
        return [int(self._to[link]) for link in self._chain(place)]

    def replace(self, place: int, sources: Iterable[tuple[int, float]], size: int) -> None:
        """Set what counts in a place, instead of what did.

        Args:
            place: The place.
            sources: Other places, each once, with weights greater than 0.
            size: How many places there are.
        """
        for source, _ in self._sources.pop(place, ()):
            self._remove(source, place)
        self._first = grown(self._first, size, _NONE)
        kept = tuple(sources)
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
            The same three for what arrives; a place occurs once for each that counts in it.
        """
        arrived = [(rows[:0], places[:0], counts[:0])]
        links = self._first[places] if self._sources else places[:0]
        while len(held := np.flatnonzero(links != _NONE)):
            links, rows, counts = links[held], rows[held], counts[held]
            arrived.append((rows, self._to[links], counts * self._weight[links]))
            links = self._next[links]
        to_rows, to_places, passed = zip(*arrived, strict=True)
        return (
            np.concatenate(to_rows),
            np.concatenate(to_places),
            np.concatenate(passed),
        )

    def _chain(self, source: int) -> Iterator[int]:
        link = int(self._first[source]) if source < len(self._first) else _NONE
        while link != _NONE:
            yield link
            link = int(self._next[link])

    def _add(self, source: int, to: int, weight: float) -> None:
        link = self._free.pop() if self._free else self._size
        if link == self._size:
            self._size += 1
            self._next = grown(self._next, self._size, _NONE)
            self._to = grown(self._to, self._size)
            self._weight = grown(self._weight, self._size)
        self._next[link] = self._first[source]
        self._to[link], self._weight[link] = to, weight
        self._first[source] = link

    def _remove(self, source: int, to: int) -> None:
        before = _NONE
        for link in self._chain(source):
            if self._to[link] == to:
                if before == _NONE:
                    self._first[source] = self._next[link]
                else:
                    self._next[before] = self._next[link]
                self._free.append(link)
                return
            before = link
