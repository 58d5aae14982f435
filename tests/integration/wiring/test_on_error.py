"""The error handler, where it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, RetryPolicy, Send

from langgraph_memory import Memory, ScopeError, WiringError, add_memory
from langgraph_memory.nodes._scene import EXCEPTION as ERROR
from langgraph_memory.testing import HashEmbeddings
from tests.integration.wiring.shapes.common import Builder, Shape, asked
from tests.integration.wiring.support import (
    NEW,
    compiled,
    invoked,
    on,
    only_new,
    remembering,
    scripted,
    wired,
)


class Patient(Memory):
    """A memory that asks for so many attempts after an exception, whatever it was."""

    def __init__(self, attempts: int) -> None:
        super().__init__(embeddings=HashEmbeddings())
        self.left = attempts
        self.errors: list[Any] = []

    def ending(
        self, models: Sequence[str], *, retry: bool, node: str, **_: Any
    ) -> Runnable[Any, Any]:
        def end(state: dict[str, Any]) -> Any:
            if not retry or ERROR not in state:
                return {}
            self.errors.append(state[ERROR])
            self.left -= 1
            part = {"retry": {"attempt": len(self.errors)}}
            again = Command(update={"memory": {models[0]: part}}, goto=[models[0], node])
            return again if self.left >= 0 else {}

        return RunnableLambda(end)


def failing(*replies: Any, **policies: Any) -> tuple[Builder, Any]:
    model = scripted(*replies)

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent, **policies)
    builder.add_edge(START, "agent")
    return builder, model


@only_new
@pytest.mark.parametrize("in_loop", [False, True])
def test_the_model_node_is_tried_again(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """After an exception the node runs again, and its answer counts."""
    error = ConnectionError("down")
    builder, model = failing(error, "Back.")
    memory = Patient(attempts=3)
    shape = Shape(builder, asked())
    output = invoked(wired(shape, memory, on_error=True), shape, in_loop=in_loop)
    assert output["messages"][-1].content == "Back."
    assert memory.errors == [error]
    assert len(model.calls) == 2


@only_new
@pytest.mark.parametrize("in_loop", [False, True])
def test_the_last_exception_goes_on(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """When no attempt is left, the original exception is raised again."""
    errors = [ConnectionError(f"down {number}") for number in range(3)]
    builder, _ = failing(*errors)
    memory = Patient(attempts=2)
    shape = Shape(builder, asked())
    with pytest.raises(ConnectionError, match="down 2") as raised:
        invoked(wired(shape, memory, on_error=True), shape, in_loop=in_loop)
    assert raised.value is errors[2]
    assert memory.errors == errors


@only_new
def test_the_nodes_own_retries_come_first() -> None:
    """Reflection waits until the node's retry policy gives up."""
    policy = RetryPolicy(max_attempts=2, initial_interval=0.001, jitter=False)
    errors = [ConnectionError(f"down {number}") for number in range(3)]
    builder, _ = failing(*errors, "Back.", retry_policy=policy)
    memory = Patient(attempts=1)
    shape = Shape(builder, asked())
    invoked(wired(shape, memory, on_error=True), shape)
    assert memory.errors == [errors[1]]


@only_new
def test_a_task_that_was_sent_is_sent_again() -> None:
    """After an exception in a task that a `Send` started, its payload is sent again."""
    failed: list[Any] = []

    def agent(state: Any) -> dict[str, Any]:
        if state["no"] == 1 and not failed:
            failed.append(state["no"])
            raise ConnectionError
        return {"messages": [AIMessage(f"found {state['no']}")]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_conditional_edges(
        START, lambda s: [Send("agent", {**s, "no": no}) for no in range(2)], ["agent"]
    )
    shape = Shape(builder, asked())
    output = invoked(wired(shape, Patient(attempts=1), on_error=True), shape)
    assert [m.content for m in output["messages"][1:]] == ["found 0", "found 1"]


@only_new
def test_a_missing_user_is_no_failure_of_the_run() -> None:
    """A `ScopeError` goes on at once: without a user there is nothing to reflect on."""
    builder, model = failing("never")
    memory = Patient(attempts=3)
    add_memory(builder, memory, on_error=True)
    with pytest.raises(ScopeError, match="user_id"):
        builder.compile().invoke(asked(), {"configurable": {"thread_id": "1"}})
    assert model.calls == ()
    assert memory.errors == []


@only_new
def test_a_handler_of_the_nodes_own_is_left_alone() -> None:
    """Where the node or the graph has an error handler, a second one is refused."""
    own, _ = failing(error_handler=lambda _: None)
    with pytest.raises(WiringError, match="error handler of its own"):
        add_memory(own, remembering(), on_error=True)
    of_all, _ = failing()
    of_all.set_node_defaults(error_handler=lambda _: None)
    with pytest.raises(WiringError, match="error handler of its own"):
        add_memory(of_all, remembering(), on_error=True)
    add_memory(own, remembering())
    handled: list[Any] = []
    builder, _ = failing(ConnectionError(), error_handler=handled.append)
    add_memory(builder, remembering())
    compiled(builder).invoke(asked(), on())
    assert [m.content for m in handled[0]["messages"]] == [asked()["messages"][0].content]


@pytest.mark.skipif(NEW, reason="this LangGraph has error handlers")
def test_an_old_langgraph_is_told() -> None:
    """Without error handlers in LangGraph, the error says which version has them."""
    builder, _ = failing()
    with pytest.raises(WiringError, match=r"langgraph 1\.2"):
        add_memory(builder, remembering(), on_error=True)


@only_new
def test_the_real_memory_tries_again_with_a_hypothesis() -> None:
    """The model is told what went wrong, three times at most, then the error is raised."""
    errors = [ConnectionError("down")] * 5
    builder, model = failing(*errors)
    memory = Memory(embeddings=HashEmbeddings())
    shape = Shape(builder, asked())
    with pytest.raises(ConnectionError, match="down"):
        invoked(wired(shape, memory, on_error=True), shape, in_loop=False)
    assert len(model.calls) == 4
    assert "ConnectionError: down" in str(model.calls[-1].messages[0].content)


@only_new
def test_the_real_memory_recovers() -> None:
    """An exception that passes costs one attempt."""
    builder, model = failing(ConnectionError("down"), "Back.")
    shape = Shape(builder, asked())
    memory = Memory(embeddings=HashEmbeddings())
    output = invoked(wired(shape, memory, on_error=True), shape, in_loop=False)
    assert output["messages"][-1].content == "Back."
    assert len(model.calls) == 2
