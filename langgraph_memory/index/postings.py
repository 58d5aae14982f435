"""Which texts have a word, and how often."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from langgraph_memory.index.links import Links
from langgraph_memory.index.places import Flags, Floats, Places


class Held(NamedTuple):
    """The places that have a word, and how often it counts there.

    Attributes:
        places: The places, ascending.
        counts: How often it counts at each.
        itself: Whether it stands there, and does not count for a link alone.
    """

    places: Places
    counts: Floats
    itself: Flags


_NOWHERE = Held(np.zeros(0, np.intp), np.zeros(0), np.zeros(0, np.bool_))


class Postings:
    """The words of the text at each place, and the places of each word.

    What links add to that is worked out when a word is asked for, and kept until the texts
    that have it or the links change.
    """

    def __init__(self, links: Links) -> None:
        """Start without texts.

        Args:
            links: Which places count in which.
        """
        self._links = links
        self._postings: dict[str, _Posting] = {}
        self._terms: dict[int, tuple[str, ...]] = {}

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self._terms)

    def __contains__(self, place: int) -> bool:
        """Whether there is a text at a place."""
        return place in self._terms

    def words(self, place: int) -> tuple[str, ...]:
        """The different words at a place."""
        return self._terms.get(place, ())

    def differ(self) -> bool:
        """Whether some texts have other words than others."""
        texts = map(frozenset, self._terms.values())
        first = next(texts, None)
        return any(text != first for text in texts)

    def put(self, place: int, own: Counter[str], header: Counter[str]) -> None:
        """Set how often each word is in a text; what stays the same costs little.

        Args:
            place: Where it is.
            own: Its words, which count in linked texts too.
            header: Words of its header, which do not.
        """
        terms = tuple(own | header)
        self._leave(place, frozenset(self.words(place)).difference(terms))
        for term in terms:
            if term not in self._postings:
                self._postings[term] = _Posting()
            self._postings[term].set(place, own[term] + header[term], float(term in own))
        self._terms[place] = terms

    def remove(self, place: int) -> None:
        """Forget the text at a place."""
        self._leave(place, self._terms.pop(place, ()))

    def held(self, words: Sequence[str], size: int) -> tuple[Held, ...]:
        """Where words are, by themselves or by links.

        Args:
            words: The words.
            size: How many places there are.

        Returns:
            The places of each, ascending.
        """
        found = {word: self._postings[word] for word in words if word in self._postings}
        changes = self._links.changes
        anew = [one for one in found.values() if one.spread_at != changes]
        if anew:
            for posting, held in zip(anew, self._spread(anew, size), strict=True):
                posting.spread, posting.spread_at = held, changes
        return tuple(found[word].spread if word in found else _NOWHERE for word in words)

    def _spread(self, postings: Sequence[_Posting], size: int) -> Iterable[Held]:
        own, linkable = zip(*(posting.arrays() for posting in postings), strict=True)
        if not self._links:
            return own
        row = np.repeat(np.arange(len(own)), [len(held.places) for held in own])
        place = np.concatenate([held.places for held in own])
        total = np.concatenate([held.counts for held in own])
        to_row, to_place, passed = self._links.spread(row, place, np.concatenate(linkable))
        if not len(to_place):
            return own
        cell = np.concatenate((row * size + place, to_row * size + to_place))
        summed = np.bincount(cell, np.concatenate((total, passed)), len(own) * size)
        cells = np.flatnonzero(summed)
        bounds = np.searchsorted(cells, np.arange(1, len(own)) * size)
        places = np.split(cells % size, bounds)
        counts = np.split(summed[cells].astype(float, copy=False), bounds)
        stands = np.zeros(len(summed), np.bool_)
        stands[row * size + place] = True
        return map(Held, places, counts, np.split(stands[cells], bounds))

    def _leave(self, place: int, terms: Iterable[str]) -> None:
        for term in terms:
            posting = self._postings[term]
            posting.remove(place)
            if not len(posting):
                del self._postings[term]


class _Posting:
    """The texts that have one word, by place: how often, and whether for linked ones."""

    __slots__ = ("_linkable", "_places", "_totals", "spread", "spread_at")

    def __init__(self) -> None:
        self._places = array("q")  # ascending
        self._totals = array("f")
        self._linkable = array("f")
        self.spread = _NOWHERE  # with what links add
        self.spread_at: int | None = None  # as of so many changes of links; None: not known

    def __len__(self) -> int:
        return len(self._places)

    def set(self, place: int, total: float, linkable: float) -> None:
        self.spread_at = None
        at = bisect_left(self._places, place)
        if at == len(self._places) or self._places[at] != place:
            self._places.insert(at, place)
            self._totals.insert(at, 0)
            self._linkable.insert(at, 0)
        self._totals[at], self._linkable[at] = total, linkable

    def remove(self, place: int) -> None:
        self.spread_at = None
        at = bisect_left(self._places, place)
        del self._places[at], self._totals[at], self._linkable[at]

    def arrays(self) -> tuple[Held, Floats]:
        counts = np.array(self._totals, np.float64), np.array(self._linkable, np.float64)
        itself = np.ones(len(self), np.bool_)
        return Held(np.array(self._places), counts[0], itself), counts[1]
