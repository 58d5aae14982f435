"""Exact search: each namespace is one matrix, and every row is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.index.port import Entry

_BYTES = 4
_CHUNK = 512
_FIRST_ROWS = 16
_FIRST_HITS = 32
_GROWTH = 1.5
_DIGITS = 6  # beyond them the order would hang on the rounding of float32

Rows = NDArray[np.float32]


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
        check_settings(embeddings, fields)
        self.embeddings = embeddings
        self.fields = tuple(fields)

    def table(
        self,
        dimensions: int,
        *,
        namespace: Sequence[str] = (),  # noqa: ARG002 - tables know nothing of each other
        model: str = "",  # noqa: ARG002 - the same
    ) -> ExactTable:
        """Make an empty table for one namespace.

        Args:
            dimensions: Numbers in each vector, at least 1.
            namespace: The namespace.
            model: Which embeddings make the vectors.

        Returns:
            The table.
        """
        return ExactTable(dimensions)

    def flush(self) -> None:
        """Do nothing: nothing waits."""

    def forget(self, namespace: Sequence[str]) -> None:
        """Do nothing: whoever has a table owns all of it."""

    def retire(self, model: str) -> None:
        """Do nothing, likewise."""


def check_settings(embeddings: object, fields: object) -> None:
    """Make sure that an index can be made with these.

    Raises:
        ConfigError: When `embeddings` is something else than LangChain's, or `fields` is
            empty or a single string.
    """
    if not isinstance(embeddings, Embeddings):
        msg = f"embeddings must be LangChain's Embeddings, not {type(embeddings).__name__}"
        raise ConfigError(msg)
    if isinstance(fields, str) or not fields:
        msg = f"fields must be a sequence of at least one path, not {fields!r}"
        raise ConfigError(msg)


class ExactTable:
    """The vectors of one namespace as rows of unit length in one float32 matrix."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._matrix: Rows = np.empty((0, dimensions), np.float32)
        self._keys: list[str] = []
        self._rows: dict[str, list[int]] = {}

    def load(self, entries: Iterable[Entry]) -> None:
        """Keep these items and no others.

        Args:
            entries: Each key once.

        Raises:
            StoreError: When some do not divide into vectors of the table's length.
        """
        self._keys.clear()
        self._rows.clear()
        source = iter(entries)
        while chunk := list(islice(source, _CHUNK)):
            self._append(
                [(entry.key, unit_rows(entry.vectors, self._dimensions)) for entry in chunk]
            )

    def put(self, entry: Entry) -> None:
        """Keep an item, in place of all its key had.

        Args:
            entry: The item.

        Raises:
            StoreError: When its vectors do not divide into vectors of the table's length.
        """
        numbers = unit_rows(entry.vectors, self._dimensions)
        self.remove(entry.key)
        self._append([(entry.key, numbers)])

    def _append(self, items: Sequence[tuple[str, Rows]]) -> None:
        first = last = len(self._keys)
        for key, rows in items:
            last += len(rows)
            self._rows[key] = list(range(len(self._keys), last))
            self._keys.extend([key] * len(rows))
        self._make_room(last)
        self._matrix[first:last] = np.concatenate([rows for _, rows in items])

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
        vector = unit_query(query, self._dimensions)
        scores = cosines(self._matrix[: len(self._keys)], vector)
        seen: set[str] = set()
        for rows in _best_first(scores):
            scored = sorted((-float(scores[row]), self._keys[row]) for row in rows)
            for negative, key in scored:
                if key not in seen:
                    seen.add(key)
                    yield key, -negative

    def _make_room(self, size: int) -> None:
        if size > len(self._matrix):
            rows = max(size, int(len(self._matrix) * _GROWTH), _FIRST_ROWS)
            # Unlike a new matrix and a copy, this needs no room for both.
            self._matrix.resize((rows, self._dimensions), refcheck=False)


def unit_rows(vectors: bytes, dimensions: int) -> Rows:
    """Vectors as rows of length 1.

    Args:
        vectors: One or more, end to end: 32-bit floats, little-endian.
        dimensions: Numbers in each.

    Returns:
        As many rows; one of zeros stays, and has a cosine of 0 to everything.

    Raises:
        StoreError: When the bytes do not divide into such vectors.
    """
    numbers, rest = divmod(len(vectors), _BYTES)
    if rest or not numbers or numbers % dimensions:
        msg = f"{len(vectors)} bytes are no vectors of {dimensions} floats"
        raise StoreError(msg)
    return _unit(np.frombuffer(vectors, "<f4").reshape(-1, dimensions))


def unit_query(query: Sequence[float], dimensions: int) -> Rows:
    """A query's vector, of length 1.

    Raises:
        StoreError: When it has not so many dimensions.
    """
    vector = np.asarray(query, np.float32)
    if vector.shape != (dimensions,):
        msg = f"the query has {vector.size} numbers, the index {dimensions}"
        raise StoreError(msg)
    unit: Rows = _unit(vector[None])[0]
    return unit


def cosines(rows: Rows, query: Rows) -> Rows:
    """The cosine of each row to a query, −1 to 1, rounded; all have length 1."""
    # einsum is one pass on one thread. BLAS would start threads, which make products of
    # this size slower as soon as something else runs on the machine.
    scores = np.einsum("ij,j->i", rows, query)
    rounded: Rows = np.round(np.clip(scores, -1.0, 1.0), _DIGITS)
    return rounded


def _unit(rows: Rows) -> Rows:
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    lengths = np.sqrt(np.where(squares == 0, 1, squares)).astype(np.float32)
    unit: Rows = rows / lengths[:, None]
    return unit


def _best_first(scores: Rows) -> Iterator[NDArray[np.intp]]:
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
