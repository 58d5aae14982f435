"""A store and running graphs on one checkpointer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import PutOp
from psycopg.rows import dict_row
from typing_extensions import TypedDict

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests import postgres
from tests.unit.store.savers import sqlite_saver

STEPS = 12
RUNS = 3
WRITES = 30
OURS = "langgraph_memory:store:"


class State(TypedDict):
    count: int


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def saver(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[BaseCheckpointSaver[Any]]:
    if request.param == "memory":
        yield InMemorySaver()
    elif request.param == "sqlite":
        with closing(sqlite_saver(tmp_path / "a.sqlite").conn) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            yield SqliteSaver(connection)
    else:
        if missing := postgres.why_not():
            pytest.skip(missing)
        options: Any = {"autocommit": True, "row_factory": dict_row}
        with (
            postgres.server().database() as url,
            psycopg.connect(url, **options) as connection,
        ):
            saver = PostgresSaver(connection)
            saver.setup()
            yield saver


def store_on(saver: BaseCheckpointSaver[Any]) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def graph_on(saver: BaseCheckpointSaver[Any], store: CheckpointStore | None = None) -> Any:
    """A graph that counts; it also writes what it counts into the store it is given."""

    def step(state: State) -> State:
        if store is not None:
            store.put(("runs",), str(state["count"]), {"text": f"run {state['count']}"})
        return {"count": state["count"] + 1}

    builder = StateGraph(State)
    builder.add_node("step", step)
    builder.add_edge(START, "step")
    builder.add_conditional_edges(
        "step", lambda state: END if state["count"] >= STEPS else "step"
    )
    return builder.compile(checkpointer=saver, store=store)


def thread(name: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": name}}


def history(graph: Any, name: str) -> list[tuple[Any, ...]]:
    return [
        (state.values, state.next, state.metadata["step"])
        for state in graph.get_state_history(thread(name))
    ]


def test_a_graph_on_the_same_checkpointer_is_undisturbed(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """A run beside the store has the states and the history it has without it."""
    store, plain = store_on(saver), graph_on(InMemorySaver())
    plain.invoke({"count": 0}, thread("t"))
    graph = graph_on(saver, store)
    assert graph.invoke({"count": 0}, thread("t")) == {"count": STEPS}
    assert history(graph, "t") == history(plain, "t")
    assert len(store.search(("runs",), limit=100)) == STEPS
    threads = {row.config["configurable"]["thread_id"] for row in saver.list(None)}
    assert {name for name in threads if not name.startswith(OURS)} == {"t"}
    rows = saver.list(thread("t"), limit=3)
    assert [row.config["configurable"]["thread_id"] for row in rows] == ["t"] * 3


def test_deleting_a_thread_of_a_graph_leaves_the_store(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """The user's own housekeeping does not touch the memory."""
    graph_on(saver, store_on(saver)).invoke({"count": 0}, thread("t"))
    saver.delete_thread("t")
    assert len(store_on(saver).search(("runs",), limit=100)) == STEPS


def test_listings_of_all_threads_end_with_ours(tmp_path: Path) -> None:
    """Who asks a database for its newest checkpoints gets those of graphs."""
    with closing(sqlite_saver(tmp_path / "a.sqlite").conn) as connection:
        saver = SqliteSaver(connection)
        store = store_on(saver)
        graph_on(saver, store).invoke({"count": 0}, thread("t"))
        store.put(("a",), "later", {"text": "x"})
        rows = list(saver.list(None, limit=STEPS + 2))
    assert {row.config["configurable"]["thread_id"] for row in rows} == {"t"}


