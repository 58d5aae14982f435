"""A harbour master's agent, whose decisions take a field that no schema names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.base import BaseStore

from langgraph_memory import Memory, Scope, Statistics, add_memory
from langgraph_memory._flow import run
from langgraph_memory.nodes._frame import frame_from
from langgraph_memory.nodes._rates import rates_of
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

ANN = Scope(user="ann")

BOATS = [
    {
        "hull": ["oak", "steel", "larch"][i % 3],
        **{f"part_{name}": f"{name}{i}x" for name in ("sail", "winch", "rope", "lamp")},
        **{f"test_{name}": 900 + i for name in ("bilge", "mast", "rudder", "pump")},
        "keel_mark": f"KM{i:03}Q",
        "owner": f"Owner Nr{i}",
    }
    for i in range(30)
]


def list_boats(pier: str) -> str:
    """List the boats at a pier."""
    return json.dumps([{**boat, "pier": pier} for boat in BOATS])


def paint(text: str) -> str:
    """Paint a text on a boat."""
    return json.dumps({"painted": len(text)})


TOOLS = [list_boats, paint]


def calling(tool: str, number: int, **args: Any) -> AIMessage:
    """A model message that calls one tool, with an id of its own."""
    call = {"name": tool, "args": args, "id": f"c{number}"}
    return AIMessage("", tool_calls=[call], id=f"m{number}")


def script(mark: str) -> list[Any]:
    """The model looks boats up, and paints the mark of one of them."""
    return [calling("list_boats", 1, pier="north"), calling("paint", 2, text=mark), "Done."]


def conversation(mark: str | None = None) -> list[BaseMessage]:
    """The same as messages; without a mark, up to the list of boats."""
    messages: list[BaseMessage] = [
        HumanMessage("Paint the oak boat.", id="h"),
        calling("list_boats", 1, pier="north"),
        ToolMessage(list_boats("north"), tool_call_id="c1", id="t1"),
    ]
    if mark is None:
        return messages
    done = ToolMessage(paint(mark), tool_call_id="c2", id="t2")
    return [*messages, calling("paint", 2, text=mark), done]


def memory_for(store: BaseStore | None = None, **settings: Any) -> Memory:
    """A memory that knows the tools."""
    return Memory(embeddings=HashEmbeddings(32), tools=TOOLS, store=store, **settings)


def agent(
    memory: Memory,
    says: Sequence[Any],
    saver: BaseCheckpointSaver[Any] | None = None,
    store: BaseStore | None = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The agent with its memory."""
    model = ScriptedChatModel(script=says)

    def node(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", node)
    builder.add_node("tools", ToolNode(TOOLS))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent")
    return builder.compile(checkpointer=saver, store=store)


def on(thread: str = "1", user: str = "ann") -> RunnableConfig:
    """A run's configuration."""
    return {"configurable": {"thread_id": thread, "user_id": user}}


def events(store: BaseStore, scope: Scope = ANN) -> Mapping[str, Mapping[str, Any]]:
    """The items of a scope's rates."""
    return {i.key: i.value for i in store.search(scope.namespace("rates"), limit=10_000)}


def uses(rates: Statistics) -> float:
    """How often marks of boats were used."""
    return rates.rates.get("list_boats|keel_mark", (0.0, 0.0))[1]


def rates(memory: Memory, **where: str) -> Statistics:
    """What a node of the memory is told, on whatever thread."""
    frame = frame_from(on(**where), memory.settings)
    return run(rates_of(memory.settings, frame), frame.outside)
