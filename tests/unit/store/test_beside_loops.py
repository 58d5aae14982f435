"""An index that has to wait, beside an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from langgraph_memory.index.exact import ExactIndex, ExactTable
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings

NS = ("a",)


class Slow(ExactIndex):
    """An index whose tables search only when they are let go."""

    waits = True

    def __init__(self) -> None:
        super().__init__(HashEmbeddings())
        self.reached, self.free = threading.Event(), threading.Event()

    def table(self, dimensions: int, **_: Any) -> ExactTable:
        index = self

        class Table(ExactTable):
            def nearest(
                self, query: Sequence[float], among: tuple[str, ...] | None = None
            ) -> Iterator[tuple[str, float]]:
                index.reached.set()
                assert index.free.wait(60)
                return super().nearest(query, among)

        return Table(dimensions)


async def search_beside(saver: BaseCheckpointSaver[Any]) -> None:
    index = Slow()
    store = CheckpointStore(saver, index=index)
    await store.aput(NS, "k", {"text": "tea"})
    await store.aput(("b",), "k", {"text": "tea"})
    searching = asyncio.create_task(store.asearch(NS, query="tea"))
    assert await asyncio.to_thread(index.reached.wait, 60)
    await store.aput(("b",), "l", {"text": "coffee"})
    assert await store.aget(NS, "k") is not None
    assert not searching.done()
    index.free.set()
    assert [hit.key for hit in await searching] == ["k"]
    assert len(await store.asearch(("b",), query="coffee")) == 2


@pytest.mark.parametrize("kind", ["memory", "async_sqlite"])
async def test_a_slow_index_does_not_hold_up_the_loop(kind: str, tmp_path: Path) -> None:
    """While it searches, the loop goes on, and other namespaces are written and read."""
    if kind == "memory":
        await search_beside(InMemorySaver())
        return
    async with aiosqlite.connect(tmp_path / "a.sqlite") as connection:
        await search_beside(AsyncSqliteSaver(connection))
