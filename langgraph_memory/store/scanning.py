"""Reading all cells of a thread.

`list` of LangGraph's checkpointers for SQLite asks for the pending writes of every
checkpoint, in a query of its own. The store's have none, so there the checkpoints alone are
read, page by page, with room for others in between. What changes meanwhile is in the feed.
"""

from __future__ import annotations

from typing import Any, cast

from langgraph.checkpoint.base import BaseCheckpointSaver

from langgraph_memory.store.appending import is_langgraphs, newest
from langgraph_memory.store.cells import cell_of, config_of, payload_in, payload_of
from langgraph_memory.store.connections import (
    AIOSQLITE,
    SQLITE,
    connection_of,
    lock_of,
    package_of,
)

Saver = BaseCheckpointSaver[Any]
Cells = list[tuple[str, bytes]]

_ROWS = 1_000
_SQL = (
    "SELECT checkpoint_ns, checkpoint_id, type, checkpoint FROM checkpoints "
    "WHERE thread_id = ? AND (checkpoint_ns, checkpoint_id) > (?, ?) "
    "ORDER BY checkpoint_ns, checkpoint_id LIMIT ?"
)


def scan(saver: Saver, thread: str) -> tuple[Cells, int]:
    """Read a thread.

    Args:
        saver: A checkpointer whose synchronous half works.
        thread: The thread.

    Returns:
        Name and payload of each cell, and how many older versions of cells there are.
    """
    connection = connection_of(saver)
    if package_of(connection) != SQLITE or not is_langgraphs(saver, "list"):
        # Drawn to its end before anything else: a saver may hold its lock meanwhile.
        return _newest(saver, list(saver.list(config_of(thread))))
    pages = _Pages(saver, thread)
    while pages.more:
        with lock_of(saver):
            cast("Any", saver).setup()  # under the lock, as with a cursor of its own
            rows = connection.execute(_SQL, pages.position).fetchall()
        pages.take(rows)
    return list(pages.cells.items()), pages.others


async def ascan(saver: Saver, thread: str) -> tuple[Cells, int]:
    """Do it from asynchronous code; otherwise like `scan`."""
    connection = connection_of(saver)
    if package_of(connection) != AIOSQLITE or not is_langgraphs(saver, "alist"):
        return _newest(saver, [row async for row in saver.alist(config_of(thread))])
    await cast("Any", saver).setup()
    pages = _Pages(saver, thread)
    while pages.more:
        async with lock_of(saver):
            rows = await connection.execute_fetchall(_SQL, pages.position)
        pages.take(list(rows))
    return list(pages.cells.items()), pages.others


def _newest(saver: Saver, listed: list[Any]) -> tuple[Cells, int]:
    rows, others = newest(listed)
    return [(cell_of(row), payload_of(row, saver.serde)) for row in rows], others


class _Pages:
    """What was read of a thread so far; of several versions of a cell the last one."""

    def __init__(self, saver: Saver, thread: str) -> None:
        self._serde = saver.serde
        self._thread = thread
        self.position = (thread, "", "", _ROWS)
        self.cells: dict[str, bytes] = {}
        self.others = 0
        self.more = True

    def take(self, rows: list[tuple[str, str, str, bytes]]) -> None:
        for cell, identifier, kind, data in rows:
            self.others += cell in self.cells
            checkpoint = self._serde.loads_typed((kind, data))
            self.cells[cell] = payload_in(checkpoint, self._thread, self._serde)
            self.position = (self._thread, cell, identifier, _ROWS)
        self.more = len(rows) == _ROWS
