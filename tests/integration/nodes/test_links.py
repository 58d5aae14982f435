"""What cards belong together with, in whole runs of a graph."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore

from langgraph_memory import DecisionCard, Memory, Scope, add_memory
from langgraph_memory.state import merge_memory
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel

from .trips import asking, by_hand, call, config, memory_for

ANN = Scope(user="ann")
SEARCH = call("search_hotels", city="Rome")
BOOK = call("book_hotel", 1, name="Hotel 7", nights=2)
BOOK_TOO = call("book_hotel", 2, name="Hotel 9", nights=3)


def kinds(card: DecisionCard) -> dict[str, list[str]]:
    """The keys of a card's links, by kind."""
    found: dict[str, list[str]] = {}
    for link in card.links:
        found.setdefault(link.kind, []).append(link.key)
    return found


def by_source(found: Sequence[DecisionCard]) -> dict[str, DecisionCard]:
    return {card.tool_call_id or card.source: card for card in found}


async def test_a_card_leads_to_the_decision_it_fed_and_to_what_that_gave() -> None:
    """From the list of hotels one comes to both bookings, and from each booking back."""
    memory = memory_for(clock=Clock())
    graph, _ = by_hand(memory, [SEARCH, BOOK, BOOK_TOO, "Done."], InMemorySaver())
    graph.invoke(asking("Book Hotel 7, then Hotel 9, in Rome."), config())
    found = by_source(memory.cards(graph.store, ANN))
    hotels, first, second = (
        found[c] for c in ("search_hotels-0", "book_hotel-1", "book_hotel-2")
    )
    assert set(kinds(hotels)["fed"]) == {"book_hotel-1", "book_hotel-2"}
    assert hotels.credit == 2
    assert set(kinds(hotels)["led_to"]) == {first.key, second.key}
    assert hotels.key in kinds(first)["fed_by"]
    assert hotels.key in kinds(second)["fed_by"]
    assert by_source(await memory.acards(graph.store, ANN)) == found


def test_what_is_stored_with_a_card_leads_to_what_fed_it() -> None:
    """Through the store alone, the booking names the list that it was made from."""
    memory = memory_for(clock=Clock())
    graph, _ = by_hand(memory, [SEARCH, BOOK, "Done."], InMemorySaver())
    graph.invoke(asking("Book Hotel 7 in Rome."), config())
    items = graph.store.search(ANN.namespace("cards"), limit=100)
    found = by_source([DecisionCard.from_dict(item.value) for item in items])
    hotels, booked = found["search_hotels-0"], found["book_hotel-1"]
    assert kinds(booked)["fed_by"] == [hotels.key]
    assert hotels.links == ()
    [used] = graph.store.search(ANN.namespace("credit"), limit=100)
    assert (used.value["card"], used.value["call"]) == (hotels.key, "book_hotel-1")


def test_a_card_of_another_conversation_is_linked_where_it_was_shown() -> None:
    """A booking is linked to the list that the memory block recalled for it."""
    memory, saver = memory_for(clock=Clock()), InMemorySaver()
    script = [SEARCH, "Here they are.", BOOK, "Done."]
    graph, _ = by_hand(memory, script, saver)
    graph.invoke(asking("Which hotels are in Rome?"), config("1"))
    graph.invoke(asking("Book Hotel 7 of the hotels in Rome."), config("2"))
    found = by_source(memory.cards(graph.store, ANN))
    hotels, booked = found["search_hotels-0"], found["book_hotel-1"]
    assert hotels.thread_id != booked.thread_id
    assert kinds(booked)["fed_by"] == [hotels.key]
    assert kinds(hotels)["led_to"] == [booked.key]


def remembering(store: InMemoryStore) -> Memory:
    return Memory(embeddings=HashEmbeddings(), store=store, clock=Clock())


PORTS = [{"berth_id": f"B-{n}", "pier": "north", "depth": n} for n in range(300, 304)]


