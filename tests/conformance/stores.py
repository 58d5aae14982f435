"""The stores under test, each behind the same synchronous face."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import ExitStack, contextmanager
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
from tests import postgres

NO_WAITING = "PRAGMA synchronous=OFF"  # for the disk; no test here cuts the power
T = TypeVar("T")


class Home(ABC):
    """A place where stores can be opened, again and again, over the same items."""

    ours = True

    def __init__(self) -> None:
        self._closing = ExitStack()

    @abstractmethod
    def saver(self) -> BaseCheckpointSaver[Any]:
        """A checkpointer as a new process would open it."""

    def open(
        self, *, embeddings: Embeddings | None, clock: Clock, fields: tuple[str, ...]
    ) -> BaseStore:
        """A store as a new process would open it."""
        index = self.index(embeddings, fields) if embeddings else None
        return CheckpointStore(self.saver(), index=index, clock=clock)

    def index(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        """An index as a new process would make it."""
        return ExactIndex(embeddings, fields=fields)

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run asynchronous code where this home's asynchronous code runs."""
        return asyncio.run(coroutine)

    def close(self) -> None:
        """Let go of files and threads."""
        self._closing.close()


class Memory(Home):
    def __init__(self, _: Path) -> None:
        super().__init__()
        self._saver = InMemorySaver()

    def saver(self) -> BaseCheckpointSaver[Any]:
        return self._saver


class Sqlite(Home):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._file = folder / "memory.sqlite"

    def saver(self) -> BaseCheckpointSaver[Any]:
        connection = sqlite3.connect(self._file, check_same_thread=False)
        connection.execute(NO_WAITING)
        self._closing.callback(connection.close)
        return SqliteSaver(connection)


class Postgres(Home):
    """One database for all tests, emptied before each."""

    def __init__(self, _: Path) -> None:
        super().__init__()
        with self._connect() as connection:
            PostgresSaver(connection).setup()
            for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of these three

    @staticmethod
    def _connect() -> Connection[Any]:
        options: Any = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
        return Connection.connect(postgres.server().url, **options)

    def saver(self) -> BaseCheckpointSaver[Any]:
        connection = self._connect()
        self._closing.callback(connection.close)
        return PostgresSaver(connection)


class OnALoop(Home):
    """A home whose event loop has a thread of its own."""

    def __init__(self, _: Path) -> None:
        super().__init__()
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
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._file = folder / "memory.sqlite"

    async def asaver(self) -> BaseCheckpointSaver[Any]:
        connection = await aiosqlite.connect(self._file)
        await connection.execute(NO_WAITING)
        self._closing.callback(lambda: self.call(connection.close()))
        return AsyncSqliteSaver(connection)


class AsyncPostgres(OnALoop):
    def __init__(self, folder: Path) -> None:
        Postgres(folder).close()
        super().__init__(folder)

    async def asaver(self) -> BaseCheckpointSaver[Any]:
        options: Any = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
        connection = await AsyncConnection.connect(postgres.server().url, **options)
        self._closing.callback(lambda: self.call(connection.close()))
        return AsyncPostgresSaver(connection)


class ChromaInMemory(Memory):
    """An index in Chroma, which is empty whenever a store is opened."""

    def index(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        return ChromaIndex(embeddings, fields=fields, batch=3)


class ChromaOnDisk(Sqlite):
    """An index in Chroma, in whose files everything is again when a store is opened."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder / "chroma"

    def index(self, embeddings: Embeddings, fields: tuple[str, ...]) -> VectorIndex:
        index = ChromaIndex(embeddings, fields=fields, path=self._folder, batch=3)
        self._closing.callback(index.close)
        return index


class LangGraphs(Home):
    """LangGraph's own store in memory; it cannot be opened twice and has no clock."""

    ours = False

    def __init__(self, _: Path) -> None:
        super().__init__()

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


@contextmanager
def opened(make: Callable[[Path], Home], folder: Path) -> Iterator[Home]:
    """A home, closed in the end."""
    home = make(folder)
    try:
        yield home
    finally:
        home.close()


HOMES: dict[str, type[Home]] = {
    "memory": Memory,
    "sqlite": Sqlite,
    "async_sqlite": AsyncSqlite,
    "postgres": Postgres,
    "async_postgres": AsyncPostgres,
    "chroma_in_memory": ChromaInMemory,
    "chroma_on_disk": ChromaOnDisk,
    "in_memory_store": LangGraphs,
}
