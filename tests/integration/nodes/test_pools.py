"""Pools of lessons by kind of task, and the general principles that all consult."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore

from langgraph_memory import (
    Experience,
    ExperienceConfig,
    Memory,
    MemoryConfig,
    MemoryWarning,
    Pool,
    Scope,
)
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.pooling import pool_of
from langgraph_memory.nodes._keeping import values_of
from langgraph_memory.testing import HashEmbeddings
from tests.integration.nodes.prose import ANN
from tests.integration.nodes.trips import by_hand, call, config, memory_for
from tests.unit.experiences.runs import experience

TRIPS = Pool(tools=("book_hotel",), words=("business trip",))
FAMILY = Pool(words=("family", "kids"))
POOLS = {"trips": TRIPS, "family": FAMILY}
SCRIPT = (
    call("book_hotel", 1, name="Hotel 3", nights=1),
    call("book_hotel", 2, name="Hotel 3", nights=2),
    "Booked.",
)


def pooled(pools: Any = None, **settings: Any) -> Memory:
    """A memory with pools."""
    rules = ExperienceConfig(pools=POOLS if pools is None else pools, **settings)
    return memory_for(config=MemoryConfig(experiences=rules))


def talk(memory: Memory, store: InMemoryStore, thread: str, text: str, *script: Any) -> str:
    """Have a conversation of its own; what the model was shown first."""
    graph, model = by_hand(memory, script or SCRIPT, InMemorySaver(), store)
    where: Any = config(thread)
    graph.invoke({"messages": [("user", text)]}, where)
    return str(model.calls[0].messages)


def kept(memory: Memory, store: InMemoryStore) -> dict[str, set[str]]:
    """By pool, the kinds of the lessons that are kept in it."""
    pools: dict[str, set[str]] = {}
    for lesson in memory.experiences(store, ANN):
        pools.setdefault(lesson.pool, set()).add(lesson.kind)
    return pools


@pytest.mark.parametrize(
    ("task", "tools", "pool"),
    [
        ("A business trip", (), "trips"),
        ("For my family", ("book_hotel",), "trips"),
        ("For my family and the kids", ("book_hotel",), "family"),
        ("What a business!", ("pay",), ""),
    ],
)
def test_a_task_belongs_where_most_of_its_tools_and_words_are(
    task: str, tools: Sequence[str], pool: str
) -> None:
    """Of those that are equal to the first one; else to none."""
    assert pool_of(ExperienceConfig(pools=POOLS), task, tools) == pool
    assert pool_of(ExperienceConfig(), task, tools) == ""


def test_the_users_router_decides_alone() -> None:
    """Given the words and the tools; None is the general pool."""
    asked: list[Any] = []

    def router(task: str, tools: frozenset[str]) -> str | None:
        asked.append((task, tools))
        return {"a": "trips", "b": None}.get(task, "nowhere")

    rules = ExperienceConfig(pools=POOLS, router=router)
    assert [pool_of(rules, task, ["x"]) for task in "ab"] == ["trips", ""]
    assert asked == [("a", {"x"}), ("b", {"x"})]


def failing(*_: Any) -> Any:
    """A router, or another function, that cannot be relied on."""
    msg = "the router is down"
    raise RuntimeError(msg)


async def later(*_: Any) -> str:
    """A router that should have been a plain function."""
    return "trips"


@pytest.mark.parametrize(
    "router", [failing, later, *(lambda *_, a=a: a for a in ("no", 5, ["trips"], {}))]
)
def test_a_router_that_fails_leaves_the_general_pool(router: Any) -> None:
    """It is warned of; the rest of what is recalled and learned stays."""
    rules = ExperienceConfig(pools=POOLS, router=router)
    with pytest.warns(MemoryWarning, match="router= .*the general pool serves alone"):
        assert pool_of(rules, "c", []) == ""
    memory, store = memory_for(config=MemoryConfig(experiences=rules)), InMemoryStore()
    short, longer = (call("book_hotel", n, name="Hotel 3", nights=n) for n in (1, 2))
    graph, _ = by_hand(memory, [short, longer, "Booked."], InMemorySaver(), store)
    with pytest.warns(MemoryWarning, match="router="):
        graph.invoke({"messages": [("user", "Book Hotel 3 for one night")]}, config())
    assert memory.experiences(store, ANN)


@pytest.mark.parametrize(
    "wrong", [{"pools": {"": Pool()}}, {"pools": {"a": 5}}, {"router": "trips"}]
)
def test_pools_that_are_none_are_refused(wrong: Any) -> None:
    """When they are configured."""
    with pytest.raises(ConfigError, match=r"ExperienceConfig\.(pools|router)"):
        ExperienceConfig(**wrong)


def test_lessons_are_learned_and_shown_in_the_pool_of_their_task() -> None:
    """Another pool's tasks are not shown them."""
    by_words = {"trips": Pool(words=("business",)), "family": FAMILY}
    memory, store = pooled(by_words), InMemoryStore()
    task = "Book Hotel 3 for one night on business"
    talk(memory, store, "1", task)
    assert kept(memory, store) == {"trips": {"recovery"}}
    assert "minimum stay" in talk(memory, store, "2", task, "Done.")
    same = "Book Hotel 3 for one night for the family"
    assert "minimum stay" not in talk(memory, store, "3", same, "Done.")


