"""What a model node returns of the view it was shown never enters the state."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)
from langgraph import types
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.types import Command, Send
from typing_extensions import TypedDict

from langgraph_memory import add_memory
from tests.integration.wiring.shapes.common import (
    ANSWER,
    CALL,
    QUESTION,
    Shape,
    asked,
    loop,
    search_hotels,
)
from tests.integration.wiring.shapes.states import typed_dict
from tests.integration.wiring.support import (
    compiled,
    invoked,
    is_compact,
    on,
    only_new,
    remembering,
    scripted,
    wired,
)

RAW = search_hotels.invoke({"city": "Rome"})
RESULT = ToolMessage(RAW, tool_call_id="t1", id="result-1")
LATER = "And with breakfast, of those private rooms in Rome?"


class Replaced(TypedDict):
    messages: list[Any]


def told(messages: list[Any]) -> list[tuple[str, str]]:
    return [(m.type, m.content) for m in messages]


# Not the call of the first thread, whose card it would replace.
ELSEWHERE = {"name": "search_hotels", "args": {"city": "Rome, Trastevere"}, "id": "t1"}
OTHER_CALL = CALL.model_copy(update={"tool_calls": [ELSEWHERE]})
HISTORY = [HumanMessage(QUESTION, id="human-1"), OTHER_CALL, RESULT, ANSWER]


def second_turn(schema: Any, agent: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    """Run a node on a compact view with a block of another thread; what it saw too."""
    seen: list[Any] = []

    def node(state: Any) -> Any:
        seen.extend(state["messages"])
        return agent(state)

    builder = StateGraph(schema)
    builder.add_node("agent", node)
    builder.add_node("other", lambda state: {"messages": state["messages"]})
    builder.add_edge(START, "agent")
    memory = remembering()
    add_memory(builder, memory)
    graph = compiled(builder, memory)
    first = typed_dict(scripted())
    add_memory(first.builder, memory)
    one = first.builder.compile(store=graph.store)
    one.invoke(first.given, on("first"))
    given = [*HISTORY, HumanMessage(LATER, id="human-2")]
    output = graph.invoke({"messages": given}, on("second"))
    assert "<memory" in str(seen[-2].content)
    assert any(is_compact(str(m.content)) for m in seen)
    return output["messages"], seen


REPLY = AIMessage("It has.", id="reply-1")
ALL = [*told(HISTORY), ("human", LATER)]
WITH_REPLY = [*ALL, ("ai", "It has.")]


@pytest.mark.parametrize("schema", [MessagesState, Replaced])
@pytest.mark.parametrize(
    "form",
    [
        lambda messages: {"messages": [*messages, REPLY]},
        lambda messages: Command(update={"messages": [*messages, REPLY]}),
        lambda messages: Command(update=[("messages", [*messages, REPLY])]),
        lambda messages: [Command(update={"messages": [*messages, REPLY]})],
        lambda messages: {"messages": [m.model_copy() for m in [*messages, REPLY]]},
        lambda messages: {"messages": copy.deepcopy([*messages, REPLY])},
    ],
    ids=["dict", "command", "pairs", "commands", "copies", "deep copies"],
)
def test_the_whole_view_with_an_answer(schema: Any, form: Callable[[Any], Any]) -> None:
    """Handed back with an answer, the view gives the conversation and the answer."""
    messages, _ = second_turn(schema, lambda state: form(state["messages"]))
    assert told(messages) == WITH_REPLY


def test_part_of_the_view() -> None:
    """A node that keeps its last two messages keeps those of the state."""
    messages, _ = second_turn(
        Replaced, lambda s: {"messages": [*s["messages"][-3:], REPLY]}
    )
    assert told(messages) == [told(HISTORY)[-1], ("human", LATER), ("ai", "It has.")]


def test_a_new_beginning() -> None:
    """A node that removes all and puts the view in place puts the state's own messages."""

    def agent(state: Any) -> dict[str, Any]:
        fresh = [RemoveMessage(REMOVE_ALL_MESSAGES), *state["messages"][-4:], REPLY]
        return {"messages": fresh}

    messages, _ = second_turn(MessagesState, agent)
    assert told(messages) == WITH_REPLY[2:]


def test_removals_of_the_view_are_dropped() -> None:
    """A node that removes all it saw, the block included, removes what the state has."""

    def agent(state: Any) -> dict[str, Any]:
        gone = [RemoveMessage(id=m.id) for m in state["messages"][:-1]]
        return {"messages": [*gone, REPLY]}

    messages, _ = second_turn(MessagesState, agent)
    assert told(messages) == WITH_REPLY[-2:]


