"""Retrieve follows its store: what comes, changes and goes, however it got there."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from langgraph_memory import CheckpointStore, ExactIndex, Memory, MemoryState, Scope
from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.testing import Clock, HashEmbeddings

from .trips import config

ANN = Scope(user="ann")
CARDS = ANN.namespace("cards")
MANY = 30


def checkpoint_store(saver: Any = None) -> CheckpointStore:
    return CheckpointStore(saver or InMemorySaver(), index=ExactIndex(default_embeddings()))


@pytest.fixture(params=["checkpointer", "frozen_clock", "in_memory", "hashed"])
def store(request: pytest.FixtureRequest) -> BaseStore:
    match request.param:
        case "checkpointer":
            return checkpoint_store()
        case "frozen_clock":
            return CheckpointStore(
                InMemorySaver(), index=ExactIndex(default_embeddings()), clock=Clock()
            )
        case "in_memory":
            return InMemoryStore()
        case _:
            return CheckpointStore(InMemorySaver(), index=ExactIndex(HashEmbeddings()))


def put(store: BaseStore, key: str, text: str, **more: Any) -> None:
    told = {"text": text, "slot": key, "as_of": "2027-01-01T00:00:00", "source": "tool:x"}
    store.put(CARDS, key, {**told, **more}, index=["text"])


def hits(memory: Memory, asked: str, *, thread: str = "now") -> list[str]:
    """The keys of the cards that a turn finds, best first."""
    state = {"messages": [HumanMessage(asked)], "memory": {}}
    update = memory.retrieve.invoke(state, config(thread))
    return [key for key, _ in update["memory"]["agent"]["turn"]["cards"]]


def remembering(store: BaseStore) -> Memory:
    return Memory(store=store)


def test_what_comes_changes_and_goes_is_followed(store: BaseStore) -> None:
    """A card is found as it is now, and not any more when it is deleted."""
    memory = remembering(store)
    put(store, "a", "hotel in Oslo by the harbour")
    put(store, "b", "museum of modern art")
    assert hits(memory, "hotel in Oslo") == ["a"]
    put(store, "a", "garden chairs")
    assert hits(memory, "hotel in Oslo") == []
    assert hits(memory, "garden chairs") == ["a"]
    store.delete(CARDS, "a")
    assert hits(memory, "garden chairs") == []
    assert hits(memory, "art museum") == ["b"]
    put(store, "a", "garden chairs")
    assert hits(memory, "garden chairs") == ["a"]


def test_more_new_cards_than_a_page_are_all_found(store: BaseStore) -> None:
    """However many cards come between two turns, none is missed."""
    memory = remembering(store)
    put(store, "first", "museum of modern art")
    assert hits(memory, "art museum") == ["first"]
    for i in range(MANY):
        put(store, f"k{i}", f"ticket ERR-{4400 + i} disk {i}")
    for i in (0, MANY // 2, MANY - 1):
        assert hits(memory, f"ERR-{4400 + i}") == [f"k{i}"]
    assert hits(memory, "art museum") == ["first"]


def test_what_another_process_writes_is_found() -> None:
    """A second store on the same checkpointer is another writer."""
    saver = InMemorySaver()
    memory = remembering(checkpoint_store(saver))
    other = checkpoint_store(saver)
    put(other, "a", "hotel in Oslo by the harbour")
    assert hits(memory, "hotel in Oslo") == ["a"]
    put(other, "b", "museum of modern art")
    other.delete(CARDS, "a")
    assert hits(memory, "art museum") == ["b"]
    assert hits(memory, "hotel in Oslo") == []


def test_a_large_memory_is_read_over_several_turns() -> None:
    """The newest five hundred cards are found at once, the older ones in later turns."""
    store = checkpoint_store()
    memory = remembering(store)
    for i in range(700):
        put(store, f"k{i}", f"ticket ERR-{10_000 + i}")
    assert hits(memory, "ERR-10699") == ["k699"]
    assert hits(memory, "ERR-10000", thread="later") == ["k0"]


def test_many_new_cards_in_a_large_memory_are_all_found() -> None:
    """Where not all is read again, pages go back to what is known."""
    store = checkpoint_store()
    memory = remembering(store)
    for i in range(300):
        put(store, f"k{i}", f"ticket ERR-{10_000 + i}")
    assert hits(memory, "ERR-10299") == ["k299"]
    for i in range(300, 300 + MANY):
        put(store, f"k{i}", f"ticket ERR-{10_000 + i}")
    assert hits(memory, "ERR-10300", thread="later") == ["k300"]


def test_a_memory_on_two_stores_does_not_mix_them() -> None:
    """Nodes of one memory may run in graphs with different stores."""
    one, other = InMemoryStore(), InMemoryStore()
    put(one, "a", "hotel in Oslo")
    put(other, "b", "hotel in Rome")
    memory = Memory()

    def found(store: BaseStore) -> list[str]:
        builder = StateGraph(MemoryState)
        builder.add_node("retrieve", memory.retrieve)
        builder.add_edge(START, "retrieve")
        graph: Any = builder.compile(store=store)
        state = graph.invoke({"messages": [("user", "hotel")]}, config())
        return [key for key, _ in state["memory"]["agent"]["turn"]["cards"]]

    assert found(one) == ["a"]
    assert found(other) == ["b"]
    assert found(one) == ["a"]


def test_of_one_thing_only_the_newest_card_is_found(store: BaseStore) -> None:
    """Cards of one slot, and those that were replaced, do not come beside the newest."""
    memory = remembering(store)
    put(store, "old", "flight AF1 leaves at gate B12", slot="AF1", as_of="2027-01-01")
    put(store, "new", "flight AF1 leaves at gate C3", slot="AF1", as_of="2027-01-02")
    put(store, "gone", "flight AF1 leaves at gate A1", superseded_by="new")
    put(store, "past", "flight AF1 leaves at gate A2", expires="2001-01-01T00:00:00+00:00")
    assert hits(memory, "gate of flight AF1") == ["new"]
    assert hits(memory, "gate B12 of flight AF1") == ["new"]


def test_odd_values_of_others_do_no_harm(store: BaseStore) -> None:
    """Items that somebody else wrote in another form are found as far as they go."""
    memory = remembering(store)
    odd = {
        "expires": ["soon"],
        "as_of": 7,
        "slot": None,
        "value": "high",
        "notes": 3,
        "source": "user",
    }
    store.put(CARDS, "odd", {"text": "hotel in Oslo", **odd}, index=["text"])
    store.put(CARDS, "none", {"note": "hotel in Oslo"}, index=False)
    assert hits(memory, "hotel in Oslo") == []
    put(store, "even", "hotel in Oslo", slot="None")
    assert hits(memory, "hotel in Oslo") == ["even"]


def test_a_card_is_found_by_the_words_of_what_fed_its_call(store: BaseStore) -> None:
    """A card that is linked to those its call was fed by is found by their words, too."""
    memory = remembering(store)
    links = [{"kind": "entity", "key": "other"}, {"kind": "fed_by", "key": "list"}, 7]
    put(store, "list", "hotels with a swimming pool: Aurora, Boreal")
    put(store, "other", "weather in Lima is dry")
    put(store, "alone", "confirmation C-76", source="tool:book")
    put(store, "made", "confirmation C-77", source="tool:book", links=links)
    assert hits(memory, "swimming pool") == ["list", "made"]
    assert hits(memory, "dry weather in Lima") == ["other"]


def test_explain_names_what_each_hit_got_its_score_for() -> None:
    """The event of a search tells terms that sum to the score, and what was refused."""
    store = InMemoryStore()
    put(store, "a", "hotel in Oslo by the harbour", value={"total": 0.5}, confidence=0.9)
    put(store, "b", "museum of modern art")
    builder = StateGraph(MemoryState)
    builder.add_node("retrieve", Memory().retrieve)
    builder.add_edge(START, "retrieve")
    graph: Any = builder.compile(store=store)

    def told(asked: str) -> dict[str, Any]:
        state = {"messages": [("user", asked)]}
        (event,) = graph.stream(state, config(), stream_mode="custom")
        assert event["event"] == "memory_found"
        found: dict[str, Any] = event["cards"]
        return found

    found = told("hotel in Oslo")
    (hit,) = found["hits"]
    assert hit["key"] == "a"
    assert sum(hit["terms"].values()) == pytest.approx(hit["score"])
    assert hit["terms"]["lexical"] > hit["terms"]["value"] > 0 > hit["terms"]["trust"]
    assert (found["below_floor"], found["reason"]) == (1, None)
    nothing = told("QQQQ kernel panic")
    assert nothing["hits"] == []
    assert "below the floor" in nothing["reason"]


class Reads(InMemorySaver):
    """A checkpointer that counts what is read of it, cell by cell."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = 0

    def get_tuple(self, config: Any) -> Any:
        self.cells += 1
        return super().get_tuple(config)


