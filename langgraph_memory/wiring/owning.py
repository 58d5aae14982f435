"""Owning one's memory: forgetting all of it, taking it along, bringing it back."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from langgraph.store.base import BaseStore

from langgraph_memory._flow import arun, run
from langgraph_memory._outside import Outside
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.nodes._rates import stored_rates
from langgraph_memory.scope import KINDS, Kind, Scope
from langgraph_memory.store import CheckpointStore
from langgraph_memory.wiring.accepting import given, whose
from langgraph_memory.wiring.carrying import Progress, reading, taking, writing
from langgraph_memory.wiring.ready import ReadyNodes

File: TypeAlias = str | PathLike[str] | TextIO

_ELSEWHERE = (
    "the threads of the graphs, which hold the conversations: checkpointer.delete_thread",
    "what other running processes hold in memory, until they end",
    "what was sent to models and traces",
)
_OF_THE_DATABASE = "what the store's database keeps of deleted rows, and its backups"


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """What `Memory.forget` removed.

    Attributes:
        scope: Whose memory it was.
        removed: The keys of the items by kind, each kind in it.
        beyond: After a purge, what is left where it cannot reach, in words.
    """

    scope: Scope
    removed: Mapping[Kind, tuple[str, ...]]
    beyond: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many items were removed."""
        return sum(map(len, self.removed.values()))


