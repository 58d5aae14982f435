"""Exact search: each namespace is one matrix, and every row is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langgraph_memory.errors import ConfigError, StoreError

_BYTES = 4
_CHUNK = 512
_FIRST_ROWS = 16
_FIRST_HITS = 32
_GROWTH = 1.5
_DIGITS = 6  # beyond them the order would hang on the rounding of float32


class ExactIndex:
    """An index that misses nothing and keeps no files of its own.

    Attributes:
        embeddings: What embeds documents and queries.
        fields: Paths into an item's value that are embedded when a put names none, in the
            syntax of `langgraph.store.base`; `"$"` is the whole value.
    """

    def __init__(
        self, embeddings: Embeddings, *, fields: Sequence[str] = ("text",)
    ) -> None:
        """Set up the index; nothing is embedded yet.

        Args:
            embeddings: Any LangChain embeddings.
            fields: At least one path.

        Raises:
            ConfigError: When `embeddings` is something else, or `fields` is empty or a
                single string.
        """
        given: object = embeddings
        if not isinstance(given, Embeddings):
            msg = f"embeddings must be LangChain's Embeddings, not {type(given).__name__}"
            raise ConfigError(msg)
        if isinstance(fields, str) or not fields:
            msg = f"fields must be a sequence of at least one path, not {fields!r}"
            raise ConfigError(msg)
        self.embeddings = embeddings
        self.fields = tuple(fields)

    def table(self, dimensions: int) -> ExactTable:
        """Make an empty table for one namespace.

        Args:
            dimensions: Numbers in each vector, at least 1.

        Returns:
            The table.
        """
        return ExactTable(dimensions)


class ExactTable:
    """The vectors of one namespace as rows of unit length in one float32 matrix."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._matrix: NDArray[np.float32] = np.empty((0, dimensions), np.float32)
        self._keys: list[str] = []
        self._rows: dict[str, list[int]] = {}

    def load(self, items: Iterable[tuple[str, bytes]]) -> None:
        """Keep these items and no others.

        Args:
            items: Each key once, with its vectors as for `put`.

        Raises:
            StoreError: When some do not divide into vectors of the table's length.
        """
        self._keys.clear()
        self._rows.clear()
        source = iter(items)
        while chunk := list(islice(source, _CHUNK)):
            self._append(chunk)

    def put(self, key: str, vectors: bytes) -> None:
        """Keep the vectors of an item, in place of all it had.

        Args:
            key: The item.
            vectors: One or more vectors, end to end: 32-bit floats, little-endian.

        Raises:
            StoreError: When they do not divide into vectors of the table's length.
        """
        self._check(vectors)
        self.remove(key)
        self._append([(key, vectors)])

    def _check(self, vectors: bytes) -> None:
        numbers, rest = divmod(len(vectors), _BYTES)
        if rest or not numbers or numbers % self._dimensions:
            msg = f"{len(vectors)} bytes are no vectors of {self._dimensions} floats"
            raise StoreError(msg)

    def _append(self, items: Sequence[tuple[str, bytes]]) -> None:
        first = last = len(self._keys)
        for key, vectors in items:
            self._check(vectors)
            last += len(vectors) // (_BYTES * self._dimensions)
            self._rows[key] = list(range(len(self._keys), last))
            self._keys.extend([key] * len(self._rows[key]))
        self._make_room(last)
        numbers = np.frombuffer(b"".join(vectors for _, vectors in items), "<f4")
        self._matrix[first:last] = _unit(numbers.reshape(-1, self._dimensions))

    def remove(self, key: str) -> None:
        """Forget an item; the last rows move into the gaps.

        Args:
            key: The item; one that is unknown changes nothing.
        """
        for row in sorted(self._rows.pop(key, ()), reverse=True):
            last = len(self._keys) - 1
            mover = self._keys.pop()
            if row != last:
                self._matrix[row] = self._matrix[last]
                self._keys[row] = mover
                self._rows[mover][self._rows[mover].index(last)] = row

    def nearest(self, query: Sequence[float]) -> Iterator[tuple[str, float]]:
        """All items, best first, each once, at its nearest vector.

        Args:
            query: A vector of the table's length.

        Yields:
            Key and cosine, −1 to 1, rounded to six digits; equals in the order of keys.

        Raises:
            StoreError: When the query has another length.
        """
        vector = np.asarray(query, np.float32)
        if vector.shape != (self._dimensions,):
            msg = f"the query has {vector.size} numbers, the index {self._dimensions}"
            raise StoreError(msg)
        size = len(self._keys)
        # einsum is one pass on one thread. BLAS would start threads, which make products of
        # this size slower as soon as something else runs on the machine.
        cosines = np.einsum("ij,j->i", self._matrix[:size], _unit(vector[None])[0])
        cosines = np.round(np.clip(cosines, -1.0, 1.0), _DIGITS)
        seen: set[str] = set()
        for rows in _best_first(cosines):
            scored = sorted((-float(cosines[row]), self._keys[row]) for row in rows)
            for negative, key in scored:
                if key not in seen:
                    seen.add(key)
                    yield key, -negative

    def _make_room(self, size: int) -> None:
        if size > len(self._matrix):
            rows = max(size, int(len(self._matrix) * _GROWTH), _FIRST_ROWS)
            # Unlike a new matrix and a copy, this needs no room for both.
            self._matrix.resize((rows, self._dimensions), refcheck=False)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1; rows of zeros stay, and have a cosine of 0 to everything."""
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    lengths = np.sqrt(np.where(squares == 0, 1, squares)).astype(np.float32)
    unit: NDArray[np.float32] = rows / lengths[:, None]
    return unit


def _best_first(scores: NDArray[np.float32]) -> Iterator[NDArray[np.intp]]:
    """Groups of row numbers, every score of a group above every score of the next.

    Few are wanted as a rule, so the groups start small and grow.
    """
    above, wanted = np.inf, _FIRST_HITS
    while wanted < len(scores):
        least = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
        if least < above:
            yield np.flatnonzero((scores >= least) & (scores < above))
            above = least
        wanted *= 8
    yield np.flatnonzero(scores < above)
