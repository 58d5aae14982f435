"""The nodes over stores that are not ours: LangGraph's in memory, and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import PostgresStore
from langgraph.store.postgres.aio import AsyncPostgresStore

from langgraph_memory import Memory, Scope
from langgraph_memory.scope import KINDS
from langgraph_memory.testing import Clock, HashEmbeddings
from tests import postgres

from .trips import by_hand, call, config, memory_for

ASK = {"messages": [("user", "Book a hotel in Rome for 2 nights, cheap. My flight: AF1")]}
ASK_AGAIN = {"messages": [("user", "When does flight AF1 leave?")]}
TRIP = [
    call("flight_times", flight="AF1"),
    call("search_hotels", city="Rome"),
    call("book_hotel", 1, name="Hotel 0", nights=1),
    call("book_hotel", 2, name="Hotel 0", nights=2),
    "Booked Hotel 0.",
]
ANN = Scope(user="ann")
INDEX: Any = {"dims": 256, "embed": HashEmbeddings(), "fields": ["text"]}
NO_POSTGRES, NO_VECTORS = postgres.why_not(), postgres.why_not(vectors=True)
needs_postgres = pytest.mark.skipif(NO_POSTGRES is not None, reason=str(NO_POSTGRES))
needs_vectors = pytest.mark.skipif(NO_VECTORS is not None, reason=str(NO_VECTORS))


@pytest.fixture(
    params=[
        "in_memory",
        "in_memory_indexed",
        pytest.param("postgres", marks=needs_postgres),
        pytest.param("postgres_indexed", marks=needs_vectors),
    ]
)
def store(request: pytest.FixtureRequest) -> Iterator[BaseStore]:
    index = INDEX if request.param.endswith("indexed") else None
    if request.param.startswith("in_memory"):
        yield InMemoryStore(index=index)
        return
    with (
        postgres.server().database() as url,
        PostgresStore.from_conn_string(url, index=index) as store,
    ):
        store.setup()
        yield store


def on(thread: str = "1") -> Any:
    # LangGraph 1.0 allows 25 supersteps, which are too few for this trip by hand.
    return {**config(thread), "recursion_limit": 100}


def learned(memory: Memory, store: BaseStore) -> tuple[list[Any], list[Any]]:
    """What cards and lessons say, without what is drawn anew in each run."""
    cards = [(c.summary, c.table, c.notes) for c in memory.cards(store, ANN)]
    return sorted(cards), sorted(e.content for e in memory.experiences(store, ANN))


def counts(store: BaseStore) -> dict[str, int]:
    return {kind: len(store.search(ANN.namespace(kind), limit=100)) for kind in KINDS}


def expected() -> tuple[list[Any], list[Any]]:
    memory, saver = memory_for(clock=Clock()), InMemorySaver()
    graph, _ = by_hand(memory, TRIP, saver)
    graph.invoke(ASK, on())
    return learned(memory, memory.store(saver))


def test_every_store_is_left_the_same_memory(store: BaseStore) -> None:
    """Cards and lessons are those that our own store gets; a new process uses them."""
    memory = memory_for(clock=Clock())
    graph, _ = by_hand(memory, TRIP, InMemorySaver(), store)
    graph.invoke(ASK, on())
    cards, lessons = learned(memory, store)
    assert (cards, lessons) == expected()
    assert cards
    assert lessons
    graph, model = by_hand(memory_for(), ["At 09:40."], InMemorySaver(), store)
    graph.invoke(ASK_AGAIN, on("2"))
    assert "2026-12-01 09:40" in str(model.calls[0].messages[0].content)
    memory.forget(store, ANN)
    assert counts(store) == dict.fromkeys(KINDS, 0)


@needs_vectors
async def test_an_asynchronous_store_is_left_the_same(tmp_path: Any) -> None:
    """The nodes' asynchronous half over PostgreSQL, the saver on it as well."""
    memory = memory_for(clock=Clock())
    with postgres.server().database() as url:
        async with (
            AsyncPostgresStore.from_conn_string(url, index=INDEX) as store,
            AsyncPostgresSaver.from_conn_string(url) as saver,
        ):
            await store.setup()
            await saver.setup()
            graph, _ = by_hand(memory, TRIP, saver, store)
            await graph.ainvoke(ASK, on())
            file = tmp_path / "ann.jsonl"
            assert await memory.aexport(store, ANN, file) > 0
            gone = await memory.aforget(store, ANN, purge=True)
            assert len(gone.removed["cards"]) > 0
            assert await store.asearch(("memory", "cards")) == []
    saver = InMemorySaver()
    await memory.aimport(memory.store(saver), file)
    assert learned(memory, memory.store(saver)) == expected()


@needs_postgres
def test_store_and_graph_share_a_saver_on_postgres() -> None:
    """A graph with its memory in the same PostgreSQL saver, found again after a restart."""
    memory = memory_for(clock=Clock())
    with postgres.server().database() as url:
        with PostgresSaver.from_conn_string(url) as saver:
            saver.setup()
            graph, _ = by_hand(memory, TRIP, saver)
            graph.invoke(ASK, on())
        with PostgresSaver.from_conn_string(url) as saver:
            assert learned(memory, memory.store(saver)) == expected()
            graph, model = by_hand(memory_for(), ["At 09:40."], saver)
            graph.invoke(ASK_AGAIN, on("2"))
            shown = str(model.calls[0].messages[0].content)
            assert "2026-12-01 09:40" in shown
