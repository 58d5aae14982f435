"""Checkpointers that work from one kind of code only, used from both."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import OnlyAsync, OnlySync, sqlite_saver

NS = ("a",)


def store_on(saver: BaseCheckpointSaver[Any]) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))


def use(store: CheckpointStore) -> None:
    store.put(NS, "k", {"text": "tea"})
    store.put(NS, "l", {"text": "x"})
    store.delete(NS, "l")
    assert store.get(NS, "k") is not None
    assert [hit.key for hit in store.search((), query="tea")] == ["k"]
    assert store.list_namespaces() == [NS]


async def ause(store: CheckpointStore) -> None:
    await store.aput(NS, "k", {"text": "tea"})
    await store.aput(NS, "l", {"text": "x"})
    await store.adelete(NS, "l")
    assert await store.aget(NS, "k") is not None
    assert [hit.key for hit in await store.asearch((), query="tea")] == ["k"]
    assert await store.alist_namespaces() == [NS]


async def test_case_106_a_synchronous_saver_from_both_sides(tmp_path: Path) -> None:
    """What has no asynchronous half works from asynchronous code, and on a loop."""
    for saver in (sqlite_saver(tmp_path / "a.sqlite"), OnlySync(), InMemorySaver()):
        store = store_on(saver)
        await ause(store)
        use(store)
        if isinstance(saver, SqliteSaver):
            saver.conn.close()


async def test_a_synchronous_saver_does_not_block_the_loop() -> None:
    """While a slow saver works, the event loop goes on."""

    class Slow(OnlySync):
        gate = threading.Event()

        def put(self, *args: Any) -> Any:
            assert self.gate.wait(timeout=10)
            return super().put(*args)

    saver = Slow()
    putting = asyncio.ensure_future(store_on(saver).aput(NS, "k", {"text": "x"}))
    await asyncio.sleep(0.01)
    assert not putting.done()
    saver.gate.set()
    await putting


async def test_case_106_an_asynchronous_saver_on_its_own_loop(tmp_path: Path) -> None:
    """A synchronous call that would wait for itself is an error that names the way out."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        store = store_on(saver)
        await ause(store)
        for call in (
            lambda: store.put(NS, "k", {"text": "y"}),
            lambda: store.get(NS, "k"),
            lambda: store.search(()),
            lambda: store.delete(NS, "k"),
            store.list_namespaces,
        ):
            with pytest.raises(StoreError, match=r"AsyncSqliteSaver .*await store\.aget"):
                call()
        assert await store.aget(NS, "k") is not None


async def test_case_106_an_asynchronous_saver_from_other_threads(tmp_path: Path) -> None:
    """Synchronous calls work from every thread but that of the loop."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        store = store_on(saver)
        await asyncio.to_thread(use, store)
        await ause(store)


async def test_an_asynchronous_saver_from_another_loop(tmp_path: Path) -> None:
    """Asynchronous calls on another event loop go to that of the saver."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        store = store_on(saver)
        await asyncio.to_thread(lambda: asyncio.run(ause(store)))


async def test_an_asynchronous_saver_that_names_no_loop() -> None:
    """It lives on the loop that used it first, and serves other threads from there."""
    store = store_on(OnlyAsync())
    await ause(store)
    await asyncio.to_thread(use, store)
    with pytest.raises(StoreError, match="await"):
        use(store)


def test_an_asynchronous_saver_without_a_running_loop() -> None:
    """A synchronous call with no loop to go to is an error, not a wait for ever."""
    store = store_on(OnlyAsync())
    with pytest.raises(StoreError, match="none is running"):
        store.get(NS, "k")
    asyncio.run(ause(store))
    with pytest.raises(StoreError, match="none is running"):
        store.get(NS, "k")
    asyncio.run(ause(store))


async def test_tasks_on_one_loop_do_not_wait_for_each_other_forever(tmp_path: Path) -> None:
    """Many tasks on one store, some of them cancelled, leave it working."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        store = store_on(saver)
        tasks = [
            asyncio.ensure_future(store.aput(("n", str(n % 3)), f"k{n}", {"text": f"w{n}"}))
            for n in range(60)
        ]
        await asyncio.sleep(0.002)
        for task in tasks[::3]:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(r is None or isinstance(r, asyncio.CancelledError) for r in done)
        there = {hit.key for hit in await store.asearch(("n",), limit=100)}
        assert there >= {f"k{n}" for n, result in enumerate(done) if result is None}
        async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as again:
            found = await store_on(again).asearch(("n",), limit=100)
        assert {hit.key for hit in found} == there


def test_only_checkpointers_will_do() -> None:
    """Something else, such as an unopened context manager, is an error that says so."""
    for wrong in (None, True, SqliteSaver.from_conn_string(":memory:"), SqliteSaver):
        with pytest.raises(ConfigError, match="`with` opens"):
            CheckpointStore(wrong)
    with pytest.raises(ConfigError, match="neither put nor aput"):
        CheckpointStore(BaseCheckpointSaver())
