"""States of every type, and nodes that return them."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.graph import StateGraph
from langgraph.graph.message import add_messages
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from tests.integration.wiring.shapes.common import (
    QUESTION,
    Model,
    Shape,
    asked,
    loop,
    tools_of,
)


class Listed(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    mood: str


def typed_dict(model: Model) -> Shape:
    def agent(state: Listed) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])], "mood": "calm"}

    return Shape(loop(StateGraph(Listed), agent), asked())


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
