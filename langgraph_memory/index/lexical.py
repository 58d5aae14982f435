"""The lexical lane: words, names, ids and numbers found as they are written.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from langgraph_memory.index.links import Link, Links
from langgraph_memory.index.places import Directory, Floats, Places, grown
from langgraph_memory.index.words import tokenize

__all__ = ["LexicalIndex", "Match", "tokenize"]

K1: Final = 0.9
"""How slowly further occurrences of a word stop counting."""

B: Final = 0.4
"""How far long texts are held to account for their length, 0–1."""

BACKGROUND: Final = 10
"""Texts without the word that are assumed beside those indexed: a handful of texts knows
little about how rare a word is, and must not call its only topic common."""


@dataclass(frozen=True)
class Match:
    """What the words of a query say about every place of an index.

    Attributes:
        words: The query's words, each once, in the order of the alphabet.
        gains: What a text that is all about the word would score, one per word.
        size: How many places there are.
        rows: Numbers of words, for each word once per text that has it, ascending.
        places: Where that is.
        parts: BM25 of the word there, above 0.
    """

    words: tuple[str, ...]
    gains: Floats
    size: int
    rows: Places
    places: Places
    parts: Floats

    @cached_property
    def scores(self) -> Floats:
        """BM25 by place, 0 where no word of the query is."""
        return np.bincount(self.places, self.parts, self.size).astype(float, copy=False)

    @cached_property
    def has(self) -> NDArray[np.bool_]:
        """Whether a text has a word, by itself or by its links, by word and place."""
        has = np.zeros((len(self.words), self.size), np.bool_)
        has[self.rows, self.places] = True
        return has

    @property
    def ceiling(self) -> float:
        """The score that no text can exceed."""
        return float(self.gains.sum())

    @cached_property
    def unseen(self) -> frozenset[str]:
        """The words of the query that no text has."""
        times = np.bincount(self.rows, minlength=len(self.words)).tolist()
        return frozenset(w for w, n in zip(self.words, times, strict=True) if not n)

    def shared(self, place: int) -> frozenset[str]:
        """The words of the query that a text has, by itself or by its links."""
        return frozenset(self.words[row] for row in np.flatnonzero(self.has[:, place]))

    def without(self, words: AbstractSet[str]) -> Match:
        """What the other words of the query say.

        Args:
            words: Words that do not count.

        Returns:
            The same for the others alone.
        """
        stays = np.array([word not in words for word in self.words], np.bool_)
        left = np.flatnonzero(stays[self.rows])
        return Match(
            words=tuple(word for word in self.words if word not in words),
            gains=self.gains[stays],
            size=self.size,
            rows=(np.cumsum(stays) - 1)[self.rows[left]],
            places=self.places[left],
            parts=self.parts[left],
        )


class LexicalIndex:
    """BM25 over texts that come and go one at a time, each with the texts it is linked to.

    Words count in linked texts before they saturate, each once however often it is said: a
    long list would drown what it is linked to. Lengths spread alike, and rarity is told by
    the texts that a word counts in then. Putting and deleting touch only the words of that
    text and the lengths of those linked to it, whatever the size of the index: a query does
    the spreading. An index may be used from several threads.
    """

    def __init__(
        self, directory: Directory | None = None, links: Links | None = None
    ) -> None:
        """Start without texts.

        Args:
            directory: The places of keys, to be shared with another lane; None: its own.
            links: The links between them, alike.
        """
        self._directory = Directory() if directory is None else directory
        self._links = Links() if links is None else links
        self._postings: dict[str, _Posting] = {}
        self._terms: dict[int, tuple[str, ...]] = {}
        self._sizes = np.zeros(0)  # per place: words of the text and of its header
        self._linkable = np.zeros(0)  # per place: words that count in linked texts too
        self._lengths = np.zeros(0)  # per place: of all that counts there
        self._lock = threading.RLock()

    def __len__(self) -> int:
        """How many texts are indexed."""
        return len(self._terms)

    def put(
        self, key: str, text: str, *, links: Iterable[Link] = (), header: str = ""
    ) -> int:
        """Index a text, in place of what was indexed under its key.

        Args:
            key: The key it is found by.
            text: The text; an empty one is found by no query.
            links: Keys of other texts that count in this one, and how much each, more than
                0 and mostly less than 1. They need not be indexed, neither before nor ever.
            header: Words by which this text is found, and none that it is linked to: who
                said it, and when.

        Returns:
            Its place in the directory.
        """
        own, head = Counter(tokenize(text)), Counter(tokenize(header))
        with self._lock:
            place = self._directory.find(key)
            if place is None or place not in self._terms:
                place = self._directory.hold(key)
            self._link(key, place, links)
            self._post(place, own, head)
            self._measure(place, own.total() + head.total(), len(own))
            return place

    def delete(self, key: str) -> None:
        """Forget a text; a key that is not indexed changes nothing.

        Args:
            key: The key it was put under.
        """
        with self._lock:
            place = self._directory.find(key)
            if place is not None and place in self._terms:
                self._post(place, Counter(), Counter())
                del self._terms[place]
                self._link(key, place, ())
                self._measure(place, 0, 0)
                self._directory.release(place)

    def words(self, key: str) -> frozenset[str]:
        """The different words of a text itself, as `tokenize` cuts them."""
        with self._lock:
            place = self._directory.find(key)
            return frozenset(() if place is None else self._terms.get(place, ()))

    def match(self, query: str) -> Match:
        """Compare a query with every text.

        Args:
            query: Any text; how often it repeats a word does not matter.

        Returns:
            What its words say, at the places of the directory as it is now.
        """
        words = tuple(sorted(set(tokenize(query))))
        with self._lock:
            size = self._directory.size
            rows, places, counts = self._counts(words, size)
            having = np.bincount(rows, minlength=len(words))
            lacking = len(self._terms) + BACKGROUND - having
            gains = (K1 + 1) * np.log1p((lacking + 0.5) / (having + 0.5))
            mean = max(1.0, float(self._lengths[:size].sum()) / max(1, len(self._terms)))
            drag = (K1 * B / mean) * self._lengths[places] + K1 * (1 - B)
            parts = gains[rows] * counts / (counts + drag)
            return Match(words, gains, size, rows, places, parts)

    def _counts(self, words: Sequence[str], size: int) -> tuple[Places, Places, Floats]:
        """How often a word counts in a text, where it does: word, place and number."""
        having = [(row, self._postings.get(word)) for row, word in enumerate(words)]
        found = [(row, *held.arrays()) for row, held in having if held is not None]
        if not found:
            return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0)
        numbers, places, totals, linkable = zip(*found, strict=True)
        row = np.repeat(np.array(numbers), [len(some) for some in places])
        place, total = np.concatenate(places), np.concatenate(totals)
        to_row, to_place, passed = self._links.spread(row, place, np.concatenate(linkable))
        if not len(to_place):
            return row, place, total
        cell = np.concatenate((row * size + place, to_row * size + to_place))
        summed = np.bincount(cell, np.concatenate((total, passed)), len(words) * size)
        cells = np.flatnonzero(summed)
        return cells // size, cells % size, summed[cells].astype(float, copy=False)

    def _post(self, place: int, own: Counter[str], header: Counter[str]) -> None:
        """Set how often each word is in a text; what stays the same costs little."""
        terms = tuple(own | header)
        for term in frozenset(self._terms.get(place, ())).difference(terms):
            posting = self._postings[term]
            posting.remove(place)
            if not len(posting):
                del self._postings[term]
        for term in terms:
            if term not in self._postings:
                self._postings[term] = _Posting()
            self._postings[term].set(place, own[term] + header[term], float(term in own))
        self._terms[place] = terms

    def _link(self, key: str, place: int, links: Iterable[Link]) -> None:
        before = self._links.sources(place)
        weights = {other: weight for other, weight in links if other != key}
        sources = [(self._directory.hold(other), w) for other, w in weights.items()]
        self._links.replace(place, sources, self._directory.size)
        for source, _ in before:
            self._directory.release(source)

    def _measure(self, place: int, size: float, linkable: float) -> None:
        """Set the length of a text, and of those in which it counts."""
        places = self._directory.size
        self._sizes = grown(self._sizes, places)
        self._linkable = grown(self._linkable, places)
        self._lengths = grown(self._lengths, places)
        self._sizes[place], self._linkable[place] = size, linkable
        for other in (place, *self._links.receivers(place)):
            length = float(self._sizes[other])
            for source, weight in self._links.sources(other):
                length += weight * self._linkable[source]
            self._lengths[other] = length


class _Posting:
    """The texts that have one word, by place: how often, and whether for linked ones."""

    __slots__ = ("_arrays", "_linkable", "_places", "_totals")

    def __init__(self) -> None:
        self._places = array("q")  # ascending
        self._totals = array("f")
        self._linkable = array("f")
        self._arrays: tuple[Places, Floats, Floats] | None = None  # as of the last query

    def __len__(self) -> int:
        return len(self._places)

    def set(self, place: int, total: float, linkable: float) -> None:
        self._arrays = None
        at = bisect_left(self._places, place)
        if at == len(self._places) or self._places[at] != place:
            self._places.insert(at, place)
            self._totals.insert(at, 0)
            self._linkable.insert(at, 0)
        self._totals[at], self._linkable[at] = total, linkable

    def remove(self, place: int) -> None:
        self._arrays = None
        at = bisect_left(self._places, place)
        del self._places[at], self._totals[at], self._linkable[at]

    def arrays(self) -> tuple[Places, Floats, Floats]:
        if self._arrays is None:
            parts = self._places, self._totals, self._linkable
            self._arrays = np.array(parts[0]), np.array(parts[1]), np.array(parts[2])
        return self._arrays
