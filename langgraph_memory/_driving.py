"""Driving generators of requests: the one loop, for synchronous and asynchronous code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

Request = TypeVar("Request")
T = TypeVar("T")


def drive(steps: Generator[Request, Any, T], answer: Callable[[Request], Any]) -> T:
    """Answer all requests of a generator from synchronous code.

    Args:
        steps: The generator. What answering a request raises is thrown into it at its
            yield.
        answer: Answers a request.

    Returns:
        The generator's value.
    """
    try:
        request = next(steps)
        while True:
            try:
                answered = answer(request)
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                request = steps.throw(error)
            else:
                request = steps.send(answered)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        steps.close()


async def adrive(
    steps: Generator[Request, Any, T], answer: Callable[[Request], Awaitable[Any]]
) -> T:
    """Answer all requests of a generator from asynchronous code; otherwise like `drive`."""
    try:
        request = next(steps)
        while True:
            try:
                answered = await answer(request)
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                request = steps.throw(error)
            else:
                request = steps.send(answered)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        steps.close()
