"""The store that lives in a checkpointer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore, Op, Result, TTLConfig

from langgraph_memory._clock import steady
from langgraph_memory._warnings import warn
from langgraph_memory.errors import StoreError
from langgraph_memory.index.changes import Changes, Since
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store.embedder import Embedder
from langgraph_memory.store.embedding import Embedded, Wanted
from langgraph_memory.store.engine import Outcome, execute
from langgraph_memory.store.keeper import MOST_HELD, Keeper
from langgraph_memory.store.namespaces import Namespace, checked_labels
from langgraph_memory.store.planning import Plan, plan, stamp
from langgraph_memory.store.purging import purge
from langgraph_memory.store.reading import changes
from langgraph_memory.store.reindexing import Progress, Steps, mend, reindex
from langgraph_memory.store.savers import Access
from langgraph_memory.store.work import Work


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

    newest_first = True
    """Said for those who follow it: see the order of a search without a query."""

    tells_nearness = True
    """Said for those who have the items already: see `NearnessOp`."""

    def __init__(
        self,
        checkpointer: BaseCheckpointSaver[Any],
        *,
        index: VectorIndex | None = None,
        ttl: TTLConfig | None = None,
        clock: Callable[[], datetime] | None = None,
        most_held: int = MOST_HELD,
        embedding_timeout: float | None = 60.0,
    ) -> None:
        """Set up the store; nothing is read or written yet.

        Args:
            checkpointer: Where it lives. It stays yours to open and close.
            index: How items are searched by meaning; None: queries are refused.
            ttl: Minutes that items live by default, and whether reading one starts its
                time anew, which it does unless this says otherwise. Nothing is swept.
            clock: Gives the time, aware or in UTC; None: the system's, which also stands in
                where it fails, with a `MemoryWarning`.
            most_held: Items held in memory for searching; beyond it, the namespaces unused
                for longest are read again when they are next searched.
            embedding_timeout: Seconds that one call of the embeddings may take; then it
                counts as failed, and for a minute none is made, but by `reindex`. None:
                any time, which saves a thread for each call, as it does for embeddings
                with an attribute `in_process` that is true.

        Raises:
            ConfigError: When `checkpointer` is none.
        """
        self.ttl_config = ttl
        self._index = index
        self._clock = steady(clock)
        self._access = Access(checkpointer, quick=index is None or not index.waits)
        self._keeper = Keeper(index, self._access.new_lock, most_held, self._access.manner)
        self._embedder = Embedder(index, self._keeper.models, embedding_timeout)

    @property
    def in_process(self) -> bool:
        """Whether it answers from this process or its disk, and is not waited for."""
        return self._access.in_process

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
        embedded = self._embedder.for_batch(wanted)
        outcome = self._access.run(self._work(wanted, embedded))
        if embedded.queries and self._follow(mend(self._keeper)) and not wanted.puts:
            outcome = self._access.run(self._work(wanted, embedded))
        return _reported(outcome, embedded)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations from asynchronous code; otherwise like `batch`."""
        wanted = self._plan(ops)
        if not wanted.size:
            return []
        embedded = await self._embedder.afor_batch(wanted)
        outcome = await self._access.arun(self._work(wanted, embedded))
        if embedded.queries and await self._afollow(mend(self._keeper)) and not wanted.puts:
            outcome = await self._access.arun(self._work(wanted, embedded))
        return _reported(outcome, embedded)

    def reindex(self, *, progress: Progress | None = None) -> int:
        """Embed what has no vectors of the embeddings given, and ought to have.

        These are items whose embedder failed, items put without an index; and if the
        vectors are of other embeddings, all items that have any. From its beginning on the
        store belongs to the embeddings given, and those who opened it with others get an
        IndexMismatchError. It may be interrupted at any time: what is done is kept, and
        the next call does the rest. Items are found meanwhile, those that are not done
        yet without a score.

        Args:
            progress: Called with the number of items done and of all to do, first with 0;
                `bar` draws them.

        Returns:
            How many items were given vectors.

        Raises:
            StoreError: When the store has no index, the checkpointer fails, or nothing can
                be embedded.
        """
        self._access.check_thread()
        done = self._follow(reindex(self._keeper, progress), insist=True)
        self._settle()
        return done

    async def areindex(self, *, progress: Progress | None = None) -> int:
        """Reindex from asynchronous code; otherwise like `reindex`."""
        done = await self._afollow(reindex(self._keeper, progress), insist=True)
        await asyncio.to_thread(self._settle)
        return done

    def _settle(self) -> None:
        current = self._keeper.models.current
        if self._index is not None and current is not None:
            self._index.flush()
            self._index.retire(current.id)

    def _follow(self, steps: Steps, *, insist: bool = False) -> int:
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as stop:
                return int(stop.value)
            if isinstance(step, Wanted):
                answer = self._embedder.anew(step, insist=insist)
            else:
                answer = self._access.run(step)

    async def _afollow(self, steps: Steps, *, insist: bool = False) -> int:
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as stop:
                return int(stop.value)
            if isinstance(step, Wanted):
                answer = await self._embedder.aanew(step, insist=insist)
            else:
                answer = await self._access.arun(step)

    def changes(self, since: Since) -> dict[Namespace, Changes]:
        """Tell what has changed, whoever changed it, so that others can follow.

        Args:
            since: By namespace, the last token; None at first.

        Returns:
            By namespace, what has changed since then.

        Raises:
            StoreError: When the checkpointer fails, when `since` is no mapping; and where
                `batch` does.
        """
        self._access.check_thread()
        return self._access.run(self._changes(since))

    async def achanges(self, since: Since) -> dict[Namespace, Changes]:
        """Tell what has changed to asynchronous code; otherwise like `changes`."""
        return await self._access.arun(self._changes(since))

    def _changes(self, since: Any) -> Work[dict[Namespace, Changes]]:
        if not isinstance(since, Mapping):
            example = "{('memory',): None}"
            msg = f"changes takes tokens by namespace, such as {example}, not {since!r}"
            raise StoreError(msg)
        checked = {checked_labels(name): token for name, token in since.items()}
        return changes(self._keeper, checked, stamp(self._clock()))

    def purge(self, prefixes: Iterable[Sequence[str]]) -> list[str]:
        """Remove what deletion and age have left behind in namespaces without items.

        These are the marks of deleted items, items past their ttl, and the namespaces'
        entries in the catalogue. A SQLite database is then made anew without what was
        deleted, which locks it meanwhile and for a moment takes its size again on disk. A
        PostgreSQL database is vacuumed, which disturbs nobody.

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

    def _work(self, wanted: Plan, embedded: Embedded) -> Work[Outcome]:
        return execute(self._keeper, self._clock, wanted, embedded)


def _reported(outcome: Outcome, embedded: Embedded) -> list[Result]:
    if outcome.owed:
        msg = (
            f"{outcome.owed} items were kept without vectors, so that a query does not "
            f"rank them until they are put again: {embedded.failure or 'wrong dimensions'}"
        )
        warn(msg, stacklevel=3)
    if outcome.unrefreshed is not None:
        msg = f"reading did not start the time of items anew: {outcome.unrefreshed}"
        warn(msg, stacklevel=3)
    return outcome.results
