"""The nodes by hand and `add_memory` leave the same memory."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from langgraph_memory import Memory, WiringError, add_memory
from langgraph_memory.recall.telling import ELSEWHERE
from langgraph_memory.testing import Clock
from tests.integration.wiring.shapes.common import (
    ANSWER,
    CALL,
    QUESTION,
    Builder,
    calls_tools,
    search_hotels,
)
from tests.integration.wiring.shapes.states import typed_dict
from tests.integration.wiring.support import (
    compiled,
    is_compact,
    on,
    remembered,
    remembering,
    scripted,
    tools_seen,
)

QUESTIONS = [QUESTION, "Thank you. And the most expensive private room in Rome?"]


def tools(state: MessagesState) -> dict[str, Any]:
    call = state["messages"][-1].tool_calls[0]
    text = search_hotels.invoke(call["args"])
    return {"messages": [ToolMessage(text, tool_call_id=call["id"], id=f"of-{call['id']}")]}


def replies() -> list[Any]:
    def call(number: int) -> Any:
        asked = {**CALL.tool_calls[0], "id": f"t{number}"}
        return CALL.model_copy(update={"id": f"call-{number}", "tool_calls": [asked]})

    said = [ANSWER.model_copy(update={"id": f"answer-{n}"}) for n in range(2)]
    return [call(0), said[0], call(1), said[1]]


def route(state: MessagesState) -> str:
    return "tools" if calls_tools(state["messages"][-1]) else END


def by_call(agent: Any, memory: Memory) -> Builder:
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", tools)
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", route, ["tools", END])
    builder.add_edge("tools", "agent")
    return add_memory(builder, memory)


def by_hand(agent: Any, memory: Memory) -> Builder:
    builder = StateGraph(MessagesState)
    builder.add_node("remember", memory.remember)
    builder.add_node("recall", memory.recall)
    builder.add_node("agent", memory.wrap(agent))
    builder.add_node("tools", tools)
    builder.add_node("ending", memory.ending(["agent"], retry=False, node="ending"))
    builder.add_edge(START, "remember")
    builder.add_edge("remember", "recall")
    builder.add_edge("recall", "agent")
    builder.add_conditional_edges("agent", route, {"tools": "tools", END: "ending"})
    builder.add_edge("tools", "remember")
    builder.add_edge("ending", END)
    return builder


@pytest.mark.parametrize("in_loop", [False, True])
def test_both_ways_leave_the_same_memory(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """Records, cards and the messages shown are the same either way, call by call."""
    left = []
    for way in (by_call, by_hand):
        model = scripted(*replies())

        def agent(state: MessagesState, model: Any = model) -> dict[str, Any]:
            return {"messages": [model.invoke(state["messages"])]}

        memory = remembering(clock=Clock())
        graph = compiled(way(agent, memory), memory)
        for number, question in enumerate(QUESTIONS):
            given = {"messages": [HumanMessage(question, id=f"human-{number}")]}
            if in_loop:
                asyncio.run(graph.ainvoke(given, on()))
            else:
                graph.invoke(given, on())
        shown = [[m.content for m in call.messages] for call in model.calls]
        assert all(is_compact(text) or text == ELSEWHERE for text in tools_seen(model))
        kinds = ("records", "cards", "experiences", "credit")
        left.append([shown, *(remembered(graph, kind) for kind in kinds)])
    assert left[0] == left[1]
    assert left[0][1]
    assert left[0][2]


def test_a_compiled_graph_cannot_be_wrapped() -> None:
    """Wrapping a subgraph by hand is refused like wiring it."""
    inner = typed_dict(scripted()).builder.compile()
    with pytest.raises(WiringError, match="its own builder"):
        remembering().wrap(inner)
