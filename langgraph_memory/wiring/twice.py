"""Work that is written once, for synchronous and asynchronous code.

It is a generator of calls that reach out; each call is there twice. What a call raises is
thrown into the generator at its yield.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from langgraph_memory._driving import adrive, drive

T = TypeVar("T")


@dataclass(frozen=True)
class Twice:
    """A call that reaches out.

    Attributes:
        now: Does it from synchronous code.
        later: Does it from asynchronous code.
    """

    now: Callable[[], Any]
    later: Callable[[], Awaitable[Any]]


Work: TypeAlias = Generator[Twice, Any, T]


def done(work: Work[T]) -> T:
    """Do work from synchronous code."""
    return drive(work, lambda call: call.now())


async def adone(work: Work[T]) -> T:
    """Do work from asynchronous code."""
    return await adrive(work, lambda call: call.later())
