"""The stores that are compared, each behind the same few calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langgraph.store.base import BaseStore, PutOp

from tests.benchmarks.data import TOP, Vectors, key_of, query_of, text_of, value_of

Namespace = tuple[str, ...]
ROOT = ("memory", "cards")
ONE: Namespace = (*ROOT, "one")
AT_ONCE = 500
"""Items put at once when a peer is filled."""


def tenth_of(number: int) -> Namespace:
    """The one of ten namespaces that an item belongs to."""
    return (*ROOT, f"tenth-{number % 10}")


class Peer(ABC):
    """A store under comparison.

    Attributes:
        by_meaning: Whether it searches by vectors.
        lists: Whether it has namespaces.
    """

    by_meaning = True
    lists = True

    @abstractmethod
    def put(self, number: int, namespace: Namespace = ONE) -> None:
        """Put an item, and return when it is safe."""

    @abstractmethod
    def put_many(self, items: Iterable[tuple[int, Namespace]]) -> None:
        """Put several items at once."""

    @abstractmethod
    def get(self, number: int) -> object:
        """Get an item of the namespace `ONE`."""

    @abstractmethod
    def search(
        self,
        query: int | None,
        *,
        namespace: Namespace = ONE,
        only: Mapping[str, Any] | None = None,
    ) -> Sequence[str]:
        """The keys of the first ten by meaning, or of any ten without a query."""

    @abstractmethod
    def list_namespaces(self, prefix: Namespace) -> Sequence[Namespace]:
        """The first hundred namespaces under a prefix."""

    @abstractmethod
    def flush(self) -> None:
        """Finish what is done later."""


class Store(Peer):
    """Any `BaseStore`."""

    def __init__(self, store: BaseStore, *, by_meaning: bool = True) -> None:
        self._store = store
        self.by_meaning = by_meaning

    def put(self, number: int, namespace: Namespace = ONE) -> None:
        self._store.put(namespace, key_of(number), value_of(number))

    def put_many(self, items: Iterable[tuple[int, Namespace]]) -> None:
        self._store.batch(PutOp(ns, key_of(n), value_of(n)) for n, ns in items)

    def get(self, number: int) -> object:
        return self._store.get(ONE, key_of(number))

    def search(
        self,
        query: int | None,
        *,
        namespace: Namespace = ONE,
        only: Mapping[str, Any] | None = None,
    ) -> Sequence[str]:
        text = None if query is None else query_of(query)
        wanted = dict(only) if only else None
        hits = self._store.search(namespace, query=text, filter=wanted, limit=TOP)
        return [hit.key for hit in hits]

    def list_namespaces(self, prefix: Namespace) -> Sequence[Namespace]:
        return self._store.list_namespaces(prefix=prefix, limit=100)

    def flush(self) -> None:
        index = getattr(self._store, "index", None)
        if index is not None:
            index.flush()


class Collection(Peer):
    """A collection of Chroma, in which a namespace is a metadatum."""

    lists = False

    def __init__(self, collection: Any, vectors: Vectors) -> None:
        self._collection = collection
        self._vectors = vectors

    def put(self, number: int, namespace: Namespace = ONE) -> None:
        self.put_many([(number, namespace)])

    def put_many(self, items: Iterable[tuple[int, Namespace]]) -> None:
        numbers = [number for number, _ in items]
        self._collection.upsert(
            ids=[key_of(number) for number in numbers],
            embeddings=[self._vectors.of_item(number).tolist() for number in numbers],
            documents=[text_of(number) for number in numbers],
            metadatas=[
                {**value_of(number), "namespace": "/".join(tenth_of(number))}
                for number in numbers
            ],
        )

    def get(self, number: int) -> object:
        return self._collection.get(ids=[key_of(number)])

    def search(
        self,
        query: int | None,
        *,
        namespace: Namespace = ONE,
        only: Mapping[str, Any] | None = None,
    ) -> Sequence[str]:
        where: dict[str, Any] | None = dict(only) if only else None
        if namespace != ONE:
            where = {"namespace": "/".join(namespace)}
        if query is None:
            ids: list[str] = self._collection.get(where=where, limit=TOP)["ids"]
            return ids
        vector = self._vectors.row(query_of(query)).tolist()
        found = self._collection.query([vector], n_results=TOP, where=where)
        hits: list[str] = found["ids"][0]
        return hits

    def list_namespaces(self, prefix: Namespace) -> Sequence[Namespace]:
        raise NotImplementedError

    def flush(self) -> None:
        pass
