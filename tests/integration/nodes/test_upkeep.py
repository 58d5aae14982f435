"""Redaction, archive, retention and prune, through whole runs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore

from langgraph_memory import ExperienceConfig, MemoryConfig, PruneConfig, Scope
from langgraph_memory.nodes import Prune
from langgraph_memory.scope import KINDS
from langgraph_memory.testing import Clock, ScriptedChatModel

from .trips import by_hand, call, config, memory_for

ANN = Scope(user="ann")
SECRET = "sk-TEST-abc123def456ghi789jkl012mno345"  # noqa: S105  made up, and to be redacted


def everything(store: Any) -> str:
    """All that the store holds for ann, as one text."""
    items = [
        item for kind in KINDS for item in store.search(ANN.namespace(kind), limit=999)
    ]
    return json.dumps([item.value for item in items], ensure_ascii=False)


def test_case_50_secrets_are_nowhere_in_what_is_written() -> None:
    """A key in the user's words, in arguments and in an error leaves only placeholders."""
    store = InMemoryStore()
    script = [
        call("search_hotels", city=f"Rome key {SECRET}"),
        call("book_hotel", 1, name=SECRET, nights=1),
        call("book_hotel", 2, name="Hotel 0", nights=2),
        "Booked.",
    ]
    model = ScriptedChatModel(script=[RuntimeError("no model")] * 9)
    graph, _ = by_hand(memory_for(model=model), script, InMemorySaver(), store)
    ask = f"My db password is hunter2 and my api key {SECRET}. Book a hotel."
    with pytest.warns(UserWarning, match="model"):
        events = list(
            graph.stream({"messages": [("user", ask)]}, config(), stream_mode="custom")
        )
    written = everything(store)
    assert "redacted" in written
    for text in (written, json.dumps(events)):
        assert SECRET not in text
        assert "hunter2" not in text
    assert "Hotel 0" in written


def test_case_51_what_others_stored_is_redacted_at_read() -> None:
    """A card with a key, put in by another program, is shown without it."""
    store = InMemoryStore()
    graph, _ = by_hand(
        memory_for(), [call("flight_times", flight="AF1"), "Ok."], InMemorySaver(), store
    )
    graph.invoke({"messages": [("user", "When does flight AF1 leave?")]}, config("1"))
    (card,) = store.search(ANN.namespace("cards"))
    seeded = json.loads(json.dumps(card.value).replace("B12", SECRET))
    store.put(ANN.namespace("cards"), card.key, seeded)
    again, model = by_hand(memory_for(), ["Ok."], InMemorySaver(), store)
    again.invoke({"messages": [("user", "When does flight AF1 leave?")]}, config("2"))
    block = str(model.calls[0].messages[0].content)
    assert "09:40" in block
    assert SECRET not in block


def test_redaction_can_be_replaced() -> None:
    """The user's own function takes the place of the rules."""
    store = InMemoryStore()
    memory = memory_for(redact=lambda text: text.replace("Rome", "[city]"))
    graph, _ = by_hand(
        memory, [call("search_hotels", city="Rome"), "Ok."], InMemorySaver(), store
    )
    graph.invoke({"messages": [("user", "A hotel in Rome")]}, config())
    assert "Rome" not in everything(store)


@pytest.mark.parametrize("archive", ["all", "compact", "none"])
def test_the_archive_keeps_what_it_is_told(archive: Any) -> None:
    """All of a record, its compact form, or nothing; cards are made in any case."""
    store = InMemoryStore()
    memory = memory_for(config=MemoryConfig(archive=archive))
    graph, _ = by_hand(
        memory, [call("search_hotels", city="Rome"), "Ok."], InMemorySaver(), store
    )
    graph.invoke({"messages": [("user", "A hotel in Rome")]}, config())
    records = store.search(ANN.namespace("records"), limit=99)
    sizes = {len(r.value["text"]) for r in records if r.value["kind"] == "tool"}
    assert len(records) == (0 if archive == "none" else 3)
    if archive != "none":
        (size,) = sizes
        whole = len(json.dumps([{"name": "Hotel 0"}] * 40))
        assert size > whole
    assert len(store.search(ANN.namespace("cards"), limit=9)) == 1


