"""Retries, caches, timeouts and injected things: policies of a node hold as before."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langgraph import errors
from langgraph.cache.memory import InMemoryCache
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import CachePolicy, RetryPolicy

from langgraph_memory import add_memory
from tests.integration.wiring.shapes.common import Builder, Shape, asked
from tests.integration.wiring.support import (
    compiled,
    invoked,
    on,
    only_new,
    remembered,
    remembering,
    scripted,
    wired,
)


def one_node(agent: Any, **policies: Any) -> Builder:
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent, **policies)
    builder.add_edge(START, "agent")
    return builder


@pytest.mark.parametrize("in_loop", [False, True])
def test_a_retried_node_remembers_once(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """A node that fails twice and is retried by its policy leaves each record once."""
    model = scripted(ConnectionError(), ConnectionError(), "Fine.")

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    policy = RetryPolicy(max_attempts=3, initial_interval=0.001, jitter=False)
    shape = Shape(one_node(agent, retry_policy=policy), asked())
    graph = wired(shape)
    assert invoked(graph, shape, in_loop=in_loop)["messages"][-1].content == "Fine."
    assert len(remembered(graph, "records")) == 2


def test_an_error_of_the_node_is_raised_as_it_was() -> None:
    """What the model node raises comes out of the graph unchanged."""
    shape = Shape(one_node(lambda _: scripted(TimeoutError("slow")).invoke("")), asked())
    with pytest.raises(TimeoutError, match="slow"):
        invoked(wired(shape), shape)


def test_a_cached_answer_is_given_again() -> None:
    """Equal inputs are answered from the cache, and graphs that share it stay apart."""

    def graph_of(model: Any) -> Any:
        def agent(state: MessagesState) -> dict[str, Any]:
            return {"messages": [model.invoke(state["messages"])]}

        builder = one_node(agent, cache_policy=CachePolicy())
        memory = remembering()
        add_memory(builder, memory)
        return compiled(builder, memory, cache=cache)

    cache = InMemoryCache()
    model = scripted("Once.")
    graph = graph_of(model)
    answers = [graph.invoke(asked(), on(t))["messages"][-1].content for t in ("1", "2")]
    assert answers == ["Once.", "Once."]
    assert len(model.calls) == 1

    def other(_: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage("Another.")]}

    builder = one_node(other, cache_policy=CachePolicy())
    add_memory(builder, remembering())
    output = builder.compile(cache=cache, store=graph.store).invoke(asked(), on("3"))
    assert output["messages"][-1].content == "Another."


async def patient(_: MessagesState) -> dict[str, Any]:
    await asyncio.sleep(0)
    return {"messages": [AIMessage("Fine.")]}


def blocking(_: MessagesState) -> dict[str, Any]:
    time.sleep(0)
    return {"messages": [AIMessage("Fine.")]}


@only_new
@pytest.mark.parametrize(
    ("agent", "native"),
    [
        (patient, True),
        (blocking, False),
        (RunnableLambda(blocking), False),
        (RunnableLambda(blocking, patient), True),
        (RunnableLambda(patient).with_config(tags=["x"]), True),
        (RunnablePassthrough() | RunnableLambda(patient), True),
        (RunnablePassthrough() | RunnableLambda(blocking), False),
        ({"messages": RunnableLambda(blocking)}, False),
    ],
)
def test_a_timeout_is_taken_or_refused_as_before(agent: Any, native: bool) -> None:  # noqa: FBT001 - a parameter
    """LangGraph takes a timeout for what is asynchronous by nature, and nothing else."""
    for has_memory in (False, True):
        builder = one_node(agent, timeout=60)
        if has_memory:
            add_memory(builder, remembering())
        if native:
            builder.compile()
        else:
            with pytest.raises(ValueError, match="only supported for async nodes"):
                builder.compile()


@only_new
def test_a_timeout_strikes() -> None:
    """A model node that takes too long is stopped, wired or not."""

    async def agent(_: MessagesState) -> None:
        await asyncio.Event().wait()

    shape = Shape(one_node(agent, timeout=0.05), asked())
    with pytest.raises(errors.NodeTimeoutError, match="agent"):
        invoked(wired(shape), shape, in_loop=True)


def test_a_node_without_a_synchronous_half() -> None:
    """An asynchronous node called from synchronous code fails as it did."""
    shape = Shape(one_node(patient), asked())
    with pytest.raises(TypeError, match="No synchronous function provided"):
        invoked(wired(shape), shape)


def test_batches_and_parallel_threads() -> None:
    """Runs of several threads at once keep apart."""
    graph = wired(Shape(one_node(lambda _: {"messages": [AIMessage("Fine.")]}), None))
    outputs = graph.batch([asked() for _ in range(6)], [on(str(i)) for i in range(6)])
    assert [len(output["messages"]) for output in outputs] == [2] * 6
    assert len(remembered(graph, "records")) == 12