def test_what_answers_an_error_is_told_in_any_pool() -> None:
    """The words of a task may lead elsewhere than the tool that fails at last."""
    by_words = {"trips": Pool(words=("business",)), "family": FAMILY}
    memory, store = pooled(by_words), InMemoryStore()
    talk(memory, store, "1", "Book Hotel 3 for one night on business")
    graph, model = by_hand(memory, [SCRIPT[0], *["Done."] * 3], InMemorySaver(), store)
    where: Any = config("2")
    graph.invoke({"messages": [("user", "A night for the family")]}, where)
    assert "Lessons from earlier runs" not in str(model.calls[0].messages)
    assert "Lessons from earlier runs" in model.calls[1].messages[-1].text


def test_what_two_pools_learn_is_a_general_principle() -> None:
    """One lesson with the evidence of both, under the older one's key, for all tasks."""
    by_words = {"trips": Pool(words=("business",)), "family": FAMILY, "else": Pool()}
    memory, store = pooled(by_words), InMemoryStore()
    talk(memory, store, "1", "Book Hotel 3 for one night on business")
    [before] = memory.experiences(store, ANN)
    talk(memory, store, "2", "Book Hotel 3 for one night for the family")
    [lesson] = memory.experiences(store, ANN)
    assert lesson.pool == ""
    assert lesson.key == before.key
    assert {thread for thread, _ in lesson.evidence} == {"1", "2"}
    assert lesson.confidence > before.confidence
    task = "Book Hotel 3 for one night"
    assert "minimum stay" in talk(memory, store, "3", task)
    talk(memory, store, "4", "Book Hotel 3 for one night on business")
    assert [one.key for one in memory.experiences(store, ANN)] == [before.key]


def test_without_pools_all_lessons_are_general() -> None:
    """Keys and items are those that there were."""
    memory, store = memory_for(), InMemoryStore()
    talk(memory, store, "1", "Book Hotel 3 for one night on business")
    [lesson] = memory.experiences(store, ANN)
    assert lesson.pool == ""
    assert lesson.key == lesson.key_in("")


def test_a_pool_has_its_own_threshold_and_distiller() -> None:
    """What its distiller gives is judged like any lesson."""
    told: list[Any] = []

    def distil(run: Any, outcome: Any) -> list[Experience]:
        told.append((run.thread_id, outcome.success))
        return [experience(evidence=((run.thread_id, "m"),), rule={"tool": "book_hotel"},
                           content="Ask book_hotel for two nights at least.")]  # fmt: skip

    own = {"trips": Pool(words=("business",), distil=distil),
           "family": Pool(words=("family",), threshold=1.0)}  # fmt: skip
    memory, store = pooled(own), InMemoryStore()
    talk(memory, store, "1", "Book Hotel 3 for the family")
    assert memory.experiences(store, ANN) == []
    talk(memory, store, "2", "Book Hotel 3 on business")
    [lesson] = memory.experiences(store, ANN)
    assert (lesson.pool, lesson.content) == (
        "trips",
        "Ask book_hotel for two nights at least.",
    )
    assert told == [("2", True)]


