"""Scores, graphs, tasks and functions that are not quite what was wanted."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    ExperienceConfig,
    MemoryConfig,
    MemoryWarning,
    Pool,
    WiringError,
)
from tests.integration.acquiring.agents import (
    ANN,
    TASKS,
    agent,
    booked,
    memory_for,
    travel,
)

HOW: dict[str, Any] = {"scope": ANN, "temperature": None, "progress": False}


@pytest.mark.parametrize("kind", ["bool_", "float32", "float16", "int64", "array"])
def test_scores_of_numpy_are_numbers(kind: str) -> None:
    """Such as come out of comparisons and means of arrays."""
    numpy = pytest.importorskip("numpy")
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    made = getattr(numpy, kind)
    plain = memory.acquire(graph, TASKS[:2], booked, samples=4, **HOW)
    got = memory.acquire(graph, TASKS[:2], lambda t, s: made(booked(t, s)), samples=4,
                         **HOW)  # fmt: skip
    assert (got.scores, got.left_out) == (plain.scores, ())


async def test_a_graph_for_asynchronous_code_alone_is_refused() -> None:
    """No run of it has failed: the asynchronous twin goes on where it is."""

    async def later(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        return agent(state, config)

    memory = memory_for()
    graph = travel(memory, InMemorySaver(), node=later)
    with pytest.raises(WiringError, match="aacquire"):
        memory.acquire(graph, TASKS[:1], booked, samples=4, **HOW)
    got = await memory.aacquire(graph, TASKS[:1], booked, samples=4, **HOW)
    assert got.runs == 4
    assert not [one for one in got.failures if "Error" in one.reason]


@pytest.mark.parametrize(
    ("tasks", "total"),
    [([TASKS[0], TASKS[1], TASKS[0]], 4), ({"a": TASKS[0], "b": TASKS[0]}, 4)],
)
def test_progress_comes_to_its_total(tasks: Any, total: int) -> None:
    """A task that comes twice is one."""
    done: list[tuple[int, int | None]] = []
    memory = memory_for()
    graph = travel(memory, InMemorySaver())
    how = {**HOW, "progress": lambda *count: done.append(count)}
    memory.acquire(graph, tasks, booked, samples=2, **how)
    assert done[0] == (0, total)
    assert done[-1] == (total, total)


def failing(*_: Any) -> Any:
    """A function of the user's that cannot be relied on."""
    msg = "down"
    raise RuntimeError(msg)


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        ({"pools": {"trips": Pool(words=("hotel",))}, "router": failing}, "router= raised"),
        (
            {"pools": {"trips": Pool(words=("hotel",), distil=failing)}},
            "distil= failed, rules serve alone",
        ),
    ],
)
def test_functions_of_pools_that_fail_cost_no_lessons(settings: Any, warned: str) -> None:
    """They are warned of; the rules learn what they would without them."""
    plain = memory_for()
    want = plain.acquire(travel(plain, InMemorySaver()), TASKS, booked, samples=4, **HOW)
    memory = memory_for(config=MemoryConfig(experiences=ExperienceConfig(**settings)))
    graph = travel(memory, InMemorySaver())
    with pytest.warns(MemoryWarning, match=warned):
        got = memory.acquire(graph, TASKS, booked, samples=4, **HOW)
    assert {one.content for one in got.added} == {one.content for one in want.added}


class Basket(MessagesState):
    """A state with a value that a node changes in place."""

    basket: dict[str, Any]


def test_each_run_has_an_input_of_its_own() -> None:
    """What a run adds to it, or gives an id, no other run finds."""
    said: list[Any] = []

    def shop(state: Basket) -> dict[str, Any]:
        state["basket"]["items"].append("pear")
        said.append(state["messages"][0])
        return {"messages": [AIMessage(str(len(state["basket"]["items"])))]}

    builder = StateGraph(Basket).add_node("shop", shop).add_edge(START, "shop")
    graph = builder.compile(checkpointer=InMemorySaver(), store=InMemoryStore())
    message = HumanMessage("Buy pears")
    task = {"messages": [message], "basket": {"items": []}}
    bought: list[str] = []

    def judged(_: Any, state: Any) -> bool:
        bought.append(state["messages"][-1].text)
        return True

    memory_for().acquire(graph, [task], judged, samples=4, **HOW)
    assert bought == ["1"] * 4
    assert len({one.id for one in said}) == len(set(map(id, said))) == 4
    assert message.id is None
