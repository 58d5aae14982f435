"""Rows of Chroma's: what they are, and how they come and go in bounded portions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from langgraph_memory.index.exact import unit_rows
from langgraph_memory.index.matrix import Rows
from langgraph_memory.index.port import Entry

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

T = TypeVar("T")

PORTION = 32
"""Rows written in one call so that other threads run in between; Chroma takes some 20 ms
for as many, and a third longer than for all at once."""

_PAGE = 1_000
_OWNER = "namespace_hash"


class Row(NamedTuple):
    """One vector.

    Attributes:
        id: Stands for the state of the item that it is of.
        vector: Numbers, of length 1.
        metadata: Flat data; it has to name the owner, as `owner` gives it.
        text: The item in words, or None to keep none.
    """

    id: str
    vector: Rows
    metadata: dict[str, Any]
    text: str | None


def owner(namespace: Sequence[str]) -> dict[str, Any]:
    """The metadata by which the rows of a namespace are known: a hash of it."""
    labels = json.dumps(list(namespace)).encode()
    return {_OWNER: hashlib.blake2b(labels, digest_size=16).hexdigest()}


class RowMaker:
    """Makes the rows of one namespace."""

    def __init__(self, namespace: Sequence[str], dimensions: int, *, texts: bool) -> None:
        """Set up the maker.

        Args:
            namespace: The namespace.
            dimensions: Numbers in each vector.
            texts: Whether rows carry texts, keys and labels, and not only hashes.
        """
        self._namespace = json.dumps(list(namespace))
        self._dimensions = dimensions
        self._texts = texts
        self._owner = owner(namespace)
        labels = json.dumps([list(namespace), texts]).encode()
        self._digest = hashlib.blake2b(labels, digest_size=16)

    def ids(self, entry: Entry) -> list[str]:
        """The ids of an item's rows, one for each of its vectors.

        Raises:
            StoreError: When these are not of the length they should have.
        """
        digest = self._digest.copy()
        digest.update(json.dumps([entry.key, entry.revision]).encode() + entry.vectors)
        state, count = digest.hexdigest(), len(unit_rows(entry.vectors, self._dimensions))
        return [f"{state}:{place}" for place in range(count)]

    def rows(self, entry: Entry) -> list[Row]:
        """An item's rows, likewise."""
        vectors = unit_rows(entry.vectors, self._dimensions)
        metadata, text = self._owner, None
        if self._texts:
            text = _clean(entry.text)
            metadata = {
                **self._owner,
                "namespace": self._namespace,
                "key": _clean(entry.key),
                "updated": entry.revision,
            }
        pairs = zip(self.ids(entry), vectors, strict=True)
        return [Row(id_, vector, metadata, text) for id_, vector in pairs]


def add(collection: Collection, rows: Sequence[Row]) -> None:
    """Add rows, not more than Chroma takes at once; those that are there stay."""
    documents = [row.text for row in rows]
    collection.upsert(
        ids=[row.id for row in rows],
        embeddings=np.stack([row.vector for row in rows]),
        metadatas=[row.metadata for row in rows],
        documents=[text or "" for text in documents] if any(documents) else None,
    )


def copy(old: Collection, new: Collection) -> None:
    """Add all rows of a collection to another one."""
    for start in range(0, old.count(), _PAGE):
        rows: Any = old.get(
            limit=_PAGE,
            offset=start,
            include=["embeddings", "metadatas", "documents"],
        )
        columns = (rows["ids"], rows["embeddings"], rows["metadatas"], rows["documents"])
        for portion in batches(zip(*columns, strict=True), PORTION):
            add(new, [Row(*row) for row in portion])


def fetch(
    collection: Collection, ids: Iterable[str], dimensions: int
) -> tuple[list[str], Rows]:
    """Get rows.

    Args:
        collection: Where from.
        ids: Which.
        dimensions: Numbers in each vector.

    Returns:
        The ids of those there are, and their vectors as a matrix.
    """
    found: list[str] = []
    vectors = [matrix((), dimensions)]
    for page in batches(ids, _PAGE):
        rows = collection.get(ids=page, include=["embeddings"])
        found += rows["ids"]
        vectors.append(matrix(rows["embeddings"], dimensions))
    return found, np.concatenate(vectors)


def matrix(vectors: Any, dimensions: int) -> Rows:
    """Vectors as Chroma gives them, as a matrix."""
    return np.asarray(vectors, np.float32).reshape(-1, dimensions)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Portions of at most so many items."""
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
