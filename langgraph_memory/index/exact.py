"""Exact search: each namespace is one matrix, and every row is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import NamedTuple

import numpy as np
from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.index.matrix import Matrix, Places, Rows
from langgraph_memory.index.port import Entry
from langgraph_memory.index.ranking import best_first

_BYTES = 4
_CHUNK = 512
_MOST_ASKED = 32


class ExactIndex:
    """An index that misses nothing and keeps no files of its own.

    Attributes:
        embeddings: What embeds documents and queries.
        fields: Paths into an item's value that are embedded when a put names none, in the
            syntax of `langgraph.store.base`; `"$"` is the whole value.
        waits: No: everything is in memory.
    """

    waits = False

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
    """The vectors of one namespace as rows of unit length in one matrix."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._matrix = Matrix(dimensions)
        self._keys: list[str] = []  # by row
        self._rows: dict[str, int] = {}  # the first row of each item
        self._more: dict[str, list[int]] = {}  # the others of those that have several
        self._asked: dict[int, _Asked] = {}

    def load(self, entries: Iterable[Entry]) -> None:
        """Keep these items and no others.

        Args:
            entries: Each key once.

        Raises:
            StoreError: When some do not divide into vectors of the table's length.
        """
        self._matrix = Matrix(self._dimensions)
        self._keys.clear()
        self._rows.clear()
        self._more.clear()
        self._asked.clear()
        source = iter(entries)
        while chunk := list(islice(source, _CHUNK)):
            self._append(chunk)

    def put(self, entry: Entry) -> None:
        """Keep an item, in place of all its key had.

        Args:
            entry: The item.

        Raises:
            StoreError: When its vectors do not divide into vectors of the table's length.
        """
        count = count_rows(entry.vectors, self._dimensions)
        row = self._rows.get(entry.key)
        if row is not None and count == 1 and entry.key not in self._more:
            (self._matrix[row],) = unit_rows(entry.vectors, self._dimensions)
            return
        self.remove(entry.key)
        self._append([entry])

    def _append(self, entries: Sequence[Entry]) -> None:
        # Collections all of whose items had rows are no larger for it.
        self._asked = {name: asked for name, asked in self._asked.items() if asked.whole}
        joined = b"".join([entry.vectors for entry in entries])
        counts = [count_rows(entry.vectors, self._dimensions) for entry in entries]
        self._matrix.extend(unit_rows(joined, self._dimensions))
        for entry, count in zip(entries, counts, strict=True):
            row = self._rows[entry.key] = len(self._keys)
            if count > 1:
                self._more[entry.key] = list(range(row + 1, row + count))
            self._keys.extend(repeat(entry.key, count))

    def remove(self, key: str) -> None:
        """Forget an item; the last rows move into the gaps.

        Args:
            key: The item; one that is unknown changes nothing.
        """
        first = self._rows.pop(key, None)
        if first is None:
            return
        self._asked.clear()
        for row in sorted([first, *self._more.pop(key, ())], reverse=True):
            self._matrix.drop(row)
            mover, last = self._keys.pop(), len(self._keys)
            if row == last:
                continue
            self._keys[row] = mover
            if self._rows[mover] == last:
                self._rows[mover] = row
            else:
                others = self._more[mover]
                others[others.index(last)] = row

    def nearest(
        self, query: Sequence[float], among: tuple[str, ...] | None = None
    ) -> Iterator[tuple[str, float]]:
        """Items, best first, each once, at its nearest vector.

        Args:
            query: A vector of the table's length.
            among: The keys that count, each once; others are passed over, and those that
                are unknown. None for all items. A tuple that is given again, itself
                and not a copy, is looked up faster.

        Yields:
            Key and cosine, −1 to 1, rounded to six digits; equals in the order of keys.

        Raises:
            StoreError: When the query has another length.
        """
        vector = unit_query(query, self._dimensions)
        places = None if among is None else self._places(among)
        if places is None:
            products = self._matrix.products(vector)
        else:
            products = self._matrix.products_among(vector, places)
        seen: set[str] = set()
        for found, cosines in best_first(products):
            rows = found if places is None else places[found]
            keys = map(self._keys.__getitem__, rows.tolist())
            for negative, key in sorted(zip((-cosines).tolist(), keys, strict=True)):
                if key not in seen:
                    seen.add(key)
                    yield key, -negative

    def _places(self, among: tuple[str, ...]) -> Places:
        # Looking the rows up takes as long as comparing them. So those of collections that
        # were asked for lately are kept, with the collections, which only then keep their
        # ids, as long as no row moves.
        known = self._asked.get(id(among))
        if known is None:
            if len(self._asked) == _MOST_ASKED:
                self._asked.clear()
            known = self._asked[id(among)] = self._looked_up(among)
        return known.places

    def _looked_up(self, among: tuple[str, ...]) -> _Asked:
        rows = np.fromiter(map(self._rows.get, among, repeat(-1)), np.intp, len(among))
        if self._more:
            more = [row for key in among for row in self._more.get(key, ())]
            rows = np.concatenate([rows, np.array(more, np.intp)])
        rows.sort()
        missing = int(np.searchsorted(rows, 0))
        return _Asked(among, rows[missing:], not missing)


class _Asked(NamedTuple):
    """Where the vectors of a collection of items are, and whether all of them have any."""

    among: tuple[str, ...]
    places: Places
    whole: bool


def count_rows(vectors: bytes, dimensions: int) -> int:
    """How many vectors there are in some bytes.

    Raises:
        StoreError: When they do not divide into vectors of so many floats.
    """
    count, rest = divmod(len(vectors), _BYTES * dimensions)
    if rest or not count:
        msg = f"{len(vectors)} bytes are no vectors of {dimensions} floats"
        raise StoreError(msg)
    return count


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
    count_rows(vectors, dimensions)
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


def _unit(rows: Rows) -> Rows:
    # Not summed as float64 by einsum itself, which then cuts rows where its buffer ends.
    wide = rows.astype(np.float64)
    squares = np.einsum("ij,ij->i", wide, wide)
    lengths = np.sqrt(np.where(squares == 0, 1, squares)).astype(np.float32)
    unit: Rows = rows / lengths[:, None]
    return unit
