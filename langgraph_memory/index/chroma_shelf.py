"""One collection of Chroma: rows with the vectors of several namespaces.

A row never changes. Its id stands for one state of one item, so that processes which lag
behind each other on one server do not overwrite what the others wrote.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import numpy as np

from langgraph_memory.errors import IndexMismatchError
from langgraph_memory.index.chroma_errors import attempt
from langgraph_memory.index.chroma_files import remove_dead
from langgraph_memory.index.matrix import Rows
from langgraph_memory.index.port import LostVectorsError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

T = TypeVar("T")

_SPACE: Literal["cosine"] = "cosine"
_GRAPH: CreateHNSWConfiguration = {
    "space": _SPACE,
    "ef_construction": 200,
    "ef_search": 200,
    "max_neighbors": 32,
}
_PAGE = 1_000
_WORN = 10_000  # removed rows from which moving is worth it; each time leaks some handles
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


class Shelf:
    """A collection, made when it is first used. It may be used from any thread."""

    def __init__(self, client: ClientAPI, name: str, folder: Path | None) -> None:
        """Set up the shelf.

        Args:
            client: Chroma.
            name: The collection's name.
            folder: Where this process keeps Chroma's files, or None.
        """
        self._client = client
        self._name = name
        self._folder = folder
        self._collection: Collection | None = None
        self._removed = 0
        self._lock = RLock()

    def write(self, rows: Sequence[Row], gone: Iterable[str]) -> None:
        """Remove rows, then add some; done again it changes nothing.

        Args:
            rows: What is added.
            gone: Ids of rows to remove; those that are unknown change nothing.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails; some may have been written then.
        """

        def act(collection: Collection) -> None:
            most = self._client.get_max_batch_size()
            for ids in _batches(gone, most):
                collection.delete(ids=ids)
                self._removed += len(ids)
            for batch in _batches(rows, most):
                _upsert(collection, batch)
            if self._removed > _WORN + 2 * collection.count():
                self.compact()

        if rows or gone:
            self._do("write", act)

    def held(self, owned: dict[str, Any]) -> set[str]:
        """The ids of all rows of a namespace.

        Args:
            owned: What `owner` gives for the namespace.

        Returns:
            The ids.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails.
        """
        get = self._do("read", lambda c: c.get(where=owned, include=[]))
        return set(get["ids"])

    def count(self) -> int:
        """How many rows there are.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails.
        """
        return self._do("count", lambda collection: collection.count())

    def near(
        self, query: Rows, most: int, owned: dict[str, Any] | None
    ) -> tuple[list[str], Rows]:
        """Rows near to a query: most of the nearest ones.

        Args:
            query: A vector of length 1.
            most: How many to find; Chroma may find fewer.
            owned: What `owner` gives, to find rows of one namespace only.

        Returns:
            Their ids, and their vectors as a matrix.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails.
        """
        found = self._do(
            "search",
            lambda collection: collection.query(
                query_embeddings=query[None],
                n_results=most,
                where=owned,
                include=["embeddings"],
            ),
        )
        vectors: Any = found["embeddings"] or [[]]
        return found["ids"][0], _matrix(vectors[0], len(query))

    def fetch(self, ids: Iterable[str], dimensions: int) -> tuple[list[str], Rows]:
        """Get rows.

        Args:
            ids: Which.
            dimensions: Numbers in each vector.

        Returns:
            The ids of those there are, and their vectors as a matrix.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails.
        """
        found: list[str] = []
        vectors = [_matrix((), dimensions)]
        for page in _batches(ids, _PAGE):
            rows = self._do("read", partial(_get, ids=page))
            found += rows["ids"]
            vectors.append(_matrix(rows["embeddings"], dimensions))
        return found, np.concatenate(vectors)

    def forget(self, owned: dict[str, Any]) -> None:
        """Remove all rows of a namespace, and what its files kept of them.

        Args:
            owned: What `owner` gives for the namespace.

        Raises:
            StoreError: When Chroma fails.
        """
        self._do("delete", lambda collection: collection.delete(where=owned))
        self.compact()

    def compact(self) -> None:
        """Move the rows into a new collection: Chroma never gives back what deletes free.

        A process that writes to the old one meanwhile finds it gone, and loads again.

        Raises:
            StoreError: When Chroma fails.
        """

        def act(old: Collection) -> None:
            place = f"{self._name}.new"
            with suppress(LostVectorsError), attempt("delete"):
                self._client.delete_collection(place)
            new = self._create(place)
            for start in range(0, old.count(), _PAGE):
                rows: Any = old.get(
                    limit=_PAGE,
                    offset=start,
                    include=["embeddings", "metadatas", "documents"],
                )
                columns = (rows["ids"], rows["embeddings"], rows["metadatas"])
                _upsert(
                    new,
                    [Row(*row) for row in zip(*columns, rows["documents"], strict=True)],
                )
            self._client.delete_collection(self._name)
            new.modify(name=self._name)
            self._collection, self._removed = new, 0
            self._clear()

        self._do("compact", act)

    def drop(self) -> None:
        """Remove the collection with all its rows.

        Raises:
            StoreError: When Chroma fails.
        """
        with self._lock, suppress(LostVectorsError), attempt("delete"):
            self._collection = None
            self._client.delete_collection(self._name)
            self._clear()

    def _do(self, what: str, act: Callable[[Collection], T]) -> T:
        with self._lock:
            try:
                with attempt(what):
                    if self._collection is None:
                        self._collection = self._create(self._name)
                    return act(self._collection)
            except LostVectorsError:
                self._collection = None
                raise

    def _create(self, name: str) -> Collection:
        collection = self._client.get_or_create_collection(
            name, configuration={"hnsw": _GRAPH}, embedding_function=None
        )
        space = (collection.configuration_json.get("hnsw") or {}).get("space")
        if space != _SPACE:
            msg = (
                f"the collection {name!r} compares vectors by {space}, not {_SPACE}: "
                "delete it, or give ChromaIndex another name"
            )
            raise IndexMismatchError(msg)
        return collection

    def _clear(self) -> None:
        if self._folder is not None:
            remove_dead(self._folder)


def _upsert(collection: Collection, rows: Sequence[Row]) -> None:
    documents = [row.text for row in rows]
    collection.upsert(
        ids=[row.id for row in rows],
        embeddings=np.stack([row.vector for row in rows]),
        metadatas=[row.metadata for row in rows],
        documents=[text or "" for text in documents] if any(documents) else None,
    )


def _get(collection: Collection, ids: list[str]) -> Any:
    return collection.get(ids=ids, include=["embeddings"])


def _matrix(vectors: Any, dimensions: int) -> Rows:
    return np.asarray(vectors, np.float32).reshape(-1, dimensions)


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch
