"""Graphs as strangers write them: one function each, from a model to a builder."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Literal

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.managed import RemainingSteps
from langgraph.prebuilt import ToolNode
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from langgraph.types import Command, Send, StreamWriter
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

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


class Listed(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    mood: str


def typed_dict(model: Model) -> Shape:
    def agent(state: Listed) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])], "mood": "calm"}

    return Shape(loop(StateGraph(Listed), agent), asked())


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


class Added(TypedDict):
    messages: Annotated[list[Any], operator.add]


def operator_add(model: Model) -> Shape:
    def agent(state: Added) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    return Shape(loop(StateGraph(Added), agent), {"messages": [HumanMessage(QUESTION)]})


def pairs_and_dicts(model: Model) -> Shape:
    def agent(state: Added) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    given = [("system", "Be brief."), {"role": "user", "content": QUESTION}]
    return Shape(loop(StateGraph(Added), agent), {"messages": given})


class Replaced(TypedDict):
    messages: list[Any]


def no_reducer(model: Model) -> Shape:
    def agent(state: Replaced) -> dict[str, Any]:
        return {"messages": [*state["messages"], model.invoke(state["messages"])]}

    def tools(state: Replaced) -> dict[str, Any]:
        return {"messages": state["messages"] + tools_of(state)["messages"]}

    return Shape(loop(StateGraph(Replaced), agent, tools=tools), asked())


def state_returned_whole(model: Model) -> Shape:
    def agent(state: Listed) -> Listed:
        state["messages"].append(model.invoke(state["messages"]))
        return state

    return Shape(loop(StateGraph(Listed), agent), asked())


@dataclass
class Sheet:
    messages: Annotated[list[Any], add_messages] = field(default_factory=list)
    mood: str = ""


def dataclass_state(model: Model) -> Shape:
    def agent(state: Sheet) -> dict[str, Any]:
        return {"messages": [model.invoke(state.messages)]}

    return Shape(loop(StateGraph(Sheet), agent), asked())


@dataclass(frozen=True, slots=True)
class FrozenSheet:
    messages: Annotated[list[Any], add_messages] = field(default_factory=list)
    mood: str = ""


def frozen_dataclass_returned(model: Model) -> Shape:
    def agent(state: FrozenSheet) -> FrozenSheet:
        answer = model.invoke(state.messages)
        return FrozenSheet(messages=[*state.messages, answer], mood="calm")

    return Shape(loop(StateGraph(FrozenSheet), agent), asked())


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")
    messages: Annotated[list[AnyMessage], add_messages] = Field(default_factory=list)
    mood: str = ""


def pydantic_state(model: Model) -> Shape:
    def agent(state: Form) -> dict[str, Any]:
        assert isinstance(state, Form)
        return {"messages": [model.invoke(state.messages)]}

    return Shape(loop(StateGraph(Form), agent), asked())


def pydantic_returned(model: Model) -> Shape:
    def agent(state: Form) -> Form:
        return Form(messages=[*state.messages, model.invoke(state.messages)], mood="calm")

    return Shape(loop(StateGraph(Form), agent), asked())


class Chat(TypedDict):
    chat: Annotated[list[AnyMessage], add_messages]


def other_key(model: Model) -> Shape:
    def agent(state: Chat) -> dict[str, Any]:
        return {"chat": [model.invoke(state["chat"])]}

    return Shape(loop(StateGraph(Chat), agent, key="chat"), asked("chat"), key="chat")


def asynchronous(model: Model) -> Shape:
    async def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await model.ainvoke(state["messages"])]}

    return Shape(loop(StateGraph(MessagesState), agent), asked())


def class_node(model: Model) -> Shape:
    class Agent:
        def __call__(self, state: MessagesState) -> dict[str, Any]:
            return {"messages": [model.invoke(state["messages"])]}

    return Shape(loop(StateGraph(MessagesState), Agent()), asked())


def method_and_partial(model: Model) -> Shape:
    def agent(state: MessagesState, *, mood: str) -> dict[str, Any]:
        assert mood == "calm"
        return {"messages": [model.invoke(state["messages"])]}

    return Shape(loop(StateGraph(MessagesState), partial(agent, mood="calm")), asked())


@dataclass
class Context:
    language: str


def injected(model: Model) -> Shape:
    def agent(
        state: MessagesState,
        config: RunnableConfig,
        *,
        runtime: Runtime[Context],
        store: BaseStore,
        writer: StreamWriter,
    ) -> dict[str, Any]:
        assert runtime.context.language == "en"
        assert config["configurable"]["user_id"] == "ann"
        assert runtime.store is store
        writer({"thinking": True})
        return {"messages": [model.invoke(state["messages"], config)]}

    builder = StateGraph(MessagesState, context_schema=Context)
    return Shape(loop(builder, agent), asked(), context=Context("en"))


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


def chain_as_node(model: Model) -> Shape:
    prompt = ChatPromptTemplate([("system", "Be brief."), ("placeholder", "{messages}")])
    chain = prompt | model | RunnableLambda(lambda answer: {"messages": [answer]})
    return Shape(loop(StateGraph(MessagesState), chain), asked())


class Part(TypedDict):
    messages: list[AnyMessage]


class Both(MessagesState):
    notes: Annotated[list[str], operator.add]


def input_schema_of_its_own(model: Model) -> Shape:
    def agent(state: Part) -> dict[str, Any]:
        assert set(state) == {"messages"}
        return {"messages": [model.invoke(state["messages"])], "notes": ["asked"]}

    return Shape(loop(StateGraph(Both, output_schema=MessagesState), agent), asked())


def router_reads_what_the_node_adds(model: Model) -> Shape:
    def agent(state: MessagesState) -> dict[str, Any]:
        answer = model.invoke(state["messages"])
        return {"messages": [answer], "way": "tools" if calls_tools(answer) else END}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode([search_hotels]))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", lambda state: state["way"])
    builder.add_edge("tools", "agent")
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
    def plan(state: Gathered) -> dict[str, Any]:
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
    shape.builder.add_node("last", lambda state: {"mood": "done"}, defer=True)
    shape.builder.add_edge(START, "last")
    return shape


class Counted(MessagesState):
    remaining_steps: RemainingSteps


def counts_remaining_steps(model: Model) -> Shape:
    def agent(state: Counted) -> dict[str, Any]:
        assert state["remaining_steps"] > 0
        return {"messages": [model.invoke(state["messages"])]}

    return Shape(loop(StateGraph(Counted), agent), asked())


SHAPES: dict[str, Callable[[Model], Shape]] = {
    make.__name__: make
    for make in (
        typed_dict,
        messages_state_without_path_map,
        operator_add,
        pairs_and_dicts,
        no_reducer,
        state_returned_whole,
        dataclass_state,
        frozen_dataclass_returned,
        pydantic_state,
        pydantic_returned,
        other_key,
        class_node,
        method_and_partial,
        injected,
        command_goto,
        commands_in_a_list,
        command_from_tools,
        chain_as_node,
        input_schema_of_its_own,
        router_reads_what_the_node_adds,
        several_tool_nodes,
        several_model_nodes,
        sends,
        parallel_models,
        deferred_of_its_own,
        counts_remaining_steps,
        asynchronous,
    )
}
"""Every shape by name; `asynchronous` runs asynchronously only."""
