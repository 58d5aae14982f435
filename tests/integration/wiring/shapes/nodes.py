"""Model nodes of every kind: what they are, what they ask for, what they add."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from langchain_core.messages import AnyMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from langgraph.types import StreamWriter
from typing_extensions import TypedDict

from tests.integration.wiring.shapes.common import (
    Model,
    Shape,
    asked,
    calls_tools,
    loop,
    search_hotels,
)


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
