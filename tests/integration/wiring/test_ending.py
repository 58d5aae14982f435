"""The end node runs last, learns, and may send a failed run back."""

from __future__ import annotations

import asyncio
import operator
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.errors import GraphRecursionError
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, Send
from typing_extensions import TypedDict

from langgraph_memory import add_memory
from tests.integration.wiring.shapes.common import (
    CALL,
    Shape,
    asked,
    calls_tools,
    search_hotels,
)
from tests.integration.wiring.shapes.flows import several_model_nodes
from tests.integration.wiring.shapes.nodes import chain_as_node
from tests.integration.wiring.shapes.states import no_reducer, pydantic_returned, typed_dict
from tests.integration.wiring.support import (
    compiled,
    invoked,
    on,
    remembering,
    scripted,
    streamed,
    twins,
    wired,
)


def answers(count: int) -> list[AIMessage]:
    return [AIMessage(f"answer {number}") for number in range(1, count + 1)]


def said_by_model(output: Any) -> list[str]:
    return [m.content for m in output["messages"] if m.type == "ai" and m.content]


def ended_with(seen: list[Any], verdicts: list[Any]) -> Any:
    """An outcome function that notes the final states and gives the verdicts in turn."""
    waiting = iter(verdicts)

    def outcome(state: Any) -> bool:
        seen.append([m.content for m in state["messages"]])
        return next(waiting)

    return outcome


