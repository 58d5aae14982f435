"""The vectors of one namespace in Chroma.

What waits to be written is searched exactly, in memory; the rest is found by Chroma and
scored by the vectors it gives back. A row that is not of an item's present state is passed
over, whoever wrote it.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from threading import RLock
from time import monotonic
from typing import Any

from langgraph_memory.errors import MemoryWarning, StoreError
from langgraph_memory.index.chroma_shelf import Row, Shelf, owner
from langgraph_memory.index.exact import ExactTable, unit_query, unit_rows
from langgraph_memory.index.matrix import Rows
from langgraph_memory.index.port import Entry, LostVectorsError
from langgraph_memory.index.ranking import cosines

_AT_ONCE = 5_000
_FIRST_HITS = 32
_MOST_HITS = 5_000  # for more than that, all vectors are fetched and compared
_SMALL_SHARE = 0.05
_PATIENCE = 60.0  # seconds in which a process that writes tells others of it


class ChromaTable:
    """The vectors of one namespace.

    Attributes:
        namespace: The namespace.
    """

    def __init__(
        self,
        shelf: Shelf,
        namespace: Sequence[str],
        dimensions: int,
        *,
        batch: int,
        texts: bool,
    ) -> None:
        """Set up the table; it has nothing.

        Args:
            shelf: The collection.
            namespace: The namespace.
            dimensions: Numbers in each vector.
            batch: Changes that wait to be written.
            texts: Whether Chroma gets texts.
        """
        self.namespace = tuple(namespace)
        self._shelf = shelf
        self._dimensions = dimensions
        self._batch = batch
        self._texts = texts
        self._owner = owner(namespace)
        labels = json.dumps([list(namespace), texts]).encode()
        self._digest = hashlib.blake2b(labels, digest_size=16)
        self._lock = RLock()
        self._reset()

    def _reset(self) -> None:
        self._fault: StoreError | None = None
        self._keys: dict[str, str] = {}  # by id, of the rows that are current
        self._ids: dict[str, list[str]] = {}  # the same, by key
        self._waiting: dict[str, Entry] = {}
        self._fresh = ExactTable(self._dimensions)  # what waits
        self._gone: set[str] = set()
        self._due = self._batch
        self._strange: set[str] = set()
        self._loaded = monotonic()

    def load(self, entries: Iterable[Entry]) -> None:
        """Keep these items and no others; what Chroma has of them is not written again.

        Args:
            entries: Each key once.

        Raises:
            StoreError: When vectors are not of the table's length. A failure of Chroma is
                raised by `nearest`.
        """
        with self._lock:
            self._reset()
            try:
                held = self._shelf.held(self._owner)
            except StoreError as error:
                self._fault, held = error, set()
            for entry in entries:
                count = len(unit_rows(entry.vectors, self._dimensions))
                ids = self._ids_of(entry, count)
                if held.issuperset(ids):
                    self._hold(entry.key, ids)
                    held.difference_update(ids)
                elif self._fault is None:
                    self._wait(entry)
                    if len(self._waiting) >= _AT_ONCE:
                        self._try_to_flush()
            self._strange = held
            self._try_to_flush()

    def put(self, entry: Entry) -> None:
        """Keep an item, in place of all its key had.

        Args:
            entry: The item.

        Raises:
            StoreError: When its vectors are not of the table's length.
        """
        with self._lock:
            unit_rows(entry.vectors, self._dimensions)
            self._drop(entry.key)
            self._wait(entry)
            self._flush_when_due()

    def remove(self, key: str) -> None:
        """Forget an item; one that is unknown changes nothing.

        Args:
            key: The item.
        """
        with self._lock:
            self._drop(key)
            self._flush_when_due()

    def flush(self) -> None:
        """Write what waits.

        Raises:
            StoreError: When Chroma fails; it goes on waiting.
        """
        with self._lock:
            if self._fault is not None:
                return  # all of it is loaded again
            rows = {key: self._rows_of(entry) for key, entry in self._waiting.items()}
            try:
                self._shelf.write(
                    [row for some in rows.values() for row in some], self._gone
                )
            except LostVectorsError as error:
                self._fault = error
                return
            for key, some in rows.items():
                self._hold(key, [row.id for row in some])
            self._waiting, self._gone = {}, set()
            self._fresh = ExactTable(self._dimensions)
            self._due = self._batch

    def lose(self) -> None:
        """Need to be loaded again."""
        with self._lock:
            self._fault = LostVectorsError("what the index kept was removed")

    def nearest(
        self, query: Sequence[float], among: tuple[str, ...] | None = None
    ) -> Iterator[tuple[str, float]]:
        """Items, best first, each once, at its nearest vector.

        Args:
            query: A vector of the table's length.
            among: The keys that count, each once; None for all items.

        Yields:
            Key and cosine, −1 to 1, rounded to six digits; equals in the order of keys.

        Raises:
            LostVectorsError: When Chroma has not what the table was given.
            StoreError: When the query has another length, or Chroma fails.
        """
        vector = unit_query(query, self._dimensions)
        with self._lock:
            if self._fault is not None:
                raise LostVectorsError(str(self._fault)) from self._fault
            if self._strange and monotonic() - self._loaded > _PATIENCE:
                self._gone |= self._strange - self._keys.keys()
                self._strange = set()
            fresh = self._fresh.nearest(query)
        wanted = None if among is None else set(among)
        seen: set[str] = set()
        for key, cosine in heapq.merge(fresh, self._stored(vector), key=_rank):
            if key not in seen and (wanted is None or key in wanted):
                seen.add(key)
                yield key, cosine

    def _stored(self, query: Rows) -> Iterator[tuple[str, float]]:
        yielded: set[str] = set()
        wanted, more = _FIRST_HITS, True
        while more:
            with self._lock:
                hits, least = self._round(query, wanted)
            more = least is not None
            for key, cosine in hits:
                # What is no better than the last hit may have equals beyond it.
                if key not in yielded and (least is None or cosine > least):
                    yielded.add(key)
                    yield key, cosine
            wanted *= 8

    def _round(
        self, query: Rows, wanted: int
    ) -> tuple[list[tuple[str, float]], float | None]:
        """The best items, and the score from which on some may be missing, or None."""
        total = len(self._keys)
        if not total:
            return [], None
        ids, vectors = self._near(query, wanted) if wanted < total else ([], None)
        least: float | None = None
        if vectors is None or len(ids) < min(wanted, total):
            ids, vectors = self._shelf.fetch(self._keys, self._dimensions)
            if len(ids) < total:
                msg = f"Chroma has lost {total - len(ids)} of {total} vectors"
                raise LostVectorsError(msg)
            scores = cosines(vectors, query)
        else:
            scores = cosines(vectors, query)
            least = float(scores.min())
        best: dict[str, float] = {}
        for row, score in zip(ids, scores.tolist(), strict=True):
            if key := self._keys.get(row):
                best[key] = max(score, best.get(key, score))
        return sorted(best.items(), key=_rank), least

    def _near(self, query: Rows, wanted: int) -> tuple[list[str], Rows | None]:
        share = len(self._keys) / max(self._shelf.count(), 1)
        if share < _SMALL_SHARE:
            return self._shelf.near(query, wanted, self._owner)
        # Chroma's filters are slow; finding more and leaving some out is faster.
        wanted = int(wanted / min(share, 1.0)) + 1
        if wanted > _MOST_HITS:
            return [], None
        return self._shelf.near(query, wanted, None)

    def _drop(self, key: str) -> None:
        for row in self._ids.pop(key, ()):
            del self._keys[row]
            self._gone.add(row)
        self._waiting.pop(key, None)
        self._fresh.remove(key)

    def _wait(self, entry: Entry) -> None:
        self._waiting[entry.key] = entry
        self._fresh.put(entry)

    def _hold(self, key: str, ids: list[str]) -> None:
        self._ids[key] = ids
        self._keys.update(dict.fromkeys(ids, key))

    def _flush_when_due(self) -> None:
        if len(self._waiting) + len(self._gone) >= self._due:
            self._try_to_flush()

    def _try_to_flush(self) -> None:
        try:
            self.flush()
        except StoreError as error:
            self._due = len(self._waiting) + len(self._gone) + self._batch
            msg = f"{len(self._waiting)} vectors wait for Chroma in memory: {error}"
            warnings.warn(msg, MemoryWarning, stacklevel=2)

    def _ids_of(self, entry: Entry, count: int) -> list[str]:
        digest = self._digest.copy()
        digest.update(json.dumps([entry.key, entry.revision]).encode() + entry.vectors)
        state = digest.hexdigest()
        return [f"{state}:{place}" for place in range(count)]

    def _rows_of(self, entry: Entry) -> list[Row]:
        vectors = unit_rows(entry.vectors, self._dimensions)
        metadata, text = self._owner, None
        if self._texts:
            metadata, text = {**self._owner, **self._told(entry)}, _clean(entry.text)
        ids = self._ids_of(entry, len(vectors))
        return [Row(*row, metadata, text) for row in zip(ids, vectors, strict=True)]

    def _told(self, entry: Entry) -> dict[str, Any]:
        return {
            "namespace": json.dumps(self.namespace),
            "key": _clean(entry.key),
            "updated": entry.revision,
        }


def _rank(hit: tuple[str, float]) -> tuple[float, str]:
    return -hit[1], hit[0]


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
