"""The vectors of one namespace in Chroma.

What waits to be written is searched exactly, in memory; the rest is found by Chroma and
scored by the vectors it gives back. A row that is not of an item's present state is passed
over, whoever wrote it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock
from time import monotonic

from langgraph_memory._warnings import warn
from langgraph_memory.errors import StoreError
from langgraph_memory.index.chroma_rows import RowMaker, owner
from langgraph_memory.index.chroma_shelf import Shelf
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
        do: Callable[[Callable[[bool], None]], None],
    ) -> None:
        """Set up the table; it has nothing.

        Args:
            shelf: The collection.
            namespace: The namespace.
            dimensions: Numbers in each vector.
            batch: Changes that wait to be written.
            texts: Whether Chroma gets texts.
            do: Does what takes long, now or soon.
        """
        self.namespace = tuple(namespace)
        self._shelf = shelf
        self._dimensions = dimensions
        self._batch = batch
        self._owner = owner(namespace)
        self._maker = RowMaker(namespace, dimensions, texts=texts)
        self._do = do
        self._lock = RLock()  # of what is held in memory
        self._writing = RLock()  # taken before the other one
        self._trouble: StoreError | None = None
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
        self._epoch = self._shelf.epoch

    def load(self, entries: Iterable[Entry]) -> None:
        """Keep these items and no others; what Chroma has of them is not written again.

        Args:
            entries: Each key once.

        Raises:
            StoreError: When vectors are not of the table's length. A failure of Chroma is
                raised by `nearest`.
        """
        with self._writing, self._lock:
            self._reset()
            try:
                held = self._shelf.held(self._owner)
            except StoreError as error:
                self._fault, held = error, set()
            for entry in entries:
                ids = self._maker.ids(entry)
                if held.issuperset(ids):
                    self._ids[entry.key] = ids
                    self._keys.update(dict.fromkeys(ids, entry.key))
                    held.difference_update(ids)
                elif self._fault is None:
                    self._wait(entry)
                    if len(self._waiting) >= _AT_ONCE:
                        self._do(self._try_to_flush)
            self._strange = held
            if self._waiting:
                self._do(self._try_to_flush)
        self._tell()

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

    def flush(self, *, gently: bool = False) -> None:
        """Write what waits.

        Args:
            gently: Whether other threads are to run in between.

        Raises:
            StoreError: When Chroma fails; it goes on waiting.
        """
        with self._writing:
            with self._lock:
                if self._fault is not None:
                    return  # all of it is loaded again
                waiting, gone = dict(self._waiting), set(self._gone)
            rows = {key: self._maker.rows(entry) for key, entry in waiting.items()}
            try:
                added = [row for some in rows.values() for row in some]
                self._shelf.write(added, gone, gently=gently)
                self._check()
            except LostVectorsError as error:
                self._fault = error
                return
            with self._lock:
                self._gone -= gone
                for key, some in rows.items():
                    self._written(key, waiting[key], [row.id for row in some])
                self._fresh = ExactTable(self._dimensions)  # others may read the old one
                self._fresh.load(self._waiting.values())
                self._due = self._batch

    def _written(self, key: str, entry: Entry, ids: list[str]) -> None:
        if self._waiting.get(key) is entry:
            del self._waiting[key]
            self._ids[key] = ids
            self._keys.update(dict.fromkeys(ids, key))
        else:  # it has changed meanwhile
            self._gone.update(ids)

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
        self._tell()
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
        if whole := vectors is None or len(ids) < min(wanted, total):
            with self._lock:
                held = list(self._keys)
            ids, vectors = self._shelf.fetch(held, self._dimensions)
            if len(ids) < len(held):
                msg = f"Chroma has lost {len(held) - len(ids)} of {len(held)} vectors"
                raise LostVectorsError(msg)
        scores = cosines(vectors, query)
        self._check()
        best: dict[str, float] = {}
        for row, score in zip(ids, scores.tolist(), strict=True):
            if key := self._keys.get(row):
                best[key] = max(score, best.get(key, score))
        return sorted(best.items(), key=_rank), None if whole else float(scores.min())

    def _check(self) -> None:
        if self._shelf.epoch != self._epoch:
            msg = "Chroma in memory was opened anew, to free what deletes had left"
            raise LostVectorsError(msg)

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

    def _flush_when_due(self) -> None:
        with self._lock:
            changes = len(self._waiting) + len(self._gone)
            if due := changes >= self._due:
                self._due = changes + self._batch
        if due:
            self._do(self._try_to_flush)
        self._tell()

    def _try_to_flush(self, gently: bool) -> None:  # noqa: FBT001 - `do` says it
        try:
            self.flush(gently=gently)
        except StoreError as error:
            self._trouble = error

    def _tell(self) -> None:
        """Report on the caller's thread what went wrong where Chroma was written to."""
        error, self._trouble = self._trouble, None
        if error is not None:
            msg = f"{len(self._waiting)} vectors wait for Chroma in memory: {error}"
            warn(msg)


def _rank(hit: tuple[str, float]) -> tuple[float, str]:
    return -hit[1], hit[0]
