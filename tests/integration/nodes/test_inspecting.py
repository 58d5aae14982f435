"""Asking a memory why it keeps what it keeps."""

from __future__ import annotations

import json

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import Scope, why

from .prose import agent, memory_with
from .trips import by_hand, call, config, memory_for

ANN, BOB = Scope(user="ann"), Scope(user="bob")
ASKED = {"messages": [("user", "A cheap hotel in Rome, please.")]}


async def test_a_memory_tells_why_by_the_digits_that_were_shown() -> None:
    """Of a card, of a record, and of nobody else's; from asynchronous code, too."""
    memory = memory_for()
    graph, _ = by_hand(memory, [call("search_hotels", city="Rome"), "."], InMemorySaver())
    graph.invoke(ASKED, config())
    [card] = memory.cards(graph.store, ANN)
    told = memory.why(graph.store, ANN, card.key[:8])
    assert told == why(card) == memory.why(graph.store, ANN, card.record_id[:8])
    assert {reason.field for reason in told if reason.kept} >= {"name", "price"}
    assert await memory.awhy(graph.store, ANN, card.key) == told
    for scope, digits in ((BOB, card.key), (ANN, "0" * 8)):
        with pytest.raises(KeyError):
            memory.why(graph.store, scope, digits)


def test_cards_are_told_with_their_value_while_the_agent_runs() -> None:
    """The event of the step names each new card, its text and its decision value."""
    memory = memory_for()
    graph, _ = by_hand(memory, [call("search_hotels", city="Rome"), "."], InMemorySaver())
    events = list(graph.stream(ASKED, config(), stream_mode="custom"))
    [saved] = [event for event in events if event["event"] == "memory_saved"]
    [told] = saved["cards"]
    [card] = memory.cards(graph.store, ANN)
    assert told["key"] == card.key
    assert told["text"].startswith(f"[card {card.key[:8]}] search_hotels(city=Rome)")
    assert told["value"] == round(card.value.total, 4) > 0


def test_case_45_of_a_result_that_leaves_no_card_an_event_tells() -> None:
    """The event names the call, and the record where all of it can be read."""

    def find_marks(sheet: int) -> str:
        """The marks of a sheet."""
        return json.dumps(
            [{"longitude": n % 3, "latitude": (n + sheet) % 2} for n in range(30)]
        )

    memory = memory_with(None)
    graph, _ = agent(memory, [call("find_marks", sheet=7), "Well."], tool=find_marks)
    events = list(graph.stream(ASKED, config(), stream_mode="custom"))
    [saved] = [event for event in events if event["event"] == "memory_saved"]
    [line] = saved["not_kept"]
    record = line.rpartition(" ")[2]
    assert line == f"find_marks(sheet=7): nothing kept; record {record}"
    [item] = graph.store.search(ANN.namespace("records"), filter={"tool": "find_marks"})
    assert item.key.startswith(record)
    assert memory.cards(graph.store, ANN) == []
