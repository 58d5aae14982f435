"""The store's work: a generator of requests to the checkpointer, and how it is driven.

So the work is written once. `Access` answers its requests from synchronous code or from
asynchronous code; an error of the checkpointer is thrown into it where it made the request.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from langgraph_memory.errors import LangGraphMemoryError, StoreError

T = TypeVar("T")
Lock: TypeAlias = "threading.Lock | asyncio.Lock"


@dataclass(frozen=True, slots=True)
class Read:
    """Read one cell; answered by its payload or None."""

    thread: str
    cell: str


@dataclass(frozen=True, slots=True)
class Scan:
    """Read a thread; answered by a list of pairs of cell and payload."""

    thread: str


@dataclass(frozen=True, slots=True)
class Write:
    """One cell to be written, in place of what it held."""

    thread: str
    cell: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class WriteAll:
    """Write some cells, together where the checkpointer can, else one after the other.

    Answered by whether the thread of the last one is full of old versions, and should be
    left.
    """

    writes: Sequence[Write]


@dataclass(frozen=True, slots=True)
class Drop:
    """Delete a thread; answered by whether the checkpointer can."""

    thread: str


@dataclass(frozen=True, slots=True)
class Shrink:
    """Give back what was deleted; answered by a list of what that leaves."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Call something that may take long, without holding up an event loop.

    Answered by what it returns.
    """

    function: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Acquire:
    """Wait for a lock; answered by None. Whoever asked releases it."""

    lock: Lock


Request = Read | Scan | WriteAll | Drop | Shrink | Aside | Acquire
Work = Generator[Request, Any, T]


def read(thread: str, cell: str) -> Work[bytes | None]:
    """Read one cell."""
    payload: bytes | None = yield Read(thread, cell)
    return payload


def scan(thread: str) -> Work[list[tuple[str, bytes]]]:
    """Read a whole thread."""
    cells: list[tuple[str, bytes]] = yield Scan(thread)
    return cells


def write_all(*writes: Write) -> Work[bool]:
    """Write some cells; see `WriteAll`."""
    full: bool = yield WriteAll(writes)
    return full


class Driving(Generic[T]):
    """A work on its way, from request to request.

    Attributes:
        value: What the work returned, as soon as there are no more requests.
    """

    value: T

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self._resume: Callable[[], Request] = partial(next, work)

    def request(self) -> Request | None:
        """Go on to the next request; None at the end of the work.

        Raises:
            StoreError: When the work fails.
        """
        try:
            return self._resume()
        except StopIteration as stop:
            self.value = stop.value
            return None

    def answer(self, answer: Any) -> None:
        """Answer the last request."""
        self._resume = partial(self._work.send, answer)

    def fail(self, error: BaseException) -> None:
        """Say that the last request failed; the work then lets go of its locks."""
        if isinstance(error, Exception) and not isinstance(error, LangGraphMemoryError):
            message = f"the checkpointer failed: {type(error).__name__}: {error}"
            wrapped = StoreError(message)
            wrapped.__cause__ = error
            error = wrapped
        self._resume = partial(self._work.throw, error)
