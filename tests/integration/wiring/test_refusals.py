"""What cannot be wired is refused, with what to do, and the graph stays as it was."""

from __future__ import annotations

import operator
from typing import Annotated, Any

import pytest
from langchain_core.messages import AnyMessage
from langgraph.func import entrypoint
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from langgraph_memory import MemoryState, WiringError, add_memory
from tests.integration.wiring.shapes.common import Builder, Shape, loop
from tests.integration.wiring.shapes.states import typed_dict
from tests.integration.wiring.support import compiled, on, remembering, scripted, wired


def with_agent(schema: Any, **how: Any) -> Builder:
    builder = StateGraph(schema)
    builder.add_node("agent", lambda _: {}, **how)
    builder.add_edge(START, "agent")
    return builder


def refused(builder: Any, says: str, **how: Any) -> None:
    before = dict(getattr(builder, "nodes", {}))
    runnables = [getattr(spec, "runnable", None) for spec in before.values()]
    with pytest.raises(WiringError, match=says):
        add_memory(builder, remembering(), **how)
    after = dict(getattr(builder, "nodes", {}))
    assert after == before
    assert [getattr(spec, "runnable", None) for spec in after.values()] == runnables


def test_an_unknown_node() -> None:
    """The error lists the nodes there are."""
    refused(typed_dict(None).builder, "no node 'model'.*'agent' | 'tools'", model="model")


def test_no_node_at_all() -> None:
    """An empty list of names is refused."""
    refused(typed_dict(None).builder, "at least one", model=[])


def test_a_node_named_or_wired_twice() -> None:
    """A node is wired once."""
    refused(typed_dict(None).builder, "twice", model=["agent", "agent"])
    builder = typed_dict(None).builder
    add_memory(builder, remembering())
    refused(builder, "wire it once", end="again")


def test_a_compiled_graph_and_its_builder() -> None:
    """What is compiled is too late; the error names the builder."""
    graph = compiled(typed_dict(scripted()).builder)
    refused(graph, "on its StateGraph, before")
    refused(graph.builder, "before builder.compile")


def test_an_entrypoint() -> None:
    """The functional API has no model node; the error names the way in by hand."""

    @entrypoint()
    def flow(question: str) -> str:
        return question

    refused(flow, r"memory\.view")


def test_something_else() -> None:
    """A thing that is no graph is named by its type."""
    refused({"agent": print}, "not a dict")


def test_a_compiled_graph_as_the_model_node() -> None:
    """A subgraph is wired on its own builder, also where configuration is bound to it."""
    inner = typed_dict(scripted()).builder.compile()
    for node in (inner, inner.with_config(tags=["inner"])):
        builder = StateGraph(MessagesState)
        builder.add_node("agent", node)
        refused(builder, "its own builder")


class Words(TypedDict):
    question: str
    notes: Annotated[list[str], operator.add]


class Two(TypedDict):
    asked: Annotated[list[AnyMessage], add_messages]
    inner: list[AnyMessage]


class One(TypedDict):
    talk: Annotated[list[AnyMessage], add_messages]
    notes: list[str]


def test_no_list_of_messages() -> None:
    """Without messages the error lists what the node reads; a plain value has no key."""
    refused(with_agent(Words), "'question' | 'notes'")
    refused(with_agent(Annotated[list, add_messages]), "no list of messages")


def test_several_lists_of_messages() -> None:
    """An ambiguous choice is the user's, and then it is taken."""
    refused(with_agent(Two), r"messages_key='asked' \| 'inner'")
    add_memory(with_agent(Two), remembering(), messages_key="asked")


def test_the_only_list_of_messages_is_found() -> None:
    """One list of messages under any name needs no word."""
    graph = wired(_shape(with_agent(One)))
    assert graph.invoke({"talk": [("user", "hi")]}, on())["talk"][0].content == "hi"


def test_a_messages_key_that_the_node_does_not_read() -> None:
    """A key that is not in the node's input is refused, also where the state has it."""
    refused(with_agent(One), "reads no 'chat'", messages_key="chat")

    class Both(One, MessagesState):
        pass

    refused(
        with_agent(Both, input_schema=One), "reads no 'messages'", messages_key="messages"
    )


def test_model_nodes_with_different_keys() -> None:
    """Nodes that keep their messages apart are wired in one call each."""

    class Both(One, MessagesState):
        pass

    builder = with_agent(Both)
    builder.add_node("writer", lambda _: {}, input_schema=One)
    refused(builder, "once for each key", model=["agent", "writer"])
    add_memory(builder, remembering())
    add_memory(builder, remembering(), model="writer", end="writer_end")


def test_a_key_named_memory() -> None:
    """A state with a `memory` of its own is refused; the memory's own channel is not."""

    class Other(MessagesState):
        memory: str

    refused(with_agent(Other), "'memory' of its own")

    class Own(MemoryState, MessagesState):
        pass

    graph = wired(_shape(with_agent(Own)))
    assert "memory" in graph.invoke({"messages": [("user", "hi")]}, on())


def test_a_node_named_like_the_end() -> None:
    """Two end nodes need two names."""
    builder = loop(StateGraph(MessagesState), lambda state: state)
    refused(builder, "has a node 'tools'", end="tools")
    refused(builder, "has a node '__end__'", end="__end__")
    refused(builder, "no name for a node", end="memory:end")


def _shape(builder: Builder) -> Any:

    return Shape(builder, None)
