"""Access to a checkpointer, whichever half of it works, from both kinds of code.

Work is done where the checkpointer lives: on the calling thread (or a worker thread, for
asynchronous code) when it has a synchronous half of its own, else on its event loop.
"""

from __future__ import annotations

import asyncio
import threading
import uuid
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.store.appending import (
    PROBE,
    PROBES,
    Versions,
    known_to_overwrite,
    overwrites,
)
from langgraph_memory.store.cells import (
    checkpoint_of,
    config_of,
    metadata,
    payload_of,
    versions,
)
from langgraph_memory.store.connections import SQLITE, connection_of, package_of
from langgraph_memory.store.scanning import Cells, ascan, scan
from langgraph_memory.store.shrinking import aclear, clear
from langgraph_memory.store.together import Manner, atogether, manner, together
from langgraph_memory.store.work import (
    Acquire,
    Aside,
    Driving,
    Drop,
    Lock,
    Read,
    Request,
    Scan,
    Shrink,
    Work,
    Write,
    WriteAll,
)

T = TypeVar("T")
Saver = BaseCheckpointSaver[Any]


class Access:
    """One checkpointer, and where its work is done.

    Attributes:
        in_process: Whether it answers from this process or its disk.
    """

    def __init__(self, checkpointer: Any, *, quick: bool = True) -> None:
        """Find out which half of the checkpointer works.

        Args:
            checkpointer: The checkpointer.
            quick: Whether nothing but the checkpointer is waited for.

        Raises:
            ConfigError: When it is no checkpointer, or implements neither half.
        """
        if not isinstance(checkpointer, BaseCheckpointSaver):
            msg = (
                f"a checkpointer is a BaseCheckpointSaver, not {checkpointer!r}; "
                "from_conn_string(...) gives a context manager, which `with` opens"
            )
            raise ConfigError(msg)
        loop = getattr(checkpointer, "loop", None)
        self._saver = checkpointer
        self._loop = loop if isinstance(loop, asyncio.AbstractEventLoop) else None
        self._on_loop = self._loop is not None or not _has(checkpointer, "put")
        if self._on_loop and not _has(checkpointer, "aput"):
            msg = f"{type(checkpointer).__name__} implements neither put nor aput"
            raise ConfigError(msg)
        self._overwrites = True if known_to_overwrite(checkpointer) else None
        self._versions = Versions()
        self._in_memory = isinstance(checkpointer, InMemorySaver)
        self._inline = self._in_memory and quick
        local = self._in_memory or package_of(connection_of(checkpointer)) == SQLITE
        self.in_process = local and quick
        self._guard = _guard(checkpointer) if self._in_memory else nullcontext()

    @property
    def manner(self) -> Manner:
        """How it writes."""
        return manner(self._saver)

    def new_lock(self) -> Lock:
        """A lock for code that runs where the checkpointer lives."""
        return asyncio.Lock() if self._on_loop else threading.Lock()

    def check_thread(self) -> None:
        """Make sure that `run` may be called here.

        Raises:
            StoreError: On the thread of the checkpointer's own event loop, which would
                wait for itself, and when that loop does not run.
        """
        if not self._on_loop:
            return
        name = type(self._saver).__name__
        if self._loop is not None and self._loop is _running_loop():
            msg = (
                f"{name} works on the event loop of this thread, which a synchronous call "
                "would block for ever: use `await store.aget(...)`, `aput`, `asearch` or "
                "`abatch` here; the synchronous methods work from other threads"
            )
            raise StoreError(msg)
        if self._loop is None or not self._loop.is_running():
            msg = (
                f"{name} works on its event loop only, and none is running: use the "
                "asynchronous methods, or a checkpointer with a synchronous half"
            )
            raise StoreError(msg)

    def run(self, work: Work[T]) -> T:
        """Do the work from synchronous code, where `check_thread` passes.

        Args:
            work: The generator.

        Returns:
            Its value.

        Raises:
            StoreError: When the checkpointer fails.
        """
        if self._on_loop and self._loop is not None:
            return asyncio.run_coroutine_threadsafe(self._drive(work), self._loop).result()
        driving = Driving(work)
        while request := driving.request():
            try:
                driving.answer(self._perform(request))
            except BaseException as error:  # noqa: BLE001 - it comes out of the work again
                driving.fail(error)
        return driving.value

    async def arun(self, work: Work[T]) -> T:
        """Do the work from asynchronous code, on any event loop.

        Args:
            work: The generator.

        Returns:
            Its value.

        Raises:
            StoreError: When the checkpointer fails, or its event loop stands still.
        """
        if self._inline:  # takes microseconds, less than the way to another thread
            return self.run(work)
        if not self._on_loop:
            return await asyncio.to_thread(self.run, work)
        here = asyncio.get_running_loop()
        if self._loop is None or self._loop.is_closed():
            self._loop = here
        if self._loop is here:
            return await self._drive(work)
        self.check_thread()
        there = asyncio.run_coroutine_threadsafe(self._drive(work), self._loop)
        return await asyncio.wrap_future(there)

    async def _drive(self, work: Work[T]) -> T:
        driving = Driving(work)
        while request := driving.request():
            try:
                driving.answer(await self._aperform(request))
            except BaseException as error:  # noqa: BLE001 - it comes out of the work again
                driving.fail(error)
        return driving.value

    def _perform(self, request: Request) -> Any:
        if isinstance(request, Acquire | Aside):
            call = (
                request.lock.acquire if isinstance(request, Acquire) else request.function
            )
            return call()
        saver, serde = self._saver, self._saver.serde
        with self._guard:
            if isinstance(request, WriteAll):
                return self._put(request)
            if isinstance(request, Drop | Shrink):
                return clear(saver, request)
            if isinstance(request, Scan):
                return [] if self._unknown(request) else self._scan(request.thread)
            if self._unknown(request):
                return None
            found = saver.get_tuple(config_of(request.thread, request.cell))
            return payload_of(found, serde) if found else None

    def _scan(self, thread: str) -> Cells:
        cells, others = scan(self._saver, thread)
        if self._versions.should_prune(len(cells), others):
            try:
                self._saver.prune([thread], strategy="keep_latest")
            except (AttributeError, NotImplementedError):
                self._versions.prunes = False
        return cells

    async def _aperform(self, request: Request) -> Any:
        if isinstance(request, Acquire):
            acquired = request.lock.acquire()
            return acquired if isinstance(acquired, bool) else await acquired
        if isinstance(request, Aside):
            return await asyncio.to_thread(request.function)
        saver, serde = self._saver, self._saver.serde
        if isinstance(request, WriteAll):
            return await self._aput(request)
        if isinstance(request, Read):
            found = await saver.aget_tuple(config_of(request.thread, request.cell))
            return payload_of(found, serde) if found else None
        if isinstance(request, Drop | Shrink):
            return await aclear(saver, request)
        return await self._ascan(request.thread)

    async def _ascan(self, thread: str) -> Cells:
        cells, others = await ascan(self._saver, thread)
        if self._versions.should_prune(len(cells), others):
            try:
                await self._saver.aprune([thread], strategy="keep_latest")
            except (AttributeError, NotImplementedError):
                self._versions.prunes = False
        return cells

    def _put(self, request: WriteAll) -> bool:
        if self._overwrites is None:
            cell = uuid.uuid4().hex
            with suppress(Exception):  # a saver may refuse an id that it has
                for payload in PROBES:
                    self._saver.put(*self._arguments(Write(PROBE, cell, payload)))
            rows = self._saver.list(config_of(PROBE, cell))
            self._overwrites = overwrites(rows, self._saver.serde)
        arguments = [self._arguments(write) for write in request.writes]
        with together(self._saver) as saver:
            for one in arguments:
                saver.put(*one)
        return self._versions.is_full(request.writes[-1].thread)

    async def _aput(self, request: WriteAll) -> bool:
        if self._overwrites is None:
            cell = uuid.uuid4().hex
            with suppress(Exception):  # a saver may refuse an id that it has
                for payload in PROBES:
                    await self._saver.aput(*self._arguments(Write(PROBE, cell, payload)))
            rows = [row async for row in self._saver.alist(config_of(PROBE, cell))]
            self._overwrites = overwrites(rows, self._saver.serde)
        arguments = [self._arguments(write) for write in request.writes]
        async with atogether(self._saver) as saver:
            for one in arguments:
                await saver.aput(*one)
        return self._versions.is_full(request.writes[-1].thread)

    def _arguments(self, request: Write) -> tuple[Any, ...]:
        """What a checkpointer's `put` takes to write a cell."""
        config = config_of(request.thread, request.cell)
        serde = self._saver.serde
        if self._overwrites is False:
            number = self._versions.next_id(request.thread)
            checkpoint = checkpoint_of(request.payload, serde, number)
            return config, checkpoint, metadata(), versions(number)
        return config, checkpoint_of(request.payload, serde), metadata(), versions()

    def _unknown(self, request: Read | Scan) -> bool:
        # InMemorySaver makes an entry for all that is asked for; so it is not asked.
        if not isinstance(self._saver, InMemorySaver):
            return False
        cells = self._saver.storage.get(request.thread, {})
        return not cells or (isinstance(request, Read) and request.cell not in cells)


_GUARDS: WeakKeyDictionary[Saver, threading.Lock] = WeakKeyDictionary()


def _guard(saver: Saver) -> AbstractContextManager[Any]:
    """One lock for all stores on a saver whose dicts must not change while read."""
    return _GUARDS.setdefault(saver, threading.Lock())


def _has(saver: Saver, method: str) -> bool:
    return getattr(type(saver), method) is not getattr(BaseCheckpointSaver, method)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
