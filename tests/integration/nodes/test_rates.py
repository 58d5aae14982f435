"""Which fields decisions use is learned while agents run, and kept in the store."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    Memory,
    MemoryWarning,
    Scope,
    condense,
)
from langgraph_memory._flow import arun
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.nodes._frame import frame_from
from langgraph_memory.nodes._rates import rates_of
from langgraph_memory.testing import HashEmbeddings

from .harbour import (
    ANN,
    TOOLS,
    agent,
    calling,
    conversation,
    events,
    memory_for,
    on,
    rates,
    script,
    uses,
)

PLACE = "list_boats|keel_mark"


def test_a_field_that_was_used_ranks_higher_on_a_fresh_thread() -> None:
    """After runs that painted marks, a new thread keeps marks where room is scarce."""
    memory, store = memory_for(), InMemoryStore()
    for number in range(4):
        mark = f"KM{number:03}Q"
        graph = agent(memory, script(mark), InMemorySaver(), store)
        graph.invoke({"messages": [("user", "Paint it.")]}, on(str(number)))

    def shown(**learned: Any) -> int:
        short = condense(conversation(), tools=TOOLS, max_tool_tokens=80, **learned)
        return short[-1].text.count("KM0")

    assert shown() == 0
    assert shown(statistics=memory.statistics(store, ANN)) >= 3
    assert memory.statistics(store, ANN) == memory.statistics(store, Scope(user="ann"))
    assert uses(memory.statistics(store, ANN)) == 4.0


def test_both_ways_into_a_graph_learn_the_same() -> None:
    """The nodes by hand, and `add_memory`."""
    stores = InMemoryStore(), InMemoryStore()
    graph = agent(memory_for(), script("KM007Q"), InMemorySaver(), stores[0])
    output = graph.invoke({"messages": [HumanMessage("Paint it.", id="h")]}, on())
    memory = memory_for(stores[1])
    memory.observe.invoke({"messages": output["messages"]}, on())
    told = [memory.statistics(store, ANN) for store in stores]
    assert told[0] == told[1]
    assert uses(told[0]) == 1.0


async def test_asynchronous_graphs_learn_the_same() -> None:
    """And what they learned is told in asynchronous code."""
    stores = InMemoryStore(), InMemoryStore()
    for store in stores:
        graph = agent(memory_for(), script("KM007Q"), InMemorySaver(), store)
        ask = {"messages": [HumanMessage("Paint it.", id="h")]}
        if store is stores[0]:
            graph.invoke(ask, on())
        else:
            await graph.ainvoke(ask, on())
    memory = memory_for(stores[1])
    assert memory.statistics(stores[0], ANN) == memory.statistics(stores[1], ANN)
    frame = frame_from(on(), memory.settings)
    told = await arun(rates_of(memory.settings, frame), frame.outside)
    assert told == await memory.astatistics(stores[1], ANN) == rates(memory)
    assert uses(told) == 1.0


def test_a_memory_that_knows_no_tools_learns_with_those_that_were_called() -> None:
    """As scores do: a field that no call has taken yet is expected to be used less."""
    store = InMemoryStore()
    messages = conversation("KM007Q")
    again = [
        calling("paint", 5, text="KM008Q"),
        ToolMessage("ok", tool_call_id="c5", id="t5"),
        calling("paint", 6, keel_mark="KM009Q"),
        ToolMessage("ok", tool_call_id="c6", id="t6"),
        calling("paint", 7, keel_mark="KM010Q"),
    ]
    Memory(embeddings=HashEmbeddings(32), store=store).observe.invoke(
        {"messages": [*messages, *again]}, on()
    )
    places = [event["places"][PLACE] for event in events(store).values()]
    assert [used for _, used in places] == [1.0] * 4
    expected = sorted(expected for expected, _ in places)
    assert expected[-1] > 1.3 * expected[-2]


def test_nothing_that_anybody_said_is_stored() -> None:
    """Events hold names of tools and fields and numbers, and no name that is a secret."""
    store = InMemoryStore()
    vault = {"ann@example.com": {"colour": "green"}, "lamp": {"hidden": "green"}}
    messages = [
        *conversation("KM007Q"),
        calling("open_vault", 3, door="cellar"),
        ToolMessage(json.dumps(vault), tool_call_id="c3", id="t3"),
        calling("paint", 4, text="green"),
    ]
    memory = memory_for(store, redact=lambda text: text.replace("hidden", "…"))
    memory.observe.invoke({"messages": messages}, on())
    stored = json.dumps(list(events(store).values()))
    assert "open_vault" in stored
    for text in ("KM007", "oak", "Owner", "cellar", "green", "ann", "hidden", "thread"):
        assert text not in stored


def test_each_scope_learns_for_itself() -> None:
    """Another user, and the same one in another tenant, know nothing of it."""
    store = InMemoryStore()
    memory = memory_for(store)
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    assert uses(rates(memory)) == 1.0
    assert rates(memory, user="bob").rates == {}
    tenant = Scope(user="ann", tenant="acme")
    assert memory.statistics(store, tenant).rates == {}


def test_a_node_that_runs_again_counts_nothing_twice() -> None:
    """In this process, in another one, and in a run that goes on from an old checkpoint."""
    store, saver = InMemoryStore(), InMemorySaver()
    memory = memory_for()
    graph = agent(memory, [*script("KM007Q"), *["Done."] * 5], saver, store)
    graph.invoke({"messages": [("user", "Paint it.")]}, on())
    before = memory.statistics(store, ANN)
    assert uses(before) == 1.0
    for state in list(graph.get_state_history(on())):
        if state.next == ("agent",) and len(state.values["messages"]) == 5:
            where = {**on()["configurable"], **state.config["configurable"]}
            graph.invoke(None, {"configurable": where})
    assert memory.statistics(store, ANN) == before
    messages = graph.get_state(on()).values["messages"]
    for other in (memory, memory_for(store)):
        twin = other if other.settings.store else memory_for(store)
        twin.observe.invoke({"messages": messages}, on())
        assert rates(twin) == before


def test_an_edited_call_counts_as_it_was_made() -> None:
    """A person who approves calls may change one: the decision is the one that was made."""
    store = InMemoryStore()
    memory = memory_for(store)
    memory.observe.invoke({"messages": conversation("no such mark")}, on())
    assert uses(rates(memory)) == 0.0
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    assert len(events(store)) == 1
    assert uses(rates(memory)) == 1.0


def test_the_store_is_listed_at_most_once_a_minute() -> None:
    """What this process learns itself needs no listing."""
    store = Counting()
    memory = memory_for(store)
    rates(memory)
    store.batches = 0
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    assert store.batches == 1
    assert uses(rates(memory)) == 1.0
    assert store.batches == 1


class Counting(InMemoryStore):
    """A store that counts the batches it is sent, and may be away."""

    batches = 0
    away = False

    def batch(self, ops: Any) -> Any:
        """Count and pass on."""
        self.batches += 1
        if self.away:
            msg = "the store is away"
            raise OSError(msg)
        return super().batch(ops)


def test_a_store_that_is_away_is_reported() -> None:
    """The turn goes on with nothing learned."""
    store = Counting()
    store.away = True
    memory = memory_for(store)
    with pytest.warns(MemoryWarning, match="rates failed"):
        assert rates(memory).rates == {}


def test_an_item_that_cannot_be_read_is_reported_and_left_out() -> None:
    """What another program put there spoils nothing."""
    store = InMemoryStore()
    memory = memory_for(store)
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    for key, value in (("x", {"last": 1}), ("y", {"last": "", "places": [1]})):
        store.put(ANN.namespace("rates"), key, {"event": "decision", **value})
    fresh = memory_for(store)
    with pytest.warns(MemoryWarning, match="cannot be read"):
        assert uses(rates(fresh)) == 1.0


def test_what_cannot_be_scored_is_reported_and_the_record_kept() -> None:
    """A user's function that fails on names of fields does not cost the archive."""

    def redact(text: str) -> str:
        if "list_boats|" in text:
            msg = "no such text"
            raise ValueError(msg)
        return text

    store = InMemoryStore()
    memory = memory_for(store, redact=redact)
    with pytest.warns(MemoryWarning, match="rates failed"):
        memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    assert len(store.search(ANN.namespace("records"), limit=9)) == 3
    assert events(store) == {}


