"""The stores under test, each behind the same synchronous face.

Each of ours is a pair of a checkpointer and an index. They have little to do with each
other, so a choice of pairs runs as a rule, in which each meets several of the others.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import uuid
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from langchain_core.embeddings import Embeddings
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import BaseStore, Op
from langgraph.store.memory import InMemoryStore
from psycopg import AsyncConnection, Connection
from psycopg.rows import dict_row

from langgraph_memory.index.chroma import ChromaIndex
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import Clock
from tests import chroma_server, postgres

NO_WAITING = "PRAGMA synchronous=OFF"  # for the disk; no test here cuts the power
POSTGRES: Any = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
T = TypeVar("T")


class Indexes(ABC):
    """Where indexes can be opened, again and again, over the same vectors."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self._folder = folder / "chroma"
        self._closing = closing

    @abstractmethod
    def open(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        """An index as a new process would make it."""


class Exact(Indexes):
    def open(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        return ExactIndex(embeddings, fields=fields)


class ChromaInMemory(Indexes):
    """It is empty whenever a store is opened."""

    def open(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        return self._closed_in_the_end(ChromaIndex(embeddings, fields=fields, batch=3))

    def _closed_in_the_end(self, index: ChromaIndex) -> ChromaIndex:
        self._closing.callback(index.close)
        return index


class ChromaOnDisk(ChromaInMemory):
    """In its files everything is again when a store is opened."""

    def open(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        return self._closed_in_the_end(
            ChromaIndex(embeddings, fields=fields, path=self._folder, batch=3)
        )


class ChromaServer(ChromaInMemory):
    """One server for all tests, where each has collections of its own."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        super().__init__(folder, closing)
        self._name = uuid.uuid4().hex

    def open(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        place: Any = {"host": chroma_server.HOST, "port": chroma_server.server().port}
        index = ChromaIndex(embeddings, fields=fields, name=self._name, batch=3, **place)
        self._closed_in_the_end(index)
        self._closing.callback(index.retire, "none")  # of these embeddings all may go
        return index


class Home(ABC):
    """A place where stores can be opened, again and again, over the same items."""

    def __init__(self, folder: Path, index: type[Indexes]) -> None:
        self._folder = folder
        self._closing = ExitStack()
        self._indexes = index(folder, self._closing)

    @abstractmethod
    def saver(self) -> BaseCheckpointSaver[Any]:
        """A checkpointer as a new process would open it."""

    def open(
        self, *, embeddings: Embeddings | None, clock: Clock, fields: tuple[str, ...]
    ) -> BaseStore:
        """A store as a new process would open it."""
        index = self._indexes.open(embeddings, fields) if embeddings else None
        return CheckpointStore(self.saver(), index=index, clock=clock)

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run asynchronous code where this home's asynchronous code runs."""
        return asyncio.run(coroutine)

    def close(self) -> None:
        """Let go of files and threads."""
        self._closing.close()


class Memory(Home):
    def __init__(self, folder: Path, index: type[Indexes]) -> None:
        super().__init__(folder, index)
        self._saver = InMemorySaver()

    def saver(self) -> BaseCheckpointSaver[Any]:
        return self._saver


class Sqlite(Home):
    def saver(self) -> BaseCheckpointSaver[Any]:
        connection = sqlite3.connect(
            self._folder / "memory.sqlite", check_same_thread=False
        )
        connection.execute(NO_WAITING)
        self._closing.callback(connection.close)
        return SqliteSaver(connection)


class Postgres(Home):
    """One database for all tests, emptied before each."""

    def __init__(self, folder: Path, index: type[Indexes]) -> None:
        super().__init__(folder, index)
        empty_postgres()

    def saver(self) -> BaseCheckpointSaver[Any]:
        connection = Connection.connect(postgres.server().url, **POSTGRES)
        self._closing.callback(connection.close)
        return PostgresSaver(connection)


class OnALoop(Home):
    """A home whose event loop has a thread of its own."""

    def __init__(self, folder: Path, index: type[Indexes]) -> None:
        super().__init__(folder, index)
        self._loop = asyncio.new_event_loop()
        self._closing.callback(self._loop.close)
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        self._closing.callback(thread.join)
        self._closing.callback(self._loop.call_soon_threadsafe, self._loop.stop)

    def saver(self) -> BaseCheckpointSaver[Any]:
        return self.call(self.asaver())

    @abstractmethod
    async def asaver(self) -> BaseCheckpointSaver[Any]:
        """A checkpointer on this home's loop."""

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()


class AsyncSqlite(OnALoop):
    async def asaver(self) -> BaseCheckpointSaver[Any]:
        connection = await aiosqlite.connect(self._folder / "memory.sqlite")
        await connection.execute(NO_WAITING)
        self._closing.callback(lambda: self.call(connection.close()))
        return AsyncSqliteSaver(connection)


class AsyncPostgres(OnALoop):
    def __init__(self, folder: Path, index: type[Indexes]) -> None:
        empty_postgres()
        super().__init__(folder, index)

    async def asaver(self) -> BaseCheckpointSaver[Any]:
        connection = await AsyncConnection.connect(postgres.server().url, **POSTGRES)
        self._closing.callback(lambda: self.call(connection.close()))
        return AsyncPostgresSaver(connection)


def empty_postgres() -> None:
    with Connection.connect(postgres.server().url, **POSTGRES) as connection:
        PostgresSaver(connection).setup()
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of these three


class LangGraphs(Home):
    """LangGraph's own store in memory; it cannot be opened twice and has no clock."""

    def saver(self) -> BaseCheckpointSaver[Any]:
        raise NotImplementedError

    def open(
        self,
        *,
        embeddings: Embeddings | None,
        clock: Clock,  # noqa: ARG002 - it has none
        fields: tuple[str, ...],
    ) -> BaseStore:
        if embeddings is None:
            return InMemoryStore()
        dims = len(embeddings.embed_query(""))
        return InMemoryStore(
            index={"dims": dims, "embed": embeddings, "fields": list(fields)}
        )


class FromAsync(BaseStore):
    """The asynchronous half of a store, behind the synchronous methods."""

    def __init__(self, store: BaseStore, home: Home) -> None:
        self._store = store
        self._home = home
        self.supports_ttl = store.supports_ttl
        self.ttl_config = store.ttl_config

    def batch(self, ops: Iterable[Op]) -> list[Any]:
        return self._home.call(self._store.abatch(ops))

    async def abatch(self, ops: Iterable[Op]) -> list[Any]:
        return await self._store.abatch(ops)


SAVERS: dict[str, type[Home]] = {
    "memory": Memory,
    "sqlite": Sqlite,
    "async_sqlite": AsyncSqlite,
    "postgres": Postgres,
    "async_postgres": AsyncPostgres,
}
INDEXES: dict[str, type[Indexes]] = {
    "exact": Exact,
    "chroma_in_memory": ChromaInMemory,
    "chroma_on_disk": ChromaOnDisk,
    "chroma_server": ChromaServer,
}
BOTH = ("sync", "async")
CHOICE = [
    *product(SAVERS, ["exact"], BOTH),
    ("memory", "chroma_in_memory", "sync"),
    ("async_postgres", "chroma_in_memory", "async"),
    ("async_sqlite", "chroma_on_disk", "async"),
    ("postgres", "chroma_on_disk", "sync"),
    ("sqlite", "chroma_server", "sync"),
    ("async_postgres", "chroma_server", "async"),
]
"""Pairs, and how they are called. Each checkpointer meets two indexes, and each index two
checkpointers at least, among them PostgreSQL and one that works on an event loop."""

ALL = list(product(SAVERS, INDEXES, BOTH))


@contextmanager
def opened(saver: type[Home], index: str, folder: Path) -> Iterator[Home]:
    """A home, closed in the end."""
    home = saver(folder, INDEXES[index])
    try:
        yield home
    finally:
        home.close()