def test_records_go_after_their_retention() -> None:
    """Thirty days later, the next due prune deletes them and says so."""
    store, clock = InMemoryStore(), Clock()
    graph, _ = by_hand(
        memory_for(clock=clock),
        [call("flight_times", flight="AF1"), "Ok."],
        InMemorySaver(),
        store,
    )
    graph.invoke({"messages": [("user", "When does AF1 leave?")]}, config("1"))
    assert len(store.search(ANN.namespace("records"), limit=99)) == 3
    clock.advance(days=31)
    again, _ = by_hand(memory_for(clock=clock), ["Ok."], InMemorySaver(), store)
    events = again.stream({"messages": [("user", "hi")]}, config("2"), stream_mode="custom")
    (pruned,) = [event for event in events if event["event"] == "memory_pruned"]
    assert {one["kind"] for one in pruned["removed"]} == {"records"}
    assert all("expired" in one["reason"] for one in pruned["removed"])
    left = store.search(ANN.namespace("records"), limit=99)
    assert {record.value["thread_id"] for record in left} == {"2"}


class Counting(InMemoryStore):
    """A store that counts the operations it is sent."""

    sent: list[int]

    def batch(self, ops: Any) -> Any:
        """Count and pass on."""
        listed = list(ops)
        self.sent.append(len(listed))
        return super().batch(listed)


def test_a_prune_that_is_not_due_is_one_read() -> None:
    """Within the hour, and before 200 writes, the end of a run costs one operation."""
    store, clock = Counting(), Clock()
    store.sent = []
    memory = memory_for(clock=clock, store=store)
    state = {"messages": [("user", "hi")]}
    memory.prune.invoke(state, config())
    store.sent.clear()
    memory.prune.invoke(state, config())
    assert store.sent == [1]
    clock.advance(hours=1)
    memory.prune.invoke(state, config())
    assert sum(store.sent) > 2


def test_many_writes_make_a_prune_due() -> None:
    """The number of writes is settable, and counts before the hour is over."""
    store, clock = Counting(), Clock()
    store.sent = []
    settings = MemoryConfig(prune=PruneConfig(every_writes=3))
    memory = memory_for(clock=clock, store=store, config=settings)
    memory.prune.invoke({"messages": []}, config())
    memory.observe.invoke({"messages": [("user", str(i)) for i in range(3)]}, config())
    store.sent.clear()
    memory.prune.invoke({"messages": []}, config())
    assert sum(store.sent) > 1


def test_a_dry_run_deletes_nothing() -> None:
    """It only tells what would go."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(clock=clock, store=store)
    memory.observe.invoke({"messages": [("user", "hi")]}, config())
    clock.advance(days=31)
    builder = StateGraph(MessagesState)
    builder.add_node("prune", Prune(memory, dry_run=True))
    builder.add_edge(START, "prune")
    dry = builder.compile(store=store)
    (event,) = dry.stream({"messages": []}, config(), stream_mode="custom")
    assert event["dry_run"]
    assert len(event["removed"]) == 1
    assert len(store.search(ANN.namespace("records"), limit=9)) == 1


def test_case_11_one_prune_removes_at_most_its_share() -> None:
    """Even if every lesson did harm, one prune takes a fifth of them."""
    store, clock = InMemoryStore(), Clock()
    memory = memory_for(
        clock=clock,
        store=store,
        config=MemoryConfig(experiences=ExperienceConfig(limit=20)),
    )
    lesson = _lesson(memory, store)
    for i in range(20):
        key = f"{i:032x}"
        store.put(ANN.namespace("experiences"), key, lesson | {"key": key})
        harm = {"event": "harm", "experience": key, "at": clock().isoformat()}
        for j in range(3):
            store.put(ANN.namespace("tracks"), f"{i}-{j}", harm | {"run": j})
    memory.prune.invoke({"messages": []}, config())
    left = store.search(ANN.namespace("experiences"), limit=99)
    assert sum(not item.value["forgotten"] for item in left) == 16


def _lesson(memory: Any, store: InMemoryStore) -> dict[str, Any]:
    script = [
        call("book_hotel", 1, name="Hotel 3", nights=1),
        call("book_hotel", 2, name="Hotel 3", nights=2),
        "Booked.",
    ]
    graph, _ = by_hand(memory, script, InMemorySaver(), store)
    graph.invoke({"messages": [("user", "Book Hotel 3")]}, config())
    items = store.search(ANN.namespace("experiences"), limit=9)
    for item in items:
        store.delete(item.namespace, item.key)
    for kind in ("tracks", "marks"):
        for item in store.search(ANN.namespace(kind), limit=99):  # type: ignore[arg-type]
            store.delete(item.namespace, item.key)
    return dict(items[0].value)