def test_reading_a_record_back_teaches_nothing() -> None:
    """Neither is it a decision, nor is what it showed said by a tool."""
    store = InMemoryStore()
    messages = [
        *conversation(),
        calling("recall_record", 2, id="a1", query="KM007Q"),
        ToolMessage("[record a1] KM009Q", tool_call_id="c2", id="t2"),
    ]
    memory = memory_for(store)
    memory.observe.invoke({"messages": messages}, on())
    assert events(store) == {}
    messages += [calling("paint", 3, text="KM009Q")]
    memory.observe.invoke({"messages": messages}, on())
    (event,) = events(store).values()
    assert event["places"]["list_boats|keel_mark"][1] == 1.0
    assert not any("recall" in place for place in event["places"])


def test_a_decision_before_any_output_teaches_nothing() -> None:
    """There was nothing to use."""
    store = InMemoryStore()
    messages = [HumanMessage("Hi", id="h"), calling("paint", 1, text="Seagull")]
    memory_for(store).observe.invoke({"messages": messages}, on())
    assert events(store) == {}


def test_of_a_long_conversation_the_newest_decisions_teach() -> None:
    """One that is first seen as a whole costs a bounded time."""
    store = InMemoryStore()
    messages = conversation()
    for number in range(2, 102):
        messages += [
            calling("paint", number, text="KM007Q"),
            ToolMessage("ok", tool_call_id=f"c{number}", id=f"t{number}"),
        ]
    memory_for(store).observe.invoke({"messages": messages}, on())
    assert len(events(store)) == 50


def test_outputs_replaced_in_the_state_are_not_counted() -> None:
    """What stands in their place is the memory's own text and no tool's."""
    store, saver = InMemoryStore(), InMemorySaver()
    memory = memory_for(compact=True)
    says = [calling("list_boats", i, pier=f"p{i}") for i in range(30)]
    graph = agent(memory, [*says, "Done."], saver, store)
    graph.invoke({"messages": [("user", "Look.")]}, {**on(), "recursion_limit": 200})
    names = memory.statistics(store, ANN).rates
    assert names
    assert all("list_boats|" in name and name[-1] != "|" for name in names)
    state = graph.get_state(on()).values["messages"]
    assert any(STANDS_FOR in message.additional_kwargs for message in state)