@pytest.mark.parametrize("in_loop", [False, True])
def test_a_failed_run_is_tried_again(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """The model node runs again after a failure, and each ending is judged anew."""
    seen: list[Any] = []
    memory = remembering(outcome=ended_with(seen, [False, True]))
    shape = typed_dict(scripted(CALL, *answers(2)))
    output = invoked(wired(shape, memory), shape, in_loop=in_loop)
    assert said_by_model(output) == ["answer 1", "answer 2"]
    assert [len(messages) for messages in seen] == [4, 5]


def test_the_answer_of_a_failed_attempt_stays_in_a_state_without_reducer() -> None:
    """A node that returns all it was shown returns what the view left out as well."""
    memory = remembering(outcome=ended_with([], [False, True]))
    shape = no_reducer(scripted(CALL, *answers(2)))
    assert said_by_model(invoked(wired(shape, memory), shape)) == ["answer 1", "answer 2"]


@pytest.mark.parametrize("in_loop", [False, True])
def test_the_answer_of_a_failed_attempt_is_marked(in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """With the number of the attempt, where no provider is told; streamed but once."""
    memory = remembering(outcome=ended_with([], ["no", "never", True]))
    shape = typed_dict(scripted(CALL, *answers(3)))
    graph = wired(shape, memory)
    chunks = streamed(graph, shape, "messages", in_loop=in_loop)
    told = "".join(text for (kind, text, _), _ in chunks if kind.lower().startswith("ai"))
    assert told == "answer 1answer 2answer 3"
    kept = graph.get_state(on()).values["messages"]
    ends = [m for m in kept if m.type == "ai" and m.content]
    marks = [m.response_metadata.get("memory_failed_attempt") for m in ends]
    assert [m.content for m in ends] == ["answer 1", "answer 2", "answer 3"]
    assert marks == [1, 2, None]


def test_marks_come_under_the_messages_key_of_the_graph() -> None:
    """Whatever name the memory itself has for it."""

    class State(TypedDict):
        talk: Annotated[list[Any], add_messages]

    model = scripted(*answers(2))
    builder = StateGraph(State)
    builder.add_node("agent", lambda state: {"talk": [model.invoke(state["talk"])]})
    builder.add_edge(START, "agent")
    memory = remembering(outcome=lambda state: len(state["messages"]) > 2)
    graph = compiled(add_memory(builder, memory, messages_key="talk"), memory)
    talk = graph.invoke({"talk": [HumanMessage("Hi")]}, on())["talk"]
    assert [m.content for m in talk] == ["Hi", "answer 1", "answer 2"]
    assert talk[1].response_metadata["memory_failed_attempt"] == 1


def test_retry_can_be_switched_off() -> None:
    """With `retry=False` a failed run is judged, and ends."""
    seen: list[Any] = []
    memory = remembering(outcome=ended_with(seen, [False]))
    shape = typed_dict(scripted(CALL, *answers(1)))
    output = invoked(wired(shape, memory, retry=False), shape)
    assert said_by_model(output) == ["answer 1"]
    assert len(seen) == 1


def test_an_attempt_that_would_not_fit_the_recursion_limit_is_not_made() -> None:
    """A failed run with too few steps left ends with its answer, not with an error."""
    memory = remembering(outcome=ended_with([], [False]))
    shape = typed_dict(scripted(CALL, *answers(1)))
    output = wired(shape, memory).invoke(shape.given, on(recursion_limit=7))
    assert said_by_model(output) == ["answer 1"]


def test_as_many_attempts_as_fit_are_made() -> None:
    """The room for another attempt is judged by the length of those before."""
    reasons = [f"wrong {number}" for number in range(4)]
    memory = remembering(outcome=lambda _: reasons.pop())
    shape = typed_dict(scripted(CALL, *answers(4)))
    output = wired(shape, memory).invoke(shape.given, on(recursion_limit=14))
    assert said_by_model(output) == ["answer 1", "answer 2", "answer 3", "answer 4"]


def test_the_end_node_can_be_left_out_or_named() -> None:
    """`end=False` adds no node, a string is the node's name."""
    without = wired(typed_dict(scripted()), end=False)
    assert set(without.nodes) == {"__start__", "agent", "tools"}
    named = wired(typed_dict(scripted()), end="learn")
    assert set(named.nodes) == {"__start__", "agent", "tools", "learn"}


@pytest.mark.parametrize("in_loop", [False, True])
@pytest.mark.parametrize("make", [typed_dict, chain_as_node])
def test_the_smallest_recursion_limit_stays(make: Any, in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """The least recursion limit that a run fits into is the same with memory."""
    both = twins(make)

    def least(graph: Any) -> int:
        for limit in range(1, 9):
            replies = scripted()
            shape = make(replies)
            one = compiled(shape.builder) if graph is both.plain else wired(shape)
            config = on(recursion_limit=limit)
            try:
                if in_loop:
                    asyncio.run(one.ainvoke(shape.given, config))
                else:
                    one.invoke(shape.given, config)
            except GraphRecursionError:
                continue
            return limit
        raise AssertionError

    assert least(both.wired) == least(both.plain) == 4


def test_a_run_that_just_fitted_its_limit_goes_on_well() -> None:
    """After a run that used all its steps, the next one starts as usual."""
    shape = typed_dict(scripted(CALL, *answers(2)))
    graph = wired(shape)
    graph.invoke(shape.given, on(recursion_limit=4))
    output = graph.invoke({"messages": [HumanMessage("And breakfast?")]}, on())
    assert said_by_model(output) == ["answer 1", "answer 2"]
    assert graph.get_state(on()).next == ()


class Gathered(MessagesState):
    found: Annotated[list[str], operator.add]


def test_it_waits_for_tasks_that_were_sent() -> None:
    """Where the graph goes on by `Send` alone, the end node still runs after all of it."""
    seen: list[Any] = []

    def agent(state: Gathered) -> Command[Any]:
        answer = model.invoke(state["messages"])
        if calls_tools(answer):
            return Command(update={"messages": [answer]}, goto=[Send("tools", answer)])
        return Command(update={"messages": [answer]})

    def tools(call: AIMessage) -> Command[Any]:
        results = [search_hotels.invoke({**call.tool_calls[0], "type": "tool_call"})]
        return Command(update={"messages": results}, goto=Send("relay", None))

    builder = StateGraph(Gathered)
    builder.add_node("agent", agent)
    builder.add_node("tools", tools)
    builder.add_node("relay", lambda _: Command(goto="agent"))
    builder.add_edge(START, "agent")
    model = scripted(CALL, *answers(1))
    memory = remembering(outcome=ended_with(seen, [True]))
    invoked(wired(Shape(builder, asked()), memory), Shape(builder, asked()))
    assert [messages[-1] for messages in seen] == ["answer 1"]


def test_it_waits_for_deferred_nodes_of_the_graph() -> None:
    """A deferred node of the graph's own, added later and joined or not, runs before it."""
    seen: list[Any] = []
    shape = typed_dict(scripted(CALL, *answers(1)))
    memory = remembering(outcome=ended_with(seen, [True]))
    add_memory(shape.builder, memory)

    def sign(state: Any) -> dict[str, Any]:
        return {"messages": [AIMessage(f"signed {len(state['messages'])}")]}

    shape.builder.add_node("sign", sign, defer=True)
    shape.builder.add_edge(START, "sign")
    shape.builder.add_node("stamp", sign, defer=True)
    shape.builder.add_edge(["sign"], "stamp")
    invoked(compiled(shape.builder, memory), shape)
    assert [messages[-1] for messages in seen] == ["signed 5"]


def test_two_memories_of_one_graph_end_together() -> None:
    """Two end nodes do not wait for each other."""
    builder = several_model_nodes(scripted()).builder
    memory = remembering()
    add_memory(builder, memory, model="planner")
    add_memory(builder, memory, model="writer", end="writer_end")
    shape = Shape(builder, asked())
    assert len(invoked(compiled(builder, memory), shape)["messages"]) == 4


def test_the_outcome_function_sees_the_whole_state() -> None:
    """`outcome` is given every key of the state, as a dict whatever the state's type."""
    states: list[Any] = []

    def outcome(state: Any) -> bool:
        states.append(state)
        return True

    shape = pydantic_returned(scripted(CALL, *answers(1)))
    invoked(wired(shape, remembering(outcome=outcome)), shape)
    assert states[0]["mood"] == "calm"
    assert states[0]["messages"][-1].content == "answer 1"


def test_a_graph_that_reaches_no_model_ends() -> None:
    """A run that goes from START to END without the model node ends as before."""
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: state)
    builder.add_conditional_edges(START, lambda _: END, ["agent", END])
    shape = Shape(builder, asked())
    assert len(invoked(wired(shape), shape)["messages"]) == 1
