"""Writing several checkpoints in one transaction, where the checkpointer's database can.

LangGraph's checkpointers commit each checkpoint by itself. So several are put through a
twin of the checkpointer, which shares all with it but its lock and its connection: the lock
is held here, and the connection's transaction ends here. Others put one after the other.
"""

from __future__ import annotations

import asyncio
import copy
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory.store.appending import known_to_overwrite
from langgraph_memory.store.connections import (
    AIOSQLITE,
    POOL,
    POSTGRES,
    SQLITE,
    borrowed,
    connection_of,
    lock_of,
    package_of,
)

Saver = BaseCheckpointSaver[Any]
_NAME = "langgraph_memory"


class Manner(NamedTuple):
    """How a checkpointer writes.

    Attributes:
        one_by_one: Through one connection for all, with transactions on it.
        whole: All that is put together, or none of it, wherever the process is killed.
    """

    one_by_one: bool = False
    whole: bool = False


def manner(saver: Saver) -> Manner:
    """How a checkpointer writes."""
    package, _ = _writable(saver)
    if package:
        return Manner(one_by_one=package != POOL, whole=True)
    return Manner(whole=type(saver) is InMemorySaver)  # nothing is left of it then


@contextmanager
def together(saver: Saver) -> Iterator[Saver]:
    """Make puts take effect together, or not at all, where that can be had.

    Args:
        saver: A checkpointer whose synchronous half works.

    Yields:
        What to put through in place of it.
    """
    package, connection = _writable(saver)
    if package == SQLITE:
        with lock_of(saver):
            cast("Any", saver).setup()
            with _transaction(connection):
                yield _twin(saver, _Uncommitted(connection), threading.Lock())
    elif package in POSTGRES:
        with lock_of(saver), borrowed(connection) as own, own.transaction():
            yield _twin(saver, own, threading.Lock())
    else:
        yield saver


@asynccontextmanager
async def atogether(saver: Saver) -> AsyncIterator[Saver]:
    """Do it from asynchronous code; otherwise like `together`."""
    package, connection = _writable(saver)
    if package == AIOSQLITE:
        await cast("Any", saver).setup()
        async with lock_of(saver), _atransaction(connection):
            yield _twin(saver, _AsyncUncommitted(connection), asyncio.Lock())
    elif package in POSTGRES:
        async with lock_of(saver), borrowed(connection) as own, own.transaction():
            yield _twin(saver, own, asyncio.Lock())
    else:
        yield saver


def _writable(saver: Saver) -> tuple[str, Any]:
    """The package and the connection by which several puts can be made one; "" if not."""
    # A put of somebody else's may do more than write to this connection, and a pipeline
    # has its own idea of when things are written.
    if not known_to_overwrite(saver) or getattr(saver, "pipe", None) is not None:
        return "", None
    connection = connection_of(saver)
    return package_of(connection), connection


def _twin(saver: Saver, connection: Any, lock: Any) -> Saver:
    twin: Any = copy.copy(saver)
    twin.conn, twin.lock = connection, lock
    return cast("Saver", twin)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    begin, end, undo = _statements(connection)
    connection.execute(begin)
    try:
        yield
        connection.execute(end)
    except BaseException:
        for statement in undo if connection.in_transaction else ():
            connection.execute(statement)
        raise
    finally:
        connection.commit()  # as a put does, of the user's own transaction too


@asynccontextmanager
async def _atransaction(connection: Any) -> AsyncIterator[None]:
    begin, end, undo = _statements(connection)
    try:
        await connection.execute(begin)
        yield
        await connection.execute(end)
    except BaseException:
        # A commit whose waiter was cancelled may yet be done, and leave nothing to undo.
        with suppress(sqlite3.OperationalError):
            for statement in undo if connection.in_transaction else ():
                await connection.execute(statement)
        raise
    finally:
        await connection.commit()


def _statements(connection: Any) -> tuple[str, str, tuple[str, ...]]:
    """What begins, ends and undoes a transaction, or a part of one that is open already.

    Statements, since what the methods of a connection do hangs on how it was opened.
    """
    if connection.in_transaction:
        return (
            f"SAVEPOINT {_NAME}",
            f"RELEASE {_NAME}",
            (f"ROLLBACK TO {_NAME}", f"RELEASE {_NAME}"),
        )
    # IMMEDIATE: it waits for other writers here, where nothing is done yet.
    return "BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",)


class _Uncommitted:
    """A connection whose commit is left to somebody else."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        """Leave it."""


class _AsyncUncommitted(_Uncommitted):
    async def commit(self) -> None:  # type: ignore[override] # the same, of the other half
        """Leave it."""
