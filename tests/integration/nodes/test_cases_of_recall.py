"""What goes wrong elsewhere when something is recalled, in whole runs of a graph."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Memory, MemoryConfig, MemoryWarning, PruneConfig
from langgraph_memory.recall.block import is_block
from langgraph_memory.testing import Clock, HashEmbeddings

from .prose import ANN, agent
from .trips import asking, call, config, memory_for

DISHES = {
    "soup": {"dish": "leek soup", "minutes": 35, "needs": "leeks, potatoes, cream"},
    "stew": {"dish": "lamb stew", "minutes": 150, "needs": "lamb, carrots, barley"},
    "cake": {"dish": "plum cake", "minutes": 70, "needs": "plums, flour, butter"},
    "bread": {"dish": "rye bread", "minutes": 240, "needs": "rye, yeast, salt"},
    "salad": {"dish": "bean salad", "minutes": 20, "needs": "beans, onions, oil"},
}


def recipe(kind: str) -> str:
    """A recipe of a kind."""
    return json.dumps(DISHES[kind])


def cooked(memory: Memory, store: BaseStore | None = None) -> BaseStore:
    """A store with five cards on cooking, from a conversation of its own."""
    calls = [
        {"name": "recipe", "args": {"kind": kind}, "id": kind, "type": "tool_call"}
        for kind in DISHES
    ]
    script = [AIMessage("", tool_calls=calls), "There they are."]
    graph, _ = agent(memory, script, InMemorySaver(), recipe, store)
    graph.invoke(asking("Find me all the recipes."), config("before"))
    return graph.store


def recalled(
    memory: Memory, store: BaseStore, question: str, thread: str = "now"
) -> tuple[str, dict[str, Any]]:
    """The block that a question gets in another conversation, and why."""
    graph, model = agent(memory, ["Well."], InMemorySaver(), recipe, store)
    events = list(graph.stream(asking(question), config(thread), stream_mode="custom"))
    [found] = [event for event in events if event["event"] == "memory_found"]
    blocks = [message.text for message in model.calls[-1].messages if is_block(message)]
    return "".join(blocks), found["cards"]


@pytest.mark.parametrize(
    "question", ["QQQQ kernel panic", "Which recipe mends the kernel panic of my QQQQ?"]
)
def test_case_85_nonsense_gets_no_block_and_a_reason(question: str) -> None:
    """With five cards on cooking, a question about none of them shows none of them."""
    memory = memory_for()
    block, found = recalled(memory, cooked(memory), question)
    assert block == ""
    assert found["hits"] == []
    assert found["below_floor"] == 5
    assert "below the floor" in found["reason"]


def test_what_is_pinned_is_shown_first_whatever_is_asked() -> None:
    """`pinned` in the item of a card makes it a hit, until it is taken back."""
    memory = memory_for()
    store = cooked(memory)
    namespace = ANN.namespace("cards")
    [bread] = [i for i in store.search(namespace) if "rye bread" in i.value["text"]]
    store.put(namespace, bread.key, {**bread.value, "pinned": True})
    block, found = recalled(memory, store, "QQQQ kernel panic")
    assert "rye bread" in block
    assert [hit["key"] for hit in found["hits"]] == [bread.key]
    _, found = recalled(memory, store, "Is there lamb stew?", "other")
    assert found["hits"][0]["key"] == bread.key
    assert found["hits"][0]["terms"]["pinned"] > 0
    assert len(found["hits"]) == 2
    store.put(namespace, bread.key, bread.value)
    assert recalled(memory, store, "QQQQ kernel panic", "third")[0] == ""


@pytest.mark.parametrize("question", ["lamb stew", "plum cake?", "rye"])
def test_case_86_a_short_question_gets_its_card(question: str) -> None:
    """Two words, or one, are enough where they are the right ones."""
    memory = memory_for()
    block, found = recalled(memory, cooked(memory), question)
    assert question.strip("?").split()[0] in block
    assert len(found["hits"]) + found["below_floor"] == 5


def test_case_87_the_better_hit_has_the_higher_score() -> None:
    """Scores fall from the first hit to the last, and lie between 0 and 1."""
    memory = memory_for()
    block, found = recalled(memory, cooked(memory), "What needs barley, carrots or flour?")
    scores = [hit["score"] for hit in found["hits"]]
    assert len(scores) >= 2
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert block.index("lamb stew") < block.index("plum cake")


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("我对花生过敏。", "哪道菜没有花生？"),
        ("我是素食者。", "素食者能吃什么？"),
        ("I am vegan.", "Which dish is vegan?"),
        ("我喜欢 window seats。", "Is a window seat free?"),
    ],
)
def test_case_88_and_89_what_is_said_is_kept_and_found_in_its_language(
    said: str, asked: str
) -> None:
    """However short, a statement stays in the user's own words and language."""
    memory = memory_for()
    graph, _ = agent(memory, ["Noted."], InMemorySaver(), recipe)
    graph.invoke(asking(said), config("before"))
    block, _ = recalled(memory, graph.store, asked)
    assert f"note: {said}" in block


