"""Asking a store, and waiting for it no longer than is allowed."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from langgraph.store.base import Op, PutOp, Result

from langgraph_memory._outside import Outside
from langgraph_memory._results import checked
from langgraph_memory._waiting import (
    AFTER_SILENCE,
    Late,
    NoAnswerError,
    outlasting,
    within,
)
from langgraph_memory._warnings import heard
from langgraph_memory.errors import MemoryWarning

T = TypeVar("T")

_WHO = "store"


def stored(call: Callable[[], Any], outside: Outside, ops: Sequence[Op]) -> list[Result]:
    """Have a store carry out a batch.

    What it warns of meanwhile is told in events. After a failure it is left alone for a
    while. A batch that takes too long is not stopped, since half of it may be written:
    where it fails later, a `MemoryWarning` says so.

    Args:
        call: The store's `batch` of the operations.
        outside: Whose store it is.
        ops: The operations.

    Returns:
        Their results, in order.

    Raises:
        StoreError: When the store answers what cannot be their results.
        NoAnswerError: When there is no answer in time.
    """
    # Who waits for another thread on that of an event loop may wait for himself.
    seconds = None if _on_loop() else outside.store_patience
    with _watched(outside, ops):
        return checked(ops, within(seconds, call, _WHO, _late(ops)))


async def astored(
    call: Callable[[], Awaitable[Any]], outside: Outside, ops: Sequence[Op]
) -> list[Result]:
    """Have a store carry out a batch from asynchronous code; see `stored`."""
    with _watched(outside, ops):
        answer = outlasting(outside.store_patience, call(), _WHO, _late(ops))
        return checked(ops, await answer)


def followed(call: Callable[[], T], outside: Outside) -> T:
    """Ask a store what has changed; otherwise like `stored`."""
    seconds = None if _on_loop() else outside.store_patience
    with _watched(outside, ()):
        return within(seconds, call, _WHO)


async def afollowed(call: Callable[[], Awaitable[T]], outside: Outside) -> T:
    """Ask a store what has changed from asynchronous code; otherwise like `stored`."""
    with _watched(outside, ()):
        return await outlasting(outside.store_patience, call(), _WHO)


def failure(node: str, error: str) -> dict[str, str]:
    """The event that tells a failure.

    Args:
        node: What failed.
        error: What went wrong.
    """
    return {"event": "memory_error", "node": node, "error": error}


def _on_loop() -> bool:
    """Whether an event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@contextmanager
def _watched(outside: Outside, ops: Sequence[Op]) -> Iterator[None]:
    waits = True

    def listen(message: str) -> None:
        if waits:
            outside.write(failure(_WHO, message))

    try:
        with heard(listen):
            yield
    except NoAnswerError as error:
        outside.breaker.trip(AFTER_SILENCE)
        count = _writes(ops)
        later = f"; writes that may still arrive: {count}" if count else ""
        msg = f"{error}, and is left alone for {AFTER_SILENCE:g} seconds{later}"
        raise NoAnswerError(msg) from error
    except Exception:
        outside.breaker.trip()
        raise
    finally:
        waits = False


def _writes(ops: Sequence[Op]) -> int:
    return sum(isinstance(op, PutOp) for op in ops)


def _late(ops: Sequence[Op]) -> Late | None:
    """What takes the error of writes that come to nothing when no turn waits for them."""
    count = _writes(ops)

    def tell(error: BaseException) -> None:
        msg = f"{count} writes that no turn waited for failed: {error!r}"
        warnings.warn(msg, MemoryWarning, stacklevel=2)

    return tell if count else None
