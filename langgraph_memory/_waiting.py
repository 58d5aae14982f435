"""How long the memory waits for others, and how long it lets them rest after a failure."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class NoAnswerError(TimeoutError):
    """There was no answer in the time that the memory waits."""


_ENDING = "interpreter shutdown"
"""Said where no thread is started because the interpreter ends (from Python 3.12 on)."""


def within(seconds: float | None, call: Callable[[], T], who: str) -> T:
    """Call something that may hang, in a thread that is left alone then.

    Args:
        seconds: How long to wait; None: as long as it takes, in this thread.
        call: What to call, in a copy of the present context.
        who: Whom one waits for, for the error's words.

    Returns:
        What the call returns.

    Raises:
        NoAnswerError: When there is no answer in time.
        RuntimeError: When no thread can be started, other than at the interpreter's end.
    """
    if seconds is None:
        return call()
    answer: SimpleQueue[tuple[T] | BaseException] = SimpleQueue()
    context = copy_context()

    def work() -> None:
        try:
            answer.put((context.run(call),))
        except BaseException as error:  # noqa: BLE001 - it is raised where it was called
            answer.put(error)

    try:
        Thread(target=work, daemon=True, name="langgraph_memory-call").start()
    except RuntimeError as error:
        if _ENDING not in str(error):
            raise
        return call()  # the interpreter ends, and waits not long
    try:
        found = answer.get(timeout=seconds)
    except Empty:
        raise _too_slow(seconds, who) from None
    if isinstance(found, BaseException):
        raise found
    return found[0]


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

    def trip(self) -> None:
        """Note a failure."""
        self._until = time.monotonic() + self.rest

    def close(self) -> None:
        """Note that what failed is there after all."""
        self._until = 0.0
