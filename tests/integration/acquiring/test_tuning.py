"""Trying how many lessons are best, without changing anything."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState

from langgraph_memory import ConfigError, MemoryWarning, WiringError
from langgraph_memory.testing import ScriptedChatModel
from tests.integration.acquiring.agents import (
    ANN,
    TASKS,
    agent,
    booked,
    memory_for,
    travel,
)

OTHERS = [task.replace("March 3rd", "April 1st") for task in TASKS]
HOW: dict[str, Any] = {"scope": ANN, "progress": False}


def confused(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
    """An agent that follows lessons, but loses its way where there are more than three."""
    blocks = (m.text for m in state["messages"] if m.text.startswith("<memory"))
    if sum(block.count("\n- ") for block in blocks) > 3:
        return {"messages": [AIMessage("There is too much to heed.")]}
    return agent(state, config)


def learned(node: Any = agent) -> tuple[Any, Any]:
    """A graph with memory whose lessons were acquired."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True, node=node)
    memory.acquire(graph, TASKS, booked, samples=4, temperature=None, **HOW)
    return memory, graph


def items(graph: Any) -> dict[tuple[tuple[str, ...], str], Any]:
    """All that is in the store."""
    store = graph.store
    return {
        (namespace, item.key): item.value
        for namespace in store.list_namespaces(limit=999)
        for item in store.search(namespace, limit=999)
    }


def test_success_rises_with_the_lessons_and_falls_with_too_many() -> None:
    """The inverted U: none, some, too many; with its interval, as a table."""
    memory, graph = learned(confused)
    got = memory.tune(graph, OTHERS, booked, k=(0, 1, 7), samples=(4,), **HOW)
    none, some, many = (cell.success for cell in got.cells)
    assert none < some > many
    assert got.best.k == 1
    assert all(cell.low <= cell.success <= cell.high for cell in got.cells)
    assert [cell.runs for cell in got.cells] == [16, 16, 16]
    lines = str(got).splitlines()
    assert lines[0].split()[:4] == ["k", "samples", "temperature", "success"]
    assert len(lines) == 4
    assert [row["k"] for row in got.rows()] == [0, 1, 7]


def test_nothing_is_changed_by_trying() -> None:
    """The store holds what it held, and the memory's settings are what they were."""
    memory, graph = learned()
    before, config = items(graph), memory.settings.config
    memory.tune(graph, OTHERS, booked, k=(0, 2), **HOW)
    assert items(graph) == before
    assert memory.settings.config == config


