"""Warnings of parts that know of no graph, heard by the turn that they work for."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from langgraph_memory.errors import MemoryWarning

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def warn(message: str, stacklevel: int = 2) -> None:
    """Warn, and tell whoever listens.

    Args:
        message: What went wrong.
        stacklevel: How far up is the code to name, from the caller on, as in the standard
            library's function of this name.
    """
    listener = _LISTENER.get()
    if listener is not None:
        listener(message)
    warnings.warn(message, MemoryWarning, stacklevel=stacklevel + 1)


@contextmanager
def heard(listener: Callable[[str], None]) -> Iterator[None]:
    """Listen to warnings of what is done meanwhile in this context.

    Args:
        listener: Takes each message, however often it comes.

    Yields:
        Nothing.
    """
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
