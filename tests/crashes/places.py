"""Where stores of several processes live, so that each process can open its own."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from psycopg.rows import dict_row

from langgraph_memory.index.chroma import ChromaIndex
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings

EMBEDDINGS = HashEmbeddings(32)
_WAITING = 8  # vectors that wait for Chroma; few, so that kills meet its writing


@dataclass(frozen=True)
class Place:
    """A database, and a folder of Chroma where vectors go there.

    Attributes:
        database: A file of SQLite, or the URL of a PostgreSQL database.
        chroma: The folder, which one process at a time may open; None: vectors in memory.
    """

    database: str
    chroma: Path | None = None

    @property
    def on_postgres(self) -> bool:
        return self.database.startswith("postgresql:")

    @contextmanager
    def saver(self) -> Iterator[BaseCheckpointSaver[Any]]:
        """A checkpointer with a connection of its own."""
        if self.on_postgres:
            options: Any = {"autocommit": True, "row_factory": dict_row}
            with psycopg.connect(self.database, **options) as connection:
                yield PostgresSaver(connection)
        else:
            with closing(
                sqlite3.connect(self.database, check_same_thread=False, timeout=60)
            ) as connection:
                yield SqliteSaver(connection)

    @contextmanager
    def store(self) -> Iterator[CheckpointStore]:
        """A store as a new process would open it."""
        with self.saver() as saver:
            if self.chroma is None:
                yield store_on(saver)
            else:
                with closing(
                    ChromaIndex(EMBEDDINGS, path=self.chroma, batch=_WAITING)
                ) as index:
                    yield store_on(saver, index)

    def settle(self) -> None:
        """Wait until the server has noticed that clients are gone."""
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND state <> 'idle' "
            "AND pid <> pg_backend_pid()"
        )
        if self.on_postgres:
            with psycopg.connect(self.database, autocommit=True) as connection:
                while connection.execute(others).fetchone() != (0,):
                    time.sleep(0.01)


def store_on(saver: Any, index: VectorIndex | None = None) -> CheckpointStore:
    """A store with an index, which is in memory unless another one is given."""
    return CheckpointStore(saver, index=index or ExactIndex(EMBEDDINGS))
