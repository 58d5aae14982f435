"""Wired graphs inside others, and others inside wired nodes."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command

from langgraph_memory import add_memory
from tests.integration.wiring.shapes.common import CALL, Builder, Shape, asked, tools_of
from tests.integration.wiring.shapes.states import typed_dict
from tests.integration.wiring.support import (
    compiled,
    is_compact,
    on,
    remembered,
    remembering,
    scripted,
    tools_seen,
    wired,
)


def one_node(agent: Any, name: str = "agent") -> Builder:
    builder = StateGraph(MessagesState)
    builder.add_node(name, agent)
    builder.add_edge(START, name)
    return builder


def test_a_wired_graph_as_a_node() -> None:
    """A graph wired on its own builder works inside another, and passes on nothing new."""
    model = scripted()
    memory = remembering()
    inner = typed_dict(model).builder
    add_memory(inner, memory)
    outer = compiled(one_node(inner.compile(), "team"), memory)
    output = outer.invoke(asked(), on())
    assert set(output) == {"messages"}
    assert len(output["messages"]) == 4
    assert is_compact(tools_seen(model)[0])
    assert len(remembered(outer, "cards")) == 1


def test_both_graphs_wired() -> None:
    """Where inner and outer graph have memory, each keeps its own channel."""
    memory = remembering()
    inner = typed_dict(scripted()).builder
    add_memory(inner, memory)
    team = inner.compile()
    outer = one_node(team, "team")
    outer.add_node("agent", lambda _: {"messages": [AIMessage("Closed.", id="closed")]})
    outer.add_edge("team", "agent")
    add_memory(outer, memory)
    output = compiled(outer, memory).invoke(asked(), on())
    assert [m.type for m in output["messages"]] == ["human", "ai", "tool", "ai", "ai"]


def test_the_graph_inside_a_wired_node_is_found() -> None:
    """`get_subgraphs` and streams of subgraphs see a graph that the model node calls."""
    inner = typed_dict(scripted()).builder.compile()

    def agent(state: MessagesState) -> dict[str, Any]:
        output = inner.invoke({"messages": state["messages"]})
        return {"messages": output["messages"][-1:]}

    for node in (agent, RunnableLambda(agent)):
        shape = Shape(one_node(node), asked())
        graph = wired(shape)
        assert [name for name, _ in graph.get_subgraphs()] == ["agent"]
    graph = wired(Shape(one_node(agent), asked()))
    spaces = [len(space) for space, _ in graph.stream(asked(), on(), subgraphs=True)]
    assert spaces == [1, 1, 1, 0, 0]


def test_a_jump_to_the_parent_graph() -> None:
    """A handover to the outer graph carries the conversation, without the view."""

    def agent(state: MessagesState) -> Command[Any]:
        farewell = AIMessage("Over to you.", id="farewell")
        update = {"messages": [*state["messages"], farewell]}
        return Command(graph=Command.PARENT, goto="desk", update=update)

    memory = remembering()
    inner = one_node(agent)
    add_memory(inner, memory)
    outer = one_node(inner.compile(), "team")
    outer.add_node("desk", lambda _: {"messages": [AIMessage("Here.", id="desk")]})
    found = tools_of({"messages": [CALL]})["messages"]
    given = {"messages": [*asked()["messages"], CALL, *found]}
    output = compiled(outer, memory).invoke(given, on())
    contents = [m.content for m in output["messages"]]
    assert contents[-2:] == ["Over to you.", "Here."]
    assert contents[2] == given["messages"][2].content
    assert len(contents) == 5


def test_the_drawing() -> None:
    """The drawing shows the same nodes and edges, and the end node."""
    plain = compiled(typed_dict(scripted()).builder).get_graph()
    drawn = wired(typed_dict(scripted())).get_graph()
    assert set(drawn.nodes) == {*plain.nodes, "memory_end"}
    own = [e for e in drawn.edges if "memory_end" not in (e.source, e.target)]
    assert own == plain.edges
    added = {(e.source, e.target) for e in drawn.edges if e not in own}
    assert added == {
        ("__start__", "memory_end"),
        ("agent", "memory_end"),  # LangGraph's way to show that it comes after
        ("memory_end", "agent"),
        ("memory_end", "memory_end"),
        ("memory_end", "__end__"),
    }
