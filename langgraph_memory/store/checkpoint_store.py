"""The store that lives in a checkpointer."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore, Op, Result, TTLConfig

from langgraph_memory.errors import MemoryWarning
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store.embedding import Embedded, Wanted, aembed, embed
from langgraph_memory.store.engine import Outcome, execute
from langgraph_memory.store.keeper import MOST_HELD, Keeper
from langgraph_memory.store.namespaces import checked_labels
from langgraph_memory.store.planning import Plan, plan
from langgraph_memory.store.purging import purge
from langgraph_memory.store.savers import Access
from langgraph_memory.store.work import Work


def _utc_now() -> datetime:
    return datetime.now(UTC)


class CheckpointStore(BaseStore):
    """A store in the checkpointer that the graph already has.

    ```python
    store = CheckpointStore(checkpointer, index=ExactIndex(embeddings))
    graph = builder.compile(checkpointer=checkpointer, store=store)
    ```

    It keeps items in reserved threads, `langgraph_memory:store:…`, which a graph never
    meets. Several stores, in one process or in many, may share a checkpointer: each sees at
    its next read what the others wrote. It may be used from any thread, and from
    asynchronous code; a checkpointer that works on an event loop serves synchronous calls
    from other threads only. One that keeps every version of a checkpoint, unlike those of
    LangGraph, is found out at the first write, and grows with each: see `appending.py`.

    Where the stores of LangGraph differ from each other, this one does as follows.

    - Reads of a batch see what was there before it; of several writes to one key the last
      one counts. All of a batch is checked before any of it is done.
    - A search without a query gives what changed last first, equals by key, the last first.
      One with a query gives the nearest first, scored by their cosine, 0 to 1, and after
      them items without vectors, without a score.
    - Filters are exact: see `compile_filter`. An unknown operator is a `ValueError`.
    - Values are kept as plain JSON data: see `plain` in `values.py`. What cannot become
      such is a `StoreError`.
    - `created_at` stays when a key is put again. An item past its ttl is not seen, however
      it is read, and no read revives it.
    - A namespace is listed as long as an item in it can be seen.
    """

    supports_ttl = True

    def __init__(
        self,
        checkpointer: BaseCheckpointSaver[Any],
        *,
        index: VectorIndex | None = None,
        ttl: TTLConfig | None = None,
        clock: Callable[[], datetime] | None = None,
        most_held: int = MOST_HELD,
    ) -> None:
        """Set up the store; nothing is read or written yet.

        Args:
            checkpointer: Where it lives. It stays yours to open and close.
            index: How items are searched by meaning; None: queries are refused.
            ttl: Minutes that items live by default, and whether reading one starts its
                time anew, which it does unless this says otherwise. Nothing is swept.
            clock: Gives the time; None: the system's.
            most_held: Items held in memory for searching; beyond it, the namespaces unused
                for longest are read again when they are next searched.

        Raises:
            ConfigError: When `checkpointer` is none.
        """
        self.ttl_config = ttl
        self._index = index
        self._clock = clock or _utc_now
        self._access = Access(checkpointer)
        self._keeper = Keeper(index, self._access.new_lock, most_held)

    @property
    def index(self) -> VectorIndex | None:
        """How items are searched by meaning, or None."""
        return self._index

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations: all reads, then all writes.

        Args:
            ops: The operations.

        Returns:
            Their results, in order.

        Raises:
            StoreError: When the checkpointer fails, a value cannot be stored, a query has
                no index to go to or cannot be embedded; and on the thread of the event
                loop that the checkpointer works on, where `abatch` does it.
            IndexMismatchError: When other embeddings made the vectors of this store.
            InvalidNamespaceError: When a namespace is no good.
            ValueError: When another argument is no good.
        """
        wanted = self._plan(ops)
        if not wanted.size:
            return []
        self._access.check_thread()
        embedded = Embedded()
        if self._index is not None and (texts := self._texts(wanted)):
            embedded = embed(self._index.embeddings, texts)
        outcome = self._access.run(self._work(wanted, embedded))
        return _reported(outcome, embedded)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations from asynchronous code; otherwise like `batch`."""
        wanted = self._plan(ops)
        if not wanted.size:
            return []
        embedded = Embedded()
        if self._index is not None and (texts := self._texts(wanted)):
            embedded = await aembed(self._index.embeddings, texts)
        outcome = await self._access.arun(self._work(wanted, embedded))
        return _reported(outcome, embedded)

    def purge(self, prefixes: Iterable[Sequence[str]]) -> list[str]:
        """Remove what deletion and age have left behind in namespaces without items.

        These are the marks of deleted items, items past their ttl, and the namespaces'
        entries in the catalogue. A SQLite database is then made anew without what was
        deleted, which locks it meanwhile and for a moment takes its size again on disk.

        Args:
            prefixes: First labels of the namespaces; those with items are left alone.

        Returns:
            What is beyond its reach, in words.

        Raises:
            StoreError: When the checkpointer fails; and where `batch` does.
            InvalidNamespaceError: When a label is no good.
        """
        wanted = [checked_labels(prefix) for prefix in prefixes]
        self._access.check_thread()
        return self._access.run(purge(self._keeper, wanted, self._clock))

    async def apurge(self, prefixes: Iterable[Sequence[str]]) -> list[str]:
        """Purge from asynchronous code; otherwise like `purge`."""
        wanted = [checked_labels(prefix) for prefix in prefixes]
        return await self._access.arun(purge(self._keeper, wanted, self._clock))

    def _plan(self, ops: Iterable[Op]) -> Plan:
        return plan(ops, None if self._index is None else self._index.fields)

    def _texts(self, wanted: Plan) -> Wanted | None:
        documents, queries = wanted.documents, wanted.queries
        if not documents and not queries:
            return None
        probe = self._keeper.wants_probe
        return Wanted(documents=documents, queries=queries, probe=probe)

    def _work(self, wanted: Plan, embedded: Embedded) -> Work[Outcome]:
        return execute(self._keeper, self._clock, wanted, embedded)


def _reported(outcome: Outcome, embedded: Embedded) -> list[Result]:
    if outcome.owed:
        msg = (
            f"{outcome.owed} items were kept without vectors, so that a query does not "
            f"rank them until they are put again: {embedded.failure or 'wrong dimensions'}"
        )
        warnings.warn(msg, MemoryWarning, stacklevel=3)
    return outcome.results
