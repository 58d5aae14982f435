"""Work that the turn does not wait for: a few threads, or tasks of the event loop."""

from __future__ import annotations

import asyncio
import atexit
import time
import warnings
from asyncio import AbstractEventLoop, Semaphore, Task
from collections import deque
from collections.abc import Hashable
from contextvars import Context, copy_context
from dataclasses import dataclass, replace
from functools import partial
from threading import Condition, Thread
from weakref import WeakKeyDictionary, WeakSet

from langgraph_memory._flow import arun, run
from langgraph_memory._outside import Outside, Work, ignore_event
from langgraph_memory.errors import LangGraphMemoryError, MemoryWarning

_AT_ONCE = 2
"""Pieces of work done at the same time: by threads, and by each event loop."""

_MOST_WAITING = 100
_AT_EXIT = 10.0
"""Seconds that the interpreter's end waits for what is not done yet."""

_GLANCE = 0.5
"""Seconds after which one who waits looks whether an event loop has stopped meanwhile."""


@dataclass(frozen=True)
class _Job:
    """One piece of work, in a copy of the context that it was given in."""

    name: Hashable
    work: Work
    outside: Outside
    context: Context


class Background:
    """Does work beside the turns, a little at a time; see `Worker`.

    Each piece has its own steps and its own scope; nothing is shared but the queue. The
    work reports its own failures; what it raises all the same is kept for `drain`.
    """

    def __init__(self) -> None:
        """Start idle; threads come with the work and go with it."""
        self._turn = Condition()
        self._names: set[Hashable] = set()
        self._queue: deque[_Job] = deque()
        self._threads = 0
        self._tasks: set[Task[None]] = set()
        self._room: WeakKeyDictionary[AbstractEventLoop, Semaphore] = WeakKeyDictionary()
        self._raised: list[BaseException] = []
        self._closed = False

    def start(self, name: Hashable, work: Work, outside: Outside) -> bool:
        """Take work from synchronous code; see `Worker`."""
        job = _job(name, work, outside)
        with self._turn:
            if not self._enter(name):
                return name in self._names
            self._queue.append(job)
            if self._threads < _AT_ONCE:
                self._threads += 1
                Thread(target=self._serve, daemon=True, name="langgraph_memory").start()
        return True

    def astart(self, name: Hashable, work: Work, outside: Outside) -> bool:
        """Take work for the running event loop; see `Worker`."""
        job = _job(name, work, outside)
        loop = asyncio.get_running_loop()
        with self._turn:
            if not self._enter(name):
                return name in self._names
            room = self._room.setdefault(loop, Semaphore(_AT_ONCE))
        task = loop.create_task(_adone(job, room), context=job.context)
        with self._turn:
            self._tasks.add(task)
        task.add_done_callback(partial(self._ended, name))
        return True

    def drain(self, timeout: float | None = None) -> bool:
        """Wait until all work is done.

        Args:
            timeout: Seconds to wait at most; None: until it is done.

        Returns:
            Whether it is; not so after the timeout, or when it waits for an event loop
            that is not running.

        Raises:
            BaseExceptionGroup: What work raised, once.
        """
        until = None if timeout is None else time.monotonic() + timeout
        with self._turn:
            while self._names and not self._stalled():
                left = _GLANCE if until is None else until - time.monotonic()
                if left <= 0:
                    break
                self._turn.wait(min(left, _GLANCE))
            raised, self._raised = self._raised, []
            done = not self._names
        if raised:
            msg = "work of the memory in the background failed"
            raise BaseExceptionGroup(msg, raised)
        return done

    def refuse_to_wait(self) -> None:
        """Make sure that waiting here does not stop the event loop that it waits for.

        Raises:
            LangGraphMemoryError: When it does.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        with self._turn:
            own = any(task.get_loop() is loop for task in self._tasks)
        if own:
            msg = "this would wait for the event loop it runs on: await memory.adrain()"
            raise LangGraphMemoryError(msg)

    def close(self, timeout: float | None = None) -> None:
        """Take no more work, and wait for what was taken; what is not done is reported.

        Args:
            timeout: Seconds to wait at most; None: until it is done.
        """
        with self._turn:
            self._closed = True
        try:
            self.drain(timeout)
        finally:
            self._give_up()

    def _give_up(self) -> None:
        with self._turn:
            left = len(self._names)
            for job in self._queue:
                self._names.discard(job.name)
            self._queue.clear()
            tasks, self._tasks = self._tasks, set()
        for task in tasks:
            if not task.get_loop().is_closed():
                task.get_loop().call_soon_threadsafe(task.cancel)
        if left:
            _report(left, "the memory was closed")

    def _enter(self, name: Hashable) -> bool:
        """Note work under a name, unless it is under way or there is no room for it."""
        if self._closed or name in self._names or len(self._names) >= _MOST_WAITING:
            return False
        self._names.add(name)
        _AT_WORK.add(self)
        return True

    def _stalled(self) -> bool:
        """Whether all that is left are tasks of event loops that do not run."""
        idle = sum(not task.get_loop().is_running() for task in self._tasks)
        return idle == len(self._names)

    def _serve(self) -> None:
        while True:
            with self._turn:
                if not self._queue:
                    self._threads -= 1
                    return
                job = self._queue.popleft()
            raised: list[BaseException] = []
            try:
                job.context.run(run, job.work(), job.outside)
            except BaseException as error:  # noqa: BLE001  raised again by `drain`
                raised.append(error)
            self._leave(job.name, raised)

    def _ended(self, name: Hashable, task: Task[None]) -> None:
        cancelled = task.cancelled()
        error = None if cancelled else task.exception()
        with self._turn:
            known = task in self._tasks
            self._tasks.discard(task)
        self._leave(name, [] if error is None else [error])
        if cancelled and known:
            _report(1, "its event loop ended")

    def _leave(self, name: Hashable, raised: list[BaseException]) -> None:
        with self._turn:
            self._names.discard(name)
            self._raised += raised
            self._turn.notify_all()


_AT_WORK: WeakSet[Background] = WeakSet()


def _job(name: Hashable, work: Work, outside: Outside) -> _Job:
    # The run may be over, and its stream closed, when the work is done.
    return _Job(name, work, replace(outside, write=ignore_event), copy_context())


async def _adone(job: _Job, room: Semaphore) -> None:
    async with room:
        await arun(job.work(), job.outside)


def _report(count: int, why: str) -> None:
    msg = f"{why}; answers of the model not written, what rules made stays: {count}"
    warnings.warn(msg, MemoryWarning, stacklevel=3)


@atexit.register
def _finish() -> None:
    for background in list(_AT_WORK):
        background.close(_AT_EXIT)
