"""Replacements of messages join whatever a node returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.types import Command

from langgraph_memory.wiring.compacting import with_messages

HELD: list[BaseMessage] = [
    HumanMessage("Go.", id="h"),
    AIMessage("", id="a", tool_calls=[{"name": "t", "args": {}, "id": "c"}]),
    ToolMessage("long", id="t", tool_call_id="c"),
]
WRITTEN: list[BaseMessage] = [ToolMessage("short", id="t", tool_call_id="c")]
ANSWER = AIMessage("Done.", id="z")


@dataclass
class State:
    messages: list[Any] = field(default_factory=list)


def applied(output: Any) -> list[str]:
    """Contents of the state after what a node returned, as LangGraph would write it."""
    state: Any = list(HELD)
    for item in output if isinstance(output, list) else [output]:
        update = item.update if isinstance(item, Command) else item
        value = update["messages"] if isinstance(update, dict) else update.messages
        state = add_messages(state, value)
    return [str(message.content) for message in state]


@pytest.mark.parametrize(
    "output",
    [
        {"messages": [ANSWER]},
        {"messages": ANSWER},
        {"messages": [*HELD, ANSWER]},
        Command(goto="b", update={"messages": [ANSWER]}),
        [{"messages": [ANSWER]}, Command(goto="b", update={"messages": []})],
        State([*HELD, ANSWER]),
    ],
)
def test_the_replacement_lands_and_the_answer_stays_last(output: Any) -> None:
    """In each form of output, one that hands back the whole list included."""
    found = applied(with_messages(output, "messages", WRITTEN, HELD))
    assert found == ["Go.", "", "short", "Done."]


def test_removals_land_too() -> None:
    """Calls go together with their results, though the node handed them back."""
    gone: list[BaseMessage] = [RemoveMessage("a"), RemoveMessage("t")]
    output = {"messages": [*HELD, ANSWER]}
    assert applied(with_messages(output, "messages", gone, HELD)) == ["Go.", "Done."]


@pytest.mark.parametrize(
    "output",
    [
        {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), ANSWER]},
        {"messages": RemoveMessage("t")},
        Command(update={"messages": [RemoveMessage("t")]}),
        [Command(goto="b"), {"messages": [RemoveMessage("t")]}],
        Command(graph=Command.PARENT, update={"messages": [ANSWER]}),
    ],
)
def test_nodes_that_remove_messages_themselves_are_left_alone(output: Any) -> None:
    """Two removals of one message would raise; the next call finds what is left."""
    assert with_messages(output, "messages", WRITTEN, HELD) is output


def test_no_output_becomes_the_replacement_alone() -> None:
    """A node that returns nothing, or other keys, writes the replacement all the same."""
    assert with_messages(None, "messages", WRITTEN, HELD) == {"messages": WRITTEN}
    both = with_messages({"mood": "good"}, "messages", WRITTEN, HELD)
    assert both == {"mood": "good", "messages": WRITTEN}


def test_nothing_to_write_changes_nothing() -> None:
    """Without a replacement the output is the very same object."""
    output = {"messages": [ANSWER]}
    assert with_messages(output, "messages", (), HELD) is output