def half(*_: Any) -> Iterator[Experience]:
    """A distiller that breaks off."""
    yield experience(content="Half of the lessons is none.")
    failing()


def hanging(*_: Any) -> None:
    """A distiller that does not end by itself while the test runs."""
    GOES_ON.wait()


GOES_ON = threading.Event()


@pytest.mark.parametrize(
    ("distil", "reason"),
    [
        (failing, "RuntimeError: the router is down"),
        (half, "RuntimeError: the router is down"),
        (later, "must give experiences, not <coroutine"),
        (hanging, "pool 'trips' gave no answer within 0.1 seconds"),
        (lambda *_: ["no"], "pool 'trips' must give experiences, not 'no'"),
        (lambda *_: [experience(), None], "must give experiences, not None"),
        (lambda *_: experience(rule={"tool": {"a", "b"}}, key="k"), "of odd parts"),
        (lambda *_: experience(tools=None), "of odd parts"),
        (lambda *_: experience(kind="advice"), "unknown kind 'advice'"),
    ],
)
def test_where_a_distiller_fails_the_rules_serve(distil: Any, reason: str) -> None:
    """Nothing of it is taken; a warning says why, and the turn goes on."""
    rules = ExperienceConfig(pools={"trips": Pool(words=("business",), distil=distil)})
    memory = memory_for(config=MemoryConfig(experiences=rules, model_seconds=0.1))
    store = InMemoryStore()
    try:
        with pytest.warns(MemoryWarning, match="distil= failed, rules serve") as told:
            talk(memory, store, "1", "Book Hotel 3 for one night on business")
    finally:
        GOES_ON.set()
        GOES_ON.clear()
    assert reason in str(told[0].message)
    [lesson] = memory.experiences(store, ANN)
    assert (lesson.pool, lesson.rule["condition"]) == (
        "trips",
        "minimum stay is <number> nights",
    )


class Letters(Embeddings):
    """Embeddings by one letter alone; they may be away."""

    away = False

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """How many z a text has, against one."""
        if self.away:
            msg = "no such model"
            raise OSError(msg)
        return [[text.count("z") + 0.1, 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The same."""
        return self.embed_documents([text])[0]


def test_a_pool_compares_its_lessons_by_its_own_embeddings() -> None:
    """Where they fail, a warning says so, and the order by words stays."""
    letters, store = Letters(), InMemoryStore()
    rules = ExperienceConfig(pools={"a": Pool(words=("boat",), embeddings=letters)})
    lessons = [
        experience(key=name, pool="a", scenario=f"Paint the boat {name}", content=name,
                   rule={"tool": "paint", "parameters": [name]})
        for name in ("red", "zzz", "green")
    ]  # fmt: skip
    for key, value in values_of(lessons).items():
        store.put(ANN.namespace("experiences"), key, value)

    def found() -> list[str]:
        memory = Memory(
            config=MemoryConfig(experiences=rules), embeddings=HashEmbeddings(), store=store
        )
        builder = StateGraph(MessagesState).add_node("retrieve", memory.retrieve)
        graph: Any = builder.add_edge(START, "retrieve").compile(store=store)
        messages = [HumanMessage("Paint the boat jazz fizz"), AIMessage("")]
        told = graph.stream({"messages": messages}, config(), stream_mode="custom")
        (event,) = (one for one in told if one["event"] == "memory_found")
        return [hit["key"] for hit in event["experiences"]["hits"]]

    assert found()[0] == "zzz"
    letters.away = True
    with pytest.warns(MemoryWarning, match="embeddings of a pool failed: no such model"):
        assert set(found()) == {"red", "zzz", "green"}


def test_pools_are_exported_and_forgotten_with_the_scope() -> None:
    """They are in its one namespace of lessons."""
    memory, store, bob = pooled(), InMemoryStore(), Scope(user="bob")
    talk(memory, store, "1", "Book Hotel 3 for one night on a business trip")
    file = io.StringIO()
    memory.export(store, ANN, file)
    file.seek(0)
    memory.import_(store, file, scope=bob)
    assert [one.pool for one in memory.experiences(store, bob)] == ["trips"]
    memory.forget(store, ANN)
    assert memory.experiences(store, ANN) == []