def test_the_same_call_again_runs_nothing() -> None:
    """Finished runs are read from their checkpoints, whatever the grid; less is a part."""
    asked: list[int] = []

    def counting(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        asked.append(1)
        return agent(state, config)

    memory, graph = learned(counting)
    first = memory.tune(graph, OTHERS, booked, k=(0, 2), samples=(1, 3), **HOW)
    asked.clear()
    again = memory.tune(graph, iter(OTHERS), booked, k=(2, 0), samples=(3, 1), **HOW)
    assert not asked
    key = {(cell.k, cell.samples): cell for cell in again.cells}
    assert [key[cell.k, cell.samples] for cell in first.cells] == list(first.cells)
    memory.tune(graph, OTHERS, booked, k=(3,), **HOW)
    assert asked


def test_with_other_lessons_the_runs_that_are_shown_any_are_other_runs() -> None:
    """What was measured before the lessons came says nothing of them."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True)
    with pytest.warns(MemoryWarning, match="no lessons"):
        before = memory.tune(graph, OTHERS, booked, k=(0, 5), **HOW)
    memory.acquire(graph, TASKS, booked, samples=4, temperature=None, **HOW)
    after = memory.tune(graph, OTHERS, booked, k=(0, 5), **HOW)
    assert before.cells[0] == after.cells[0]
    assert before.cells[1].success < after.cells[1].success


def test_each_temperature_is_tried_apart() -> None:
    """It reaches the model where the graph passes it on; else there is a warning."""
    heats: set[float] = set()

    def warm(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        heats.add(config["configurable"].get("temperature", -1.0))
        return agent(state, config)

    memory, graph = learned(warm)
    heats.clear()
    how = {**HOW, "k": (1,), "temperature": (None, 0.0, 0.5)}
    got = memory.tune(graph, OTHERS, booked, **how)
    assert heats == {-1.0, 0.0, 0.5}
    assert [cell.temperature for cell in got.cells] == [None, 0.0, 0.5]
    assert got.temperature_taken is None  # no model of LangChain was heard


def test_a_grid_with_the_models_own_temperature_tells_of_the_others() -> None:
    """Of those that were asked for, whether each was taken."""

    def warm(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        heat = config["configurable"].get("temperature")
        script = ScriptedChatModel(script=["Hm."])
        script.bind(temperature=heat).invoke(state["messages"], config)
        return agent(state, config)

    memory, graph = learned(warm)
    how = {**HOW, "k": (1, 1), "temperature": (None, 0.5)}
    done: list[tuple[int, int | None]] = []
    how["progress"] = lambda *count: done.append(count)
    assert memory.tune(graph, OTHERS[:1], booked, **how).temperature_taken is True
    assert done[-1] == (2, 2)


async def test_the_asynchronous_twin_comes_to_the_same() -> None:
    """Its runs are those of the other, which it finds done."""
    memory, graph = learned()
    got = memory.tune(graph, OTHERS, booked, k=(0, 2), **HOW)
    assert await memory.atune(graph, OTHERS, booked, k=(0, 2), **HOW) == got


def test_runs_without_a_score_are_counted_and_named() -> None:
    """They are no failures of the agent."""

    def ill(task: Any, state: Any) -> bool:
        del task, state
        msg = "the judge is ill"
        raise OSError(msg)

    memory, graph = learned()
    with pytest.warns(MemoryWarning, match="ill"):
        got = memory.tune(graph, OTHERS[:1], ill, k=(1,), **HOW)
    assert (got.cells[0].runs, got.cells[0].left_out) == (0, 1)
    assert "ill" in got.left_out[0].reason


def test_success_against_k_is_drawn(tmp_path: Path) -> None:
    """One line for each other setting, each with its interval."""
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    memory, graph = learned()
    got = memory.tune(graph, OTHERS[:2], booked, k=(0, 2, 5), samples=(1, 2), **HOW)
    [axes] = got.figure().axes
    assert [list(line.get_xdata()) for line in axes.lines] == [[0, 2, 5]] * 2
    assert len(axes.collections) == 2
    got.plot(tmp_path / "k.png")
    assert (tmp_path / "k.png").stat().st_size > 1_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": ()},
        {"k": (-1,)},
        {"samples": (0,)},
        {"samples": ()},
        {"k": ("5",)},
        {"temperature": ()},
        {"temperature": ("hot",)},
        {"temperature": 0.5},
        {"k": 5},
        {"samples": 8},
        {"progress": 3},
    ],
)
def test_a_grid_that_means_nothing_is_refused(wrong: dict[str, Any]) -> None:
    """The error names the argument."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True)
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        memory.tune(graph, OTHERS, booked, **{**HOW, **wrong})


def test_a_scope_without_lessons_is_warned_of() -> None:
    """All settings would run alike; without any lesson wanted there is nothing to say."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True)
    with pytest.warns(MemoryWarning, match="has no lessons to be shown"):
        memory.tune(graph, OTHERS[:1], booked, k=(0, 1), **HOW)
    with warnings.catch_warnings():
        warnings.simplefilter("error", MemoryWarning)
        memory.tune(graph, OTHERS[:1], booked, k=(0,), **HOW)


def test_a_graph_without_memory_has_nothing_to_tune() -> None:
    """Where lessons are not shown, their number means nothing."""
    memory = memory_for()
    with pytest.raises(WiringError, match="add_memory"):
        memory.tune(travel(memory, InMemorySaver()), OTHERS, booked, **HOW)


def test_a_trial_of_no_number_is_refused() -> None:
    """`memory_trial` in the configuration is a number of lessons."""
    memory = memory_for()
    graph = travel(memory, InMemorySaver(), remembers=True)
    config: Any = {"configurable": {"thread_id": "1", "user_id": "ann"}}
    config["configurable"]["memory_trial"] = "many"
    with pytest.raises(ConfigError, match="memory_trial"):
        graph.invoke({"messages": [("user", TASKS[0])]}, config)
