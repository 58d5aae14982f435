"""Retrieve looks for what the next decision needs, wherever the state says what that is."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from langgraph_memory import DecisionCard, Memory, MemoryWarning, Scope, add_memory
from langgraph_memory.cards.card import CardValue

from .trips import config

CARDS = Scope(user="ann").namespace("cards")
TEXTS = {
    "ferry": "ferry F7 leaves Oslo at 08:00",
    "bed": "hotel Aurora has a bed at 90 euros",
}


class State(MessagesState, total=False):
    """A state that says what is next."""

    decision_focus: Any
    todos: list[dict[str, str]]


@pytest.fixture
def store() -> BaseStore:
    made = InMemoryStore()
    for key, text in TEXTS.items():
        made.put(CARDS, key, card(key, text), index=False)
    return made


def card(key: str, text: str) -> dict[str, Any]:
    value = CardValue(necessity=0.5, constraint=0.0, change=0.0, total=0.5)
    made = DecisionCard(
        key=key,
        record_id=f"record of {key}",
        summary=text,
        source="tool:x",
        thread_id="earlier",
        entity=key,
        slot=key,
        value=value,
        confidence=0.8,
        task_mode="precise",
        as_of="2027-01-01T00:00:00+00:00",
    )
    return {**made.to_dict(), "text": text}


def answer(state: State) -> dict[str, Any]:
    return {"messages": [AIMessage(f"answer {len(state['messages'])}")]}


def found(store: BaseStore, *, wrapped: bool, **state: Any) -> list[str]:
    """The cards that a turn of a graph finds, whose state may say what is next."""
    memory, builder = Memory(), StateGraph(State)
    builder.add_node("agent", answer)
    if wrapped:
        builder.add_edge(START, "agent")
        add_memory(builder, memory, model="agent")
    else:
        builder.add_node("retrieve", memory.retrieve)
        builder.add_edge(START, "retrieve")
        builder.add_edge("retrieve", "agent")
    graph: Any = builder.compile(store=store)
    given = {"messages": [("user", "go on then")], **state}
    events = graph.stream(given, config(), stream_mode="custom")
    (event,) = [e for e in events if e["event"] == "memory_found"]
    return [hit["key"] for hit in event["cards"]["hits"]]


@pytest.mark.parametrize("wrapped", [False, True])
def test_the_focus_comes_from_the_state(store: BaseStore, *, wrapped: bool) -> None:
    """`decision_focus`, else the pending one of `todos`, is found beside what was said."""
    todos = [
        {"content": "take the ferry to Oslo", "status": "completed"},
        {"content": "find a hotel with a bed", "status": "pending"},
    ]
    assert found(store, wrapped=wrapped) == []
    assert found(store, wrapped=wrapped, todos=todos) == ["bed"]
    focus = "which ferry leaves Oslo"
    assert found(store, wrapped=wrapped, todos=todos, decision_focus=focus) == ["ferry"]


@pytest.mark.parametrize(
    "focus",
    [
        HumanMessage("which ferry leaves Oslo"),
        AIMessage([{"type": "text", "text": "which ferry leaves Oslo"}]),
        [HumanMessage("which ferry"), {"from": "Oslo", "seats": 2}],
    ],
)
def test_the_focus_may_be_a_message(store: BaseStore, focus: Any) -> None:
    """Its text is taken, also where it is one of several things."""
    assert found(store, wrapped=True, decision_focus=focus) == ["ferry"]


@pytest.mark.parametrize(
    ("focus", "kind"), [(5, "int"), ({"step": 5}, "int"), ([object()], "object")]
)
def test_a_focus_without_words_is_not_ignored_silently(
    store: BaseStore, focus: Any, kind: str
) -> None:
    """A warning names its type and says what to give."""
    with pytest.warns(MemoryWarning, match=rf"\({kind} is no text\): give a text, a mess"):
        assert found(store, wrapped=True, decision_focus=focus) == []


@pytest.mark.parametrize("focus", [None, "", [], {}, {"step": ""}, HumanMessage("")])
def test_an_empty_focus_is_none(store: BaseStore, focus: Any) -> None:
    """Where nothing is named, nothing is wrong, and the plan tells."""
    todos = [{"content": "find a hotel with a bed", "status": "pending"}]
    assert found(store, wrapped=True, decision_focus=focus, todos=todos) == ["bed"]


def test_the_event_tells_the_focus_without_secrets(store: BaseStore) -> None:
    """What was looked for beside the query is told, redacted and cut short."""
    builder = StateGraph(State)
    builder.add_node("retrieve", Memory().retrieve)
    builder.add_edge(START, "retrieve")
    graph: Any = builder.compile(store=store)
    secret = "sk-proj-" + "Ab3dEf6h" * 6
    given = {
        "messages": [("user", "go on")],
        "decision_focus": f"call with {secret} " * 9,
    }
    (event,) = graph.stream(given, config(), stream_mode="custom")
    assert event["focus"].startswith("call with ")
    assert secret not in event["focus"]
    assert len(event["focus"]) <= 200


def test_a_drafted_call_is_what_is_looked_for(store: BaseStore) -> None:
    """A call without a result says which tool and parameters are next."""
    table = {"columns": ["card_id"], "rows": [["C1"]]}
    purse = {**card("purse", "purse C1"), "source": "tool:get_purse", "table": table}
    store.put(CARDS, "purse", purse, index=False)
    builder = StateGraph(State)
    builder.add_node("retrieve", Memory().retrieve)
    builder.add_edge(START, "retrieve")
    graph: Any = builder.compile(store=store)
    call = {"name": "pay", "args": {"card_id": None}, "id": "c"}
    given = {"messages": [("user", "go on"), AIMessage("", tool_calls=[call])]}
    (event,) = graph.stream(given, config(), stream_mode="custom")
    assert event["needs"] == ["pay(card_id)"]
    assert [hit["key"] for hit in event["cards"]["hits"]] == ["purse"]