def test_hits_of_a_store_that_tells_its_changes_are_not_read_again() -> None:
    """Where each change is told, a turn reads the number of the feed, and no item."""
    saver = Reads()
    store = checkpoint_store(saver)
    memory = remembering(store)
    for i in range(5):
        put(store, f"k{i}", f"hotel number {i} in Oslo")
    assert len(hits(memory, "hotel in Oslo")) > 1
    saver.cells = 0
    assert len(hits(memory, "hotel in Oslo", thread="later")) > 1
    assert saver.cells <= 1


def test_a_lane_that_fell_behind_shows_nothing_that_is_gone() -> None:
    """After more changes than the feed remembers, hits are read once more."""
    saver = InMemorySaver()
    memory, other = remembering(checkpoint_store(saver)), checkpoint_store(saver)
    for i in range(300):
        put(other, f"k{i}", f"ticket ERR-{10_000 + i}")
    assert hits(memory, "ERR-10007") == ["k7"]
    for i in range(200):
        other.delete(CARDS, f"k{i}")
    put(other, "k250", "garden chairs")
    for asked in ("ERR-10007", "ERR-10250", "ticket ERR"):
        assert set(hits(memory, asked)) <= {f"k{i}" for i in range(200, 300)}
    assert hits(memory, "garden chairs") == ["k250"]
    assert hits(memory, "ERR-10299") == ["k299"]


