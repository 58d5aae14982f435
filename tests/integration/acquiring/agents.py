"""An invented travel agent that goes wrong in one of four ways, as its thread decides."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import ToolException, tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from langgraph_memory import Memory, Scope, add_memory
from langgraph_memory.testing import Clock, HashEmbeddings

ANN = Scope(user="ann")
CITIES = ("Rome", "Oslo", "Lima", "Bonn")
TASKS = [f"Book a hotel in {city} for March 3rd 2026" for city in CITIES]
WAYS = ("right", "date", "no search", "stubborn")


@tool
def find_hotel(city: str) -> dict[str, str]:
    """A hotel of a city."""
    return {"hotel_id": f"H-{city.upper()}-1", "city": city}


@tool
def book_hotel(hotel_id: str, date: str, currency: str) -> dict[str, str]:
    """Book a hotel for a night."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        msg = f"invalid date '{date}'"
        raise ToolException(msg)
    if not hotel_id.startswith("H-"):
        msg = f"no hotel '{hotel_id}'"
        raise ToolException(msg)
    return {"booking": f"B{len(hotel_id)}", "paid_in": currency}


TOOLS = ToolNode([find_hotel, book_hotel], handle_tool_errors=True)


def way_of(thread_id: str) -> str:
    """How the run of a thread goes."""
    return WAYS[uuid.UUID(thread_id).int % len(WAYS)]


def called(name: str, at: int, **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"{name}{at}"}])


def agent(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
    """The next step; what it is shown of lessons is followed."""
    said = state["messages"]
    shown = "\n".join(str(m.text) for m in said)
    way = way_of(config["configurable"]["thread_id"])
    if way in ("date", "stubborn") and "date as YYYY-MM-DD" in shown:
        way = "right"
    if way == "no search" and "first call find_hotel" in shown:
        way = "right"
    return {"messages": [step(way, said)]}


def step(way: str, said: list[Any]) -> AIMessage:
    task = next(m.text for m in said if "Book a hotel in" in m.text)
    city = task.split("Book a hotel in ")[1].split()[0]
    done = [m for m in said if isinstance(m, ToolMessage)]
    booked = [m for m in done if m.name == "book_hotel"]
    if booked and booked[-1].status == "success":
        return AIMessage("Booked.")
    if booked and (way in ("no search", "stubborn") or len(booked) > 1):
        return AIMessage("I am sorry, I could not do it.")
    if not done and way != "no search":
        return called("find_hotel", len(said), city=city)
    date = "2026-03-03" if way in ("right", "no search") or booked else "03/03/2026"
    hotel = city if way == "no search" else f"H-{city.upper()}-1"
    money = "dollars" if way == "stubborn" else "USD"
    return called("book_hotel", len(said), hotel_id=hotel, date=date, currency=money)


def booked(task: Any, state: Any) -> bool:
    """Whether a run did what it was for."""
    del task
    return bool(state["messages"][-1].text == "Booked.")


def memory_for(**settings: Any) -> Memory:
    return Memory(embeddings=HashEmbeddings(), clock=Clock(), **settings)


def travel(
    memory: Memory,
    saver: Any,
    *,
    remembers: bool = False,
    node: Callable[..., Any] = agent,
    store: Any = None,
) -> Any:
    """The agent's graph, with memory or without."""
    builder = StateGraph(MessagesState)
    builder.add_node("agent", node)
    builder.add_node("tools", TOOLS)
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", tools_condition)
    builder.add_edge("tools", "agent")
    if remembers:
        add_memory(builder, memory, model="agent", retry=False)
    kept = memory.store(saver) if store is None else store
    return builder.compile(checkpointer=saver, store=kept)
