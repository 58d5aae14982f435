from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from graphs.email_assistant.graph import Graph, make_graph
from graphs.email_assistant.server import assistant
from graphs.email_assistant.tools import Desk
from langgraph_memory import Scope
from langgraph_memory.testing import ScriptedChatModel
from tests.graphs.email_assistant.desks import (
    ANN,
    asks,
    call,
    desk_of,
    mail,
    memory,
    scripted,
    texts,
)

BOOKING = {
    "room": "Heron",
    "start": "2027-03-16T09:00",
    "minutes": 60,
    "people": 4,
    "title": "Launch",
}
GO: Any = {"messages": [HumanMessage("Book Heron for the launch.")]}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_of(tmp_path, mail(1, "The launch is near."))


def stopped(graph: Graph) -> list[Any]:
    """What the user is being asked."""
    return [one.value for task in graph.get_state(ANN).tasks for one in task.interrupts]


def test_nothing_is_booked_before_the_user_agrees(desk: Desk) -> None:
    """The run stops and says what it would do; agreed to, it does so."""
    graph = scripted(desk, asks(call("book_room", **BOOKING)), "Booked.")
    graph.invoke(GO, ANN)
    (question,) = stopped(graph)
    assert (question["tool"], question["args"]) == ("book_room", BOOKING)
    assert "room: Heron" in question["shows"]
    assert not desk.rooms.bookings
    state = graph.invoke(Command(resume={"type": "approve"}), ANN)
    assert [one.room for one in desk.rooms.bookings.values()] == ["Heron"]
    assert state["messages"][-1].text == "Booked."


def test_an_edited_call_is_what_is_done_and_remembered(desk: Desk) -> None:
    """The conversation holds the call as the user changed it."""
    graph = scripted(desk, asks(call("book_room", **BOOKING)), "Booked.")
    graph.invoke(GO, ANN)
    args = {**BOOKING, "room": "Cedar"}
    state = graph.invoke(Command(resume={"type": "edit", "args": args}), ANN)
    assert [one.room for one in desk.rooms.bookings.values()] == ["Cedar"]
    _, made, *rest = state["messages"]
    assert [one["args"]["room"] for one in made.tool_calls] == ["Cedar"]
    assert len(rest) == 2


def test_a_rejection_is_told_to_the_model(desk: Desk) -> None:
    """Nothing is done, it is no error, and the model reads why."""
    graph = scripted(desk, asks(call("book_room", **BOOKING)), "Very well.")
    graph.invoke(GO, ANN)
    decision = {"type": "reject", "reason": "Too large."}
    state = graph.invoke(Command(resume=decision), ANN)
    assert not desk.rooms.bookings
    answer = state["messages"][-2]
    assert (answer.status, answer.text) == (
        "success",
        "Not done: the user declined. Too large.",
    )


def test_an_answer_that_is_none_asks_again(desk: Desk) -> None:
    """A misunderstanding books nothing; the question comes back with what is wrong."""
    graph = scripted(desk, asks(call("book_room", **BOOKING)), "Booked.")
    graph.invoke(GO, ANN)
    for wrong in ("perhaps", {"type": "edit"}, 7, {"type": "edit", "args": {"bodi": "x"}}):
        graph.invoke(Command(resume=wrong), ANN)
        (question,) = stopped(graph)
        assert "resume with" in question["error"] or "edited" in question["error"]
        assert not desk.rooms.bookings
    graph.invoke(Command(resume="approve"), ANN)
    assert len(desk.rooms.bookings) == 1


def test_calls_of_one_message_are_asked_for_one_by_one(desk: Desk) -> None:
    """One is declined, one agreed to, and one that needs no approval runs once."""
    other = {**BOOKING, "room": "Cedar"}
    calls = (
        call("book_room", "a", **BOOKING),
        call("list_threads", "b"),
        call("book_room", "c", **other),
    )
    graph = scripted(desk, asks(*calls), "Done.")
    graph.invoke(GO, ANN)
    assert stopped(graph)[0]["args"]["room"] == "Heron"
    graph.invoke(Command(resume="reject"), ANN)
    assert stopped(graph)[0]["args"]["room"] == "Cedar"
    state = graph.invoke(Command(resume="approve"), ANN)
    assert [one.room for one in desk.rooms.bookings.values()] == ["Cedar"]
    answered = [m.tool_call_id for m in state["messages"] if m.type == "tool"]
    assert sorted(answered) == ["a", "b", "c"]


async def test_asynchronous_runs_stop_and_go_on_alike(desk: Desk) -> None:
    """With memory, too, a run goes on where it stopped, and remembers what was done."""
    held, saver = memory(), InMemorySaver()
    store = held.store(saver)
    model = ScriptedChatModel(script=[asks(call("book_room", **BOOKING)), "Booked."])
    graph = make_graph(desk, memory=held, model=model, checkpointer=saver, store=store)
    await graph.ainvoke(GO, ANN)
    assert not desk.rooms.bookings
    state = await graph.ainvoke(Command(resume="approve"), ANN)
    assert texts(state["messages"])[-1] == "Booked."
    cards = await held.acards(store, Scope(user="ann"))
    assert [card.tool for card in cards if card.tool] == ["book_room"]


def test_a_server_gets_the_assistant_ready_made() -> None:
    """It has the approval between model and tools, and the memory's node at the end."""
    edges = {(edge.source, edge.target) for edge in assistant().get_graph().edges}
    assert {
        ("agent", "approval"),
        ("approval", "tools"),
        ("approval", "agent"),
        ("tools", "agent"),
    } <= edges
    assert "memory_end" in assistant().get_graph().nodes
