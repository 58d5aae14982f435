"""The SQLite file that keeps conversations and memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from langgraph.checkpoint.sqlite import SqliteSaver


@contextmanager
def opened(path: str) -> Iterator[SqliteSaver]:
    """Open the file, and close it at the end.

    Args:
        path: The file, or `:memory:`.

    Yields:
        A checkpointer for the graph and its store.
    """
    # LangGraph runs tools in threads of its own; the saver takes turns by a lock.
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        yield SqliteSaver(connection)
    finally:
        connection.close()
