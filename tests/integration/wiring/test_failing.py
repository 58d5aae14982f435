"""A memory that fails never breaks the turn; a missing user stops it before the model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore

from langgraph_memory import MemoryWarning, ScopeError, add_memory
from tests.integration.wiring.shapes.common import ANSWER, Shape
from tests.integration.wiring.shapes.states import Replaced, typed_dict
from tests.integration.wiring.support import (
    ANN,
    compiled,
    invoked,
    remembering,
    scripted,
    tools_seen,
)

NO_STORE = "the store is down"


class Broken(BaseStore):
    """A store that is down."""

    def batch(self, ops: Any) -> Any:
        del ops
        raise ConnectionError(NO_STORE)

    async def abatch(self, ops: Any) -> Any:
        return self.batch(ops)


@pytest.mark.parametrize("in_loop", [False, True])
@pytest.mark.parametrize("store", [None, Broken()])
def test_case_78_the_turn_goes_on_without_a_store(store: Any, *, in_loop: bool) -> None:
    """Without a store, or with one that is down, the graph answers and warnings tell."""
    shape = typed_dict(model := scripted())
    add_memory(shape.builder, remembering())
    with pytest.warns(MemoryWarning, match="store"):
        output = invoked(shape.builder.compile(store=store), shape, in_loop=in_loop)
    assert output["messages"][-1].content == ANSWER.content
    assert len(model.calls) == 2
    assert len(tools_seen(model)) == 1


@pytest.mark.parametrize("in_loop", [False, True])
def test_the_turn_goes_on_with_a_clock_that_fails(*, in_loop: bool) -> None:
    """A warning tells, and the memory goes by the system's time."""

    def clock() -> Any:
        raise OSError(NO_STORE)

    shape = typed_dict(model := scripted())
    memory = remembering(clock=clock)
    add_memory(shape.builder, memory)
    graph = compiled(shape.builder, memory)
    with pytest.warns(MemoryWarning, match="clock failed"):
        output = invoked(graph, shape, in_loop=in_loop)
    assert output["messages"][-1].content == ANSWER.content
    assert len(model.calls) == 2
    with pytest.warns(MemoryWarning, match="clock failed"):
        assert memory.cards(graph.store, ANN)


def test_messages_that_are_none() -> None:
    """Things that are no messages reach the node as they are, and a warning tells."""
    seen: list[Any] = []

    def agent(state: Any) -> dict[str, Any]:
        seen.append(state["messages"])
        return {}

    builder = StateGraph(Replaced)
    builder.add_node("agent", agent)
    builder.add_edge(START, "agent")
    add_memory(builder, remembering(), end=False)
    with pytest.warns(MemoryWarning, match="message"):
        invoked(builder.compile(), Shape(builder, {"messages": [object, 3]}))
    assert seen == [[object, 3]]


@pytest.mark.parametrize("user", [{}, {"user_id": None}, {"user_id": ""}])
def test_case_5_no_model_call_without_a_user(user: dict[str, Any]) -> None:
    """A run without a user is refused before any model call, naming the key."""
    shape = typed_dict(model := scripted())
    add_memory(shape.builder, remembering())
    graph = shape.builder.compile()
    config = {"configurable": {"thread_id": "1", **user}}
    with pytest.raises(ScopeError, match="user_id"):
        graph.invoke(shape.given, config)
    with pytest.raises(ScopeError, match="user_id"):
        asyncio.run(graph.ainvoke(shape.given, config))
    assert model.calls == ()
