"""Requests to the outside, and the two drivers that answer them.

A step of the memory is a generator that yields requests and is sent their answers. It is
written once; `run` answers from synchronous code, `arun` from asynchronous code. An error
of the outside is thrown into the generator at its yield.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from langchain_core.embeddings import Embeddings
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig
from langgraph.constants import TAG_NOSTREAM
from langgraph.store.base import Op, Result, SearchItem, SearchOp

from langgraph_memory._driving import adrive, drive
from langgraph_memory._models import shaped
from langgraph_memory._outside import ChatModel, Outside, Role
from langgraph_memory._patience import Patience
from langgraph_memory._storing import afollowed, astored, failure, followed, stored
from langgraph_memory._waiting import awithin, within
from langgraph_memory.errors import MemoryWarning
from langgraph_memory.index.changes import Since

T = TypeVar("T")


@dataclass(frozen=True)
class Batch:
    """Store operations that do not depend on each other; answered by their results."""

    ops: tuple[Op, ...]


@dataclass(frozen=True)
class Follow:
    """Namespaces of a store that is `Followed`; answered by what has changed in each."""

    since: Since


@dataclass(frozen=True)
class Ask:
    """A question to the model of one role; answered by its reply.

    Only `_asking.py` makes it.
    """

    messages: tuple[BaseMessage, ...]
    purpose: Role
    seconds: float | None
    schema: Mapping[str, Any] | None


@dataclass(frozen=True)
class Embed:
    """Texts to embed as documents; answered by a list of vectors.

    Attributes:
        texts: The texts.
        by: By what; None: by the memory's embeddings.
    """

    texts: tuple[str, ...]
    by: Embeddings | None = None


@dataclass(frozen=True)
class Emit:
    """A custom stream event; answered by None."""

    event: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Warn:
    """A failure to report; answered by None.

    It becomes a `MemoryWarning` and a custom event `memory_error`.

    Attributes:
        node: The node, or part, that failed.
        message: What the warning says.
        error: What the event says; None: the same.
    """

    node: str
    message: str
    error: str | None = None


@dataclass(frozen=True)
class Later:
    """Steps that the turn need not wait for; answered by whether they are taken.

    Where steps of the same name are under way, those will do.
    """

    name: Hashable
    steps: Callable[[], Steps[None]]


Request = Batch | Follow | Ask | Embed | Emit | Warn | Later
Steps = Generator[Request, Any, T]


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
    return cast("list[list[SearchItem]]", results)


def run(steps: Steps[T], outside: Outside) -> T:
    """Drive a generator of requests from synchronous code.

    Args:
        steps: The generator.
        outside: What answers it.

    Returns:
        The generator's value.
    """
    return drive(steps, partial(_answer, outside))


async def arun(steps: Steps[T], outside: Outside) -> T:
    """Drive a generator of requests from asynchronous code.

    Args:
        steps: The generator.
        outside: What answers it.

    Returns:
        The generator's value.
    """
    return await adrive(steps, partial(_aanswer, outside))


def _answer(outside: Outside, request: Request) -> Any:
    match request:
        case Batch(ops):
            return stored(partial(outside.need_store().batch, ops), outside, ops)
        case Follow(since):
            return followed(partial(_need(outside.followed).changes, since), outside)
        case Ask():
            ask = partial(_model(request, outside).invoke, *_asked(request))
            return within(_seconds(request, outside), ask, _MODEL)
        case Embed(texts, by):
            embeddings, patience = _embeddings(outside, by)
            return patience.wait(partial(embeddings.embed_documents, list(texts)))
        case Later():
            return _need(outside.worker).start(request.name, request.steps, outside)
        case _:
            return _tell(request, outside)


async def _aanswer(outside: Outside, request: Request) -> Any:
    match request:
        case Batch(ops):
            return await astored(partial(outside.need_store().abatch, ops), outside, ops)
        case Follow(since):
            told = partial(_need(outside.followed).achanges, since)
            return await afollowed(told, outside)
        case Ask():
            reply = _model(request, outside).ainvoke(*_asked(request))
            return await awithin(_seconds(request, outside), reply, _MODEL)
        case Embed(texts, by):
            embeddings, patience = _embeddings(outside, by)
            return await patience.await_(partial(embeddings.aembed_documents, list(texts)))
        case Later():
            return _need(outside.worker).astart(request.name, request.steps, outside)
        case _:
            return _tell(request, outside)


def _tell(request: Emit | Warn, outside: Outside) -> None:
    if isinstance(request, Emit):
        outside.write({"event": request.event, **request.data})
    else:
        outside.write(failure(request.node, request.error or request.message))
        warnings.warn(request.message, MemoryWarning, stacklevel=2)


def _need(helper: T | None) -> T:
    if helper is None:
        msg = "a step asked for what was not given: a model, embeddings, a worker, a feed"
        raise TypeError(msg)
    return helper


_MODEL = "memory's model"


def _embeddings(outside: Outside, by: Embeddings | None) -> tuple[Embeddings, Patience]:
    embeddings = by or _need(outside.embeddings)()
    in_process = getattr(embeddings, "in_process", False)
    seconds = None if in_process else outside.embed_seconds
    return embeddings, Patience(seconds, outside.silence.embedder)


def _model(request: Ask, outside: Outside) -> ChatModel:
    model = _need(outside.models.get(request.purpose))
    return shaped(model, request.schema, outside.answer_tokens)


def _seconds(request: Ask, outside: Outside) -> float | None:
    return outside.patience if request.seconds is None else request.seconds


def _asked(request: Ask) -> tuple[list[BaseMessage], RunnableConfig]:
    # The tag keeps the tokens of the memory's own calls out of stream_mode="messages".
    config = RunnableConfig(run_name=f"memory:{request.purpose}", tags=[TAG_NOSTREAM])
    return list(request.messages), config