def test_an_edited_message_enters_the_state() -> None:
    """A message of the view that the node changed under its own id is the node's word."""

    def agent(state: Any) -> dict[str, Any]:
        call = next(m for m in state["messages"] if m.id == "call-1")
        args = {**call.tool_calls[0], "args": {"city": "Milan"}}
        return {"messages": [call.model_copy(update={"tool_calls": [args]}), REPLY]}

    messages, _ = second_turn(MessagesState, agent)
    assert messages[1].tool_calls[0]["args"] == {"city": "Milan"}
    assert told(messages) == WITH_REPLY


def test_one_message_alone() -> None:
    """A single message of the view, not in a list, is the state's own again."""

    def agent(state: Any) -> dict[str, Any]:
        return {"messages": next(m for m in state["messages"] if m.type == "tool")}

    assert told(second_turn(MessagesState, agent)[0]) == ALL
    block_only = second_turn(MessagesState, lambda s: {"messages": s["messages"][-2]})
    assert told(block_only[0]) == ALL


def test_messages_sent_to_another_node() -> None:
    """The payload of a `Send` carries the state's own messages."""

    def agent(state: Any) -> Command[Any]:
        return Command(goto=[Send("other", {"messages": state["messages"]})])

    assert told(second_turn(MessagesState, agent)[0]) == ALL


def test_a_bare_send() -> None:
    """A node that returns nothing but a `Send` still goes there."""
    messages, _ = second_turn(
        MessagesState, lambda s: Send("other", {"messages": [*s["messages"], REPLY]})
    )
    assert told(messages) == WITH_REPLY


@pytest.mark.parametrize("output", [None, {}])
def test_nothing(output: Any) -> None:
    """A node that returns nothing leaves the state as it was."""
    assert told(second_turn(MessagesState, lambda _: output)[0]) == ALL


@only_new
def test_a_value_that_goes_round_the_reducer() -> None:
    """`Overwrite` with the view in it writes the conversation."""

    def agent(state: Any) -> dict[str, Any]:
        return {"messages": types.Overwrite([*state["messages"], REPLY])}

    assert told(second_turn(MessagesState, agent)[0]) == WITH_REPLY


class Logged(MessagesState):
    log: Annotated[list[AnyMessage], operator.add]


def test_other_keys() -> None:
    """The view under another key of the update is the conversation as well."""

    def agent(state: MessagesState) -> dict[str, Any]:
        answer = model.invoke(state["messages"])
        return {"log": state["messages"], "messages": [answer]}

    model = scripted()
    shape = Shape(loop(StateGraph(Logged), agent), asked())
    output = invoked(wired(shape), shape)
    assert told(output["log"]) == told([*output["messages"][:1], *output["messages"][:3]])


def test_dicts_stay_dicts() -> None:
    """A state of dicts as OpenAI has them is shown as dicts, what tools said too."""
    shown: list[Any] = []

    def agent(state: Replaced) -> dict[str, Any]:
        shown.extend(state["messages"])
        return {"messages": [*state["messages"], {"role": "assistant", "content": "Yes."}]}

    builder = StateGraph(Replaced)
    builder.add_node("agent", agent)
    builder.add_edge(START, "agent")
    call = {"id": "t1", "type": "function"}
    call["function"] = {"name": "search_hotels", "arguments": '{"city": "Rome"}'}  # type: ignore[assignment]
    given = [
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": RAW, "tool_call_id": "t1"},
    ]
    output = invoked(wired(Shape(builder, None)), Shape(builder, {"messages": given}))
    assert [m["role"] for m in shown] == ["user", "assistant", "tool"]
    assert is_compact(shown[2]["content"])
    assert output["messages"] == [*given, {"role": "assistant", "content": "Yes."}]


@pytest.mark.parametrize("given", [[], [HumanMessage(QUESTION, id="human-1")]])
def test_the_list_is_fresh(given: list[Any]) -> None:
    """A node may change the list it is given, also an empty one: the state has its own."""

    def agent(state: Replaced) -> None:
        assert len(state["messages"]) == len(given)
        state["messages"].append("scratch")

    builder = StateGraph(Replaced)
    builder.add_node("agent", agent)
    builder.add_edge(START, "agent")
    shape = Shape(builder, {"messages": list(given)})
    assert invoked(wired(shape), shape) == {"messages": given}
