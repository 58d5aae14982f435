"""What goes wrong outside: checkpointers that fail, embedders that fail."""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.base import GetOp, PutOp

from langgraph_memory.errors import MemoryWarning, StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import Full, Late, sqlite_saver

NS = ("a",)


class Failing(HashEmbeddings):
    """Embeddings that can be made to fail."""

    fault: Callable[[list[list[float]]], list[list[float]]] | Exception | None = None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors = super().embed_documents(texts)
        if isinstance(self.fault, Exception):
            raise self.fault
        return self.fault(vectors) if self.fault else vectors


def store_on(saver: object, embeddings: Embeddings | None = None) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(embeddings or HashEmbeddings()))


FAULTS = {
    "it raises": TimeoutError("no answer"),
    "too few": lambda vectors: vectors[:-1],
    "not finite": lambda vectors: [[math.nan] * len(v) for v in vectors],
    "too large": lambda vectors: [[1e300] * len(v) for v in vectors],
    "empty": lambda vectors: [[] for _ in vectors],
    "of two lengths": lambda vectors: [v[: n + 1] for n, v in enumerate(vectors)],
    "of another length": lambda vectors: [v[:7] for v in vectors],
    "no numbers": lambda vectors: [["x"] * len(v) for v in vectors],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_case_71_a_failing_embedder_leaves_no_old_vector(fault: str) -> None:
    """The new text is saved, reported, and not scored by the old vector."""
    embeddings = Failing()
    saver = InMemorySaver()
    store = store_on(saver, embeddings)
    store.put(NS, "k", {"text": "zany zebra"})
    embeddings.fault = FAULTS[fault]
    with pytest.warns(MemoryWarning, match="2 items were kept without vectors"):
        store.batch(
            [
                PutOp(NS, "k", {"text": "calm cow"}),
                PutOp(NS, "l", {"text": "new newt"}),
                PutOp(NS, "m", {"text": "off"}, index=False),
            ]
        )
    for _ in range(2):
        hits = {hit.key: hit for hit in store.search(NS, query="zany zebra")}
        assert hits["k"].value == {"text": "calm cow"}
        assert [hits[key].score for key in "klm"] == [None, None, None]
    (hit, *_) = store_on(saver).search(NS, query="calm cow")
    assert (hit.key, hit.score) == ("k", pytest.approx(1, abs=1e-5))
    embeddings.fault = None
    store.put(NS, "k", {"text": "calm cow"})
    (hit, *_) = store.search(NS, query="calm cow")
    assert (hit.key, hit.score) == ("k", pytest.approx(1, abs=1e-5))


def test_case_71_an_embedder_that_fails_from_the_start() -> None:
    """Nothing is lost, and the store works as soon as the embedder does."""
    embeddings = Failing()
    embeddings.fault = ConnectionError("refused")
    store = store_on(InMemorySaver(), embeddings)
    with pytest.warns(MemoryWarning, match="refused"):
        store.put(NS, "k", {"text": "tea"})
    assert store.get(NS, "k") is not None
    with pytest.raises(StoreError, match="nothing was searched: refused"):
        store.search(NS, query="tea")
    embeddings.fault = None
    store.put(NS, "l", {"text": "tea"})
    assert [hit.key for hit in store.search(NS, query="tea")] == ["k", "l"]


def test_a_query_that_cannot_be_embedded_is_an_error() -> None:
    """The failure is not an empty result, and nothing of the batch is done."""

    class Deaf(HashEmbeddings):
        def embed_query(self, text: str) -> list[float]:
            if text == "tea":
                raise TimeoutError(text)
            return super().embed_query(text)

    store = store_on(InMemorySaver(), Deaf())
    with pytest.raises(StoreError, match="could not be embedded"):
        store.search(NS, query="tea")
    assert store.get(NS, "k") is None


def ranked_in_time(store: CheckpointStore, query: str) -> bool:
    """Whether an item is ranked before long."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if store.search(NS, query=query)[0].score is not None:
            return True
        time.sleep(0.1)
    return False


def test_case_71_the_very_first_item_is_embedded_later() -> None:
    """Also when there were no vectors at all before the embedder failed."""
    embeddings = Failing()
    embeddings.fault = TimeoutError("no answer")
    store = store_on(InMemorySaver(), embeddings)
    with pytest.warns(MemoryWarning, match="no answer"):
        store.put(NS, "k", {"text": "tea"})
    embeddings.fault = None
    assert ranked_in_time(store, "tea")


def test_case_71_a_search_during_an_outage_is_not_the_last_chance() -> None:
    """An item is tried again after a rest, as long as it has no vectors."""
    embeddings = Failing()
    store = store_on(InMemorySaver(), embeddings)
    store.put(NS, "first", {"text": "calm cow"})
    embeddings.fault = TimeoutError("no answer")
    with pytest.warns(MemoryWarning, match="no answer"):
        store.put(NS, "k", {"text": "tea"})
    for _ in range(3):
        hits = store.search(NS, query="tea")
        assert {hit.key: hit.score for hit in hits}["k"] is None
    embeddings.fault = None
    end = time.monotonic() + 60
    while store.search(NS, query="tea")[0].key != "k" and time.monotonic() < end:
        time.sleep(0.1)
    assert store.search(NS, query="tea")[0].key == "k"


class Hanging(HashEmbeddings):
    """Embeddings that give no answer until they are let go."""

    in_process = False

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.asked = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked += 1
        assert self.free.wait(60)
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        self.asked += 1
        assert self.free.wait(60)
        return super().embed_query(text)


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_case_71_and_98_a_hanging_embedder_holds_nobody_up(way: str) -> None:
    """After its time the item is kept and told of, and for a while nothing is asked."""
    embeddings = Hanging()
    index = ExactIndex(embeddings)
    store = CheckpointStore(InMemorySaver(), index=index, embedding_timeout=0.05)
    store.put(NS, "first", {"text": "calm cow"})
    embeddings.free.clear()
    op = PutOp(NS, "k", {"text": "tea"})
    with pytest.warns(MemoryWarning, match="no answer within 0.05 seconds"):
        store.batch([op]) if way == "sync" else await store.abatch([op])
    asked = embeddings.asked
    with pytest.raises(StoreError, match=r"could not be embedded.* left alone for 60"):
        store.search(NS, query="tea")
    with pytest.raises(StoreError, match=r"could not be embedded.* left alone for 60"):
        await store.asearch(NS, query="tea")
    op = PutOp(NS, "l", {"text": "milk"})
    with pytest.warns(MemoryWarning, match=r"1 items were kept without.* left alone"):
        store.batch([op]) if way == "sync" else await store.abatch([op])
    assert embeddings.asked == asked
    assert {hit.key for hit in store.search(NS)} == {"first", "k", "l"}
    embeddings.free.set()
    assert (store.reindex() if way == "sync" else await store.areindex()) == 2
    assert store.search(NS, query="tea")[0].key == "k"
    assert (await store.asearch(NS, query="milk"))[0].key == "l"


async def test_asynchronous_failures_are_the_same() -> None:
    """From asynchronous code too: saved and reported, or an error."""
    embeddings = Failing()
    embeddings.fault = TimeoutError("slow")
    store = store_on(InMemorySaver(), embeddings)
    with pytest.warns(MemoryWarning, match="slow"):
        await store.aput(NS, "k", {"text": "tea"})
    with pytest.raises(StoreError, match="slow"):
        await store.asearch(NS, query="tea")
    assert await store.aget(NS, "k") is not None


def test_a_full_disk_is_an_error_and_what_was_written_stays() -> None:
    """The error says what failed; what came before is kept, and other stores see it."""
    saver = Full()
    store, other = store_on(saver), store_on(saver)
    store.put(NS, "before", {"text": "x"})
    assert len(other.search(())) == 1
    saver.room = 4
    ops = [PutOp(NS, f"k{n}", {"text": f"word{n}"}) for n in range(9)]
    with pytest.raises(StoreError, match="OperationalError: database or disk is full") as e:
        store.batch(ops)
    assert isinstance(e.value.__cause__, sqlite3.OperationalError)
    saver.room = 100
    there = {hit.key for hit in store.search((), limit=20)}
    assert "before" in there
    assert 1 < len(there) < len(ops)
    store.put(NS, "after", {"text": "y"})
    assert {hit.key for hit in other.search((), limit=20)} == there | {"after"}
    store.batch(ops)
    assert len(other.search((), limit=20)) == 11


def test_a_write_whose_answer_was_lost_is_not_half_known() -> None:
    """Whether such a write took place is read from the checkpointer, not assumed."""
    saver = Late()
    store = store_on(saver)
    for text in ("older", "old"):  # from the second on nothing but the item is written
        store.put(NS, "k", {"text": text})
    assert len(store.search(NS)) == 1
    saver.failing = True
    with pytest.raises(StoreError, match="the answer was lost"):
        store.put(NS, "k", {"text": "new"})
    (hit,) = store.search(NS, query="new")
    item = store.get(NS, "k")
    assert item is not None
    assert hit.value == item.value == {"text": "new"}
    assert hit.score == pytest.approx(1, abs=1e-5)


def test_reading_needs_no_writing(tmp_path: Path) -> None:
    """Items with a ttl are read from a database that is read-only, and it is told."""
    file = tmp_path / "a.sqlite"
    writer = sqlite_saver(file)
    store_on(writer).put(NS, "k", {"text": "tea"}, ttl=60)
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, check_same_thread=False)
    store = store_on(SqliteSaver(connection))
    with pytest.warns(MemoryWarning, match="did not start the time of items anew"):
        assert store.get(NS, "k") is not None
    with pytest.warns(MemoryWarning, match="readonly"):
        assert [hit.key for hit in store.search(NS, query="tea")] == ["k"]
    with pytest.raises(StoreError, match="readonly"):
        store.put(NS, "l", {"text": "coffee"})
    connection.close()
    writer.conn.close()


def test_a_closed_database_is_an_error(tmp_path: Path) -> None:
    """Reads fail aloud: there is no empty result in place of a failure."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    store = store_on(saver)
    store.put(NS, "k", {"text": "x"})
    saver.conn.close()
    for read in (
        lambda: store.get(NS, "k"),
        lambda: store.search(()),
        store.list_namespaces,
        lambda: store.batch([GetOp(NS, "k")]),
    ):
        with pytest.raises(StoreError, match="ProgrammingError"):
            read()


def test_foreign_checkpoints_in_reserved_threads_are_an_error() -> None:
    """What is not the store's own is reported with its place."""
    saver = InMemorySaver()
    store = store_on(saver)
    store.put(NS, "k", {"text": "x"})
    (thread,) = (name for name in saver.storage if ":items:" in name)
    config = {"configurable": {"thread_id": thread, "checkpoint_ns": "strange"}}
    empty = {"v": 4, "id": "1", "ts": "", "channel_values": {}, "channel_versions": {}}
    saver.put(config, {**empty, "versions_seen": {}}, {}, {})
    with pytest.raises(StoreError, match=f"{thread}.*not the store's"):
        store_on(saver).search(())
