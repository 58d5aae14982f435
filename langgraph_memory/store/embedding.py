"""Embedding the texts of a batch, before anything is read or written."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from langchain_core.embeddings import Embeddings

from langgraph_memory._patience import Patience
from langgraph_memory.errors import StoreError
from langgraph_memory.store.identity import PROBE


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
    def any(self) -> bool:
        """Whether anything is."""
        return self.probe or bool(self.documents or self.queries)

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


def embed(embeddings: Embeddings, wanted: Wanted, patience: Patience) -> Embedded:
    """Embed from synchronous code.

    Args:
        embeddings: What embeds.
        wanted: The texts.
        patience: Waits for each call.

    Returns:
        The vectors. A failure of documents is part of the result, since items are kept
        without their vectors.

    Raises:
        StoreError: When a query cannot be embedded.
    """
    documents: Sequence[Sequence[float]] | Exception = ()
    try:
        if texts := wanted.texts:
            documents = patience.wait(partial(embeddings.embed_documents, texts))
    except Exception as error:  # noqa: BLE001 - reported with the items it concerns
        documents = error
    try:
        queries = [
            patience.wait(partial(embeddings.embed_query, text)) for text in wanted.queries
        ]
    except Exception as error:
        raise _no_query(error) from error
    return _gathered(wanted, documents, queries)


async def aembed(embeddings: Embeddings, wanted: Wanted, patience: Patience) -> Embedded:
    """Embed from asynchronous code; otherwise like `embed`."""
    documents: Sequence[Sequence[float]] | Exception = ()
    try:
        if texts := wanted.texts:
            documents = await patience.await_(partial(embeddings.aembed_documents, texts))
    except Exception as error:  # noqa: BLE001 - reported with the items it concerns
        documents = error
    try:
        queries = [
            await patience.await_(partial(embeddings.aembed_query, text))
            for text in wanted.queries
        ]
    except Exception as error:
        raise _no_query(error) from error
    return _gathered(wanted, documents, queries)


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