def test_graphs_and_a_store_at_once_do_not_meet(saver: BaseCheckpointSaver[Any]) -> None:
    """Every run has the history that it has alone, and every put is there."""
    alone = graph_on(InMemorySaver())
    alone.invoke({"count": 0}, thread("t"))
    graph, stores = graph_on(saver), [store_on(saver), store_on(saver)]
    start = threading.Barrier(RUNS + 3)

    def run(n: int) -> None:
        start.wait()
        for turn in range(2):
            graph.invoke({"count": 0}, thread(f"t{n}-{turn}"))

    def write(who: int) -> None:
        start.wait()
        for n in range(WRITES):
            ops = [
                PutOp(("n", str(who)), f"k{m}", {"text": f"word{m}"}) for m in (n, n + 1)
            ]
            stores[who % 2].batch(ops)
            assert stores[1 - who % 2].search(("n",), query=f"word{n}", limit=1)

    with ThreadPoolExecutor(RUNS + 3) as pool:
        jobs = [pool.submit(run, n) for n in range(RUNS)]
        jobs += [pool.submit(write, who) for who in range(3)]
        for job in jobs:
            job.result()
    names = {f"t{n}-{turn}" for n in range(RUNS) for turn in range(2)}
    for name in names:
        assert history(graph, name) == history(alone, "t")
    for store in (*stores, store_on(saver)):
        assert len(store.search(("n",), limit=1_000)) == 3 * (WRITES + 1)
    rows = [row.config["configurable"]["thread_id"] for row in saver.list(None)]
    assert {name for name in rows if not name.startswith(OURS)} == names


async def test_an_asynchronous_graph_and_a_store_at_once(tmp_path: Path) -> None:
    """The same on an event loop that both live on."""
    alone = graph_on(InMemorySaver())
    alone.invoke({"count": 0}, thread("t"))
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.sqlite")) as saver:
        graph, store = graph_on(saver), store_on(saver)
        runs = [graph.ainvoke({"count": 0}, thread(f"t{n}")) for n in range(RUNS)]
        puts = [store.aput(("n",), f"k{n}", {"text": f"word{n}"}) for n in range(WRITES)]
        assert await asyncio.gather(*runs) == [{"count": STEPS}] * RUNS
        await asyncio.gather(*puts)
        for n in range(RUNS):
            states = [
                (state.values, state.next, state.metadata["step"])
                async for state in graph.aget_state_history(thread(f"t{n}"))
            ]
            assert states == history(alone, "t")
        assert len(await store_on(saver).asearch(("n",), limit=1_000)) == WRITES
        rows = [row async for row in saver.alist(None, limit=RUNS * (STEPS + 2))]
        threads = {row.config["configurable"]["thread_id"] for row in rows}
        assert threads == {f"t{n}" for n in range(RUNS)}


def test_case_83_a_fork_shares_the_store(saver: BaseCheckpointSaver[Any]) -> None:
    """Going back in a thread brings back its state, and leaves the store as it is now."""
    store = store_on(saver)
    graph = graph_on(saver, store)
    graph.invoke({"count": 0}, thread("t"))
    (early,) = (s for s in graph.get_state_history(thread("t")) if s.values == {"count": 2})
    assert graph.get_state(early.config).values == {"count": 2}
    keys = {hit.key for hit in store.search(("runs",), limit=100)}
    assert keys == {str(n) for n in range(STEPS)}
    fork = graph.update_state(early.config, {"count": STEPS - 1})
    assert graph.invoke(None, fork) == {"count": STEPS}
    for each in (store, store_on(saver)):
        assert {hit.key for hit in each.search(("runs",), limit=100)} == keys


def test_case_84_and_92_a_turn_costs_what_it_changes(
    saver: BaseCheckpointSaver[Any],
) -> None:
    """Many turns that each change one of many items leave as many rows as there were."""
    store = store_on(saver)
    store.batch([PutOp(("a",), f"k{n}", {"text": f"word{n}"}) for n in range(300)])
    before = rows_of(saver)
    for n in range(200):
        store.put(("a",), "k7", {"text": f"turn {n}"})
    assert rows_of(saver) == before
    assert len(store_on(saver).search(("a",), limit=1_000)) == 300


def test_case_92_the_database_grows_by_what_is_changed(tmp_path: Path) -> None:
    """With 1,000 items a file grows in 200 turns by no more than it does with ten."""
    grown = []
    for items in (10, 1_000):
        file = tmp_path / f"{items}.sqlite"
        with closing(sqlite_saver(file).conn) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            store = store_on(SqliteSaver(connection))
            ops = [PutOp(("a",), f"k{n}", {"text": f"word{n}" * 20}) for n in range(items)]
            store.batch(ops)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            before = file.stat().st_size
            for n in range(200):
                store.put(("a",), f"k{n % 10}", {"text": f"turn{n}" * 20})
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            grown.append(file.stat().st_size - before)
    assert grown[1] <= grown[0] + 16_384
    assert max(grown) < 65_536


def rows_of(saver: BaseCheckpointSaver[Any]) -> int:
    return sum(1 for _ in saver.list(None))