def conversation(*, results: int) -> list[Any]:
    """A list of berths, and two calls in one message that each take one of them.

    Each result also has what the other call was given, which came too late to feed it.
    """
    calls = [
        {"name": "berth", "args": {"berth_id": f"B-30{n}"}, "id": f"b{n}"} for n in range(2)
    ]
    told = [
        ToolMessage(
            json.dumps({"berth_id": f"B-30{n}", "free": True, "beside": f"B-30{1 - n}"}),
            tool_call_id=f"b{n}",
            id=f"t{n}",
        )
        for n in range(2)
    ]
    look = {"name": "berths", "args": {"pier": "north"}, "id": "a"}
    return [
        HumanMessage("Two berths, please.", id="h"),
        AIMessage("", tool_calls=[look], id="m1"),
        ToolMessage(json.dumps(PORTS), tool_call_id="a", id="t"),
        AIMessage("", tool_calls=calls, id="m2"),
        *told[:results],
    ]


def test_cards_of_one_object_are_linked_across_conversations() -> None:
    """What two tools tell of one berth belongs together, read in two conversations."""
    store = InMemoryStore()
    memory = remembering(store)
    told = {"berth": {"free": True, "cranes": 3}, "berth_fees": {"day": 40, "week": 200}}
    for thread, (tool, data) in enumerate(told.items()):
        look = {"name": tool, "args": {"berth_id": "B-300"}, "id": tool}
        answer = json.dumps({"berth_id": "B-300", **data})
        messages = [
            HumanMessage("Berth B-300, please."),
            AIMessage("", tool_calls=[look]),
            ToolMessage(answer, tool_call_id=tool),
        ]
        memory.remember.invoke({"messages": messages, "memory": {}}, config(str(thread)))
    found = by_source(memory.cards(store, ANN))
    berth, fees = found["berth"], found["berth_fees"]
    assert (berth.superseded_by, fees.superseded_by) == (None, None)
    assert kinds(fees)["entity"] == [berth.key]
    assert kinds(berth)["entity"] == [fees.key]


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_links_are_the_same_however_often_and_in_whatever_steps_nodes_run(
    steps: int,
) -> None:
    """Read at once, result by result, or twice: each berth is fed by the list alone."""
    store = InMemoryStore()
    memory = remembering(store)
    channel: dict[str, Any] = {}
    whole = conversation(results=2)
    sizes = {1: [6], 2: [3, 6], 3: [3, 5, 6]}[steps]
    for size in [*sizes, *sizes]:
        state = {"messages": whole[:size], "memory": channel}
        update = memory.remember.invoke(state, config())
        before = [item.value for item in store.search(ANN.namespace("cards"))]
        memory.remember.invoke(state, config())  # as after a crash
        assert [item.value for item in store.search(ANN.namespace("cards"))] == before
        channel = merge_memory(channel, update.get("memory"))
    found = by_source(memory.cards(store, ANN))
    assert kinds(found["b0"])["fed_by"] == kinds(found["b1"])["fed_by"] == [found["a"].key]
    assert set(kinds(found["a"])["led_to"]) == {found["b0"].key, found["b1"].key}
    assert set(kinds(found["a"])["entity"]) == {found["b0"].key, found["b1"].key}


@pytest.mark.parametrize("threads", ["11", "12"])
def test_a_newer_list_retires_the_card_of_an_object_in_it(threads: str) -> None:
    """Be it of this conversation or an earlier one, the store says what took its place."""
    clock = Clock()
    memory = Memory(embeddings=HashEmbeddings(), clock=clock)

    def berth(berth_id: str) -> str:
        """Look at a berth."""
        return json.dumps({"berth_id": berth_id, "pier": "north", "depth": 5})

    def berths(pier: str) -> str:
        """List the berths of a pier."""
        clock.advance(minutes=1)
        return json.dumps([berth | {"pier": pier} for berth in PORTS])

    one, many = call("berth", berth_id="B-300"), call("berths", pier="north")
    graph = looking(memory, [berth, berths], [one, "5.", many, "300 by now."])
    for thread in threads:
        graph.invoke(asking("How deep is berth B-300?"), config(thread))
    found = by_source(memory.cards(graph.store, ANN))
    assert found["berth-0"].superseded_by == found["berths-0"].key
    assert found["berths-0"].supersedes == (found["berth-0"].key,)
    assert "entity" not in kinds(found["berths-0"])


def looking(memory: Memory, tools: list[Any], script: list[Any]) -> Any:
    """An agent with these tools."""
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda s: {"messages": [model.invoke(s["messages"])]})
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    saver = InMemorySaver()
    return builder.compile(checkpointer=saver, store=memory.store(saver))
