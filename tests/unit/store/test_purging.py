"""What a purge removes, what it leaves, and who notices."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import PutOp

from langgraph_memory.errors import StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore, RestoreOp
from langgraph_memory.testing import Clock, HashEmbeddings
from tests.unit.store.savers import OnlySync, sqlite_saver

NS = ("users", "ann-of-green-gables")
OTHER = ("users", "bob")


def store_on(saver: BaseCheckpointSaver[Any], **options: Any) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)), **options)


def rows(saver: BaseCheckpointSaver[Any], part: str) -> int:
    threads = (row.config["configurable"]["thread_id"] for row in saver.list(None))
    return sum(part in thread for thread in threads)


def test_marks_of_deleted_and_expired_items_go(saver: BaseCheckpointSaver[Any]) -> None:
    """Only emptied namespaces lose their rows; others keep all of theirs."""
    clock = Clock()
    store = store_on(saver, clock=clock)
    store.batch([PutOp(NS, f"k{n}", {"text": "tea"}) for n in range(20)])
    store.put(NS, "old", {"text": "tea"}, ttl=1)
    store.put(OTHER, "k", {"text": "tea"})
    store.put(OTHER, "l", None)
    store.batch([PutOp(NS, f"k{n}", None) for n in range(20)])
    clock.advance(minutes=2)
    assert rows(saver, ":items:") == 22
    beyond = store.purge([("users",)])
    assert rows(saver, ":items:") == 1
    assert any("users', 'bob" in line for line in beyond)
    for reader in (store, store_on(saver, clock=clock)):
        assert reader.list_namespaces() == [OTHER]
        assert [hit.key for hit in reader.search((), query="tea")] == ["k"]
    store.put(NS, "k1", {"text": "again"})
    assert store_on(saver, clock=clock).list_namespaces() == [NS, OTHER]


def test_a_purged_file_holds_no_trace(tmp_path: Path) -> None:
    """Neither values nor names are in the bytes of the database, its log included."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    store = store_on(saver)
    store.batch([PutOp(NS, f"k{n}", {"text": f"zanzibar {n}"}) for n in range(50)])
    store.put(OTHER, "k", {"text": "madrid"})
    store.batch([PutOp(NS, f"k{n}", None) for n in range(50)])
    store.purge([NS])
    assert traces(tmp_path) == set()
    assert store_on(saver).get(OTHER, "k") is not None
    saver.conn.close()


def traces(folder: Path) -> set[str]:
    # Payloads are in base64, which is looked for at each of its three alignments.
    connection = sqlite3.connect(folder / "a.sqlite")
    found = [str(row) for row in connection.execute("SELECT * FROM checkpoints")]
    connection.close()
    data = b"".join(file.read_bytes() for file in folder.iterdir())
    wanted = {"zanzibar": b"emFuemliYXIg", "ann-of-green-gables": b"YW5uLW9mLWdyZWVu"}
    return {word for word, code in wanted.items() if code in data or word in str(found)}


def test_the_search_for_traces_can_find_them(tmp_path: Path) -> None:
    """Before the purge, they are there."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    store = store_on(saver)
    for pad in ("", "a", "ab"):
        store.put((*NS, pad or "x"), "k" + pad, {"text": pad + "zanzibar " + pad})
        store.put((*NS, pad or "x"), "k" + pad, None)
    assert "zanzibar" in traces(tmp_path)
    saver.conn.close()


async def test_an_asynchronous_file_is_purged_too(tmp_path: Path) -> None:
    """The twin does the same on the saver's own loop."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        store = store_on(saver)
        await store.aput(NS, "k", {"text": "zanzibar 1"})
        await store.adelete(NS, "k")
        beyond = await store.apurge([NS])
        assert "backups and replicas of the database" in beyond
        assert traces(tmp_path) == set()
        assert await store.alist_namespaces() == []


