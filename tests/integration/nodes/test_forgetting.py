"""What becomes of lessons in graphs: put away, put last, left alone, brought back."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    Experience,
    ExperienceConfig,
    Memory,
    MemoryConfig,
    MemoryWarning,
    PruneConfig,
)
from langgraph_memory.errors import ConfigError
from langgraph_memory.nodes import Prune
from langgraph_memory.nodes._credit import happened
from langgraph_memory.nodes._frame import frame_from
from langgraph_memory.nodes._keeping import values_of
from langgraph_memory.testing import Clock, HashEmbeddings
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import config
from tests.unit.experiences.runs import experience

TASK = "Paint a boat green"
ON: Any = config()


def lesson(name: str, **changes: Any) -> Experience:
    """A lesson about a parameter of a tool."""
    rule = {"tool": "paint", "change": "add", "parameters": [name]}
    content = f"When you call paint, also give {name}."
    given = {"created_at": "2020-01-01T00:00:00+00:00", **changes}
    return experience(key=name, rule=rule, scenario=TASK, content=content, **given)


def library(*lessons: Experience, share: float = 1.0, **rules: Any) -> Memory:
    """A memory that keeps these lessons and prunes whenever it is asked to."""
    settings = MemoryConfig(
        experiences=ExperienceConfig(**rules),
        prune=PruneConfig(every_seconds=1e-3, max_share=share, slice=1_000),
    )
    store, clock = InMemoryStore(), Clock()
    for key, value in values_of(lessons).items():
        store.put(ANN.namespace("experiences"), key, value)
    embeddings = HashEmbeddings()
    return Memory(config=settings, embeddings=embeddings, store=store, clock=clock)


def store_of(memory: Memory) -> InMemoryStore:
    """Its store."""
    store = memory.settings.store
    assert isinstance(store, InMemoryStore)
    return store


def befell(memory: Memory, name: str, runs: int, *events: str, good: bool = True) -> None:
    """In so many runs this happened to a lesson."""
    for number in range(runs):
        where: Any = config(f"{name} {number} {events}")
        frame = frame_from(where, memory.settings)
        ops = [happened(frame, event, "t", experience=name) for event in events]
        store_of(memory).batch([*ops, happened(frame, "run", "t", success=good)])


def pruned(memory: Memory, *, dry_run: bool = False) -> dict[str, Any]:
    """What a prune tells to have done."""
    builder = StateGraph(MessagesState)
    builder.add_node("prune", Prune(memory, dry_run=dry_run))
    store_of(memory).delete(ANN.namespace("marks"), "prune")  # so that one is due
    graph: Any = builder.add_edge(START, "prune").compile(
        checkpointer=InMemorySaver(), store=store_of(memory)
    )
    events = graph.stream({"messages": [("user", TASK)]}, ON, stream_mode="custom")
    return next((dict(e) for e in events if e["event"] == "memory_pruned"), {})


def state_of(memory: Memory) -> dict[str, tuple[str, str]]:
    """By key, why a lesson is forgotten, and why it is demoted."""
    found = memory.experiences(store_of(memory), ANN)
    return {one.key: (one.forgotten, one.demoted) for one in found}


def shown(memory: Memory) -> list[str]:
    """The lessons that a task finds, in order."""
    builder = StateGraph(MessagesState).add_node("retrieve", memory.retrieve)
    graph: Any = builder.add_edge(START, "retrieve").compile(store=store_of(memory))
    told = graph.stream({"messages": [("user", TASK)]}, ON, stream_mode="custom")
    (event,) = (one for one in told if one["event"] == "memory_found")
    return [hit["key"] for hit in event["experiences"]["hits"]]


def test_harm_puts_a_lesson_away_with_its_reason_and_restoring_undoes_it() -> None:
    """It is no longer found; brought back, the next prune leaves it alone."""
    memory = library(lesson("a"), lesson("b"))
    befell(memory, "a", 2, "shown", "fired", "harm")
    befell(memory, "a", 1, "shown", "fired", "help")
    befell(memory, "b", 1, "shown", "fired", "help")
    told = pruned(memory)
    assert told["removed"] == [
        {"kind": "experiences", "key": "a", "reason": "harmed 2 times, helped 1"}
    ]
    assert state_of(memory)["a"] == ("harmed 2 times, helped 1", "")
    assert shown(memory) == ["b"]
    assert memory.restore(store_of(memory), ANN, ["a"]) == ("a",)
    assert pruned(memory) == {}
    assert sorted(shown(memory)) == ["a", "b"]


@pytest.mark.parametrize("wrong", ["a", [lesson("a")], 5])
def test_what_are_no_keys_brings_nothing_back(wrong: Any) -> None:
    """A text alone is not taken letter by letter."""
    memory = library(lesson("a"))
    with pytest.raises(ConfigError, match=r"keys must be a list of keys"):
        memory.restore(store_of(memory), ANN, wrong)


def test_what_never_acts_is_put_last_and_not_deleted() -> None:
    """From twenty retrievals on; restoring undoes it, too."""
    memory = library(lesson("idle", confidence=0.9), lesson("b", confidence=0.4))
    befell(memory, "idle", 19, "retrieved")
    assert pruned(memory) == {}
    befell(memory, "idle", 1, "shown")
    assert pruned(memory)["demoted"] == [
        {"key": "idle", "reason": "retrieved 20 times, and no run acted on it"}
    ]
    assert shown(memory) == ["b", "idle"]
    memory.restore(store_of(memory), ANN, ["idle"])
    assert pruned(memory) == {}
    assert shown(memory) == ["idle", "b"]


def test_what_runs_refuted_comes_back_when_it_is_restored() -> None:
    """Its confidence is that of the runs that support it."""
    against = tuple("abcdefg")
    memory = library(lesson("x", support={"t": 1.0}, against=against, confidence=0.15))
    pruned(memory)
    assert state_of(memory)["x"][0] == "7 runs show the opposite"
    memory.restore(store_of(memory), ANN, ["x"])
    [back] = memory.experiences(store_of(memory), ANN)
    assert back.confidence == pytest.approx(1.25 / 1.75)
    assert pruned(memory) == {}


@pytest.mark.parametrize(
    ("pool", "good", "gone"),
    [(50, 4, False), (50, 3, False), (50, 2, True), (150, 6, False), (150, 4, True),
     (350, 7, False), (350, 6, True)],
)  # fmt: skip
def test_the_rule_of_reme_hangs_on_the_size_of_the_pool(
    pool: int, good: int, *, gone: bool
) -> None:
    """Retrieved five times and u/f < 0.3 below 100, 0.5, or 0.65 above 300."""
    others = [lesson(f"o{number}") for number in range(pool - 1)]
    memory = library(lesson("x"), *others, policy="reme")
    befell(memory, "x", good, "retrieved")
    befell(memory, "x", 10 - good, "shown", good=False)
    befell(memory, "elsewhere", 90, "retrieved")
    pruned(memory)
    assert bool(state_of(memory)["x"][0]) is gone
    if gone:
        memory.restore(store_of(memory), ANN, ["x"])
        pruned(memory)
        assert not state_of(memory)["x"][0]


@pytest.mark.parametrize("dead", [0, 40, 600])
def test_the_size_of_the_pool_is_that_of_the_lessons_in_use(dead: int) -> None:
    """Wherever the tombstones lie among them, and however many there are."""
    gone = [lesson(f"a{number:03}", forgotten="old") for number in range(dead)]
    others = [lesson(f"b{number:03}") for number in range(320)]
    memory = library(*gone, *others, lesson("x"), policy="reme")
    befell(memory, "x", 6, "retrieved")
    befell(memory, "x", 4, "shown", good=False)
    befell(memory, "elsewhere", 90, "retrieved")
    assert [one["key"] for one in pruned(memory)["removed"]] == ["x"]


def test_reme_warns_where_it_would_empty_the_library() -> None:
    """Where fewer runs succeed than it asks for; the policy `credit` takes nothing."""
    lessons = [lesson(name) for name in "abc"]
    for policy, gone in (("reme", 3), ("credit", 0)):
        memory = library(*lessons, policy=policy)
        for name in "abc":
            befell(memory, name, 6, "retrieved", good=False)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pruned(memory)
        told = [str(one.message) for one in caught if one.category is MemoryWarning]
        assert any("will empty the library" in text for text in told) is bool(gone)
        assert sum(bool(why) for why, _ in state_of(memory).values()) == gone


@pytest.mark.parametrize("policy", ["credit", "reme"])
def test_a_dry_run_tells_and_changes_nothing(policy: Any) -> None:
    """What it tells is what the prune then does."""
    memory = library(lesson("a"), lesson("b"), policy=policy)
    befell(memory, "a", 6, "shown", "fired", "harm", good=False)
    befell(memory, "elsewhere", 60, "retrieved")
    before = state_of(memory)
    told = pruned(memory, dry_run=True)
    assert state_of(memory) == before
    assert [one["key"] for one in told["removed"]] == ["a"]
    assert pruned(memory)["removed"] == told["removed"]


def test_one_prune_takes_at_most_its_share() -> None:
    """The most harmful first, the others the next times."""
    memory = library(*(lesson(name) for name in "abcde"), share=0.2)
    for times, name in enumerate("abcde", start=1):
        befell(memory, name, times, "shown", "fired", "harm")
    for gone in ("e", "d", "c", "b", "a"):
        assert [one["key"] for one in pruned(memory)["removed"]] == [gone]
