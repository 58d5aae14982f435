"""Interrupts, edits of the state, forks and restarts work as before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt

from langgraph_memory import add_memory
from tests.integration.wiring.shapes.common import CALL, Shape, asked, loop
from tests.integration.wiring.shapes.states import typed_dict
from tests.integration.wiring.support import (
    compiled,
    invoked,
    is_compact,
    on,
    remembered,
    remembering,
    scripted,
    tools_seen,
    wired,
)

ASK = AIMessage("", tool_calls=[{"name": "ask_user", "args": {"what": "ok?"}, "id": "t9"}])


@tool
def ask_user(what: str) -> str:
    """Ask the user."""
    return f"The user says {interrupt(what)}."


def asking(model: Any) -> Shape:
    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = loop(StateGraph(MessagesState), agent, tools=ToolNode([ask_user]))
    return Shape(builder, asked())


def test_an_interrupt_in_a_tool() -> None:
    """The run halts at the tool's question, resumes with the answer, and ends."""
    shape = asking(scripted(ASK, "Done."))
    graph = wired(shape)
    halted = graph.invoke(shape.given, on())
    assert [question.value for question in halted["__interrupt__"]] == ["ok?"]
    assert graph.get_state(on()).next == ("tools",)
    output = graph.invoke(Command(resume="yes"), on())
    assert [m.content for m in output["messages"]][-2:] == ["The user says yes.", "Done."]
    assert graph.get_state(on()).next == ()
    assert len(remembered(graph, "records")) == 3


def test_an_interrupt_in_a_tool_in_a_loop() -> None:
    """The same from asynchronous code, over a stream."""
    shape = asking(scripted(ASK, "Done."))
    graph = wired(shape)

    async def run() -> list[Any]:
        halted = [c async for c in graph.astream(shape.given, on(), stream_mode="updates")]
        assert "__interrupt__" in halted[-1]
        resumed = graph.astream(Command(resume="no"), on(), stream_mode="updates")
        return [list(chunk) async for chunk in resumed]

    assert asyncio.run(run()) == [["tools"], ["agent"], ["memory_end"]]


def test_an_interrupt_in_the_model_node() -> None:
    """A model node that halts itself starts again with its answer, and remembers once."""

    def agent(state: MessagesState) -> dict[str, Any]:
        allowed = interrupt("may I?")
        return {"messages": [model.invoke([*state["messages"], HumanMessage(allowed)])]}

    model = scripted("Fine.")
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_edge(START, "agent")
    shape = Shape(builder, asked())
    graph = wired(shape)
    assert graph.invoke(shape.given, on())["__interrupt__"][0].value == "may I?"
    output = graph.invoke(Command(resume="yes"), on())
    assert output["messages"][-1].content == "Fine."
    assert len(remembered(graph, "records")) == 2


def halting(model: Any, memory: Any = None) -> Any:
    shape = typed_dict(model)
    memory = memory or remembering()
    add_memory(shape.builder, memory)
    return compiled(shape.builder, memory, interrupt_before=["tools"])


def test_an_edited_call() -> None:
    """A call that a person edits under its message's id is the one that is made."""
    model = scripted(CALL, "None there.")
    graph = halting(model)
    graph.invoke(asked(), on())
    edited = {**CALL.tool_calls[0], "args": {"city": "Paris"}}
    graph.update_state(on(), {"messages": [AIMessage("", id=CALL.id, tool_calls=[edited])]})
    assert graph.get_state(on()).next == ("tools",)
    output = graph.invoke(None, on())
    assert [m.content for m in output["messages"]][-2:] == ["[]", "None there."]


def test_time_travel() -> None:
    """A fork from before the tools ran goes its own way, with its own past."""
    model = scripted(CALL, "First.", "Second.")
    graph = halting(model)
    graph.invoke(asked(), on())
    graph.invoke(None, on())
    before = next(s for s in graph.get_state_history(on()) if s.next == ("tools",))
    fork = {"configurable": {**before.config["configurable"], "user_id": "ann"}}
    output = graph.invoke(None, fork)
    assert [m.content for m in output["messages"]][-1] == "Second."
    first, second = (call.messages[2] for call in model.calls[1:])
    assert first.id != second.id  # the tool ran again, and its message has another id
    assert is_compact(first.text)
    assert first.text == second.text
    assert graph.get_state(on()).next == ()


def test_an_update_as_the_model_node() -> None:
    """An answer written from outside as the model node's is routed as the node's own."""
    graph = wired(typed_dict(scripted("Fine.", "Found.")))
    graph.invoke(asked(), on())
    graph.update_state(on(), {"messages": [CALL]}, as_node="agent")
    assert graph.get_state(on()).next == ("tools",)
    assert graph.invoke(None, on())["messages"][-1].content == "Found."


def test_a_later_run_of_the_thread() -> None:
    """The channel is kept from run to run, and the state shows its own keys alone."""
    model = scripted(CALL, "First.", "Second.")
    graph = wired(typed_dict(model))
    graph.invoke(asked(), on())
    output = graph.invoke({"messages": [HumanMessage("Thanks.")]}, on())
    assert set(output) == set(graph.get_state(on()).values) == {"messages", "mood"}
    assert tools_seen(model)[0] == tools_seen(model)[1]
    saved = graph.checkpointer.get_tuple(on()).checkpoint["channel_values"]
    assert set(saved["memory"]) == {"agent"}


@pytest.mark.parametrize("in_loop", [False, True])
def test_without_a_checkpointer(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """A graph that keeps no checkpoints has the memory of its run."""
    shape = typed_dict(model := scripted())
    add_memory(shape.builder, remembering())
    invoked(
        shape.builder.compile(store=compiled(shape.builder).store), shape, in_loop=in_loop
    )
    assert is_compact(tools_seen(model)[0])
