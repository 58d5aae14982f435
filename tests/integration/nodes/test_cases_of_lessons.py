"""Known ways in which memories go wrong, and lessons do not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    Experience,
    Memory,
    MemoryConfig,
    PruneConfig,
    Scope,
    add_memory,
)
from langgraph_memory.experiences.verdicts import SCORES
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import call, config

BOB = Scope(user="bob")
FORM = {"day": "-"}
"""What stands between the parts of a date that the desk takes now; tests change it."""


def book(day: str, seats: int = 1) -> str:
    """Book a table."""
    if FORM["day"] not in day:
        msg = f"day must be written with {FORM['day']}"
        raise ValueError(msg)
    return json.dumps({"booked": day, "seats": seats})


def pay(bill: str, currency: str = "") -> str:
    """Pay a bill."""
    if not currency:
        msg = "currency is missing"
        raise ValueError(msg)
    return json.dumps({"paid": bill})


@pytest.fixture(autouse=True)
def _form() -> None:
    FORM["day"] = "-"


def talk(
    store: InMemoryStore,
    thread: str,
    text: str,
    *script: Any,
    user: str = "ann",
    **more: Any,
) -> str:
    """A conversation of its own; what the model was shown first."""
    settings = MemoryConfig(prune=PruneConfig(every_seconds=1e-3, max_share=1.0))
    memory = Memory(embeddings=HashEmbeddings(), config=settings, **more)
    model, builder = ScriptedChatModel(script=script), StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_node("tools", ToolNode([book, pay], handle_tool_errors=True))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    graph: Any = builder.compile(checkpointer=InMemorySaver(), store=store)
    graph.invoke({"messages": [("user", text)]}, config(thread, user))
    return str(model.calls[0].messages)


def lessons(store: InMemoryStore, scope: Scope = ANN) -> list[Experience]:
    """What is kept of a user."""
    return Memory(embeddings=HashEmbeddings()).experiences(store, scope)


def dashed(task: str = "Book a table for Friday") -> tuple[Any, ...]:
    """A task, and a run that finds out how to write days with dashes."""
    return (
        task,
        call("book", 1, day="01/03/2026"),
        call("book", 2, day="2026-03-01"),
        "Done.",
    )


def slashed(task: str = "Book a table for Friday") -> tuple[Any, ...]:
    """The same with slashes."""
    return (
        task,
        call("book", 1, day="2026-03-01"),
        call("book", 2, day="01/03/2026"),
        "Done.",
    )


PAID: tuple[Any, ...] = (
    "Pay the bill of the baker",
    call("pay", 1, bill="B-1"),
    call("pay", 2, bill="B-1", currency="EUR"),
    "Paid.",
)


def test_case_36_trivia_teach_nothing_and_one_lesson_stays_one() -> None:
    """Ten turns, three of which teach the same in other words."""
    store = InMemoryStore()
    for number, text in enumerate(("hi", "run echo hello", "what is your name", "ok") * 2):
        talk(store, f"t{number}", text, "Hello.")
    for number, text in enumerate(("Book a table", "A table, please", "Get me a table")):
        talk(store, f"b{number}", *dashed(text))
    assert [lesson.rule["tool"] for lesson in lessons(store)] == ["book"]


def test_case_37_the_same_run_again_changes_nothing() -> None:
    """Nor does a model that would have it deleted."""
    store = InMemoryStore()
    told = json.dumps({"lessons": [], "delete": ["all"]})
    for _ in range(3):
        talk(store, "same", *dashed(), model={"distil": ScriptedChatModel(script=[told])})
    [lesson] = lessons(store)
    assert len(lesson.support) == 1


def test_case_38_and_40_unrelated_lessons_both_stand() -> None:
    """Neither replaces or weakens the other."""
    store = InMemoryStore()
    talk(store, "a", *dashed())
    [before] = lessons(store)
    talk(store, "b", *PAID)
    found = {lesson.rule["tool"]: lesson for lesson in lessons(store)}
    assert set(found) == {"book", "pay"}
    assert found["book"] == before


def test_case_39_and_41_a_change_of_the_world_is_noticed() -> None:
    """What answered the old error stays for that one; what answers the new is shown."""
    store = InMemoryStore()
    talk(store, "a", *dashed())
    [old] = lessons(store)
    FORM["day"] = "/"
    for number in range(2):
        talk(store, f"n{number}", *slashed())
    [new] = [one for one in lessons(store) if one.key != old.key]
    assert new.rule["condition"] != old.rule["condition"]
    assert len(new.support) == 1  # the second run was shown it, and proves nothing more
    assert new.content in talk(store, "last", "Book a table for Friday", "Done.")


GOOD = dict.fromkeys(SCORES, 0.9)


@pytest.mark.parametrize("named", ["0", "abc", "theirs"])
def test_case_42_ids_that_a_judge_invents_change_nothing(named: str) -> None:
    """Another user's lesson, named by its very key, is not touched."""
    store = InMemoryStore()
    talk(store, "theirs", *PAID, user="bob")
    [theirs] = lessons(store, BOB)
    key = theirs.key if named == "theirs" else named
    claim = {"kind": "recovery", "tool": "pay", "condition": "currency is missing",
             "parameters": ["currency"], "scenario": "paying", "confidence": 0.9,
             "content": "Give pay the currency of the bill.", "id": key, "update": key,
             "supersedes": [key]}  # fmt: skip
    verdict = {**GOOD, "id": key, "action": "DELETE", "duplicate_of": key}
    models = {
        "distil": ScriptedChatModel(script=[json.dumps({"lessons": [claim]})]),
        "judge": ScriptedChatModel(script=[json.dumps({"verdicts": [verdict]})]),
    }
    talk(store, "mine", *PAID, model=models)
    assert lessons(store, BOB) == [theirs]
    contents = [lesson.content for lesson in lessons(store)]
    assert "Give pay the currency of the bill." in contents


@pytest.mark.parametrize(
    "reply", ["", "no idea", '{"lessons": ["a"', "<think>hm</think>", '{"lessons": [{}]}']
)
def test_case_73_what_a_model_cannot_say_is_reported_and_rules_serve(reply: str) -> None:
    """The turn goes on, and the lesson of the rules is kept."""
    store = InMemoryStore()
    model = {"distil": ScriptedChatModel(script=[reply] * 2)}
    with pytest.warns(UserWarning, match="rules serve alone"):
        talk(store, "a", *dashed(), model=model)
    assert [lesson.rule["tool"] for lesson in lessons(store)] == ["book"]


def test_case_102_three_retries_a_message_and_no_message_of_the_memorys_own() -> None:
    """However each attempt fails; the next message of the user has its own three."""
    store, reasons = InMemoryStore(), iter(range(99))
    memory = Memory(embeddings=HashEmbeddings(), outcome=lambda _: f"no {next(reasons)}")
    model = ScriptedChatModel(script=[f"Answer {n}." for n in range(20)])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_edge(START, "agent")
    add_memory(builder, memory)
    graph: Any = builder.compile(checkpointer=InMemorySaver(), store=store)
    for number, text in enumerate(("Plan a trip", "Another one"), start=1):
        state = graph.invoke(
            {"messages": [("user", text)]}, {**config(), "recursion_limit": 99}
        )
        assert len(model.calls) == 4 * number
        assert [m.text for m in state["messages"] if m.type == "human"][-1] == text
        assert sum(m.type == "human" for m in state["messages"]) == number