def test_case_90_an_exact_id_is_found_in_a_dead_dense_lane() -> None:
    """Embeddings that say the same of all texts are named, and the words find it."""

    class Constant(HashEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [[1.0] + [0.0] * 255 for _ in texts]

        def embed_query(self, text: str) -> list[float]:
            del text
            return [1.0] + [0.0] * 255

    def ticket(number: str) -> str:
        """A ticket."""
        return json.dumps({"ticket": number, "about": f"printer {number[-1]}"})

    memory = Memory(embeddings=Constant(), tools=[ticket])
    looks = [
        {"name": "ticket", "args": {"number": f"ERR-441{n}"}, "id": str(n)}
        for n in range(9)
    ]
    script = [AIMessage("", tool_calls=looks), "There."]
    graph, _ = agent(memory, script, InMemorySaver(), ticket)
    graph.invoke(asking("Read all tickets."), config("before"))
    with pytest.warns(MemoryWarning, match="same vector for different texts"):
        block, found = recalled(memory, graph.store, "What about ERR-4417?")
    assert '"ERR-4417"' in block or "number=ERR-4417" in block
    assert len(found["hits"]) < 9


def test_case_91_a_store_without_an_index_is_searched_by_words() -> None:
    """Its query is neither ignored nor answered with everything."""
    memory, store = memory_for(), InMemoryStore()
    cooked(memory, store)
    block, found = recalled(memory, store, "How long does the lamb stew take?")
    assert "lamb stew" in block
    assert len(found["hits"]) < 5
    block, found = recalled(memory, store, "QQQQ kernel panic", "other")
    assert (block, found["hits"]) == ("", [])


def test_case_103_times_of_every_kind_are_pruned_and_recalled() -> None:
    """Cards with naive times, with another zone's and with Z raise nothing, and count."""
    clock = Clock(datetime(2026, 5, 1, tzinfo=UTC))
    settings = MemoryConfig(prune=PruneConfig(every_writes=1))
    memory = memory_for(config=settings, clock=clock)
    store = cooked(memory)
    space = ANN.namespace("cards")
    odd = ("2026-05-01T08:00:00", "2026-05-01T17:00:00+09:00", "2026-05-01T08:00:00Z")
    items = store.search(space, limit=10)
    for item, time in zip(items, odd, strict=False):
        store.put(space, item.key, {**item.value, "as_of": time})
    clock.advance(hours=2)
    block, _ = recalled(memory, store, "Which stew, soup, cake, bread and salad are there?")
    assert block.count("as of 2026-05-01") == 5
    assert len(memory.cards(store, ANN)) == 5


def shown(calls: Sequence[Any]) -> list[list[tuple[str, str]]]:
    return [[(m.type, m.text) for m in made.messages] for made in calls]


def test_case_102_reflecting_puts_nothing_into_the_history() -> None:
    """However often a run fails, hints stand in the block alone, one for each attempt."""
    memory = memory_for()

    def book(night: int) -> str:
        """Book a night."""
        return f"Error: night {night} is sold out"

    tries = [
        message
        for n in range(9)
        for message in (call("book", n, night=n), f"Night {n} was not to be had.")
    ]
    graph, model = agent(memory, tries, InMemorySaver(), book)
    state = graph.invoke(asking("Book a night."), {**config(), "recursion_limit": 200})
    humans = [m.text for m in state["messages"] if m.type == "human"]
    assert humans == ["Book a night."]
    most = memory.settings.config.experiences.max_retries
    assert 1 < len(model.calls) <= 2 * (most + 1)
    for view in shown(model.calls):
        asked = [text for kind, text in view if kind == "human"]
        assert asked[-1] == "Book a night."
        assert len(asked) <= 2
        assert sum(text.count("attempt before this one") for text in asked) <= 1


def test_a_row_and_a_card_of_one_object_are_told_apart() -> None:
    """A card that says more than a newer list tells its time, and what the list says."""
    status = {"O-1": "pending", "O-2": "sent"}

    def look_up(order_id: str = "") -> str:
        """One order, or all orders."""
        orders: list[dict[str, object]] = [
            {"order_id": key, "status": said, "total": 50} for key, said in status.items()
        ]
        return json.dumps({**orders[0], "carrier": "Post"} if order_id else orders)

    clock = Clock(datetime(2026, 5, 1, 10, tzinfo=UTC))
    memory = Memory(embeddings=HashEmbeddings(), tools=[look_up], clock=clock)
    store: BaseStore | None = None
    for thread, args in (("one", {"order_id": "O-1"}), ("all", {})):
        calls = [{"name": "look_up", "args": args, "id": thread, "type": "tool_call"}]
        script = [AIMessage("", tool_calls=calls), "There."]
        graph, _ = agent(memory, script, InMemorySaver(), look_up, store)
        graph.invoke(asking("Show it."), config(thread))
        store, status["O-1"] = graph.store, "cancelled"
        clock.advance(hours=3)
    assert store is not None
    block, _ = recalled(memory, store, "What is the status of order O-1?")
    assert "as of 2026-05-01T10:00Z" in block
    assert "as of 2026-05-01T13:00Z" in block
    assert block.count("note: newer: status cancelled in card ") == 1
