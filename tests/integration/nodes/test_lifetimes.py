"""Results whose tool says for how long they hold, in whole runs of a graph."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import ConfigError, Memory, Scope, add_memory
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel

from .trips import asking, call, config, shown

FARE = "Lake ferry, 12 EUR"


def fares(port: str) -> str:
    """The fares from a port."""
    return json.dumps({"port": port, "fare": FARE})


def graph_with(memory: Memory, tool: Any, script: list[Any]) -> tuple[Any, Any]:
    """An agent that `add_memory` finds the tool of."""
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda s: {"messages": [model.invoke(s["messages"])]})
    builder.add_node("tools", ToolNode([tool]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    saver = InMemorySaver()
    return builder.compile(checkpointer=saver, store=memory.store(saver)), model


@pytest.mark.parametrize(("minutes", "recalled"), [(10, True), (20, False)])
def test_a_result_is_recalled_as_long_as_its_tool_says(
    minutes: int, *, recalled: bool
) -> None:
    """The tool in the graph declares a quarter of an hour, and the card keeps to it."""
    clock = Clock()
    memory = Memory(embeddings=HashEmbeddings(), clock=clock)
    tool = StructuredTool.from_function(fares, metadata={"expires_seconds": 900})
    script = [call("fares", port="Kiel"), "12 EUR.", "Let me see."]
    graph, model = graph_with(memory, tool, script)
    graph.invoke(asking("What is the fare from the port of Kiel?"), config("1"))
    [card] = memory.cards(graph.store, Scope(user="ann"))
    assert card.expires == "2026-01-01T00:15:00+00:00"
    clock.advance(minutes=minutes)
    graph.invoke(asking("And the fare from the port of Kiel?"), config("2"))
    assert (FARE in shown(model)) is recalled


def test_a_lifetime_that_is_none_is_refused_when_the_graph_is_wired() -> None:
    """Neither a run nor a card has to show it."""
    tool = StructuredTool.from_function(fares, metadata={"expires_seconds": "15 min"})
    with pytest.raises(ConfigError, match="give the seconds"):
        Memory(tools=[tool])
    with pytest.raises(ConfigError, match="give the seconds"):
        graph_with(Memory(embeddings=HashEmbeddings()), tool, [])
