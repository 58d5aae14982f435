"""The graphs that the LangGraph server of the tests serves; it has its own checkpointer."""

from __future__ import annotations

from typing import Any

from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import tools_condition

from langgraph_memory import add_memory
from tests.integration.acquiring.agents import TOOLS, agent, memory_for


def made(*, remembers: bool, **how: Any) -> Any:
    """The travel agent; a server gives it its own saver and store."""
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", TOOLS)
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", tools_condition)
    builder.add_edge("tools", "agent")
    if remembers:
        add_memory(builder, memory_for(), model="agent", retry=False)
    return builder.compile(**how)


bare = made(remembers=False)
remembering = made(remembers=True)
