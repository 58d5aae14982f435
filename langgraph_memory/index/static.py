"""The dense lane for static word vectors, which it weighs by what the texts themselves say.

A sum of word vectors is dominated by the words that every text has. So each is weighted by
how rare it is among the texts, and what all texts have in common is taken away; the rest
spreads along the same links as words do. On LoCoMo that doubles what such vectors find.
"""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from langgraph_memory.index.links import Links
from langgraph_memory.index.places import Floats, grown

BACKGROUND: Final = 10
"""Texts about nothing that are assumed beside those indexed, so that a handful of texts
does not take what it is about for what all texts have in common."""

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
        self._inverse: Floats | None = (
            None  # per place: of its sum's length without the mean
        )

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
        self._sum_up(place)

    def remove(self, place: int) -> None:
        """Take the text at a place away; its links may be gone or not.

        Args:
            place: The place.
        """
        self._forget(place)
        self._sum_up(place)

    def cosines(self, query: str, size: int) -> Floats | None:
        """Compare a query with every text.

        Args:
            query: Any text.
            size: How many places there are.

        Returns:
            Cosines by place, −1 to 1, not a number where there is no vector; None for a
            query without tokens.
        """
        tokens, counts = self._words.tokens(query)
        if not len(tokens):
            return None
        mean = self._mean()
        asked = self._vector(tokens, counts) - mean
        asked /= max(_TINY, float(np.linalg.norm(asked)))
        # The sums are of vectors as they are; the mean is taken from the products instead.
        products = _products(self._sums[:size], asked)
        products -= self._weights[:size] * float(mean @ asked)
        products *= self._shrink_by(size)
        return products.clip(-1.0, 1.0, out=products)

    def _mean(self) -> Floats:
        return self._total / (len(self._tokens) + BACKGROUND)

    def _shrink_by(self, size: int) -> Floats:
        """One over the length of each sum without the mean; not a number for none."""
        if self._inverse is None:
            mean, weights = self._mean(), self._weights[:size]
            squares = self._squares[:size] + weights**2 * float(mean @ mean)
            squares -= 2 * weights * _products(self._sums[:size], mean)
            lengths = np.sqrt(squares.clip(0.0))
            self._inverse = np.full(size, np.nan)
            np.divide(1.0, lengths, out=self._inverse, where=lengths > _TINY)
        return self._inverse

    def _vector(self, tokens: NDArray[np.intp], counts: NDArray[np.intp]) -> Floats:
        having = self._having[tokens]
        rarity = np.log1p((len(self._tokens) - having + 0.5).clip(0.5) / (having + 0.5))
        vector: Floats = (rarity * counts) @ self._words.vectors[tokens]
        return vector / max(_TINY, float(np.linalg.norm(vector)))

    def _forget(self, place: int) -> None:
        tokens = self._tokens.pop(place, None)
        if tokens is not None:
            self._having[tokens] -= 1
            self._total -= self._own[place]

    def _sum_up(self, place: int) -> None:
        """Sum up again what counts at a place, and where it counts itself."""
        self._inverse = None
        for other in (place, *self._links.receivers(place)):
            counting = [s for s in self._links.sources(other) if s[0] in self._tokens]
            if other not in self._tokens:
                self._sums[other] = self._weights[other] = self._squares[other] = 0
                continue
            self._sums[other], self._weights[other] = self._own[other], 1.0
            for source, weight in counting:
                self._sums[other] += weight * self._own[source]
                self._weights[other] += weight
            self._squares[other] = self._sums[other] @ self._sums[other]


def _products(rows: NDArray[np.float32], vector: Floats) -> Floats:
    # Row by row in one thread: BLAS's threads make products of this size slower.
    products: Floats = np.vecdot(rows, vector.astype(np.float32)).astype(float)
    return products
