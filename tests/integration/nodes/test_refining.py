"""Runs that fail are tried again, safely, and both attempts teach."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import by_hand, call, config, memory_for, texts

ASK: Any = {"messages": [("user", "Book Hotel 3 for one night")]}
ON: Any = config()
MENDED = ("something is missing", True)
"""How two attempts end."""

TOO_SHORT = call("book_hotel", 1, name="Hotel 3", nights=1)
LONGER = call("book_hotel", 2, name="Hotel 3", nights=2)


def verdicts(*given: Any) -> Any:
    """An outcome function that gives these in turn."""
    left = iter(given)
    return lambda _: next(left)


def test_a_failed_run_teaches_no_task_lesson_but_its_recovery() -> None:
    """An error that was recovered from is a success of that step, whatever the end."""
    look = call("search_hotels", 3, city="Rome")
    kinds = {}
    for good in (True, False):
        memory, store = memory_for(outcome=verdicts(good, good)), InMemoryStore()
        script = [look, TOO_SHORT, LONGER, "Booked.", "Still booked."]
        graph, _ = by_hand(memory, script, InMemorySaver(), store)
        graph.invoke(ASK, ON)
        kinds[good] = {lesson.kind for lesson in memory.experiences(store, ANN)}
    assert kinds == {True: {"recovery", "success"}, False: {"recovery"}}


def test_a_retry_that_succeeds_is_held_against_the_attempt_that_failed() -> None:
    """What the second attempt gave that the first had left out is a lesson."""
    short = call("flight_gate_of", 1, flight="AF1")
    look = call("flight_times", 2, flight="AF1")
    memory = memory_for(outcome=verdicts(*MENDED))
    script = [short, "Gate B12.", look, call("flight_gate_of", 3, flight="AF1"), "Done."]
    store = InMemoryStore()
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke(ASK, ON)
    rules = [lesson.rule for lesson in memory.experiences(store, ANN)]
    first = {"tool": "flight_gate_of", "change": "first"}
    assert first | {"order": ["flight_times", "flight_gate_of"]} in rules


def test_a_retry_that_fails_too_teaches_no_contrast() -> None:
    """Only a success shows what was lacking."""
    look = call("flight_times", 2, flight="AF1")
    memory = memory_for(outcome=verdicts("a", "a"))
    script = [call("flight_gate_of", 1, flight="AF1"), "B12.", look,
              call("flight_gate_of", 3, flight="AF1"), "Done."]  # fmt: skip
    store = InMemoryStore()
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke(ASK, ON)
    assert memory.experiences(store, ANN) == []


def test_the_view_of_a_retry_ends_with_the_message_and_its_valid_results() -> None:
    """What failed is told as failed; the answer is hidden there, and stays in the state."""
    good = call("flight_times", 3, flight="AF1")
    script = [good, TOO_SHORT, "I could not book it.", LONGER, "Booked."]
    memory = memory_for()
    graph, model = by_hand(memory, script, InMemorySaver())
    graph.invoke(ASK, ON)
    view = model.calls[3].messages
    assert [m.type for m in view] == ["human", "human", *["ai", "tool"] * 2]
    assert view[1].text == "Book Hotel 3 for one night"
    calls = [one["id"] for m in view if isinstance(m, AIMessage) for one in m.tool_calls]
    assert calls == [m.tool_call_id for m in view if isinstance(m, ToolMessage)]
    assert "minimum stay is 2 nights" in view[-1].text
    assert "minimum stay" in view[0].text
    kept = texts(graph.get_state(ON).values["messages"])
    assert "I could not book it." in kept


def test_attempt_failed_comes_before_anything_of_the_next_attempt() -> None:
    """It names the answer that the user has seen, and what will be done differently."""
    graph, _ = by_hand(
        memory_for(),
        [TOO_SHORT, "I could not book it.", LONGER, "Booked."],
        InMemorySaver(),
    )
    stream = list(graph.stream(ASK, ON, stream_mode=["custom", "updates"]))
    told: list[Any] = []
    data: Any
    for mode, data in stream:
        if mode == "custom" and data["event"] == "attempt_failed":
            told.append(data)
        elif mode == "updates" and "agent" in data:
            told.extend(data["agent"]["messages"])
    at = next(i for i, one in enumerate(told) if isinstance(one, dict))
    assert [one.text for one in told[:at]] == ["", "I could not book it."]
    assert [one.text for one in told[at + 1 :]] == ["", "Booked."]
    assert told[at]["attempt"] == 1
    assert told[at]["message_id"] == told[at - 1].id
    assert "minimum stay" in told[at]["hypothesis"]
