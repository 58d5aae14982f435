"""Which fields decisions use is learned while agents run, and kept in the store."""

from __future__ import annotations

import io
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import MemoryConfig, MemoryWarning, PruneConfig, Scope, condense
from langgraph_memory._flow import arun, run
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.nodes import Prune
from langgraph_memory.nodes._frame import Frame, frame_from
from langgraph_memory.nodes._rates import folding, rates_of
from langgraph_memory.testing import Clock

from .harbour import (
    ANN,
    TOOLS,
    agent,
    calling,
    conversation,
    events,
    memory_for,
    on,
    script,
    uses,
)

PLACE = "list_boats|keel_mark"


def rates(memory: Any, **where: str) -> Any:
    """What a node of the memory is told, on whatever thread."""
    frame = frame_from(on(**where), memory.settings)
    return run(rates_of(memory.settings, frame), frame.outside)


def test_a_field_that_was_used_ranks_higher_on_a_fresh_thread() -> None:
    """After runs that painted marks, a new thread keeps marks where room is scarce."""
    memory, store = memory_for(), InMemoryStore()
    for number in range(4):
        mark = f"KM{number:03}Q"
        graph = agent(memory, script(mark), InMemorySaver(), store)
        graph.invoke({"messages": [("user", "Paint it.")]}, on(str(number)))

    def shown(**learned: Any) -> int:
        short = condense(conversation(), tools=TOOLS, max_tool_tokens=120, **learned)
        return short[-1].text.count("KM0")

    assert shown() == 0
    assert shown(statistics=memory.statistics(store, ANN)) >= 5
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


def test_case_80_four_threads_at_once_lose_and_double_nothing() -> None:
    """One memory, one scope, forty runs in four threads: forty uses."""
    store = InMemoryStore()
    memory = memory_for(store)

    def work(worker: int) -> None:
        for number in range(10):
            thread = f"{worker}-{number}"
            memory.observe.invoke({"messages": conversation(f"KM{number:03}Q")}, on(thread))
            rates(memory)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert uses(rates(memory)) == uses(memory.statistics(store, ANN)) == 40.0


def test_a_restart_keeps_what_was_learned(tmp_path: Path) -> None:
    """It lies in the checkpointer with all else."""
    for number in range(2):
        connection = sqlite3.connect(tmp_path / "a.sqlite", check_same_thread=False)
        saver = SqliteSaver(connection)
        memory = memory_for()
        graph = agent(memory, script("KM007Q"), saver, memory.store(saver))
        graph.invoke({"messages": [("user", "Paint it.")]}, on(str(number)))
        assert uses(memory.statistics(graph.store, ANN)) == number + 1.0
        connection.close()


def test_forgetting_removes_it() -> None:
    """From the store, and from what this process knows."""
    store = InMemoryStore()
    memory = memory_for(store)
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    assert uses(rates(memory)) == 1.0
    gone = memory.forget(store, ANN)
    assert len(gone.removed["rates"]) == 1
    assert rates(memory).rates == {}
    assert events(store) == {}


def test_what_is_brought_along_adds_to_what_is_there() -> None:
    """Folded or not, and once however often it is imported."""
    clock = Clock()
    store, other = InMemoryStore(), InMemoryStore()
    memory, bob = memory_for(store, clock=clock), Scope(user="bob")
    theirs = memory_for(other, clock=clock)
    theirs.observe.invoke({"messages": conversation("KM001Q")}, on("9", "bob"))
    for _ in range(2):
        theirs.prune.invoke({"messages": []}, on("9", "bob"))
        clock.advance(hours=2)
    assert len(events(other, bob)) == 1
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    memory.prune.invoke({"messages": []}, on())
    memory.observe.invoke({"messages": conversation("KM007Q")}, on("2"))
    file = io.StringIO()
    memory.export(store, ANN, file)
    for _ in range(2):
        file.seek(0)
        theirs.import_(other, file, scope=bob)
        assert uses(rates(theirs, user="bob")) == 3.0
    clock.advance(hours=2)
    theirs.prune.invoke({"messages": []}, on("9", "bob"))
    assert uses(theirs.statistics(other, bob)) == 3.0


def test_prune_folds_old_events() -> None:
    """Their sum stays when they go, which they do ten minutes after it counts them."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(store, clock=clock, config=_eager())
    for number in range(5):
        memory.observe.invoke({"messages": conversation("KM007Q")}, on(str(number)))
    before = memory.statistics(store, ANN)
    for minutes, items in ((0, 6), (9, 6), (2, 1), (0, 1), (60, 1)):
        clock.advance(minutes=minutes)
        memory.prune.invoke({"messages": []}, on())
        assert len(events(store)) == items
        now = memory.statistics(store, ANN).rates
        assert {k: pytest.approx(pair) for k, pair in now.items()} == before.rates
    memory.observe.invoke({"messages": conversation("KM007Q")}, on("0"))
    assert uses(memory.statistics(store, ANN)) == 5.0
    clock.advance(minutes=11)
    memory.prune.invoke({"messages": []}, on())
    assert len(events(store)) == 1


def _eager() -> MemoryConfig:
    return MemoryConfig(prune=PruneConfig(every_seconds=1e-3))


def test_a_dry_run_folds_nothing() -> None:
    """It only tells what would go."""
    store = InMemoryStore()
    memory = memory_for(store)
    memory.observe.invoke({"messages": conversation("KM007Q")}, on())
    before = events(store)
    Prune(memory, dry_run=True).invoke({"messages": []}, on())
    assert events(store) == before


steps = st.one_of(
    st.tuples(st.just("decide"), st.integers(0, 9)),
    st.tuples(st.just("look"), st.just(0)),
    st.tuples(st.just("write"), st.integers(0, 9)),
    st.tuples(st.just("wait"), st.integers(1, 9)),
)


@given(st.lists(steps, max_size=30))
def test_prunes_and_writers_side_by_side_count_each_decision_once(
    actions: list[tuple[str, int]],
) -> None:
    """Prunes may look and write when they like, even half, within ten minutes each."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(store, clock=clock)
    decided: set[int] = set()
    folds: list[tuple[Any, list[Any]]] = []
    for action, number in actions:
        frame = _frame(memory)
        if action == "decide":
            messages = conversation(f"KM{number:03}Q")
            memory.observe.invoke({"messages": messages}, on(str(number)))
            decided.add(number)
        elif action == "look":
            folds.append((frame.now, run(folding(frame), frame.outside)))
        elif action == "write" and folds:
            began, ops = folds.pop(number % len(folds))
            if frame.now - began < timedelta(minutes=10):
                store.batch(ops[: len(ops) - number % 3])
        elif action == "wait":
            clock.advance(minutes=number)
        assert uses(memory.statistics(store, ANN)) == len(decided)


def _frame(memory: Any) -> Frame:
    return frame_from(on(), memory.settings)


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
