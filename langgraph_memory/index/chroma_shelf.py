"""One collection of Chroma: rows with the vectors of several namespaces.

A row never changes. Its id stands for one state of one item, so that processes which lag
behind each other on one server do not overwrite what the others wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from langgraph_memory.errors import IndexMismatchError
from langgraph_memory.index.chroma_client import Chroma
from langgraph_memory.index.chroma_errors import attempt
from langgraph_memory.index.chroma_files import remove_dead
from langgraph_memory.index.chroma_rows import (
    PORTION,
    Row,
    add,
    batches,
    copy,
    fetch,
    matrix,
)
from langgraph_memory.index.matrix import Rows
from langgraph_memory.index.port import LostVectorsError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

T = TypeVar("T")

_SPACE: Literal["cosine"] = "cosine"
_WIDTH = 2_000
"""Candidates that Chroma weighs in a search. Of the ten nearest of 100,000 vectors with 384
numbers it finds, when these lie in groups, all from 200 on; when they are drawn evenly, the
hardest case, 40 % with 200, 80 % with 800, 94 % with 1,600, 96 % with as many as here."""

_GRAPH: CreateHNSWConfiguration = {
    "space": _SPACE,
    "ef_construction": 200,
    "ef_search": _WIDTH,
    "max_neighbors": 32,
}
_WORN = 10_000  # removed rows from which moving is worth it


class Shelf:
    """A collection, made when it is first used. It may be used from any thread.

    Readers do not wait for a writer.
    """

    def __init__(self, chroma: Chroma, name: str) -> None:
        """Set up the shelf.

        Args:
            chroma: Chroma.
            name: The collection's name.
        """
        self._chroma = chroma
        self._name = name
        self._open: tuple[ClientAPI, Collection] | None = None
        self._removed = 0
        self._lock = Lock()  # of `_open`
        self._writing = RLock()

    @property
    def epoch(self) -> int:
        """Another number when all rows may be gone, as happens to those in memory."""
        return self._chroma.epoch

    def write(
        self, rows: Sequence[Row], gone: Iterable[str], *, gently: bool = False
    ) -> None:
        """Remove rows, then add some; done again it changes nothing.

        Args:
            rows: What is added.
            gone: Ids of rows to remove; those that are unknown change nothing.
            gently: Whether to let other threads run in between.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails; some may have been written then.
        """

        def act(client: ClientAPI, collection: Collection) -> None:
            most = PORTION if gently else client.get_max_batch_size()
            for ids in batches(gone, most):
                collection.delete(ids=ids)
                self._count_removed(len(ids))
            for batch in batches(rows, most):
                add(collection, batch)
            if self._chroma.private:
                self._renew_if_worn(client)
            elif self._removed > _WORN + 2 * collection.count():
                self._move(client, collection)

        if rows or gone:
            with self._writing:
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
        got = self._do("read", lambda _, rows: rows.get(where=owned, include=[]))
        return set(got["ids"])

    def count(self) -> int:
        """How many rows there are.

        Raises:
            LostVectorsError: When the collection is gone.
            StoreError: When Chroma fails.
        """
        return self._do("count", lambda _, rows: rows.count())

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
            lambda _, rows: rows.query(
                query_embeddings=query[None],
                n_results=most,
                where=owned,
                include=["embeddings"],
            ),
        )
        vectors: Any = found["embeddings"] or [[]]
        return found["ids"][0], matrix(vectors[0], len(query))

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
        return self._do("read", lambda _, rows: fetch(rows, ids, dimensions))

    def forget(self, owned: dict[str, Any]) -> None:
        """Remove all rows of a namespace, and what its files kept of them.

        Args:
            owned: What `owner` gives for the namespace.

        Raises:
            StoreError: When Chroma fails.
        """

        def act(client: ClientAPI, collection: Collection) -> None:
            before = collection.count()
            collection.delete(where=owned)
            self._count_removed(before - collection.count())
            if not self._chroma.private:
                self._move(client, collection)

        with self._writing:
            self._do("delete", act)

    def drop(self) -> None:
        """Remove the collection with all its rows.

        Raises:
            StoreError: When Chroma fails.
        """
        with self._writing, self._chroma.using() as client:
            with self._lock:
                self._open = None
            _delete(client, self._name)
            self._clear()

    def _move(self, client: ClientAPI, old: Collection) -> None:
        """Move the rows into a new collection: Chroma never gives back what deletes free.

        A process that writes to the old one meanwhile finds it gone, and loads again.
        """
        place = f"{self._name}.new"
        _delete(client, place)
        new = self._make(client, place)
        copy(old, new)
        client.delete_collection(self._name)
        new.modify(name=self._name)
        with self._lock:
            self._open = client, new
        self._removed = 0
        self._clear()

    def _renew_if_worn(self, client: ClientAPI) -> None:
        """Free what deletes left in memory, at the price of loading all again."""
        removed = self._chroma.removed - _WORN
        if removed > 0 and removed > 2 * sum(c.count() for c in client.list_collections()):
            self._chroma.renew()

    def _count_removed(self, count: int) -> None:
        self._removed += count
        self._chroma.removed += count

    def _do(self, what: str, act: Callable[[ClientAPI, Collection], T]) -> T:
        with attempt(what), self._chroma.using() as client:
            while True:
                collection = self._opened(client)
                try:
                    with attempt(what):
                        return act(client, collection)
                except LostVectorsError:
                    if self._lose(collection):
                        raise

    def _opened(self, client: ClientAPI) -> Collection:
        with self._lock:
            if self._open is None or self._open[0] is not client:
                self._open = client, self._make(client, self._name)
            return self._open[1]

    def _lose(self, collection: Collection) -> bool:
        """Whether a collection that is gone had not been moved."""
        with self._lock:
            if self._open is not None and self._open[1] is not collection:
                return False
            self._open = None
            return True

    def _make(self, client: ClientAPI, name: str) -> Collection:
        collection = client.get_or_create_collection(
            name, configuration={"hnsw": _GRAPH}, embedding_function=None
        )
        hnsw = collection.configuration_json.get("hnsw") or {}
        if hnsw.get("space") != _SPACE:
            msg = (
                f"the collection {name!r} compares vectors by {hnsw.get('space')}, not "
                f"{_SPACE}: delete it, or give ChromaIndex another name"
            )
            raise IndexMismatchError(msg)
        if hnsw.get("ef_search") != _WIDTH:  # it was made with another one
            collection.modify(configuration={"hnsw": {"ef_search": _WIDTH}})
        return collection

    def _clear(self) -> None:
        """Give back what Chroma keeps of a collection that was deleted."""
        if self._chroma.folder is not None:
            remove_dead(self._chroma.folder)
        self._chroma.renew()


def _delete(client: ClientAPI, name: str) -> None:
    with suppress(LostVectorsError), attempt("delete"):
        client.delete_collection(name)
