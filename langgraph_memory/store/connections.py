"""The database connections of LangGraph's checkpointers, of whichever package they are.

None of these packages is imported: not everybody has them.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

SQLITE, AIOSQLITE = "sqlite3", "aiosqlite"
PSYCOPG, POOL = "psycopg", "psycopg_pool"
POSTGRES = frozenset((PSYCOPG, POOL))
_KNOWN = POSTGRES | {SQLITE, AIOSQLITE}


def connection_of(saver: BaseCheckpointSaver[Any]) -> Any:
    """The connection of a checkpointer, or its pool of them; None without any."""
    return getattr(saver, "conn", None)


def package_of(connection: object) -> str:
    """The package that a connection or pool is of, be it of a subclass; "" for others."""
    packages = (kind.__module__.partition(".")[0] for kind in type(connection).__mro__)
    return next((package for package in packages if package in _KNOWN), "")


def lock_of(saver: Any) -> Any:
    """The lock under which a checkpointer uses its connection: each that has one has it."""
    return saver.lock


def borrowed(connection: Any) -> Any:
    """A context with a connection from a pool; one that is no pool is used as it is."""
    pooled = package_of(connection) == POOL
    return connection.connection() if pooled else nullcontext(connection)
