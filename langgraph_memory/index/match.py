"""What the words of a query say about the texts of an index.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, pairwise
from typing import Final

import numpy as np

from langgraph_memory.index.places import Flags, Floats, Places
from langgraph_memory.index.postings import Held

K1: Final = 0.9
"""How slowly further occurrences of a word stop counting."""

B: Final = 0.4
"""How far long texts are held to account for their length, 0–1."""


@dataclass(frozen=True)
class Match:
    """What the words of a query say about some texts.

    Attributes:
        words: The query's words, each once, in the order of the alphabet.
        gains: What a text that is all about the word would score, one per word.
        unseen: The words that no text of the index has.
        size: How many texts it is about; each is called by its number, from 0 up.
        rows: Numbers of words, for each word once per text that has it, ascending.
        places: Which text that is.
        parts: BM25 of the word there, above 0.
        itself: Whether the word stands in that text, not only in one of its links.
    """

    words: tuple[str, ...]
    gains: Floats
    unseen: frozenset[str]
    size: int
    rows: Places
    places: Places
    parts: Floats
    itself: Flags

    @cached_property
    def scores(self) -> Floats:
        """BM25 by text, 0 where no word of the query is."""
        return np.bincount(self.places, self.parts, self.size).astype(float, copy=False)

    @cached_property
    def best(self) -> float:
        """The best of the scores; 0 where there is none."""
        return float(self.scores.max(initial=0.0))

    def in_any(self, chosen: Flags) -> Flags:
        """Which words any of some texts has.

        Args:
            chosen: Whether it is one of them, by text.
        """
        return np.array([chosen.take(held).any() for held in self._held], np.bool_)

    def with_any(self, chosen: Flags) -> Flags:
        """Which texts have any of some words.

        Args:
            chosen: Whether it is one of them, by word.
        """
        found = np.zeros(self.size, np.bool_)
        for held in compress(self._held, chosen):
            found[held] = True
        return found

    @property
    def ceiling(self) -> float:
        """The score that no text can exceed."""
        return float(self.gains.sum())

    def own(self, places: Sequence[int]) -> list[frozenset[str]]:
        """The words of the query that stand in texts themselves.

        Args:
            places: The texts, each once.
        """
        return self._words(places, self.itself)

    def shared(self, places: Sequence[int]) -> list[frozenset[str]]:
        """The words of the query that texts have, by themselves or by their links.

        Args:
            places: The texts, each once.
        """
        return self._words(places, np.ones(len(self.places), np.bool_))

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
            unseen=self.unseen - words,
            size=self.size,
            rows=(np.cumsum(stays) - 1)[self.rows[left]],
            places=self.places[left],
            parts=self.parts[left],
            itself=self.itself[left],
        )

    @cached_property
    def _held(self) -> list[Places]:
        """The texts that have each word, by themselves or by their links."""
        bounds = np.searchsorted(self.rows, np.arange(len(self.words) + 1)).tolist()
        return [self.places[a:b] for a, b in pairwise(bounds)]

    def _words(self, places: Sequence[int], counts: Flags) -> list[frozenset[str]]:
        number = np.full(self.size, -1, np.intp)
        number[places] = np.arange(len(places))
        numbers = number[self.places]
        chosen = np.flatnonzero((numbers >= 0) & counts)
        has = np.zeros((len(places), len(self.words)), np.bool_)
        has[numbers[chosen], self.rows[chosen]] = True
        # Many texts have the same ones.
        kinds = list(map(bytes, has))
        words = {kind: frozenset(compress(self.words, kind)) for kind in set(kinds)}
        return [words[kind] for kind in kinds]


@dataclass(frozen=True)
class Occurrences:
    """Where the words of a query are, of one state of an index.

    Attributes:
        words: The words, each once, in the order of the alphabet.
        gains: What a text that is all about the word would score, one per word.
        held: The places that have each word.
        lengths: How long the text at each place is.
        mean: How long texts are on average.
        size: How many places there are.
    """

    words: tuple[str, ...]
    gains: Floats
    held: tuple[Held, ...]
    lengths: Floats
    mean: float
    size: int

    def promising(self, share: float) -> Places:
        """The places that may score well, some others among them.

        The words are looked at in the order of what they can give, until those that are
        left cannot give enough by themselves (Turtle & Flood, "Query Evaluation: Strategies
        and Optimizations", 1995). So a word that nearly all texts have costs nothing.

        Args:
            share: What scoring well is, as a share of the best score, 0–1.

        Returns:
            The places, ascending.
        """
        scores = np.zeros(self.size)
        left = float(self.gains[[len(held.places) > 0 for held in self.held]].sum())
        for row in np.argsort(-self.gains).tolist():
            held = self.held[row]
            if not len(held.places):
                continue
            if left < share * float(scores.max(initial=0.0)):
                break
            scores[held.places] += self._parts(self.gains[row], held.places, held.counts)
            left -= float(self.gains[row])
        return np.flatnonzero(scores > 0)

    def match(self, places: Places | None = None) -> Match:
        """What the words say about some places.

        Args:
            places: The places, ascending; None: all.
        """
        at = None
        if places is not None:
            at = np.full(self.size, -1, np.intp)
            at[places] = np.arange(len(places))
        found = [held if at is None else _among(held, at) for held in self.held]
        rows = np.repeat(np.arange(len(found)), [len(held.places) for held in found])
        where = np.concatenate([_NOWHERE, *(held.places for held in found)])
        counts = np.concatenate([_NO_COUNT, *(held.counts for held in found)])
        itself = np.concatenate([_NO_FLAG, *(held.itself for held in found)])
        lying = where if places is None else places[where]
        both = zip(self.words, self.held, strict=True)
        return Match(
            words=self.words,
            gains=self.gains,
            unseen=frozenset(word for word, held in both if not len(held.places)),
            size=self.size if places is None else len(places),
            rows=rows,
            places=where,
            parts=self._parts(self.gains[rows], lying, counts),
            itself=itself,
        )

    def _parts(self, gains: Floats, places: Places, counts: Floats) -> Floats:
        drag = (K1 * B / self.mean) * self.lengths.take(places) + K1 * (1 - B)
        return gains * counts / (counts + drag)


_NOWHERE: Final = np.zeros(0, np.intp)
_NO_COUNT: Final = np.zeros(0)
_NO_FLAG: Final = np.zeros(0, np.bool_)


def _among(held: Held, at: Places) -> Held:
    """The places of a word that are among others, by their numbers there."""
    numbers = at.take(held.places)
    chosen = np.flatnonzero(numbers >= 0)
    if len(chosen) == len(numbers):
        return Held(numbers, held.counts, held.itself)
    return Held(numbers.take(chosen), held.counts.take(chosen), held.itself.take(chosen))
