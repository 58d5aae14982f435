"""Work that is written once, for synchronous and asynchronous code.

It is a generator of calls that reach out; each call is there twice. What a call raises is
thrown into the generator at its yield.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

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
    try:
        call = next(work)
        while True:
            try:
                answer = call.now()
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                call = work.throw(error)
            else:
                call = work.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        work.close()


async def adone(work: Work[T]) -> T:
    """Do work from asynchronous code."""
    try:
        call = next(work)
        while True:
            try:
                answer = await call.later()
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                call = work.throw(error)
            else:
                call = work.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        work.close()
