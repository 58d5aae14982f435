"""Several users of one checkpointer: threads, tasks and stores."""

from __future__ import annotations

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.store.herald import CROWD
from langgraph_memory.store.layout import items_thread
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import OnlySync

NS = ("a",)


def store_on(saver: BaseCheckpointSaver[Any]) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def test_case_80_threads_lose_nothing(saver: BaseCheckpointSaver[Any]) -> None:
    """Eight threads that write and delete through two stores end up with all of it."""
    stores = [store_on(saver), store_on(saver)]
    start = threading.Barrier(8)

    def work(who: int) -> None:
        store = stores[who % 2]
        start.wait()
        for n in range(25):
            store.put(("n", str(n % 3)), f"{who}-{n}", {"text": f"word{n} w{who}"})
            store.put(("n", "shared"), f"{n}", {"text": "shared"})
            if n % 5 == 0:
                assert store.search(("n",), query=f"word{n} w{who}", limit=1)
                store.delete(("n", str(n % 3)), f"{who}-{n}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    expected = {f"{who}-{n}" for who in range(8) for n in range(25) if n % 5}
    for store in (*stores, store_on(saver)):
        found = store.search(("n",), limit=1_000)
        keys = [hit.key for hit in found if hit.namespace != ("n", "shared")]
        assert sorted(keys) == sorted(expected)
        assert len(store.search(("n", "shared"), limit=100)) == 25
        hits = store.search(("n",), query="word7 w3", limit=1_000)
        assert hits[0].key == "3-7"
        assert len(hits) == len(found)


async def test_case_80_tasks_that_save_the_same_leave_one_item(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """Saving the same again under its key is the same item, whoever does it at once."""
    stores = [store_on(saver), store_on(saver)]
    await asyncio.gather(*(stores[n % 2].aput(NS, "k", {"text": "tea"}) for n in range(8)))
    for store in (*stores, store_on(saver)):
        assert [hit.key for hit in await store.asearch(NS, query="tea")] == ["k"]
        assert await store.alist_namespaces() == [NS]


def test_case_80_users_do_not_wait_for_each_other() -> None:
    """While the checkpointer is slow with one namespace, another is written and read."""
    thread = items_thread(("users", "ann"))
    reached, gate = threading.Event(), threading.Event()

    class Slow(OnlySync):
        def put(self, config: Any, *rest: Any) -> Any:
            if config["configurable"]["thread_id"] == thread:
                reached.set()
                assert gate.wait(timeout=60)
            return super().put(config, *rest)

    store = store_on(Slow())
    with ThreadPoolExecutor(1) as pool:
        anns = pool.submit(store.put, ("users", "ann"), "k", {"text": "ann"})
        assert reached.wait(timeout=60)
        store.put(("users", "bob"), "k", {"text": "bob"})
        assert store.get(("users", "bob"), "k") is not None
        assert len(store.search(("users", "bob"), query="bob")) == 1
        assert not anns.done()
        gate.set()
    assert len(store.search(("users",))) == 2


def test_case_63_reads_leave_nothing_in_the_saver() -> None:
    """Not even LangGraph's saver in memory, which enters what it is asked for, grows."""
    saver = InMemorySaver()
    store = store_on(saver)
    store.put(NS, "k", {"text": "x"})
    before = {thread: set(cells) for thread, cells in saver.storage.items()}
    for n in range(50):
        store.get(NS, f"missing{n}")
        store.get(("missing", str(n)), "k")
        store.search(("missing", str(n)), query="x")
    store.list_namespaces()
    assert {thread: set(cells) for thread, cells in saver.storage.items()} == before


def test_stores_on_one_saver_in_memory_do_not_meet_in_its_dicts() -> None:
    """While one store reads a namespace another may enter keys into it."""
    saver = InMemorySaver()
    store_on(saver).batch([PutOp(NS, f"k{n}", {"n": n}) for n in range(300)])
    done = threading.Event()

    def read() -> int:
        readings = 0
        while not done.is_set():
            assert len(store_on(saver).search(NS, limit=10_000)) >= 300
            readings += 1
        return readings

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as pool:
            readings = [pool.submit(read) for _ in range(2)]
            writer = store_on(saver)
            for n in range(200):
                writer.put(NS, f"new{n}", {"n": n}, index=False)
            done.set()
            assert all(reading.result() > 0 for reading in readings)
    finally:
        done.set()
        sys.setswitchinterval(interval)


def test_restarts_do_not_make_listening_longer(saver: BaseCheckpointSaver[Any]) -> None:
    """However many stores have written before, few cells are read, and all see all."""
    watcher, sleeper = store_on(saver), store_on(saver)
    watcher.put(NS, "first", {"text": "x"})
    assert len(sleeper.search(NS)) == 1
    for n in range(2 * CROWD + 5):
        store_on(saver).put(NS, f"k{n}", {"text": f"word{n}"})
        if n % 10 == 0:
            assert watcher.search(NS, limit=1)[0].key == f"k{n}"
    watcher.put(NS, "last", {"text": "y"})
    for store in (watcher, sleeper, store_on(saver)):
        assert len(store.search(NS, limit=1_000)) == 2 * CROWD + 7
    sleeper.put(NS, "again", {"text": "z"})
    assert watcher.search(NS, limit=1)[0].key == "again"
    feeds: dict[str, int] = {}
    for row in saver.list(None):
        thread = row.config["configurable"]["thread_id"]
        if ":feed:" in thread:
            feeds[thread] = feeds.get(thread, 0) + 1
    assert len(feeds) == 3
    assert max(feeds.values()) <= CROWD + 2


def test_what_is_long_unused_is_let_go(saver: BaseCheckpointSaver[Any]) -> None:
    """A store holds a bounded number of items in memory, and finds all of them anyway."""
    store = CheckpointStore(saver, most_held=40)
    for n in range(12):
        store.batch([PutOp(("n", f"{n:02}"), f"k{m}", {"m": m}) for m in range(10)])
    for _ in range(2):
        assert len(store.search(("n",), limit=1_000)) == 120
        for n in range(12):
            assert len(store.search(("n", f"{n:02}"))) == 10
        store.put(("n", "03"), "k3", {"m": -1})
        assert store.search(("n", "03"))[0].value == {"m": -1}
