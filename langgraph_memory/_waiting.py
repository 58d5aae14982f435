"""How long the memory waits for others, and how long it lets them rest after a failure."""

from __future__ import annotations

import asyncio
import atexit
import time
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Late: TypeAlias = Callable[[BaseException], None]
"""Takes an error that comes when nobody waits any more."""


class NoAnswerError(TimeoutError):
    """There was no answer in the time that the memory waits."""


_ENDING = "interpreter shutdown"
"""Said where no thread is started because the interpreter ends (from Python 3.12 on)."""


def within(
    seconds: float | None, call: Callable[[], T], who: str, late: Late | None = None
) -> T:
    """Call something that may hang, in a thread that is left alone then.

    Args:
        seconds: How long to wait; None: as long as it takes, in this thread.
        call: What to call, in a copy of the present context.
        who: Whom one waits for, for the error's words.
        late: Takes the error of a call that fails when nobody waits for it any more, or
            has not ended when the process does.

    Returns:
        What the call returns.

    Raises:
        NoAnswerError: When there is no answer in time.
        RuntimeError: When no thread can be started, other than at the interpreter's end.
    """
    if seconds is None:
        return call()
    waiting: _Call[T] = _Call(late)
    context = copy_context()

    def work() -> None:
        try:
            waiting.answer((context.run(call),))
        except BaseException as error:  # noqa: BLE001 - it is raised where it was called
            waiting.answer(error)

    try:
        Thread(target=work, daemon=True, name="langgraph_memory-call").start()
    except RuntimeError as error:
        if _ENDING not in str(error):
            raise
        return call()  # the interpreter ends, and waits not long
    found = waiting.wait(seconds)
    if found is None:
        raise _too_slow(seconds, who)
    if isinstance(found, BaseException):
        raise found
    return found[0]


class _Call(Generic[T]):
    """A call in another thread, and whether anybody waits for it."""

    def __init__(self, late: Late | None) -> None:
        self._late = late
        self._answer: tuple[T] | BaseException | None = None
        self._there = Event()
        self._lock = Lock()

    def answer(self, answer: tuple[T] | BaseException) -> None:
        with self._lock:
            self._answer = answer
            self._there.set()
        if self in _LEFT:
            _LEFT.discard(self)
            if isinstance(answer, BaseException):
                self.tell(answer)

    def wait(self, seconds: float) -> tuple[T] | BaseException | None:
        """The answer; None when there is none in time."""
        self._there.wait(seconds)
        with self._lock:
            if self._answer is None:
                _LEFT.add(self)
            return self._answer

    def tell(self, error: BaseException) -> None:
        if self._late is not None:
            self._late(error)


_LEFT: set[_Call[Any]] = set()


@atexit.register
def _end() -> None:
    while _LEFT:
        _LEFT.pop().tell(NoAnswerError("the process ended before it was done"))


async def outlasting(
    seconds: float | None, answer: Awaitable[T], who: str, late: Late | None = None
) -> T:
    """Await something that goes on when it is not waited for; otherwise like `within`."""
    if seconds is None:
        return await answer
    task = asyncio.ensure_future(answer)
    try:
        done, _ = await asyncio.wait((task,), timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait((task,))
        raise
    if done:
        return await task

    def ended(task: asyncio.Future[T]) -> None:
        _GOING_ON.discard(task)
        stopped = NoAnswerError("its event loop ended before it was done")
        error = stopped if task.cancelled() else task.exception()
        if error is not None and late is not None:
            late(error)

    _GOING_ON.add(task)  # an event loop alone would not keep it alive
    task.add_done_callback(ended)
    raise _too_slow(seconds, who)


_GOING_ON: set[asyncio.Future[Any]] = set()


async def awithin(seconds: float | None, answer: Awaitable[T], who: str) -> T:
    """Await something that may hang; otherwise like `within`."""
    try:
        async with asyncio.timeout(seconds) as limit:
            return await answer
    except TimeoutError:
        if limit.expired():
            raise _too_slow(seconds, who) from None
        raise  # it is the other's own


def _too_slow(seconds: float | None, who: str) -> NoAnswerError:
    return NoAnswerError(f"the {who} gave no answer within {seconds} seconds")


AFTER_SILENCE = 60.0
"""Seconds that what gave no answer in time is left alone."""


class Breaker:
    """Open for a while after each failure of what it stands before.

    While it is open nothing is asked of it, so that what is away costs one warning and one
    wait, instead of one of each per node and step.
    """

    def __init__(self, rest: float = 10.0) -> None:
        """Start closed.

        Args:
            rest: Seconds that it stays open after a failure.
        """
        self.rest = rest
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the memory rests."""
        return time.monotonic() < self._until

    def trip(self, rest: float | None = None) -> None:
        """Note a failure.

        Args:
            rest: Seconds that it stays open this time; None: as many as ever.
        """
        self._until = time.monotonic() + (self.rest if rest is None else rest)

    def close(self) -> None:
        """Note that what failed is there after all."""
        self._until = 0.0
