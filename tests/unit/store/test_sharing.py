"""Several users of one checkpointer: threads, stores, processes and graphs."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import PutOp
from typing_extensions import TypedDict

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.store.herald import CROWD
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import sqlite_saver

ROOT = Path(__file__).parents[3]
NS = ("a",)


def store_on(saver: BaseCheckpointSaver[Any]) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


@pytest.fixture(params=["memory", "sqlite"])
def saver(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[BaseCheckpointSaver[Any]]:
    if request.param == "memory":
        yield InMemorySaver()
    else:
        saver = sqlite_saver(tmp_path / "a.sqlite")
        saver.conn.execute("PRAGMA synchronous=OFF")
        yield saver
        saver.conn.close()


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


class State(TypedDict):
    count: int


def graph_on(saver: BaseCheckpointSaver[Any], store: CheckpointStore | None) -> Any:
    def step(state: State) -> State:
        if store is not None:
            store.put(("runs",), str(state["count"]), {"text": "run"})
            store.search((), query="run")
        return {"count": state["count"] + 1}

    builder = StateGraph(State)
    builder.add_node("step", step)
    builder.add_edge(START, "step")
    builder.add_conditional_edges("step", lambda s: END if s["count"] > 4 else "step")
    return builder.compile(checkpointer=saver, store=store)


def history(graph: Any, thread: str) -> list[tuple[Any, ...]]:
    states = graph.get_state_history({"configurable": {"thread_id": thread}})
    return [(s.values, s.next, s.metadata["step"]) for s in states]


def test_a_graph_on_the_same_checkpointer_is_undisturbed(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """A run beside the store has the states and the history it has without it."""
    store = store_on(saver)
    config = {"configurable": {"thread_id": "t1"}}
    graph_on(InMemorySaver(), None).invoke({"count": 0}, config)
    plain = graph_on(InMemorySaver(), None)
    plain.invoke({"count": 0}, config)
    graph = graph_on(saver, store)
    assert graph.invoke({"count": 0}, config) == {"count": 5}
    assert history(graph, "t1") == history(plain, "t1")
    assert len(store.search(("runs",))) == 5
    threads = {row.config["configurable"]["thread_id"] for row in saver.list(None)}
    ours = {thread for thread in threads if thread.startswith("langgraph_memory:store:")}
    assert threads - ours == {"t1"}
    newest = [
        row.config["configurable"]["thread_id"] for row in saver.list(config, limit=3)
    ]
    assert newest == ["t1"] * 3


def test_deleting_a_thread_of_a_graph_leaves_the_store(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """The user's own housekeeping does not touch the memory."""
    store = store_on(saver)
    graph_on(saver, store).invoke({"count": 0}, {"configurable": {"thread_id": "t1"}})
    saver.delete_thread("t1")
    assert len(store_on(saver).search(("runs",))) == 5


def test_listings_of_all_threads_end_with_ours(tmp_path: Path) -> None:
    """Who asks a database for its newest checkpoints gets those of graphs."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    store = store_on(saver)
    graph_on(saver, store).invoke({"count": 0}, {"configurable": {"thread_id": "t1"}})
    store.put(NS, "later", {"text": "x"})
    rows = list(saver.list(None, limit=7))
    assert {row.config["configurable"]["thread_id"] for row in rows} == {"t1"}
    saver.conn.close()


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


WRITER = """
import sqlite3, sys
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
file, who, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
connection = sqlite3.connect(file, check_same_thread=False, timeout=30)
store = CheckpointStore(SqliteSaver(connection), index=ExactIndex(HashEmbeddings(32)))
for n in range(count):
    store.put(("shared",), f"{who}-{n}", {"text": f"{who} wrote {n}", "n": n})
    print(n, flush=True)
"""


def writer(file: Path, who: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-W", "ignore", "-c", WRITER, str(file), who, str(count)],
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def lines(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_other_processes_are_seen_at_the_next_read(tmp_path: Path) -> None:
    """What two processes acknowledge, a third one finds, searching through open indexes."""
    file = tmp_path / "a.sqlite"
    saver = sqlite_saver(file)
    store = store_on(saver)
    store.put(("shared",), "own", {"text": "own"})
    acknowledged: set[str] = set()
    with writer(file, "ann", 30) as ann, writer(file, "bob", 30) as bob:
        for process, who in ((ann, "ann"), (bob, "bob")):
            for line in lines(process):
                acknowledged.add(f"{who}-{line.strip()}")
                seen = {hit.key for hit in store.search(("shared",), limit=100)}
                assert seen >= acknowledged
    assert len(acknowledged) == 60
    (hit,) = store.search((), query="bob wrote 17", limit=1)
    assert hit.key == "bob-17"
    saver.conn.close()


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """Whenever a writer is killed, what it said it wrote is there, for old readers too."""
    file = tmp_path / "a.sqlite"
    saver = sqlite_saver(file)
    store = store_on(saver)
    store.put(("shared",), "own", {"text": "own"})
    for turn in range(3):
        with writer(file, f"w{turn}", 10_000) as process:
            acknowledged = [lines(process).readline().strip() for _ in range(5 + 9 * turn)]
            process.kill()
            acknowledged += [line.strip() for line in lines(process)]
        expected = {f"w{turn}-{n}" for n in acknowledged if n}
        for reader in (store, store_on(saver)):
            found = reader.search((), query=f"w{turn} wrote", limit=20_000)
            assert {hit.key for hit in found} >= expected
            assert all(hit.score is not None for hit in found)
    saver.conn.close()
