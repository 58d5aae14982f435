"""What was learned of uses stays when events are folded, brought along or forgotten."""

from __future__ import annotations

import io
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    MemoryConfig,
    PruneConfig,
    Scope,
)
from langgraph_memory._flow import run
from langgraph_memory.nodes import Prune
from langgraph_memory.nodes._frame import Frame, frame_from
from langgraph_memory.nodes._rates import folding
from langgraph_memory.testing import Clock

from .harbour import (
    ANN,
    agent,
    conversation,
    events,
    memory_for,
    on,
    rates,
    script,
    uses,
)


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
