"""Embedding the texts of a batch, before anything is read or written."""

from __future__ import annotations

import asyncio
import math
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import StoreError
from langgraph_memory.store.identity import PROBE

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a batch needs embedded.

    Attributes:
        documents: Texts of items, each once.
        queries: Texts to search by, each once.
        probe: Whether the identity of the embeddings is yet to be checked.
    """

    documents: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    probe: bool = False

    @property
    def texts(self) -> list[str]:
        """What is embedded as documents, the probe last."""
        return [*self.documents, *([PROBE] if self.probe else [])]


@dataclass(frozen=True, kw_only=True)
class Embedded:
    """What came of it.

    Attributes:
        documents: Vector by text: 32-bit floats, little-endian; empty after a failure.
        queries: Vector by query.
        probe: The vector of the probe, if it was wanted.
        failure: Why the documents could not be embedded, or None.
    """

    documents: Mapping[str, bytes] = field(default_factory=dict)
    queries: Mapping[str, Sequence[float]] = field(default_factory=dict)
    probe: bytes | None = None
    failure: Exception | None = None


def embed(embeddings: Embeddings, wanted: Wanted, patience: float | None) -> Embedded:
    """Embed from synchronous code.

    Args:
        embeddings: What embeds.
        wanted: The texts.
        patience: Seconds that each call may take; None: any time.

    Returns:
        The vectors. A failure of documents is part of the result, since items are kept
        without their vectors.

    Raises:
        StoreError: When a query cannot be embedded.
    """
    documents: Sequence[Sequence[float]] | Exception = ()
    try:
        if texts := wanted.texts:
            documents = _within(patience, partial(embeddings.embed_documents, texts))
    except Exception as error:  # noqa: BLE001 - reported with the items it concerns
        documents = error
    try:
        queries = [
            _within(patience, partial(embeddings.embed_query, text))
            for text in wanted.queries
        ]
    except Exception as error:
        raise _no_query(error) from error
    return _gathered(wanted, documents, queries)


async def aembed(
    embeddings: Embeddings, wanted: Wanted, patience: float | None
) -> Embedded:
    """Embed from asynchronous code; otherwise like `embed`."""
    documents: Sequence[Sequence[float]] | Exception = ()
    try:
        if texts := wanted.texts:
            documents = await _awithin(patience, embeddings.aembed_documents(texts))
    except Exception as error:  # noqa: BLE001 - reported with the items it concerns
        documents = error
    try:
        queries = [
            await _awithin(patience, embeddings.aembed_query(text))
            for text in wanted.queries
        ]
    except Exception as error:
        raise _no_query(error) from error
    return _gathered(wanted, documents, queries)


def _within(seconds: float | None, call: Callable[[], T]) -> T:
    """Call something that may hang, in a thread that is left alone then."""
    if seconds is None:
        return call()
    answer: SimpleQueue[tuple[T] | BaseException] = SimpleQueue()
    context = copy_context()

    def work() -> None:
        try:
            answer.put((context.run(call),))
        except BaseException as error:  # noqa: BLE001 - it is raised where it was called
            answer.put(error)

    Thread(target=work, daemon=True, name="langgraph_memory-embed").start()
    try:
        found = answer.get(timeout=seconds)
    except Empty:
        raise _too_slow(seconds) from None
    if isinstance(found, BaseException):
        raise found
    return found[0]


async def _awithin(seconds: float | None, answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(seconds) as limit:
            return await answer
    except TimeoutError:
        if limit.expired():
            raise _too_slow(seconds) from None
        raise  # it is the embedder's own


def _too_slow(seconds: float | None) -> TimeoutError:
    return TimeoutError(f"the embedder gave no answer within {seconds} seconds")


def _gathered(
    wanted: Wanted,
    documents: Sequence[Sequence[float]] | Exception,
    queries: Sequence[Sequence[float]],
) -> Embedded:
    by_query = dict(zip(wanted.queries, queries, strict=True))
    if not isinstance(documents, Exception):
        try:
            vectors = _packed(documents, len(wanted.texts))
        except (StoreError, TypeError, struct.error, OverflowError) as error:
            documents = error
    if isinstance(documents, Exception):
        if wanted.queries and wanted.probe:
            raise _no_query(documents) from documents
        return Embedded(queries=by_query, failure=documents)
    probe = vectors.pop() if wanted.probe else None
    by_text = dict(zip(wanted.documents, vectors, strict=True))
    return Embedded(documents=by_text, queries=by_query, probe=probe)


def _packed(vectors: Sequence[Sequence[float]], count: int) -> list[bytes]:
    if len(vectors) != count:
        msg = f"the embedder gave {len(vectors)} vectors for {count} texts"
        raise StoreError(msg)
    if len({len(vector) for vector in vectors}) > 1 or not all(map(len, vectors)):
        msg = "the embedder gave vectors of different lengths, or empty ones"
        raise StoreError(msg)
    if not all(math.isfinite(sum(vector)) for vector in vectors):
        msg = "the embedder gave numbers that are not finite"
        raise StoreError(msg)
    return [struct.pack(f"<{len(vector)}f", *vector) for vector in vectors]


def _no_query(error: Exception) -> StoreError:
    return StoreError(f"the query could not be embedded, so nothing was searched: {error}")
