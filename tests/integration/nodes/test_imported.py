"""Conversations of earlier days that are imported: their messages say when they are of."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from .prose import ANN
from .trips import by_hand, config, memory_for

EARLIER = {"timestamp": "2023-05-07T18:00:00Z"}


def test_case_104_an_imported_message_is_of_its_own_day() -> None:
    """`Yesterday` is the day before it was said; filters find both times."""
    memory = memory_for()
    graph, _ = by_hand(memory, ["Congratulations!"], InMemorySaver())
    said = HumanMessage("Yesterday I moved.", additional_kwargs=EARLIER)
    graph.invoke({"messages": [said]}, config())
    store, records = graph.store, ANN.namespace("records")
    assert store is not None
    [moved] = store.search(records, filter={"happened_on": "2023-05-06"})
    assert moved.value["text"] == "Yesterday I moved."
    assert moved.value["said_at"] == "2023-05-07T18:00:00.000+00:00"
    today = datetime.now(UTC).date().isoformat()
    assert moved.value["observed_at"] >= "2026"
    assert moved.created_at.year >= 2026
    wanted: dict[str, Any] = {"observed_at": {"$gte": today}, "kind": "user"}
    assert moved.key in {item.key for item in store.search(records, filter=wanted)}
    before: dict[str, Any] = {"happened_on": {"$lt": "2023-05-06"}}
    assert not store.search(records, filter=before)


def test_case_104_what_was_said_earlier_gives_way_to_what_was_said_later() -> None:
    """An old conversation that is imported last does not replace what is newer."""
    memory, saver = memory_for(), InMemorySaver()
    graph, _ = by_hand(memory, ["Noted."], saver)
    graph.invoke({"messages": [("user", "I live in Lisbon.")]}, config("now"))
    graph, _ = by_hand(memory, ["Noted."], saver)
    said = HumanMessage("I live in Oslo.", additional_kwargs=EARLIER)
    graph.invoke({"messages": [said]}, config("then"))
    cards = memory.cards(graph.store, ANN)
    [old] = [card for card in cards if "Oslo" in card.text]
    [new] = [card for card in cards if "Lisbon" in card.text]
    assert old.as_of.startswith("2023-05-07")
    assert new.superseded_by is None
    assert old.superseded_by == new.key


def told(gate: str, thread: str, **times: str) -> list[BaseMessage]:
    """A conversation in which a tool told a gate, each message of the same time."""
    call = {"name": "gate_of", "args": {"flight": "AF1"}, "id": thread}
    result = f'{{"flight": "AF1", "gate": "{gate}"}}'
    return [
        HumanMessage("Which gate has AF1?", additional_kwargs=times),
        AIMessage("", tool_calls=[call], additional_kwargs=times),
        ToolMessage(result, tool_call_id=thread, additional_kwargs=times),
        AIMessage(f"It is {gate}.", additional_kwargs=times),
    ]


def test_case_104_what_a_tool_told_earlier_gives_way_to_what_it_told_later() -> None:
    """A result that is imported is of the day that its message names, whenever that is."""
    memory, saver = memory_for(), InMemorySaver()
    graph, _ = by_hand(memory, ["Noted."] * 2, saver)
    graph.invoke({"messages": told("NEW1", "june", timestamp="2023-06-01")}, config("june"))
    graph.invoke({"messages": told("OLD1", "may", **EARLIER)}, config("may"))
    cards = memory.cards(graph.store, ANN)
    [old] = [card for card in cards if "OLD1" in card.text]
    [new] = [card for card in cards if "NEW1" in card.text]
    assert (old.as_of[:10], new.as_of[:10]) == ("2023-05-07", "2023-06-01")
    assert (old.superseded_by, new.superseded_by) == (new.key, None)