def test_items_that_fade_are_not_shown_when_they_have() -> None:
    """The age of an item is no change, so it is looked at when it is a hit."""
    clock = Clock()
    store = CheckpointStore(
        InMemorySaver(), index=ExactIndex(default_embeddings()), clock=clock
    )
    memory = remembering(store)
    told = {"text": "hotel in Oslo", "slot": "a", "source": "tool:x"}
    store.put(CARDS, "a", told, index=["text"], ttl=60)
    assert hits(memory, "hotel in Oslo") == ["a"]
    clock.advance(seconds=3_601)
    assert hits(memory, "hotel in Oslo") == []


class Counted(HashEmbeddings):
    """Embeddings that note how often they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        """Embed a query."""
        self.asked.append(text)
        return super().embed_query(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed documents."""
        self.asked.extend(texts)
        return super().embed_documents(texts)


def test_a_turn_embeds_its_query_once_and_a_repeated_one_not_at_all() -> None:
    """Cards and experiences share one call, and equal questions share its vector."""
    embeddings = Counted()
    store = CheckpointStore(InMemorySaver(), index=ExactIndex(embeddings))
    put(store, "a", "hotel in Oslo by the harbour")
    memory = Memory(store=store, embeddings=embeddings)
    embeddings.asked.clear()
    for thread in ("one", "two"):
        assert hits(memory, "which hotel is in Oslo?", thread=thread) == ["a"]
    assert embeddings.asked == ["which hotel is in Oslo?"]


class Constant(HashEmbeddings):
    """Embeddings that are dead: all texts are the same to them."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed documents."""
        return [[1.0, 0.0]] * len(texts)

    def embed_query(self, text: str) -> list[float]:
        """Embed a query."""
        del text
        return [1.0, 0.0]


def in_memory(embeddings: Embeddings) -> InMemoryStore:
    index: Any = {"dims": 2, "embed": embeddings, "fields": ["text"]}
    return InMemoryStore(index=index)


@pytest.mark.parametrize("dead", ["constant", "empty"])
def test_case_90_a_dead_lane_is_named_and_words_find(dead: str) -> None:
    """Constant vectors and an index without any are told of in the event of the search."""
    store = in_memory(Constant())
    for key, text in {"a": "hotel in Oslo", "b": "museum of art", "c": "a boat"}.items():
        told = {"text": text, "slot": key, "source": "tool:x"}
        store.put(CARDS, key, told, index=False if dead == "empty" else None)
    builder = StateGraph(MemoryState)
    builder.add_node("retrieve", Memory().retrieve)
    builder.add_edge(START, "retrieve")
    graph: Any = builder.compile(store=store)
    state = {"messages": [("user", "hotel in Oslo")]}
    (event,) = graph.stream(state, config(), stream_mode="custom")
    named = {
        "constant": "the dense lane was ignored: all 3 cosines are equal",
        "empty": "the dense lane is empty: none of 3 texts has a vector",
    }
    assert event["cards"]["reason"] == named[dead]
    assert [hit["key"] for hit in event["cards"]["hits"]] == ["a"]


def test_what_a_run_teaches_is_indexed_when_it_ends() -> None:
    """A turn need not index what was learned before it, once it has read what was there."""
    store = checkpoint_store()
    memory = remembering(store)
    hits(memory, "hotel in Oslo")
    lane = memory.settings.lanes.lane(store, ANN.namespace("experiences"))
    memory.reflect_on_failure.invoke({"messages": mended()}, config("before"))
    learned = {item.key for item in store.search(ANN.namespace("experiences"))}
    assert learned == lane.entries.keys() != set()
    assert len(lane.index) == len(learned)


def mended() -> list[BaseMessage]:
    """A run that succeeds at the second call."""
    said: list[BaseMessage] = [HumanMessage("Book a room for me", id="h")]
    for at, (status, text) in enumerate((("error", "Error: bad day"), ("success", "ok"))):
        args = {"day": ("3 May", "2027-05-03")[at]}
        call = {"name": "book_room", "args": args, "id": f"c{at}"}
        said.append(AIMessage("", id=f"a{at}", tool_calls=[call]))
        told: Any = {"tool_call_id": f"c{at}", "status": status}
        said.append(ToolMessage(text, id=f"t{at}", **told))
    return [*said, AIMessage("Booked.", id="end")]
