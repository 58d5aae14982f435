"""Making PostgreSQL clear away the rows that were deleted.

It keeps them until the table is vacuumed, which it does by itself some time later. It may
be told to at once outside of transactions, and by the owner of the tables.
"""

from __future__ import annotations

import sys
from typing import Any

_VACUUM = "VACUUM checkpoints, checkpoint_blobs, checkpoint_writes"
_PAGES = (
    "what the database keeps in the space it freed, until that is written over (VACUUM "
    "FULL makes the tables anew), and its write-ahead log"
)
_NO_AUTOCOMMIT = (
    "deleted rows of the database, until it is vacuumed (VACUUM, or VACUUM FULL to make "
    "the tables anew): the checkpointer's connection is not in autocommit mode"
)


def is_postgres(connection: object) -> bool:
    """Whether this is a connection, or a pool of them, of psycopg."""
    kinds = (
        (name, kind)
        for name, *them in (
            ("psycopg", "Connection", "AsyncConnection"),
            ("psycopg_pool", "ConnectionPool", "AsyncConnectionPool"),
        )
        for kind in them
    )
    return any(
        isinstance(connection, getattr(sys.modules[name], kind))
        for name, kind in kinds
        if name in sys.modules
    )


def vacuum(connection: Any) -> list[str]:
    """Vacuum the tables of the checkpointer.

    Args:
        connection: Its connection or pool.

    Returns:
        What is left, in words.
    """
    if hasattr(connection, "getconn"):
        with connection.connection() as one:
            return vacuum(one)
    if not connection.autocommit:
        return [_NO_AUTOCOMMIT]
    told = _Notices()
    connection.add_notice_handler(told)
    try:
        connection.execute(_VACUUM)
    except sys.modules["psycopg"].Error as error:
        told.failed(error)
    finally:
        connection.remove_notice_handler(told)
    return [*told.lines, _PAGES]


async def avacuum(connection: Any) -> list[str]:
    """Vacuum them by an asynchronous connection or pool; otherwise like `vacuum`."""
    if hasattr(connection, "getconn"):
        async with connection.connection() as one:
            return await avacuum(one)
    if not connection.autocommit:
        return [_NO_AUTOCOMMIT]
    told = _Notices()
    connection.add_notice_handler(told)
    try:
        await connection.execute(_VACUUM)
    except sys.modules["psycopg"].Error as error:
        told.failed(error)
    finally:
        connection.remove_notice_handler(told)
    return [*told.lines, _PAGES]


class _Notices:
    """What the server says while it vacuums: that it skips what is another user's table."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, notice: Any) -> None:
        self._add(notice.message_primary)

    def failed(self, error: Exception) -> None:
        """Note an error instead."""
        self._add(error)

    def _add(self, reason: object) -> None:
        self.lines.append(f"deleted rows that could not be vacuumed: {reason}")
