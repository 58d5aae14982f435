"""Cards that were replaced are recalled only where the user asks for what was."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore

from langgraph_memory import Memory
from langgraph_memory.recall.block import is_block
from langgraph_memory.testing import Clock, HashEmbeddings

from .prose import agent
from .trips import asking, call, config

GATES = ("B12", "C3", "D40")


def changing() -> tuple[Memory, BaseStore]:
    """A memory that has seen one flight leave from three gates, one after the other."""
    gates = iter(GATES)

    def flight_status(flight: str) -> str:
        """Gate of a flight."""
        return json.dumps({"flight": flight, "gate": next(gates)})

    clock = Clock(datetime(2026, 5, 1, 10, tzinfo=UTC))
    memory = Memory(embeddings=HashEmbeddings(), tools=[flight_status], clock=clock)
    store: BaseStore | None = None
    for thread in GATES:
        script = [call("flight_status", 1, flight="AF1"), "There."]
        graph, _ = agent(memory, script, InMemorySaver(), flight_status, store)
        graph.invoke(asking("Which gate does flight AF1 leave from?"), config(thread))
        store = graph.store
        clock.advance(days=1)
    assert store is not None
    return memory, store


def shown(memory: Memory, store: BaseStore, question: str) -> str:
    """What a question in another conversation brings back."""
    graph, model = agent(memory, ["Well."], InMemorySaver(), store=store)
    graph.invoke(asking(question), config(question))
    return "".join(m.text for m in model.calls[-1].messages if is_block(m))


def test_only_what_holds_is_recalled() -> None:
    """Asked for the gate, the memory tells the newest one alone."""
    memory, store = changing()
    block = shown(memory, store, "Which gate does flight AF1 leave from?")
    assert [gate for gate in GATES if gate in block] == ["D40"]


@pytest.mark.parametrize(
    "question", ["What was the gate of flight AF1 before?", "航班AF1之前的gate是多少？"]
)
def test_what_was_is_recalled_on_request(question: str) -> None:
    """Asked for what was, it tells older ones after the newest, and what replaced them."""
    memory, store = changing()
    block = shown(memory, store, question)
    places = [block.find(f"gate: {gate}") for gate in reversed(GATES)]
    assert -1 not in places
    assert places == sorted(places)
    assert block.count(" · replaced by ") == len(GATES) - 1


def test_what_another_user_had_replaced_stays_his() -> None:
    """Nothing of it crosses scopes."""
    memory, store = changing()
    graph, model = agent(memory, ["Well."], InMemorySaver(), store=store)
    question = asking("What was the gate of flight AF1 before?")
    graph.invoke(question, {"configurable": {"thread_id": "x", "user_id": "someone else"}})
    assert not any(is_block(message) for message in model.calls[-1].messages)


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_list_that_is_empty_by_now_is_recalled_as_empty(*, wrapped: bool) -> None:
    """What a later answer to the same call no longer lists is not recalled as open."""
    answers = iter([[{"task_id": "T1", "title": "rent"}, {"task_id": "T2"}], []])

    def list_tasks(status: str) -> str:
        """List tasks."""
        found = next(answers) if status == "open" else None
        return json.dumps({"tasks": found} if wrapped else found)

    clock = Clock(datetime(2026, 5, 1, 10, tzinfo=UTC))
    memory = Memory(embeddings=HashEmbeddings(), tools=[list_tasks], clock=clock)
    store: BaseStore | None = None
    for thread in ("first", "second"):
        script = [call("list_tasks", 1, status="open"), "There."]
        graph, _ = agent(memory, script, InMemorySaver(), list_tasks, store)
        graph.invoke(asking("Which tasks are open?"), config(thread))
        store = graph.store
        clock.advance(days=1)
    assert store is not None
    block = shown(memory, store, "Which tasks are open?")
    assert "list_tasks(status=open)" in block
    assert "rent" not in block
