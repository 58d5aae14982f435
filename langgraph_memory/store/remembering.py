"""Vectors of texts that were embedded lately, by what they say."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TypeVar

from langgraph_memory.store.embedding import Embedded, Wanted

_MOST = 4_096  # vectors, of 2 KB each where they have 512 numbers
_FLOAT = 4  # bytes

_Digest = bytes
V = TypeVar("V")


class Remembered:
    """A bounded memory of vectors, so that no text is embedded twice in a row.

    A node that runs again, a question asked again and an item put again with the same text
    cost nothing. May be used from several threads.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._documents: OrderedDict[_Digest, bytes] = OrderedDict()
        self._queries: OrderedDict[_Digest, Sequence[float]] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, documents: Sequence[str], queries: Sequence[str]) -> Embedded:
        """What is known of some texts."""
        with self._lock:
            return Embedded(
                documents=_known(self._documents, documents),
                queries=_known(self._queries, queries),
            )

    def completed(
        self, known: Embedded, embedded: Embedded, dimensions: int | None
    ) -> Embedded:
        """Join what was known with what was embedded, and keep that.

        Args:
            known: What was known.
            embedded: What came of the other texts.
            dimensions: How long vectors of the store are; others are not kept, nor any
                while this is not known.
        """
        if dimensions is not None:
            with self._lock:
                for text, vector in embedded.documents.items():
                    if len(vector) == _FLOAT * dimensions:
                        _keep(self._documents, text, vector)
                for text, query in embedded.queries.items():
                    if len(query) == dimensions:
                        _keep(self._queries, text, query)
        return replace(
            embedded,
            documents={**known.documents, **embedded.documents},
            queries={**known.queries, **embedded.queries},
        )


def others(wanted: Wanted, known: Embedded) -> Wanted:
    """The texts of a batch that are not known."""
    return replace(
        wanted,
        documents=tuple(t for t in wanted.documents if t not in known.documents),
        queries=tuple(t for t in wanted.queries if t not in known.queries),
    )


def _known(kept: OrderedDict[_Digest, V], texts: Sequence[str]) -> dict[str, V]:
    found: dict[str, V] = {}
    for text in texts:
        if (digest := _digest(text)) in kept:
            kept.move_to_end(digest)
            found[text] = kept[digest]
    return found


def _keep(kept: OrderedDict[_Digest, V], text: str, vector: V) -> None:
    kept[_digest(text)] = vector
    while len(kept) > _MOST:
        kept.popitem(last=False)


def _digest(text: str) -> _Digest:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
