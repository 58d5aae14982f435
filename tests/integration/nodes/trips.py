"""A small travel agent with the memory's nodes wired by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.store.base import BaseStore

from langgraph_memory import Memory, MemoryConfig, RecallConfig
from langgraph_memory.nodes import fuse
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

HOTELS = [
    {"name": f"Hotel {i}", "price": 80 + i, "stars": i % 5, "phone": f"555-01{i:02}"}
    for i in range(40)
]


def search_hotels(city: str) -> str:
    """Find hotels in a city."""
    return json.dumps([{**hotel, "city": city} for hotel in HOTELS])


def flight_times(flight: str) -> str:
    """When a flight leaves."""
    return json.dumps({"flight": flight, "departs": "2026-12-01 09:40", "gate": "B12"})


def book_hotel(name: str, nights: int) -> str:
    """Book a hotel."""
    if nights < 2:
        msg = "minimum stay is 2 nights"
        raise ValueError(msg)
    return json.dumps({"confirmation": f"C-{name}-{nights}", "status": "booked"})


flight_gate = {"gate": "B12"}
"""What the board shows now; tests change it."""


def flight_gate_of(flight: str) -> str:
    """The gate of a flight."""
    return json.dumps({"flight": flight, **flight_gate})


TOOLS: list[Callable[..., str]] = [
    search_hotels,
    flight_times,
    book_hotel,
    flight_gate_of,
]


def call(tool: str, number: int = 0, /, **args: Any) -> AIMessage:
    """A model message that calls one tool."""
    made = {"name": tool, "args": args, "id": f"{tool}-{number}"}
    return AIMessage("", tool_calls=[made])


def memory_for(tokens: int = 100_000, **settings: Any) -> Memory:
    """A memory with a budget of so many tokens."""
    return Memory(
        embeddings=HashEmbeddings(),
        config=settings.pop(
            "config", MemoryConfig(recall=RecallConfig(view_tokens=tokens))
        ),
        tools=TOOLS,
        **settings,
    )


def by_hand(
    memory: Memory,
    script: Sequence[Any],
    saver: BaseCheckpointSaver[Any],
    store: BaseStore | None = None,
    tools: Runnable[Any, Any] | None = None,
    *,
    marks: bool = False,
) -> tuple[CompiledStateGraph[Any, Any, Any, Any], ScriptedChatModel]:
    """The agent with all six nodes visible, and its model.

    `tools` runs them in place of a plain `ToolNode`; `marks` is for the routing.
    """
    model = ScriptedChatModel(script=script)

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.bind_tools(TOOLS).invoke(memory.view(state))]}

    async def aagent(state: MessagesState) -> dict[str, Any]:
        view = await memory.aview(state)
        return {"messages": [await model.bind_tools(TOOLS).ainvoke(view)]}

    builder = StateGraph(MessagesState)
    builder.add_node(
        "agent", RunnableLambda(agent, aagent), input_schema=memory.state_schema
    )
    builder.add_node("tools", tools or ToolNode(TOOLS, handle_tool_errors=True))
    builder.add_node("observe", memory.observe)
    builder.add_node("score_and_card", memory.score_and_card)
    builder.add_node("retrieve", memory.retrieve)
    builder.add_node("rerank_rewrite", memory.rerank_rewrite)
    routing = memory.reflect_on_failure.routing(retry="observe", done="prune", marks=marks)
    reflect = fuse(memory.observe, routing)
    builder.add_node("reflect_on_failure", reflect, destinations=("observe", "prune"))
    builder.add_node("prune", memory.prune)
    builder.add_edge(START, "observe")
    builder.add_edge("observe", "score_and_card")
    builder.add_edge("score_and_card", "retrieve")
    builder.add_edge("retrieve", "rerank_rewrite")
    builder.add_edge("rerank_rewrite", "agent")
    builder.add_conditional_edges("agent", _next, ["tools", "reflect_on_failure"])
    builder.add_edge("tools", "observe")
    builder.add_edge("prune", END)
    return builder.compile(
        checkpointer=saver, store=memory.store(saver) if store is None else store
    ), model


def _next(state: MessagesState) -> str:
    last = state["messages"][-1]
    return "tools" if getattr(last, "tool_calls", None) else "reflect_on_failure"


def with_ids(tools: ToolNode) -> Runnable[Any, Any]:
    """Results of tools under ids of their calls, not of chance: records are named alike.

    What the names of records cost in tokens, and so what has room, is the same each time.
    """

    def named(result: dict[str, Any]) -> dict[str, Any]:
        for message in result["messages"]:
            message.id = f"result of {message.tool_call_id}"
        return result

    return tools | RunnableLambda(named)


def config(thread: str = "1", user: str = "ann", **more: Any) -> dict[str, Any]:
    """A run's configuration."""
    return {
        "configurable": {"thread_id": thread, "user_id": user, **more},
        "recursion_limit": 100,  # six nodes by hand take more than the 25 of LangGraph 1.0
    }


def asking(text: str) -> dict[str, Any]:
    """The input of a turn in which the user says this."""
    return {"messages": [HumanMessage(text)]}


def shown(model: ScriptedChatModel) -> str:
    """All that the model was shown last."""
    return "\n".join(texts(model.calls[-1].messages))


def texts(messages: Sequence[BaseMessage]) -> list[str]:
    """Contents as text."""
    return [str(message.content) for message in messages]
