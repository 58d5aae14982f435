"""Whatever a node hands back of a view, the state gets its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)
from langgraph.types import Command, Send

from langgraph_memory.facts.messages import as_messages
from langgraph_memory.wiring.handback import Handback

BLOCK = HumanMessage("<memory>", id="memory-block-1")
REPLY = AIMessage("reply")
TREATMENTS = st.lists(st.sampled_from(["as it is", "carded", "left out"]), min_size=1)


def conversation(count: int, *, ids: bool) -> list[BaseMessage]:
    return [
        ToolMessage(f"raw {i}", tool_call_id=f"t{i}", id=f"m{i}" if ids else None)
        for i in range(count)
    ]


def viewed(own: list[Any], treatments: list[str], block: int) -> Handback:
    held = as_messages(own)
    view: list[BaseMessage] = []
    for message, treatment in zip(held, treatments, strict=True):
        if treatment == "as it is":
            view.append(message)
        elif treatment == "carded":
            view.append(message.model_copy(update={"content": "[card]"}))
    view.insert(block % (len(view) + 1), BLOCK)
    return Handback(own, held, view)


@given(treatments=TREATMENTS, block=st.integers(0, 20), ids=st.booleans())
def test_the_whole_view_gives_the_whole_conversation(
    treatments: list[str], block: int, *, ids: bool
) -> None:
    """All that was shown, with a reply at its end, is all of the state, and the reply."""
    own = conversation(len(treatments), ids=ids)
    handback = viewed(own, treatments, block)
    output = handback.taken_back({"messages": [*handback.shown, REPLY]})
    if set(treatments) != {"left out"}:
        assert output == {"messages": [*own, REPLY]}
    assert output["messages"][-1] is REPLY


@given(treatments=TREATMENTS, block=st.integers(0, 20), data=st.data())
def test_a_part_of_the_view_gives_that_part(
    treatments: list[str], block: int, data: st.DataObject
) -> None:
    """Some of what was shown, in any order, is the same of the state, in that order."""
    own = conversation(len(treatments), ids=True)
    handback = viewed(own, treatments, block)
    some = data.draw(st.lists(st.sampled_from(handback.shown), unique_by=id))
    mine = {m.id for m in own}
    if mine & {m.id for m in handback.shown} - {m.id for m in some}:
        back = handback.taken_back({"messages": some})["messages"]
        assert [m.id for m in back] == [m.id for m in some if m.id in mine]
        assert all(m in own for m in back)


@given(treatments=TREATMENTS, block=st.integers(0, 20))
def test_removing_the_view_removes_what_the_state_has(
    treatments: list[str], block: int
) -> None:
    """Of the removals of all that was shown, those of the state's own messages stay."""
    own = conversation(len(treatments), ids=True)
    handback = viewed(own, treatments, block)
    removals = [RemoveMessage(id=m.id) for m in handback.shown]
    back = handback.taken_back({"messages": removals})["messages"]
    assert {m.id for m in back} == {m.id for m in handback.shown} - {BLOCK.id}


def test_what_holds_nothing_of_the_view_is_the_same_object() -> None:
    """Values that have nothing to do with the view are handed on untouched."""
    handback = viewed(conversation(2, ids=True), ["carded", "as it is"], 0)
    values = {
        "messages": [REPLY],
        "notes": [[1], {"a": object()}],
        "text": "x",
        "none": None,
    }
    back = handback.taken_back(values)
    assert all(back[key] is value for key, value in values.items())
    assert handback.taken_back(None) is None


@dataclass(frozen=True, slots=True)
class State:
    messages: list[Any]
    last: Any = None


def test_every_form_of_output() -> None:
    """Objects, commands, sends, pairs and lists of them are searched alike."""
    own = conversation(2, ids=True)
    handback = viewed(own, ["carded", "as it is"], 1)
    shown = handback.shown
    state = handback.taken_back(State(shown, last=shown[0]))
    assert state == State(own, last=own[0])
    command = handback.taken_back(
        Command(update=[("messages", shown)], goto=[Send("a", State(shown)), "b"])
    )
    assert command.update == [("messages", own)]
    assert command.goto[0].arg == State(own)
    assert command.goto[1] == "b"
    first, second = handback.taken_back([{"messages": tuple(shown)}, Command(update=None)])
    assert first == {"messages": tuple(own)}
    assert second.update is None


def test_a_changed_message_is_the_nodes_own_word() -> None:
    """A message of the view under its own id, but changed, is not taken back."""
    handback = viewed(conversation(1, ids=True), ["carded"], 0)
    changed = handback.shown[-1].model_copy(update={"content": "edited"})
    assert handback.taken_back({"messages": [changed]}) == {"messages": [changed]}


def test_pairs_and_dicts_come_back_as_they_were() -> None:
    """Messages in other forms are shown in that form where the view left them alone."""
    own = [("user", "hi"), {"role": "assistant", "content": "hello"}]
    handback = viewed(own, ["as it is", "as it is"], 0)
    assert handback.shown[1:] == own
    assert handback.taken_back({"messages": [*handback.shown, REPLY]})["messages"] == [
        *own,
        REPLY,
    ]
