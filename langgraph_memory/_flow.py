"""Requests to the outside, and the two drivers that answer them.

A step of the memory is a generator that yields requests and is sent their answers. It is
written once; `run` answers from synchronous code, `arun` from asynchronous code. An error
of the outside is thrown into the generator at its yield.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig
from langgraph.constants import TAG_NOSTREAM
from langgraph.store.base import BaseStore, Op, Result, SearchItem, SearchOp

from langgraph_memory.errors import MemoryWarning, ModelReplyError, StoreError
from langgraph_memory.facts.text import content_text

T = TypeVar("T")

_REST = 10.0


@dataclass(frozen=True)
class Batch:
    """Store operations that do not depend on each other; answered by their results."""

    ops: tuple[Op, ...]


@dataclass(frozen=True)
class Ask:
    """A question to the memory's chat model; answered by the text of its reply."""

    messages: tuple[BaseMessage, ...]
    purpose: str


@dataclass(frozen=True)
class Embed:
    """Texts to embed as documents; answered by a list of vectors."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Emit:
    """A custom stream event; answered by None."""

    event: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Warn:
    """A failure to report as a `MemoryWarning`; answered by None."""

    message: str


Request = Batch | Ask | Embed | Emit | Warn
Steps = Generator[Request, Any, T]


class Breaker:
    """Open for ten seconds after each failure of the store.

    While it is open the memory's nodes do nothing, so that a store that is away costs one
    warning and no waiting, instead of one of each per node and step.
    """

    def __init__(self) -> None:
        """Start closed."""
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the memory rests."""
        return time.monotonic() < self._until

    def trip(self) -> None:
        """Note a failure."""
        self._until = time.monotonic() + _REST

    def close(self) -> None:
        """Note that the store is there after all."""
        self._until = 0.0


def ignore_event(event: Any) -> None:
    """Take a custom event where no stream listens."""


@dataclass(frozen=True, kw_only=True)
class Outside:
    """What the requests are answered with."""

    store: BaseStore | None = None
    model: BaseChatModel | None = None
    embeddings: Callable[[], Embeddings] | None = None
    write: Callable[[Any], None] = field(default=ignore_event)
    breaker: Breaker = field(default_factory=Breaker)

    @property
    def by_meaning(self) -> bool:
        """Whether the store can search by meaning; stores that do not say so are asked."""
        for name in ("index", "index_config"):
            if hasattr(self.store, name):
                return getattr(self.store, name) is not None
        return self.store is not None

    def need_store(self) -> BaseStore:
        """The store, or an error that says how to give one.

        Raises:
            StoreError: When there is none.
        """
        if self.store is None:
            msg = (
                "the graph has no store, so nothing is remembered: compile it with "
                "builder.compile(checkpointer=saver, store=memory.store(saver))"
            )
            raise StoreError(msg)
        return self.store


def batch(ops: Iterable[Op]) -> Steps[list[Result]]:
    """Send operations to the store in one batch; an empty one costs nothing.

    Args:
        ops: The operations.

    Returns:
        Their results, in order.
    """
    wanted = tuple(ops)
    if not wanted:
        return []
    results: list[Result] = yield Batch(wanted)
    return results


def search(ops: Iterable[SearchOp]) -> Steps[list[list[SearchItem]]]:
    """Search in one batch.

    Args:
        ops: The searches.

    Returns:
        Their hits, in order.
    """
    results = yield from batch(ops)
    return [
        [hit for hit in result if isinstance(hit, SearchItem)]
        if isinstance(result, list)
        else []
        for result in results
    ]


def ask(messages: Iterable[BaseMessage], purpose: str) -> Steps[str]:
    """Ask the memory's chat model.

    Args:
        messages: The prompt.
        purpose: What for; names the call in traces.

    Returns:
        The text of the reply.

    Raises:
        ModelReplyError: When the call fails, whatever the reason.
    """
    try:
        reply: str = yield Ask(tuple(messages), purpose)
    except Exception as error:
        msg = f"the memory's model failed: {type(error).__name__}: {error}"
        raise ModelReplyError(msg) from error
    return reply


def run(steps: Steps[T], outside: Outside) -> T:
    """Drive a generator of requests from synchronous code.

    Args:
        steps: The generator.
        outside: What answers it.

    Returns:
        The generator's value.
    """
    try:
        request = next(steps)
        while True:
            try:
                answer = _answer(request, outside)
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                request = steps.throw(error)
            else:
                request = steps.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value


async def arun(steps: Steps[T], outside: Outside) -> T:
    """Drive a generator of requests from asynchronous code.

    Args:
        steps: The generator.
        outside: What answers it.

    Returns:
        The generator's value.
    """
    try:
        request = next(steps)
        while True:
            try:
                answer = await _aanswer(request, outside)
            except Exception as error:  # noqa: BLE001  the generator decides what to do
                request = steps.throw(error)
            else:
                request = steps.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value


def _answer(request: Request, outside: Outside) -> Any:
    match request:
        case Batch(ops):
            with _watched(outside.breaker):
                return outside.need_store().batch(ops)
        case Ask(messages, purpose):
            reply = _need(outside.model).invoke(list(messages), _quiet(purpose))
            return content_text(reply.content)
        case Embed(texts):
            return _need(outside.embeddings)().embed_documents(list(texts))
        case _:
            return _tell(request, outside)


async def _aanswer(request: Request, outside: Outside) -> Any:
    match request:
        case Batch(ops):
            with _watched(outside.breaker):
                return await outside.need_store().abatch(ops)
        case Ask(messages, purpose):
            reply = await _need(outside.model).ainvoke(list(messages), _quiet(purpose))
            return content_text(reply.content)
        case Embed(texts):
            return await _need(outside.embeddings)().aembed_documents(list(texts))
        case _:
            return _tell(request, outside)


@contextmanager
def _watched(breaker: Breaker) -> Iterator[None]:
    try:
        yield
    except Exception:
        breaker.trip()
        raise


def _tell(request: Emit | Warn, outside: Outside) -> None:
    if isinstance(request, Emit):
        outside.write({"event": request.event, **request.data})
    else:
        warnings.warn(request.message, MemoryWarning, stacklevel=2)


def _need(helper: T | None) -> T:
    if helper is None:
        msg = "a step asked for a model or embeddings that were not given"
        raise TypeError(msg)
    return helper


def _quiet(purpose: str) -> RunnableConfig:
    # The tag keeps the tokens of the memory's own calls out of stream_mode="messages".
    return {"run_name": f"memory:{purpose}", "tags": [TAG_NOSTREAM]}
