"""The lexical lane: words, names, ids and numbers found as they are written.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from __future__ import annotations

import math
import threading
from array import array
from collections import Counter
from collections.abc import Set as AbstractSet
from typing import Final

import numpy as np
from numpy.typing import NDArray

from langgraph_memory.index.words import tokenize

__all__ = ["LexicalIndex", "tokenize"]

K1: Final = 0.9
"""How slowly further occurrences of a word stop counting."""

B: Final = 0.4
"""How far long texts are held to account for their length, 0–1."""

BACKGROUND: Final = 10
"""Texts without the word that are assumed beside those indexed: a handful of texts knows
little about how rare a word is, and must not call its only topic common."""


class LexicalIndex:
    """BM25 over texts that come and go one at a time.

    Putting and deleting touch only the words of that text, whatever the size of the index;
    term counts are kept as they are and saturate when a query is scored. An index may be
    used from several threads.
    """

    def __init__(self) -> None:
        self._postings: dict[str, _Posting] = {}
        self._slots: dict[str, int] = {}
        self._keys: list[str] = []
        self._terms: list[tuple[str, ...]] = []
        self._lengths = array("d")
        self._free: list[int] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many texts are indexed."""
        return len(self._slots)

    def put(self, key: str, text: str) -> None:
        """Index a text, in place of what was indexed under its key.

        Args:
            key: The key it is found by.
            text: The text; an empty one is found by no query.
        """
        tokens = tokenize(text)
        with self._lock:
            self._remove(key)
            slot = self._new_slot(key)
            counts = Counter(tokens)
            self._terms[slot] = tuple(counts)
            self._lengths[slot] = len(tokens)
            for term, count in counts.items():
                if term not in self._postings:
                    self._postings[term] = _Posting()
                self._postings[term].add(slot, count)

    def delete(self, key: str) -> None:
        """Forget a text; a key that is not indexed changes nothing.

        Args:
            key: The key it was put under.
        """
        with self._lock:
            self._remove(key)

    def words(self, key: str) -> frozenset[str]:
        """The different words of a text, as `tokenize` cuts them; none when unknown."""
        with self._lock:
            slot = self._slots.get(key)
            return frozenset(() if slot is None else self._terms[slot])

    def scores(
        self, query: str, without: AbstractSet[str] = frozenset()
    ) -> dict[str, float]:
        """Score the texts that share a word with a query.

        Args:
            query: Any text; how often it repeats a word does not matter.
            without: Words of the query that do not count, as `tokenize` cuts them.

        Returns:
            BM25 by key, greater than 0, higher is better, at most `ceiling(query)`.
        """
        terms = set(tokenize(query)) - without
        with self._lock:
            total = np.zeros(len(self._keys))
            drag = self._drag()
            for term in terms:
                posting = self._postings.get(term)
                if posting is not None:
                    slots, counts = posting.arrays()
                    gain = self._rarity(term) * (K1 + 1)
                    total[slots] += gain * counts / (counts + drag[slots])
            found = np.flatnonzero(total)
            keys = [self._keys[slot] for slot in found.tolist()]
            return dict(zip(keys, total[found].tolist(), strict=True))

    def ceiling(self, query: str, without: AbstractSet[str] = frozenset()) -> float:
        """The score that no text can exceed for a query.

        A word that no indexed text has counts as fully as any other, so that a query about
        something else has a high ceiling and low scores.

        Args:
            query: Any text.
            without: As for `scores`.

        Returns:
            The attainable maximum, 0 for a query without a word to look for.
        """
        terms = set(tokenize(query)) - without
        with self._lock:
            return (K1 + 1) * sum(self._rarity(term) for term in terms)

    def _rarity(self, term: str) -> float:
        posting = self._postings.get(term)
        having = len(posting) if posting is not None else 0
        lacking = len(self._slots) + BACKGROUND - having
        return math.log(1 + (lacking + 0.5) / (having + 0.5))

    def _drag(self) -> NDArray[np.float64]:
        lengths: NDArray[np.float64] = np.array(self._lengths)
        mean = float(lengths.sum()) / max(1, len(self._slots))
        return (K1 * B / max(mean, 1.0)) * lengths + K1 * (1 - B)

    def _new_slot(self, key: str) -> int:
        if self._free:
            slot = self._free.pop()
            self._keys[slot] = key
        else:
            slot = len(self._keys)
            self._keys.append(key)
            self._terms.append(())
            self._lengths.append(0.0)
        self._slots[key] = slot
        return slot

    def _remove(self, key: str) -> None:
        slot = self._slots.pop(key, None)
        if slot is None:
            return
        for term in self._terms[slot]:
            posting = self._postings[term]
            posting.remove(slot)
            if not len(posting):
                del self._postings[term]
        self._terms[slot] = ()
        self._lengths[slot] = 0.0
        self._free.append(slot)


class _Posting:
    """The texts that have one word, and how often each has it."""

    __slots__ = ("_counts", "_slots")

    def __init__(self) -> None:
        self._slots = array("q")
        self._counts = array("f")

    def __len__(self) -> int:
        return len(self._slots)

    def add(self, slot: int, count: float) -> None:
        self._slots.append(slot)
        self._counts.append(count)

    def remove(self, slot: int) -> None:
        # The last entry takes the place of the one that goes; their order means nothing.
        at = int(np.flatnonzero(np.array(self._slots) == slot)[0])
        self._slots[at], self._counts[at] = self._slots[-1], self._counts[-1]
        self._slots.pop()
        self._counts.pop()

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        return np.array(self._slots), np.array(self._counts)
