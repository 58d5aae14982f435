"""Runs on purpose that execute on a LangGraph server, a real one where there is one."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.pregel.remote import RemoteGraph
from langgraph.store.base import GetOp, PutOp

from langgraph_memory import ConfigError, MemoryWarning, Scope, ServerStore, StoreError
from tests.integration.acquiring.agents import ANN, TASKS, booked, memory_for
from tests.integration.acquiring.desk import Desk

ROOT = Path(__file__).parents[3]
HOW: dict[str, Any] = {"samples": 4, "progress": False}
OTHERS = [task.replace("March 3rd", "April 1st") for task in TASKS]

ON_SERVER = pytest.param(
    "server",
    marks=[
        pytest.mark.server,
        pytest.mark.skipif(
            importlib.util.find_spec("langgraph_api") is None,
            reason="there is no LangGraph server here: make server",
        ),
    ],
)


def is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/ok", timeout=5) as told:  # noqa: S310  http, here
            return bool(told.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server runs that has the graphs of `served.py`."""
    folder = tmp_path_factory.mktemp("server")
    graphs = {
        name: f"{ROOT / 'tests/integration/acquiring/served.py'}:{name}"
        for name in ("bare", "remembering")
    }
    settings = {"dependencies": ["."], "graphs": graphs}
    (folder / "langgraph.json").write_text(json.dumps(settings), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    program = Path(sys.executable).parent / "langgraph"
    how = ["--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", port]
    quiet = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGSMITH_TRACING": "false"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  the server under test
            [str(program), "dev", *how],
            cwd=folder,
            env={**os.environ, **quiet, "PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=log,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            while not is_up(address):
                assert process.poll() is None, (folder / "log").read_text("utf-8")
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait()


@pytest.fixture(params=["in this process", ON_SERVER])
def graphs(request: pytest.FixtureRequest) -> Iterator[Callable[[str], RemoteGraph]]:
    """What makes graphs of a server, whose synchronous connections are closed after."""
    if request.param != "server":
        yield Desk().remote
        return
    made: list[RemoteGraph] = []

    def make(name: str) -> RemoteGraph:
        made.append(RemoteGraph(name, url=request.getfixturevalue("url")))
        return made[-1]

    yield make
    for graph in made:
        assert graph.sync_client is not None
        graph.sync_client.http.client.close()


Graphs = Callable[[str], RemoteGraph]


def test_runs_on_a_server_teach_as_those_here_do(graphs: Graphs) -> None:
    """The lessons are kept in a store here; the same call again runs nothing."""
    memory = memory_for()
    graph, store = graphs("bare"), memory.store(InMemorySaver())
    got = memory.acquire(graph, TASKS, booked, scope=ANN, store=store, **HOW)
    assert (got.runs, got.resumed, got.temperature_taken) == (16, 0, None)
    contents = {one.content for one in got.added}
    assert "When you call book_hotel, write date as YYYY-MM-DD." in contents
    for lesson in memory.experiences(store, ANN):
        for thread, message in lesson.evidence:
            state = graph.get_state({"configurable": {"thread_id": thread}})
            assert message in {one["id"] for one in state.values["messages"]}
    again = memory.acquire(graph, TASKS, booked, scope=ANN, store=store, **HOW)
    assert (again.resumed, again.added) == (16, ())
    assert [one.key for one in again.lessons] == [one.key for one in got.lessons]


def test_lessons_are_put_where_the_servers_graph_finds_them(graphs: Graphs) -> None:
    """With memory on the server: acquired into its own store, then tried there."""
    memory, bob = memory_for(), Scope(user="bob")
    graph = graphs("remembering")
    store = ServerStore(graph)
    memory.acquire(graph, TASKS, booked, scope=bob, store=store, **HOW)
    assert memory.experiences(store, bob)
    left = [
        namespace
        for namespace in store.list_namespaces(prefix=("memory",), limit=900)
        if store.search(namespace, limit=1) and namespace[3] == "u:bob"
    ]
    assert {namespace[1] for namespace in left} == {"experiences", "marks"}
    how: dict[str, Any] = {"scope": bob, "store": store, "progress": False}
    got = memory.tune(graph, OTHERS, booked, k=(0, 5), samples=(2,), **how)
    assert got.cells[0].success < got.cells[1].success == 1.0


async def test_the_asynchronous_twin_works_on_a_server(graphs: Graphs) -> None:
    """Runs, states and store, all by the asynchronous clients."""
    memory, cid = memory_for(), Scope(user="cid")
    graph = graphs("remembering")
    assert graph.client is not None
    store = ServerStore(client=graph.client)
    got = await memory.aacquire(graph, TASKS[:2], booked, scope=cid, store=store, **HOW)
    assert got.runs == 8
    assert await memory.aexperiences(store, cid)
    with pytest.raises(StoreError, match="no sync_client"):
        store.get(("memory",), "any")
    if hasattr(graph.client, "http"):
        await graph.client.http.client.aclose()


def test_the_servers_store_does_as_stores_do(graphs: Graphs) -> None:
    """Items are put, read, searched by filter, listed and deleted; failures are told."""
    store, there = ServerStore(graphs("bare")), ("tests", "served")
    ops = [PutOp(there, key, {"n": n}) for n, key in enumerate("ab")]
    assert store.batch(ops) == [None, None]
    [item, none] = store.batch([GetOp(there, "a"), GetOp(there, "x")])
    assert (item.value, item.namespace, none) == ({"n": 0}, there, None)  # type: ignore[union-attr]  it is there
    assert [hit.key for hit in store.search(there, filter={"n": 1})] == ["b"]
    assert store.list_namespaces(prefix=("tests",)) == [there]
    store.delete(there, "a")
    assert store.get(there, "a") is None


def test_a_server_that_is_away_is_told() -> None:
    """Nothing is taken for an empty memory, and no run for one that has failed."""
    away = RemoteGraph("bare", url="http://127.0.0.1:9")
    with pytest.raises(StoreError, match="the server's store failed"):
        ServerStore(away).get(("tests",), "a")
    memory = memory_for()
    with pytest.raises(httpx.ConnectError):
        memory.acquire(
            away, TASKS, booked, scope=ANN, store=memory.store(InMemorySaver()), **HOW
        )
    with pytest.raises(ConfigError, match="RemoteGraph"):
        ServerStore()


def test_a_run_that_fails_on_the_server_has_failed() -> None:
    """What the graph raises there is told here, and is the run's own failure."""
    memory, desk = memory_for(), Desk()
    graph, store = desk.remote("bare"), memory.store(InMemorySaver())
    how: dict[str, Any] = {**HOW, "scope": ANN, "store": store}
    with pytest.warns(MemoryWarning, match="all 4 runs raised"):
        got = memory.acquire(graph, TASKS[:1], booked, config={"recursion_limit": 2}, **how)
    assert set(next(iter(got.scores.values()))) == {0.0}
    assert "GraphRecursionError" in got.failures[0].reason
    assert desk.began == 4
