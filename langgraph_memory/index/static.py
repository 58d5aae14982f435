"""The dense lane for static word vectors, which it weighs by what the texts themselves say.

A sum of word vectors is dominated by the words that every text has. So each is weighted by
how rare it is among the texts, and what all texts have in common is taken away; the rest
spreads along the same links as words do. On LoCoMo that doubles what such vectors find.
"""

from __future__ import annotations

import math
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from langgraph_memory.index.links import Links
from langgraph_memory.index.nearness import Nearness, estimated, range_of
from langgraph_memory.index.places import Floats, Places, grown
from langgraph_memory.index.sketch import Sketch, products

BACKGROUND: Final = 10
"""Texts about nothing that are assumed beside those indexed, so that a handful of texts
does not take what it is about for what all texts have in common."""

MANY: Final = 2_048
"""Texts from which on cosines are estimated, but for the best ones."""

_STAYS: Final = 64  # parts of many texts; one may change before the mean is taken anew
_KEPT: Final = 0.5  # of a text's length, below which its sketch says little of it
_MOST_STRANGE: Final = 512  # texts that are compared whole beside their sketches
_TINY: Final = 1e-9


@runtime_checkable
class WordVectors(Protocol):
    """Embeddings that are a weighted sum of one vector per token."""

    @property
    def vectors(self) -> NDArray[np.float32]:
        """One vector per token."""

    def tokens(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The different tokens of a text, as rows of `vectors`, and how often each is."""


class StaticLane:
    """The vectors of texts at places, as sums that follow every put and removal.

    How rare a token is when its text is put stays with that text: putting one text changes
    no other. Against weighing all anew for each query nothing is lost (measured on LoCoMo).
    """

    def __init__(self, words: WordVectors, links: Links) -> None:
        """Start without texts.

        Args:
            words: The vectors.
            links: Which places count in which.
        """
        self._words = words
        self._links = links
        dimensions = words.vectors.shape[1]
        self._having = np.zeros(len(words.vectors), np.int32)
        self._tokens: dict[int, NDArray[np.intp]] = {}
        self._own = np.zeros((0, dimensions), np.float32)
        self._sums = np.zeros((0, dimensions), np.float32)
        self._weights = np.zeros(0)  # per place: of the texts in its sum
        self._squares = np.zeros(0)  # per place: of the length of its sum
        self._total = np.zeros(dimensions)
        self._mean = np.zeros(dimensions)  # of all texts, as it was lately
        self._inverse = np.zeros(0)  # per place: of its sum's length without the mean
        self._changes = 0  # since the mean was taken
        self._touched: set[int] = set()  # where sums are to be taken anew
        self._sketch: Sketch | None = None
        self._sketched = 0  # how many texts there were then
        self._strange = np.zeros(0, np.bool_)  # per place: whether the sketch lacks it

    def put(self, place: int, text: str, size: int) -> None:
        """Set the text at a place; its links must be set before.

        Args:
            place: The place.
            text: The text; one without tokens has no vector.
            size: How many places there are.
        """
        self._forget(place)
        self._own, self._sums = grown(self._own, size), grown(self._sums, size)
        self._weights = grown(self._weights, size)
        self._squares = grown(self._squares, size)
        tokens, counts = self._words.tokens(text)
        if len(tokens):
            self._having[tokens] += 1
            self._tokens[place] = tokens
            self._own[place] = self._vector(tokens, counts)
            self._total += self._own[place]
        self._touch(place)

    def remove(self, place: int) -> None:
        """Take the text at a place away; its links may be gone or not.

        Args:
            place: The place.
        """
        self._forget(place)
        self._touch(place)

    def nearness(self, query: str, size: int) -> Nearness | None:
        """Compare a query with every text.

        Args:
            query: Any text.
            size: How many places there are.

        Returns:
            Cosines by place, estimates where there are many; None for a query without
            tokens.
        """
        tokens, counts = self._words.tokens(query)
        if not len(tokens):
            return None
        self._sum_up()
        self._renew(size)
        asked = self._vector(tokens, counts) - self._mean
        asked /= max(_TINY, math.sqrt(asked @ asked))
        # The sums are of vectors as they are; the mean is taken from the products instead.
        shift = float(self._mean @ asked)

        def cosines(raw: Floats, places: Places | slice) -> Floats:
            raw -= self._weights[places] * shift
            raw *= self._inverse[places]
            return raw.clip(-1.0, 1.0, out=raw)

        def exactly(places: Places) -> Floats:
            return cosines(products(self._sums.take(places, 0), asked), places)

        if self._sketch is None:
            found = cosines(products(self._sums[:size], asked), slice(size))
            return Nearness(found, range_of(found))
        estimates = cosines(self._sketch.products(asked, size), slice(size))
        strange = np.flatnonzero(self._strange[:size])
        return estimated(estimates, len(self._tokens), exactly, strange)

    def _renew(self, size: int) -> None:
        """Take the mean anew, for many texts only when it may have moved.

        What hangs on it is worked out anew for all of them, which takes as long as several
        queries.
        """
        many = len(self._tokens)
        if self._changes <= (0 if self._sketch is None else many // _STAYS):
            return
        self._changes = 0
        self._mean = self._total / (many + BACKGROUND)
        self._inverse = np.full(len(self._sums), np.nan)
        places = slice(size)
        shifts = products(self._sums[:size], self._mean)
        self._inverse[places] = self._inverses(shifts, places)
        if many < MANY:
            self._sketch, self._sketched = None, 0
        elif many > 2 * self._sketched or (self._sketch and self._lacks_many):
            self._draw(size)

    def _draw(self, size: int) -> None:
        """Make a sketch, unless it would say little of too many texts."""
        centred = self._sums[:size] - self._weights[:size, None] * self._mean
        self._sketch = Sketch(np.nan_to_num(centred * self._inverse[:size, None]))
        self._sketch.extend(self._sums[:size])
        self._sketched = len(self._tokens)
        self._strange = self._are_strange(self._sketch, slice(size))
        if self._lacks_many:
            self._sketch = None

    @property
    def _lacks_many(self) -> bool:
        return int(np.count_nonzero(self._strange)) > _MOST_STRANGE

    def _are_strange(self, sketch: Sketch, places: Places | slice) -> NDArray[np.bool_]:
        kept = sketch.kept(places, self._weights[places], self._mean)
        return kept * self._inverse[places] < _KEPT

    def _inverses(self, shifts: Floats, places: Places | slice) -> Floats:
        """One over the lengths of sums without the mean; not a number for none.

        Args:
            shifts: The products of the sums with the mean.
            places: Where they are.
        """
        weights = self._weights[places]
        squares = self._squares[places] + weights**2 * float(self._mean @ self._mean)
        lengths = np.sqrt((squares - 2 * weights * shifts).clip(0.0))
        inverses = np.full(len(lengths), np.nan)
        np.divide(1.0, lengths, out=inverses, where=lengths > _TINY)
        return inverses

    def _vector(self, tokens: NDArray[np.intp], counts: NDArray[np.intp]) -> Floats:
        having = self._having[tokens]
        rarity = np.log1p((len(self._tokens) - having + 0.5).clip(0.5) / (having + 0.5))
        vector: Floats = (rarity * counts) @ self._words.vectors[tokens]
        return vector / max(_TINY, math.sqrt(vector @ vector))

    def _forget(self, place: int) -> None:
        tokens = self._tokens.pop(place, None)
        if tokens is not None:
            self._having[tokens] -= 1
            self._total -= self._own[place]

    def _touch(self, place: int) -> None:
        """Have what counts at a place, and where it counts itself, summed up again."""
        self._changes += 1
        self._touched.update((place, *self._links.receivers(place)))

    def _sum_up(self) -> None:
        """Sum up again where something has changed since the last query."""
        touched, self._touched = self._touched, set()
        for place in touched:
            self._sum(place)
        if self._sketch is None or not touched:  # then all is worked out anew anyway
            return
        at = np.array(sorted(touched))
        self._inverse = grown(self._inverse, len(self._sums), np.nan)
        self._strange = grown(self._strange, len(self._sums))
        self._sketch.put(at, self._sums[at])
        self._inverse[at] = self._inverses(products(self._sums[at], self._mean), at)
        self._strange[at] = self._are_strange(self._sketch, at)

    def _sum(self, place: int) -> None:
        if place not in self._tokens:
            self._sums[place] = self._weights[place] = self._squares[place] = 0
            return
        self._sums[place], self._weights[place] = self._own[place], 1.0
        for source, weight in self._links.sources(place):
            if source in self._tokens:
                self._sums[place] += weight * self._own[source]
                self._weights[place] += weight
        self._squares[place] = self._sums[place] @ self._sums[place]
