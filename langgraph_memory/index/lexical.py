"""The lexical lane: words, names, ids and numbers found as they are written."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np

from langgraph_memory.index.links import Link, Links
from langgraph_memory.index.match import K1, B, Match, Occurrences
from langgraph_memory.index.places import Directory, grown
from langgraph_memory.index.postings import Postings
from langgraph_memory.index.words import tokenize

__all__ = ["K1", "B", "LexicalIndex", "Match", "tokenize"]

BACKGROUND: Final = 10
"""Texts without the word that are assumed beside those indexed: a handful of texts knows
little about how rare a word is, and must not call its only topic common."""


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
        self._postings = Postings(self._links)
        self._sizes = np.zeros(0)  # per place: words of the text and of its header
        self._linkable = np.zeros(0)  # per place: words that count in linked texts too
        self._lengths = np.zeros(0)  # per place: of all that counts there
        self._lock = threading.RLock()

    def __len__(self) -> int:
        """How many texts are indexed."""
        return len(self._postings)

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
            if place is None or place not in self._postings:
                place = self._directory.hold(key)
            self._link(key, place, links)
            self._postings.put(place, own, head)
            self._measure(place, own.total() + head.total(), len(own))
            return place

    def delete(self, key: str) -> None:
        """Forget a text; a key that is not indexed changes nothing.

        Args:
            key: The key it was put under.
        """
        with self._lock:
            place = self._directory.find(key)
            if place is not None and place in self._postings:
                self._postings.remove(place)
                self._link(key, place, ())
                self._measure(place, 0, 0)
                self._directory.release(place)

    def words(self, key: str) -> frozenset[str]:
        """The different words of a text itself, as `tokenize` cuts them."""
        with self._lock:
            place = self._directory.find(key)
            return _set(() if place is None else self._postings.words(place))

    def differ(self) -> bool:
        """Whether some texts have other words than others."""
        with self._lock:
            return self._postings.differ()

    def occurrences(self, query: str) -> Occurrences:
        """Where the words of a query are.

        Args:
            query: Any text; how often it repeats a word does not matter.

        Returns:
            Its words, at the places of the directory as it is now. To be asked before
            anything is put or deleted.
        """
        words = tuple(sorted(set(tokenize(query))))
        with self._lock:
            size = self._directory.size
            held = self._postings.held(words, size)
            having = np.array([len(one.places) for one in held], float)
            lacking = len(self) + BACKGROUND - having
            gains = (K1 + 1) * np.log1p((lacking + 0.5) / (having + 0.5))
            mean = max(1.0, float(self._lengths[:size].sum()) / max(1, len(self)))
            return Occurrences(words, gains, held, self._lengths, mean, size)

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


@lru_cache(maxsize=4_096)
def _set(words: tuple[str, ...]) -> frozenset[str]:
    # A set takes six times the memory; so those asked for lately alone are kept.
    return frozenset(words)
