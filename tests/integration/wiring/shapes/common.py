"""What the graphs are made of: two tools, a question, and the usual loop."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import tool
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode

Builder = StateGraph[Any, Any, Any, Any]
Model = Runnable[Any, Any]

QUESTION = "Which hotel in Rome is the cheapest one with a private room?"
ROWS = [
    {
        "name": f"Hotel {number}",
        "price": 100 + 7 * number % 50,
        "room": "Private room" if number % 3 else "Shared room",
        "city": "Rome",
        "phone": f"+39 06 {number:07d}",
        "about": "Close to the old town, quiet, with a view of the river. " * 3,
    }
    for number in range(40)
]
CALL = AIMessage(
    "",
    id="call-1",
    tool_calls=[{"name": "search_hotels", "args": {"city": "Rome"}, "id": "t1"}],
)
ANSWER = AIMessage("Hotel 1 it is.", id="answer-1")


@tool
def search_hotels(city: str) -> str:
    """Search hotels in a city."""
    return json.dumps([row for row in ROWS if row["city"] == city])


@tool
def book_hotel(name: str) -> str:
    """Book a hotel by its name."""
    return json.dumps({"booked": name})


@dataclass
class Shape:
    """A graph, what it is given, and what to wire."""

    builder: Builder
    given: Any
    model: str | list[str] = "agent"
    key: str = "messages"
    context: Any = None


def asked(key: str = "messages") -> dict[str, Any]:
    return {key: [HumanMessage(QUESTION, id="human-1")]}


def calls_tools(message: Any) -> bool:
    return bool(getattr(message, "tool_calls", None))


def tools_of(state: Any) -> Any:
    """A tool node for states of any type and key."""
    held = next(iter(state.values())) if isinstance(state, Mapping) else state.messages
    call = held[-1].tool_calls[0]
    return {"messages": [search_hotels.invoke({**call, "type": "tool_call"})]}


def loop(builder: Builder, agent: Any, key: str = "messages", tools: Any = None) -> Builder:
    """The usual graph: the agent, its tools, and a router with a path map."""

    def route(state: Any) -> str:
        held = state[key] if isinstance(state, Mapping) else getattr(state, key)
        return "tools" if calls_tools(held[-1]) else "end"

    builder.add_node("agent", agent)
    builder.add_node("tools", tools or ToolNode([search_hotels], messages_key=key))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", route, {"tools": "tools", "end": END})
    builder.add_edge("tools", "agent")
    return builder
