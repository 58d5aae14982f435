"""Deleting threads, and giving the disk back where the database offers it.

A database marks what is deleted as free and writes over it later, if ever.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory.store.connections import (
    AIOSQLITE,
    POSTGRES,
    SQLITE,
    connection_of,
    lock_of,
    package_of,
)
from langgraph_memory.store.vacuum import avacuum, vacuum
from langgraph_memory.store.work import Drop, Shrink

_VACUUM = "VACUUM"
_EMPTY_WAL = "PRAGMA wal_checkpoint(TRUNCATE)"
_WAL = "the database's write-ahead log, which another connection is reading"
_UNKNOWN = "freed space and logs of the database, until it is vacuumed (VACUUM FULL)"


def clear(saver: BaseCheckpointSaver[Any], request: Drop | Shrink) -> bool | list[str]:
    """Delete a thread, or give back what was deleted, from synchronous code.

    Args:
        saver: The checkpointer.
        request: What to do.

    Returns:
        The request's answer.
    """
    if isinstance(request, Shrink):
        return _shrink(saver)
    try:
        saver.delete_thread(request.thread)
    except NotImplementedError:
        return False
    return True


async def aclear(
    saver: BaseCheckpointSaver[Any], request: Drop | Shrink
) -> bool | list[str]:
    """Do it from asynchronous code; otherwise like `clear`."""
    if isinstance(request, Shrink):
        return await _ashrink(saver)
    try:
        await saver.adelete_thread(request.thread)
    except NotImplementedError:
        return False
    return True


def _shrink(saver: BaseCheckpointSaver[Any]) -> list[str]:
    """Rewrite a SQLite database, vacuum another; returns what is left, in words."""
    connection = connection_of(saver)
    package = package_of(connection)
    if package in POSTGRES:
        with lock_of(saver):
            return vacuum(connection)
    if package != SQLITE:
        return _others(saver)
    with lock_of(saver):
        try:
            connection.commit()
            connection.execute(_VACUUM)
            (busy, *_) = connection.execute(_EMPTY_WAL).fetchone()
        except sqlite3.OperationalError as error:
            return [_failed(error)]
    return [_WAL] if busy else []


async def _ashrink(saver: BaseCheckpointSaver[Any]) -> list[str]:
    connection = connection_of(saver)
    package = package_of(connection)
    if package in POSTGRES:
        async with lock_of(saver):
            return await avacuum(connection)
    if package != AIOSQLITE:
        return _others(saver)
    async with lock_of(saver):
        try:
            await connection.commit()
            await connection.execute(_VACUUM)
            cursor = await connection.execute(_EMPTY_WAL)
            (busy, *_) = await cursor.fetchone()
        except sqlite3.OperationalError as error:
            return [_failed(error)]
    return [_WAL] if busy else []


def _others(saver: BaseCheckpointSaver[Any]) -> list[str]:
    return [] if isinstance(saver, InMemorySaver) else [_UNKNOWN]


def _failed(error: sqlite3.OperationalError) -> str:
    return f"free pages of the database: it could not be vacuumed ({error})"
