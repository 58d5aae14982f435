"""Opening each store under comparison as an application would, with its own defaults."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import CheckpointStore, ChromaIndex, ExactIndex
from tests import postgres
from tests.benchmarks.data import DIMENSIONS, Vectors
from tests.benchmarks.peers import Collection, Peer, Store


@dataclass(frozen=True)
class Place:
    """Where a store keeps its files.

    Attributes:
        folder: For files.
        vectors: The embeddings.
        database: The URL of a PostgreSQL database, or "" where there is none.
    """

    folder: Path
    vectors: Vectors
    database: str = ""


@contextmanager
def _ours_in_memory(place: Place) -> Iterator[Peer]:
    yield Store(CheckpointStore(InMemorySaver(), index=ExactIndex(place.vectors)))


@contextmanager
def _ours_on_sqlite(place: Place) -> Iterator[Peer]:
    with SqliteSaver.from_conn_string(str(place.folder / "ours.sqlite")) as saver:
        yield Store(CheckpointStore(saver, index=ExactIndex(place.vectors)))


@contextmanager
def _ours_on_postgres(place: Place) -> Iterator[Peer]:
    from langgraph.checkpoint.postgres import PostgresSaver  # noqa: PLC0415 - an extra

    with PostgresSaver.from_conn_string(place.database) as saver:
        saver.setup()
        yield Store(CheckpointStore(saver, index=ExactIndex(place.vectors)))


@contextmanager
def _ours_with_chroma(place: Place) -> Iterator[Peer]:
    with SqliteSaver.from_conn_string(str(place.folder / "by_chroma.sqlite")) as saver:
        index = ChromaIndex(place.vectors, path=place.folder / "ours.chroma")
        try:
            yield Store(CheckpointStore(saver, index=index))
        finally:
            index.close()


def _settings(vectors: Embeddings) -> Any:
    return {"dims": DIMENSIONS, "embed": vectors, "fields": ["text"]}


@contextmanager
def _in_memory_store(place: Place) -> Iterator[Peer]:
    yield Store(InMemoryStore(index=_settings(place.vectors)))


@contextmanager
def _sqlite_store(place: Place) -> Iterator[Peer]:
    from langgraph.store.sqlite import SqliteStore  # noqa: PLC0415 - an extra

    file = str(place.folder / "theirs.sqlite")
    # It documents `fields`, and reads `text_fields`.
    index = _settings(place.vectors) | {"text_fields": ["text"]}
    with SqliteStore.from_conn_string(file, index=index) as store:
        store.setup()
        yield Store(store)


@contextmanager
def _postgres_store(place: Place, *, vectors: bool) -> Iterator[Peer]:
    from langgraph.store.postgres import PostgresStore  # noqa: PLC0415 - an extra

    index = _settings(place.vectors) if vectors else None
    with PostgresStore.from_conn_string(place.database, index=index) as store:
        store.setup()
        yield Store(store, by_meaning=vectors)


@contextmanager
def _chroma(place: Place) -> Iterator[Peer]:
    import chromadb  # noqa: PLC0415 - takes most of a second, and is an extra
    from chromadb.config import Settings  # noqa: PLC0415 - the same

    client = chromadb.PersistentClient(
        str(place.folder / "theirs.chroma"), Settings(anonymized_telemetry=False)
    )
    space: Any = {"hnsw": {"space": "cosine"}}
    collection = client.get_or_create_collection("items", configuration=space)
    yield Collection(collection, place.vectors)
    if hasattr(client, "close"):  # not yet in the oldest Chroma
        client.close()


@cache
def _no_sqlite_vec() -> str | None:
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        return "this interpreter's sqlite3 loads no extensions, so there are no vectors"
    return None if find_spec("sqlite_vec") else "sqlite_vec is not installed"


@cache
def _no_postgres() -> str | None:
    if not find_spec("langgraph.checkpoint.postgres"):
        return "langgraph-checkpoint-postgres is not installed"
    return postgres.why_not()


def _no_pgvector() -> str | None:
    return _no_postgres() or postgres.why_not(vectors=True)


def _no_chroma() -> str | None:
    return None if find_spec("chromadb") else "chromadb is not installed"


def _always() -> None:
    return None


@dataclass(frozen=True)
class Kind:
    """A store that takes part.

    Attributes:
        name: Its name in tables and lines.
        open: Opens it at a place, where another process may have left its items.
        why_not: Why it cannot take part here, or None.
        ours: Whether it is this library's.
        lasts: Whether its items outlive the process.
        on_postgres: Whether it needs a database at its place.
    """

    name: str
    open: Callable[[Place], AbstractContextManager[Peer]]
    why_not: Callable[[], str | None] = _always
    ours: bool = False
    lasts: bool = True
    on_postgres: bool = False


OURS, OURS_IN_MEMORY = "ours on SQLite", "ours in memory"
OURS_ON_POSTGRES, OURS_WITH_CHROMA = "ours on Postgres", "ours with Chroma"
MEMORY, SQLITE, CHROMA = "InMemoryStore", "SqliteStore", "Chroma"

KINDS = {
    kind.name: kind
    for kind in (
        Kind(OURS, _ours_on_sqlite, ours=True),
        Kind(OURS_IN_MEMORY, _ours_in_memory, ours=True, lasts=False),
        Kind(
            OURS_ON_POSTGRES, _ours_on_postgres, _no_postgres, ours=True, on_postgres=True
        ),
        Kind(OURS_WITH_CHROMA, _ours_with_chroma, _no_chroma, ours=True),
        Kind(MEMORY, _in_memory_store, lasts=False),
        Kind(SQLITE, _sqlite_store, _no_sqlite_vec),
        Kind(
            "PostgresStore",
            lambda place: _postgres_store(place, vectors=False),
            _no_postgres,
            on_postgres=True,
        ),
        Kind(
            "PostgresStore, pgvector",
            lambda place: _postgres_store(place, vectors=True),
            _no_pgvector,
            on_postgres=True,
        ),
        Kind(CHROMA, _chroma, _no_chroma),
    )
}
