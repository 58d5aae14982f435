"""Making PostgreSQL clear away the rows that were deleted.

It keeps them until the table is vacuumed, which it does by itself some time later. It may
be told to at once outside of transactions, and by the owner of the tables.
"""

from __future__ import annotations

import sys
from typing import Any

from langgraph_memory.store.connections import borrowed

_VACUUM = "VACUUM checkpoints, checkpoint_blobs, checkpoint_writes"
_PAGES = (
    "what the database keeps in the space it freed, until that is written over (VACUUM "
    "FULL makes the tables anew), and its write-ahead log"
)
_NO_AUTOCOMMIT = (
    "deleted rows of the database, until it is vacuumed (VACUUM, or VACUUM FULL to make "
    "the tables anew): the checkpointer's connection is not in autocommit mode"
)


def vacuum(connection: Any) -> list[str]:
    """Vacuum the tables of the checkpointer.

    Args:
        connection: Its connection or pool.

    Returns:
        What is left, in words.
    """
    with borrowed(connection) as one:
        if not one.autocommit:
            return [_NO_AUTOCOMMIT]
        told = _Notices()
        one.add_notice_handler(told)
        try:
            one.execute(_VACUUM)
        except sys.modules["psycopg"].Error as error:
            told.failed(error)
        finally:
            one.remove_notice_handler(told)
    return [*told.lines, _PAGES]


async def avacuum(connection: Any) -> list[str]:
    """Vacuum them by an asynchronous connection or pool; otherwise like `vacuum`."""
    async with borrowed(connection) as one:
        if not one.autocommit:
            return [_NO_AUTOCOMMIT]
        told = _Notices()
        one.add_notice_handler(told)
        try:
            await one.execute(_VACUUM)
        except sys.modules["psycopg"].Error as error:
            told.failed(error)
        finally:
            one.remove_notice_handler(told)
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