class Owning(ReadyNodes):
    """Offers what belongs to a scope to its owner, in any store."""

    def forget(
        self,
        store: BaseStore,
        scope: Scope,
        *,
        purge: bool = False,
        progress: Progress | None = None,
    ) -> Forgotten:
        """Remove all that is remembered of a scope: items, vectors and the archive.

        What a graph of this scope remembers meanwhile may stay; another call removes it.

        Args:
            store: The graph's store.
            scope: Whose memory; nobody else's is touched, whatever the names.
            purge: Also remove what deleting leaves behind: see `CheckpointStore.purge`.
                Stores with a `sweep_ttl` are told to remove what has expired.
            progress: Called with the number of items removed so far, every 1,000 or so.

        Returns:
            What was removed.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When the store fails; what was removed until then is gone.
        """
        removed = run(taking(whose(scope), progress), Outside(store=given(store)))
        self._drop_caches(scope)
        _flush(store)
        beyond = _purge(store, scope) if purge else ()
        return Forgotten(scope=scope, removed=removed, beyond=tuple(beyond))

    async def aforget(
        self,
        store: BaseStore,
        scope: Scope,
        *,
        purge: bool = False,
        progress: Progress | None = None,
    ) -> Forgotten:
        """Forget from asynchronous code; otherwise like `forget`."""
        removed = await arun(taking(whose(scope), progress), Outside(store=given(store)))
        self._drop_caches(scope)
        await asyncio.to_thread(_flush, store)
        beyond = await _apurge(store, scope) if purge else ()
        return Forgotten(scope=scope, removed=removed, beyond=tuple(beyond))

    def export(
        self,
        store: BaseStore,
        scope: Scope,
        file: File,
        *,
        progress: Progress | None = None,
    ) -> int:
        """Write all that is remembered of a scope into a file, as JSON Lines.

        It holds values, keys and times, and no vectors. Others may write meanwhile: what is
        there from the beginning to the end is in the file once, what changes as it was
        before or after, what is deleted or added either is or is not. Only a store that is
        no `CheckpointStore` may lose sight of an item while many others are deleted.

        Args:
            store: The graph's store.
            scope: Whose memory.
            file: A path, at which the file appears when it is complete; or an open text
                file, which stays open.
            progress: Called with the number of items written so far, every 500 or so.

        Returns:
            How many items there are.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
            OSError: When the file cannot be written.
        """
        at_once = isinstance(store, CheckpointStore)
        with _written(file) as out:
            steps = writing(whose(scope), out, at_once=at_once, progress=progress)
            return run(steps, Outside(store=given(store)))

    async def aexport(
        self,
        store: BaseStore,
        scope: Scope,
        file: File,
        *,
        progress: Progress | None = None,
    ) -> int:
        """Export from asynchronous code; otherwise like `export`."""
        at_once = isinstance(store, CheckpointStore)
        with _written(file) as out:
            steps = writing(whose(scope), out, at_once=at_once, progress=progress)
            return await arun(steps, Outside(store=given(store)))

    def import_(
        self,
        store: BaseStore,
        file: File,
        *,
        scope: Scope | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Bring an exported memory into a store, embedded as that store embeds.

        Items keep their keys, so that importing twice is importing once; what the store
        has under other keys stays. A `CheckpointStore` gives them their times again,
        other stores date them anew.

        Args:
            store: The store.
            file: A path, or an open text file, which stays open.
            scope: Whose memory it becomes; None: whose it was.
            progress: Called with the number of items put so far, every 500 or so.

        Returns:
            How many items were put.

        Raises:
            ScopeError: When `scope` is something else.
            StoreError: When the store fails, or the file is no complete export; the items
                before the place of the failure are in the store then.
            OSError: When the file cannot be read.
        """
        into = None if scope is None else whose(scope)
        times = isinstance(store, CheckpointStore)
        with _read(file) as lines:
            steps = reading(lines, into, with_times=times, progress=progress)
            owner, count = run(steps, Outside(store=given(store)))
        self._drop_caches(owner)
        return count

    async def aimport(
        self,
        store: BaseStore,
        file: File,
        *,
        scope: Scope | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Import from asynchronous code; otherwise like `import_`."""
        into = None if scope is None else whose(scope)
        times = isinstance(store, CheckpointStore)
        with _read(file) as lines:
            steps = reading(lines, into, with_times=times, progress=progress)
            owner, count = await arun(steps, Outside(store=given(store)))
        self._drop_caches(owner)
        return count

    def statistics(self, store: BaseStore, scope: Scope) -> Statistics:
        """What a scope's decisions have taught, for `condense(statistics=…)`.

        What was expected of a field depends on the tools that the memory knows, so that
        `condense` is to be given the same ones.

        Args:
            store: The graph's store.
            scope: Whose.

        Returns:
            Names of tools and fields with the uses expected and observed; nothing that
            tools or users said.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
        """
        steps = stored_rates(whose(scope).namespace("rates"))
        return run(steps, Outside(store=given(store)))

    async def astatistics(self, store: BaseStore, scope: Scope) -> Statistics:
        """The same from asynchronous code; see `statistics`."""
        steps = stored_rates(whose(scope).namespace("rates"))
        return await arun(steps, Outside(store=given(store)))

    def _drop_caches(self, scope: Scope) -> None:
        for namespace in map(scope.namespace, KINDS):
            self.settings.shelf.forget(namespace)
            self.settings.lanes.forget(namespace)
            self.settings.ledger.forget(namespace)
            self.settings.profiles.forget(namespace)
        self.settings.writes.reset(scope)


def _flush(store: BaseStore) -> None:
    if isinstance(store, CheckpointStore) and store.index is not None:
        store.index.flush()


def _purge(store: BaseStore, scope: Scope) -> list[str]:
    if isinstance(store, CheckpointStore):
        return [*store.purge(map(scope.namespace, KINDS)), *_ELSEWHERE]
    sweep: Any = getattr(store, "sweep_ttl", None)
    if sweep is not None and not inspect.iscoroutinefunction(sweep):
        sweep()
    return [_OF_THE_DATABASE, *_ELSEWHERE]


async def _apurge(store: BaseStore, scope: Scope) -> list[str]:
    if isinstance(store, CheckpointStore):
        return [*await store.apurge(map(scope.namespace, KINDS)), *_ELSEWHERE]
    sweep: Any = getattr(store, "sweep_ttl", None)
    if inspect.iscoroutinefunction(sweep):
        await sweep()
    elif sweep is not None:
        await asyncio.to_thread(sweep)
    return [_OF_THE_DATABASE, *_ELSEWHERE]


@contextmanager
def _written(file: File) -> Iterator[TextIO]:
    if not isinstance(file, str | PathLike):
        yield file
        return
    path = Path(file)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _read(file: File) -> Iterator[TextIO]:
    if not isinstance(file, str | PathLike):
        yield file
        return
    with Path(file).open(encoding="utf-8") as lines:
        yield lines
