"""Checkpointers for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from tests.unit.store.savers import sqlite_saver


@pytest.fixture(params=["memory", "sqlite"])
def saver(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[BaseCheckpointSaver[Any]]:
    """One in memory, and one in a file that need not outlast a crash."""
    if request.param == "memory":
        yield InMemorySaver()
    else:
        saver = sqlite_saver(tmp_path / "a.sqlite")
        saver.conn.execute("PRAGMA synchronous=OFF")
        yield saver
        saver.conn.close()
