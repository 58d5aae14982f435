"""The store as LangGraph's users meet it: settings, and inside of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from typing_extensions import TypedDict

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import Clock, HashEmbeddings

NS = ("a",)


def test_default_ttl_and_refreshing_can_be_set() -> None:
    """Items live as long as the settings say where a put says nothing."""
    clock = Clock()
    store = CheckpointStore(
        InMemorySaver(), ttl={"default_ttl": 5, "refresh_on_read": False}, clock=clock
    )
    store.put(NS, "short", {"n": 1})
    store.put(NS, "long", {"n": 1}, ttl=60)
    store.put(NS, "ever", {"n": 1}, ttl=None)
    clock.advance(minutes=4)
    assert len(store.search(NS)) == 3
    clock.advance(minutes=4)
    assert store.get(NS, "short") is None
    assert store.get(NS, "long", refresh_ttl=True) is not None
    clock.advance(minutes=58)
    assert sorted(hit.key for hit in store.search(NS)) == ["ever", "long"]


def test_times_without_zone_are_utc() -> None:
    """A clock that names no time zone is taken to show UTC; others are converted."""
    clock = Clock()
    naive = CheckpointStore(InMemorySaver(), clock=lambda: clock().replace(tzinfo=None))
    naive.put(NS, "k", {})
    item = naive.get(NS, "k")
    assert item is not None
    assert item.created_at == clock()


def test_it_says_whether_it_has_an_index() -> None:
    """Whoever uses the store can ask for its index."""
    index = ExactIndex(HashEmbeddings())
    assert CheckpointStore(InMemorySaver(), index=index).index is index
    assert CheckpointStore(InMemorySaver()).index is None


class State(TypedDict):
    found: list[str]


@dataclass
class Context:
    user: str


def remember(state: State, runtime: Runtime[Context]) -> State:
    store = runtime.store
    assert isinstance(store, BaseStore)
    store.put(("u", runtime.context.user), "k", {"text": "likes tea"})
    return {"found": [*state["found"], "put"]}


async def recall(state: State, runtime: Runtime[Context]) -> State:
    store = runtime.store
    assert isinstance(store, BaseStore)
    hits = await store.asearch(("u", runtime.context.user), query="tea")
    return {"found": [*state["found"], *(hit.value["text"] for hit in hits)]}


@pytest.fixture
def graph() -> Any:
    saver = InMemorySaver()
    builder = StateGraph(State, context_schema=Context)
    builder.add_node("remember", remember)
    builder.add_node("recall", recall)
    builder.add_edge(START, "remember")
    builder.add_edge("remember", "recall")
    builder.add_edge("recall", END)
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
    return builder.compile(checkpointer=saver, store=store)


async def test_nodes_reach_it_through_the_runtime(graph: Any) -> None:
    """Synchronous and asynchronous nodes of one graph use the store they are given."""
    config = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"found": []}, config, context=Context(user="ann"))
    assert state == {"found": ["put", "likes tea"]}
