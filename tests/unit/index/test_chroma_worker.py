"""Chroma is written to beside event loops, not on them."""

from __future__ import annotations

import asyncio
import shutil
import struct
import threading
import uuid
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

import aiosqlite
import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import PutOp

from langgraph_memory import CheckpointStore, ChromaIndex
from langgraph_memory.errors import MemoryWarning
from langgraph_memory.index.chroma_client import Chroma
from langgraph_memory.index.chroma_rows import Row
from langgraph_memory.index.chroma_shelf import Shelf
from langgraph_memory.index.chroma_table import ChromaTable
from langgraph_memory.index.chroma_worker import Worker
from langgraph_memory.index.port import Entry
from langgraph_memory.testing import HashEmbeddings

NS = ("memory", "u:ann", "cards")


def test_without_an_event_loop_it_is_done_at_once() -> None:
    """On the thread of the caller, who learns of failures."""
    done: list[tuple[bool, int]] = []
    worker = Worker()
    worker.do(lambda beside: done.append((beside, threading.get_ident())))
    assert done == [(False, threading.get_ident())]
    worker.close()


async def test_on_an_event_loop_it_is_done_elsewhere() -> None:
    """On one thread, in order; closing waits for all of it."""
    done: list[tuple[int, int]] = []
    worker = Worker()
    for turn in range(5):
        worker.do(lambda _, turn=turn: done.append((turn, threading.get_ident())))
    worker.close()
    assert [turn for turn, _ in done] == list(range(5))
    assert {thread for _, thread in done}.isdisjoint({threading.get_ident()})
    assert len({thread for _, thread in done}) == 1


def test_what_changes_while_it_is_written_counts() -> None:
    """An item removed or changed meanwhile is not what was written, and leaves no row."""

    class Interrupted(Shelf):
        def write(
            self, rows: Sequence[Row], gone: Iterable[str], *, gently: bool = False
        ) -> None:
            while changes:
                changes.pop()()
            super().write(rows, gone, gently=gently)

    def vector(*numbers: float) -> bytes:
        return struct.pack("<2f", *numbers)

    chroma = Chroma(None, None, 0, None)
    shelf = Interrupted(chroma, f"test-{uuid.uuid4().hex}")
    table = ChromaTable(shelf, NS, 2, batch=100, texts=False, do=Worker().do)
    for key in "abc":
        table.put(Entry(key, vector(1, 0), "1"))
    changes = [
        lambda: table.remove("a"),
        lambda: table.put(Entry("b", vector(0, 1), "2")),
        lambda: table.put(Entry("d", vector(0, -1), "2")),
    ]
    for _ in range(3):
        table.flush()
        assert list(table.nearest([1, 1])) == [
            ("b", pytest.approx(0.707107)),
            ("c", pytest.approx(0.707107)),
            ("d", pytest.approx(-0.707107)),
        ]
    assert shelf.count() == 3
    shelf.drop()
    chroma.close()


async def test_searches_are_right_while_vectors_are_written(tmp_path: Path) -> None:
    """Every put, update and deletion counts at once, written or not."""
    index = ChromaIndex(HashEmbeddings(), path=tmp_path / "chroma", batch=16)
    async with aiosqlite.connect(":memory:") as connection:
        store = CheckpointStore(AsyncSqliteSaver(connection), index=index)
        present: dict[str, str] = {}
        for turn in range(12):
            keys = [f"k{(7 * turn + n) % 60}" for n in range(20)]
            present |= {key: f"word{turn} {key}" for key in keys}
            await store.abatch([PutOp(NS, key, {"text": present[key]}) for key in keys])
            del present[keys[0]]
            await store.adelete(NS, keys[0])
            hits = await store.asearch(NS, query=f"word{turn} {keys[1]}", limit=100)
            assert {hit.key: hit.value["text"] for hit in hits} == present
            assert (hits[0].key, round(hits[0].score or 0, 5)) == (keys[1], 1)
    index.close()


async def test_a_failure_is_told_at_the_next_call(tmp_path: Path) -> None:
    """What the worker could not write goes on being found, with a warning."""
    folder = tmp_path / "chroma"
    index = ChromaIndex(HashEmbeddings(), path=folder, batch=1)
    async with aiosqlite.connect(":memory:") as connection:
        store = CheckpointStore(AsyncSqliteSaver(connection), index=index)
        await store.aput(NS, "k", {"text": "tea"})
        assert len(await store.asearch(NS, query="tea")) == 1
        shutil.rmtree(folder)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for n in range(1_000):
                await store.aput(NS, f"k{n}", {"text": f"word{n}"})
                if caught:
                    break
                await asyncio.sleep(0.01)
        told = [w for w in caught if issubclass(w.category, MemoryWarning)]
        assert "safe in the checkpointer" in str(told[0].message)
        item = await store.aget(NS, f"k{n}")
        assert item is not None
        assert item.value == {"text": f"word{n}"}