def test_a_database_in_use_is_said(tmp_path: Path) -> None:
    """What another connection keeps from being vacuumed is named, not passed over."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    store = store_on(saver)
    store.put(NS, "k", {"text": "x"})
    store.delete(NS, "k")
    reader = sqlite3.connect(tmp_path / "a.sqlite")
    rows = reader.execute("SELECT * FROM checkpoints")
    rows.fetchone()
    assert any("write-ahead" in line or "vacuum" in line for line in store.purge([NS]))
    reader.close()
    saver.conn.close()


def test_a_saver_that_cannot_delete_is_said() -> None:
    """Nothing is claimed to be gone that is not."""
    store = store_on(OnlySync())
    store.put(NS, "k", {"text": "x"})
    store.delete(NS, "k")
    assert any("cannot delete threads" in line for line in store.purge([NS]))
    assert store.list_namespaces() == []


def test_other_stores_neither_show_what_is_gone_nor_lose_what_is_new(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """A store that knew the namespace before writes into it afterwards, and all find it."""
    one, other = store_on(saver), store_on(saver)
    other.put(NS, "k", {"text": "tea"})
    other.put(NS, "l", {"text": "tea"})
    assert len(one.search(NS)) == 2
    one.delete(NS, "k")
    one.delete(NS, "l")
    one.purge([NS])
    assert other.search(()) == []
    other.put(NS, "m", {"text": "new"})
    for reader in (one, other, store_on(saver)):
        assert [hit.key for hit in reader.search((), query="new")] == ["m"]
        assert reader.list_namespaces() == [NS]


def test_writers_beside_a_purge_stay_consistent(saver: BaseCheckpointSaver[Any]) -> None:
    """What is there afterwards is what every store finds, in searches and listings."""
    stores = [store_on(saver) for _ in range(3)]
    done = threading.Event()

    def write() -> None:
        for n in range(60):
            stores[0].put(NS, f"k{n}", {"text": f"word{n}"})
            if n % 3:
                stores[0].delete(NS, f"k{n}")
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    while not done.is_set():
        for hit in stores[1].search(NS, limit=100):
            stores[1].delete(NS, hit.key)
        stores[1].purge([NS])
    thread.join()
    stores[2].put(NS, "last", {"text": "last"})
    found = [sorted(hit.key for hit in s.search(NS, limit=100)) for s in stores]
    assert found[0] == found[1] == found[2]
    assert "last" in found[0]
    assert all(stores[2].get(NS, key) is not None for key in found[0])
    assert [s.list_namespaces() for s in stores] == [[NS]] * 3


def test_items_come_back_with_their_times(saver: BaseCheckpointSaver[Any]) -> None:
    """A put that restores keeps both times; the next ordinary one keeps the first."""
    clock = Clock()
    store = store_on(saver, clock=clock)
    then = datetime(2020, 1, 2, 3, 4, 5, 678, UTC)
    op = RestoreOp.of(PutOp(NS, "k", {"text": "tea"}), then, then + timedelta(days=1))
    store.batch([op])
    item = store_on(saver, clock=clock).get(NS, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (then, then + timedelta(days=1))
    store.put(NS, "k", {"text": "coffee"})
    item = store.get(NS, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (then, clock())


def test_a_purge_that_fails_says_so() -> None:
    """An error of the checkpointer is no success."""

    class Broken(InMemorySaver):
        def delete_thread(self, thread_id: str) -> None:
            msg = f"no way to {thread_id}"
            raise ConnectionError(msg)

    store = store_on(Broken())
    store.put(NS, "k", {"text": "x"})
    store.delete(NS, "k")
    with pytest.raises(StoreError, match="no way"):
        store.purge([NS])


def test_an_item_put_beside_a_purge_is_nowhere_or_everywhere() -> None:
    """What goes with its thread is shown by nobody, not even by the store that put it."""

    class Racing(OnlySync):
        def delete_thread(self, thread_id: str) -> None:
            other.put(NS, "late", {"text": "late"})
            assert other.search(NS)[0].key == "late"
            self.inner.delete_thread(thread_id)

    saver = Racing()
    one, other = store_on(saver), store_on(saver)
    one.put(NS, "k", {"text": "x"})
    one.delete(NS, "k")
    one.purge([NS])
    for store in (one, other, store_on(saver)):
        assert store.search(()) == []
        assert store.get(NS, "late") is None
        assert store.list_namespaces() == []
    other.put(NS, "later", {"text": "later"})
    for store in (one, other, store_on(saver)):
        assert [hit.key for hit in store.search((), query="later")] == ["later"]
        assert store.list_namespaces() == [NS]
