"""Ways through a graph: routers, commands, sends, several nodes of a kind."""

from __future__ import annotations

import operator
from typing import Annotated, Any, Literal

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.managed import RemainingSteps
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Send

from tests.integration.wiring.shapes.common import (
    Model,
    Shape,
    asked,
    book_hotel,
    calls_tools,
    loop,
    search_hotels,
    tools_of,
)
from tests.integration.wiring.shapes.states import Listed, typed_dict


def messages_state_without_path_map(model: Model) -> Shape:
    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": model.invoke(state["messages"])}

    def route(state: MessagesState) -> Literal["tools", "__end__"]:
        return "tools" if calls_tools(state["messages"][-1]) else END

    builder = StateGraph(MessagesState)
    builder.add_node(agent)
    builder.add_node("tools", ToolNode([search_hotels]))
    builder.set_entry_point("agent")
    builder.add_conditional_edges("agent", route)
    builder.add_edge("tools", "agent")
    return Shape(builder, asked())


def command_goto(model: Model) -> Shape:
    def agent(state: MessagesState) -> Command[Literal["tools", "__end__"]]:
        answer = model.invoke(state["messages"])
        goto = "tools" if calls_tools(answer) else END
        return Command(update={"messages": [answer]}, goto=goto)

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode([search_hotels]))
    builder.add_edge(START, "agent")
    builder.add_edge("tools", "agent")
    return Shape(builder, asked())


def commands_in_a_list(model: Model) -> Shape:
    def agent(state: Listed) -> list[Any]:
        answer = model.invoke(state["messages"])
        goto = "tools" if calls_tools(answer) else END
        return [{"mood": "calm"}, Command(update=[("messages", [answer])], goto=goto)]

    builder = StateGraph(Listed)
    builder.add_node("agent", agent, destinations=("tools", END))
    builder.add_node("tools", ToolNode([search_hotels]))
    builder.add_edge(START, "agent")
    builder.add_edge("tools", "agent")
    return Shape(builder, asked())


def command_from_tools(model: Model) -> Shape:
    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    def tools(state: MessagesState) -> Command[Literal["agent"]]:
        return Command(update=tools_of(state), goto="agent")

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", tools)
    builder.add_edge(START, "agent")
    builder.add_conditional_edges(
        "agent", lambda state: "tools" if calls_tools(state["messages"][-1]) else END
    )
    return Shape(builder, asked())


def several_tool_nodes(model: Model) -> Shape:
    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    def route(state: MessagesState) -> str:
        last = state["messages"][-1]
        return last.tool_calls[0]["name"] if calls_tools(last) else END

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("search_hotels", ToolNode([search_hotels]))
    builder.add_node("book_hotel", ToolNode([book_hotel]))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", route, ["search_hotels", "book_hotel", END])
    builder.add_edge("search_hotels", "agent")
    builder.add_edge("book_hotel", "agent")
    return Shape(builder, asked())


def several_model_nodes(model: Model) -> Shape:
    def speaker(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("planner", speaker)
    builder.add_node("tools", ToolNode([search_hotels]))
    builder.add_node("writer", speaker)
    builder.add_edge(START, "planner")
    builder.add_edge("planner", "tools")
    builder.add_edge("tools", "writer")
    builder.add_edge("writer", END)
    return Shape(builder, asked(), model=["planner", "writer"])


class Gathered(MessagesState):
    found: Annotated[list[str], operator.add]


def sends(model: Model) -> Shape:
    def plan(_: Gathered) -> dict[str, Any]:
        return {"found": []}

    def fan(state: Gathered) -> list[Send]:
        return [Send("agent", {"messages": state["messages"], "no": no}) for no in range(2)]

    def agent(state: dict[str, Any]) -> dict[str, Any]:
        model.invoke(state["messages"])
        return {"found": [f"found {state['no']}"]}

    def join(state: Gathered) -> dict[str, Any]:
        return {"messages": [AIMessage(" ".join(sorted(state["found"])), id="joined")]}

    builder = StateGraph(Gathered)
    builder.add_node("plan", plan)
    builder.add_node("agent", agent)
    builder.add_node("join", join)
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", fan, ["agent"])
    builder.add_edge("agent", "join")
    return Shape(builder, asked())


def parallel_models(model: Model) -> Shape:
    def speaker(state: Gathered) -> dict[str, Any]:
        model.invoke(state["messages"])
        return {"found": ["seen"]}

    def join(state: Gathered) -> dict[str, Any]:
        return {"messages": [AIMessage(f"{len(state['found'])} voices", id="joined")]}

    builder = StateGraph(Gathered)
    builder.add_node("left", speaker)
    builder.add_node("right", speaker)
    builder.add_node("join", join)
    builder.add_edge(START, "left")
    builder.add_edge(START, "right")
    builder.add_edge(["left", "right"], "join")
    builder.add_edge("join", END)
    return Shape(builder, asked(), model=["left", "right"])


def deferred_of_its_own(model: Model) -> Shape:
    shape = typed_dict(model)
    shape.builder.add_node("last", lambda _: {"mood": "done"}, defer=True)
    shape.builder.add_edge(START, "last")
    return shape


class Counted(MessagesState):
    remaining_steps: RemainingSteps


def counts_remaining_steps(model: Model) -> Shape:
    def agent(state: Counted) -> dict[str, Any]:
        assert state["remaining_steps"] > 0
        return {"messages": [model.invoke(state["messages"])]}

    return Shape(loop(StateGraph(Counted), agent), asked())
