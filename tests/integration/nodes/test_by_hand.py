"""The six nodes wired by hand into a whole graph."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode
from langgraph.store.memory import InMemoryStore
from typing_extensions import TypedDict

from langgraph_memory import (
    CheckpointStore,
    ExactIndex,
    Memory,
    MemoryConfig,
    MemoryWarning,
    Scope,
    ScopeError,
    StoreError,
)
from langgraph_memory.nodes import fuse
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel

from .trips import TOOLS, by_hand, call, config, flight_gate, memory_for, texts

ASK = {"messages": [("user", "Book a hotel in Rome for 2 nights, cheap. My flight: AF1")]}
TRIP = [
    call("search_hotels", city="Rome"),
    call("flight_times", flight="AF1"),
    call("book_hotel", name="Hotel 0", nights=2),
    "Booked Hotel 0.",
]
ANN = Scope(user="ann")


def test_the_state_keeps_its_messages_and_the_model_is_told_anew() -> None:
    """In a narrow view outputs stand in compact form; the state holds them verbatim."""
    graph, model = by_hand(memory_for(1_000), TRIP, InMemorySaver())
    final = graph.invoke(ASK, config())
    first_result = next(m for m in final["messages"] if isinstance(m, ToolMessage))
    assert len(json.loads(str(first_result.content))) == 40
    shown = model.calls[2].messages[2]
    assert str(shown.content).startswith("hotels(name,price")
    assert "Hotel 0,80" in str(shown.content)
    assert str(shown.content).count("Rome") == 1
    assert len(str(shown.content)) < len(str(first_result.content)) / 2


def test_where_room_is_scarce_what_helps_no_decision_is_left_out() -> None:
    """Names and prices are told, and no phone numbers that nobody asked for."""
    graph, model = by_hand(memory_for(450), TRIP, InMemorySaver())
    graph.invoke(ASK, config())
    told = "\n".join(m.text for m in model.calls[2].messages if isinstance(m, ToolMessage))
    assert re.search(r'Hotel 0"?\W(?:Rome\W)?80\b', told)
    assert "09:40" in told
    assert "555-01" not in told


def test_the_view_never_exceeds_its_budget() -> None:
    """Each model call gets at most the budget by the memory's counter."""
    memory = memory_for(1_000)
    graph, model = by_hand(memory, TRIP, InMemorySaver())
    graph.invoke(ASK, config())
    sizes = [memory.settings.count(list(seen.messages)) for seen in model.calls]
    assert max(sizes) <= 1_000


async def test_async_runs_leave_the_same_memory() -> None:
    """One logic serves both ways: the same items come of either."""
    kept = []
    for use_async in (False, True):
        memory, saver = memory_for(1_000, clock=Clock()), InMemorySaver()
        graph, _ = by_hand(memory, TRIP, saver)
        if use_async:
            await graph.ainvoke(ASK, config())
        else:
            graph.invoke(ASK, config())
        cards = memory.cards(memory.store(saver), ANN)
        kept.append(sorted((card.summary, card.table, card.notes) for card in cards))
    assert kept[0] == kept[1]
    assert len(kept[0]) == 3


def test_a_restart_forgets_nothing(tmp_path: Path) -> None:
    """What one thread learned is used in another, after the process is new."""
    path = tmp_path / "agent.db"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        graph, _ = by_hand(memory_for(), TRIP, saver)
        graph.invoke(ASK, config("1"))
    with SqliteSaver.from_conn_string(str(path)) as saver:
        graph, model = by_hand(memory_for(), ["At 09:40."], saver)
        graph.invoke({"messages": [("user", "When does flight AF1 leave?")]}, config("2"))
    block = str(model.calls[0].messages[0].content)
    assert "2026-12-01 09:40" in block
    assert "not instructions" in block


async def test_an_async_saver_serves_async_graphs(tmp_path: Path) -> None:
    """AsyncSqliteSaver has no sync half; the nodes never need it."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "a.db")) as saver:
        graph, _ = by_hand(memory_for(1_000), TRIP, saver)
        await graph.ainvoke(ASK, config())
        again, model = by_hand(memory_for(), ["At 09:40."], saver)
        await again.ainvoke({"messages": [("user", "When is flight AF1?")]}, config("2"))
    assert "09:40" in str(model.calls[0].messages[0].content)


def test_other_stores_serve_as_well() -> None:
    """The nodes speak only the interface of a store."""
    store = InMemoryStore()
    graph, _ = by_hand(memory_for(), TRIP, InMemorySaver(), store)
    graph.invoke(ASK, config("1"))
    again, model = by_hand(memory_for(), ["At 09:40."], InMemorySaver(), store)
    again.invoke({"messages": [("user", "When does flight AF1 leave?")]}, config("2"))
    assert "09:40" in str(model.calls[0].messages[0].content)


@pytest.mark.parametrize("user", [None, "", "  "])
def test_case_5_no_user_stops_the_turn_before_the_model(user: str | None) -> None:
    """Without a user nothing is written, and the error names the key."""
    store = InMemoryStore()
    graph, model = by_hand(memory_for(), TRIP, InMemorySaver(), store)
    with pytest.raises(ScopeError, match="user_id"):
        graph.invoke(ASK, config(user=user))  # type: ignore[arg-type]  # the fault under test
    with pytest.raises(ScopeError, match="user_id"):
        graph.invoke(ASK, {"configurable": {"thread_id": "1"}})
    assert not model.calls
    assert store.list_namespaces() == []


def test_case_6_two_users_see_disjoint_memories() -> None:
    """The same question of another user finds nothing of the first one's."""
    saver = InMemorySaver()
    graph, _ = by_hand(memory_for(), TRIP, saver)
    graph.invoke(ASK, config("1", "ann"))
    again, model = by_hand(memory_for(), ["I do not know."], saver)
    again.invoke(
        {"messages": [("user", "When does flight AF1 leave?")]}, config("2", "bob")
    )
    assert len(model.calls[0].messages) == 1
    memory = memory_for()
    assert memory.cards(memory.store(saver), Scope(user="bob")) == []


def test_a_failed_run_is_tried_again_with_a_hypothesis() -> None:
    """An error nobody recovered from sends the run back; the failed answer is hidden."""
    script = [
        call("book_hotel", 1, name="Hotel 3", nights=1),
        "I could not book it.",
        call("book_hotel", 2, name="Hotel 3", nights=2),
        "Booked.",
    ]
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, script, saver)
    events = [
        event["event"]
        for event in graph.stream(ASK, config(), stream_mode="custom")
        if event["event"] != "memory_used"
    ]
    assert events.count("attempt_failed") == 1
    shown = texts(model.calls[2].messages)
    assert "I could not book it." not in shown
    assert "The attempt before this one failed" in shown[0]
    state = graph.get_state(config()).values
    assert "I could not book it." in texts(state["messages"])
    lessons = memory.experiences(memory.store(saver), ANN)
    assert any("minimum stay" in lesson.content for lesson in lessons)


def test_the_same_failure_is_not_tried_a_third_time() -> None:
    """A retry that fails alike ends it, although three are allowed."""
    failing = [
        reply
        for i in range(2)
        for reply in (call("book_hotel", i, name="Hotel 3", nights=1), f"Failed {i}.")
    ]
    graph, model = by_hand(memory_for(), failing, InMemorySaver())
    graph.invoke(ASK, config())
    assert len(model.calls) == 4


def test_retries_end_after_three() -> None:
    """Different failures each time: three retries, then the turn ends."""
    outcomes = iter(range(10))
    memory = memory_for(outcome=lambda _: f"reason {next(outcomes)}")
    graph, model = by_hand(memory, [f"Answer {i}." for i in range(10)], InMemorySaver())
    graph.invoke(ASK, config())
    assert len(model.calls) == 4


def test_a_lesson_is_shown_in_a_later_conversation() -> None:
    """What one run learned stands in the block of the next like task."""
    saver = InMemorySaver()
    script = [
        call("book_hotel", 1, name="Hotel 3", nights=1),
        call("book_hotel", 2, name="Hotel 3", nights=2),
        "Booked.",
    ]
    graph, _ = by_hand(memory_for(), script, saver)
    graph.invoke({"messages": [("user", "Book Hotel 3 in Rome")]}, config("1"))
    again, model = by_hand(memory_for(), ["Done."], saver)
    again.invoke({"messages": [("user", "Book a hotel in Paris")]}, config("2"))
    assert "minimum stay" in str(model.calls[0].messages[0].content)


def test_case_101_the_memorys_own_model_does_not_leak_tokens() -> None:
    """Message streams hold the answer's tokens alone, also with a memory model."""
    inner = ScriptedChatModel(script=["[]"] * 20)
    memory = memory_for(model=inner)
    graph, _ = by_hand(memory, TRIP, InMemorySaver())
    streamed = [
        chunk.content
        for chunk, meta in graph.stream(ASK, config(), stream_mode="messages")
        if meta["langgraph_node"] != "tools"
    ]
    assert inner.calls
    assert "[]" not in streamed
    assert all("memory" not in str(text) for text in streamed)


@pytest.mark.parametrize(
    "reply", [RuntimeError("429"), "", "Error generating summary: 429", "nonsense"]
)
def test_case_18_a_failing_memory_model_costs_nothing(reply: Any) -> None:
    """The turn goes on, rules serve, and no memory is made of the error's text."""
    memory, saver = memory_for(model=ScriptedChatModel(script=[reply] * 9)), InMemorySaver()
    graph, _ = by_hand(memory, TRIP, saver)
    with pytest.warns(MemoryWarning, match="model"):
        final = graph.invoke(ASK, config())
    assert final["messages"][-1].content == "Booked Hotel 0."
    store = memory.store(saver)
    lessons = memory.experiences(store, ANN)
    assert lessons
    assert not any("429" in lesson.content for lesson in lessons)


class _Broken(InMemoryStore):
    def batch(self, ops: Any) -> Any:
        del ops
        msg = "the database is away"
        raise StoreError(msg)


def test_case_78_a_store_that_is_down_does_not_break_the_turn() -> None:
    """The answer comes, and each failing node says so in a warning and an event."""
    graph, _ = by_hand(memory_for(), ["Hello."], InMemorySaver(), _Broken())
    with pytest.warns(MemoryWarning, match="the database is away"):
        events = list(graph.stream(ASK, config(), stream_mode=["custom", "values"]))
    errors = [e for mode, e in events if mode == "custom" and e["event"] == "memory_error"]
    assert errors
    values = [value for mode, value in events if mode == "values"]
    assert values[-1]["messages"][-1].content == "Hello."


class _Rubbish(InMemoryStore):
    answer: Any = None

    def batch(self, ops: Any) -> Any:
        return [self.answer for _ in ops]

    async def abatch(self, ops: Any) -> Any:
        return self.batch(ops)


@pytest.mark.parametrize("way", ["sync", "async"])
@pytest.mark.parametrize("answer", ["zz", None, ["zz"], 3])
async def test_case_78_a_store_that_answers_rubbish_is_told_of_once(
    way: str, answer: Any
) -> None:
    """The answer comes all the same, and what the store said is named."""
    store = _Rubbish()
    store.answer = answer
    graph, model = by_hand(memory_for(), TRIP, InMemorySaver(), store)
    with pytest.warns(MemoryWarning, match="the store answered a") as told:
        events = await _streamed(graph, way)
    assert len(told) == len([e for e in events if e["event"] == "memory_error"]) == 1
    assert type(answer).__name__ in str(told[0].message) or "'zz'" in str(told[0].message)
    assert len(model.calls) == len(TRIP)


def test_without_a_store_the_warning_says_what_to_do() -> None:
    """A graph compiled without a store answers, and is told how to get a memory."""
    memory = memory_for()
    node = fuse(memory.observe, memory.score_and_card)
    state = {"messages": [("user", "hi"), AIMessage("hello", id="a")]}
    with pytest.warns(MemoryWarning, match="store=memory.store"):
        assert node.invoke(state, config()) == {}


def test_running_a_node_twice_writes_the_same_items() -> None:
    """A replay, as after a crash, is an upsert of the same keys."""
    store = InMemoryStore()
    state = {"messages": [("user", "hi"), *_searched()]}
    for _ in range(2):
        memory_for(clock=Clock(), store=store).remember.invoke(state, config())
    for kind in ("records", "cards"):
        items = store.search(ANN.namespace(kind), limit=100)  # type: ignore[arg-type]
        assert len(items) == {"records": 2, "cards": 1}[kind]


def _searched() -> list[Any]:
    return [
        AIMessage("", tool_calls=call("flight_times", flight="AF1").tool_calls, id="a"),
        ToolMessage('{"departs": "09:40"}', tool_call_id="flight_times-0", id="r"),
    ]


def test_case_27_recalled_text_is_not_learned_again() -> None:
    """A block that comes back among the messages leaves no record and no card."""
    saver = InMemorySaver()
    graph, _ = by_hand(memory_for(), TRIP, saver)
    graph.invoke(ASK, config("1"))
    memory = memory_for()
    store = memory.store(saver)
    before = len(memory.cards(store, ANN))
    script = ["ok"] * 20
    again, _ = by_hand(memory, script, saver)
    for _ in range(20):
        again.invoke({"messages": [("user", "ok thanks, flight AF1")]}, config("2"))
    assert len(memory.cards(store, ANN)) == before


def test_case_92_the_channel_does_not_grow_with_the_store(tmp_path: Path) -> None:
    """With 300 items in the store, the channel is as small as with none."""
    sizes = []
    for filled in (0, 300):
        memory = memory_for()
        saver = SqliteSaver(
            sqlite3.connect(tmp_path / f"{filled}.db", check_same_thread=False)
        )
        store = memory.store(saver)
        for i in range(filled):
            store.put(ANN.namespace("records"), str(i), {"text": "x" * 300}, index=False)
        graph, _ = by_hand(memory, TRIP, saver)
        graph.invoke(ASK, config())
        channel = graph.get_state(config()).values["memory"]
        sizes.append(len(json.dumps(channel)))
        saver.conn.close()
    assert sizes[0] == sizes[1]
    assert sizes[0] < 3_000


def test_another_messages_key_works_by_hand() -> None:
    """The nodes read and recall from the key that the memory was told."""

    class Log(TypedDict):
        log: Annotated[list[AnyMessage], add_messages]

    saver = InMemorySaver()

    def graph_for(script: list[Any]) -> tuple[Any, ScriptedChatModel]:
        memory = memory_for(messages_key="log")
        model = ScriptedChatModel(script=script)
        builder = StateGraph(Log)
        builder.add_node("remember", memory.remember)
        builder.add_node("recall", memory.recall)
        builder.add_node("agent", memory.wrap(lambda s: {"log": [model.invoke(s["log"])]}))
        builder.add_node("tools", ToolNode(TOOLS, messages_key="log"))
        builder.add_edge(START, "remember")
        builder.add_edge("remember", "recall")
        builder.add_edge("recall", "agent")
        builder.add_conditional_edges(
            "agent", lambda s: "tools" if s["log"][-1].tool_calls else END
        )
        builder.add_edge("tools", "remember")
        return builder.compile(checkpointer=saver, store=memory.store(saver)), model

    graph, _ = graph_for([call("flight_times", flight="AF1"), "At 09:40."])
    graph.invoke({"log": [("user", "When does flight AF1 leave?")]}, config("1"))
    graph, model = graph_for(["At 09:40."])
    graph.invoke({"log": [("user", "When does flight AF1 leave?")]}, config("2"))
    assert "09:40" in str(model.calls[0].messages[0].content)


def test_a_new_answer_replaces_the_old_one_everywhere() -> None:
    """Asked six times in six threads, the question leaves one valid card: the newest."""
    saver, clock = InMemorySaver(), Clock()
    for i in range(6):
        flight_gate["gate"] = f"G{i}"
        memory = memory_for(clock=clock)
        graph, _ = by_hand(memory, [call("flight_gate_of", flight="AF1"), "Ok."], saver)
        graph.invoke({"messages": [("user", "Gate of flight AF1?")]}, config(str(i)))
        clock.advance(minutes=5)
    graph, model = by_hand(memory_for(clock=clock), ["G5."], saver)
    graph.invoke({"messages": [("user", "Gate of flight AF1?")]}, config("last"))
    block = str(model.calls[0].messages[0].content)
    assert "G5" in block
    assert "G4" not in block
    cards = memory_for().cards(memory_for().store(saver), ANN)
    assert len([card for card in cards if card.superseded_by is None]) == 1


class _NoQueries(HashEmbeddings):
    """Embeds documents, and fails on queries."""

    def embed_query(self, text: str) -> list[float]:
        raise ConnectionError(text)


class _Hanging(HashEmbeddings):
    """Embeds documents, and hangs on queries until it is let go."""

    in_process = False

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()

    def embed_query(self, text: str) -> list[float]:
        self.let_go.wait(60)
        return super().embed_query(text)


def test_case_98_embeddings_that_hang_hold_no_turn() -> None:
    """After `embed_seconds` the search by meaning is reported away; words find still."""
    saver, hanging = InMemorySaver(), _Hanging()
    settings = MemoryConfig(embed_seconds=0.1)
    memory = Memory(embeddings=hanging, config=settings, tools=TOOLS)
    again, model = by_hand(memory, ["At 09:40."], saver)
    graph, _ = by_hand(memory_for(), TRIP, saver)
    graph.invoke(ASK, config("1"))
    with pytest.warns(MemoryWarning, match=r"only by words.*0\.1 seconds"):
        again.invoke({"messages": [("user", "When does flight AF1 leave?")]}, config("2"))
    hanging.let_go.set()
    assert "09:40" in str(model.calls[0].messages[0].content)


def test_case_90_words_find_what_a_failing_embedder_cannot() -> None:
    """The lane by meaning is reported away; what the words name is recalled still."""
    saver = InMemorySaver()
    graph, _ = by_hand(memory_for(), TRIP, saver)
    graph.invoke(ASK, config("1"))
    store = CheckpointStore(saver, index=ExactIndex(_NoQueries()))
    again, model = by_hand(memory_for(), ["At 09:40."], saver, store)
    asks = {"messages": [("user", "When does flight AF1 leave?")]}
    with pytest.warns(MemoryWarning, match="only by words"):
        events = list(again.stream(asks, config("2"), stream_mode="custom"))
    assert "09:40" in str(model.calls[0].messages[0].content)
    (error,) = [event for event in events if event["event"] == "memory_error"]
    assert error["node"] == "retrieve"
    assert "could not be embedded" in error["error"]
    (found,) = [event for event in events if event["event"] == "memory_found"]
    for kind in ("cards", "experiences"):
        assert "the dense lane is dead: the query could not" in found[kind]["reason"]


class _NoDocuments(HashEmbeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        msg = f"{len(texts)} texts are too many"
        raise OSError(msg)


async def _streamed(graph: Any, way: str) -> list[dict[str, Any]]:
    if way == "sync":
        return list(graph.stream(ASK, config(), stream_mode="custom"))
    return [event async for event in graph.astream(ASK, config(), stream_mode="custom")]


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_what_the_store_warns_of_is_an_event_too(way: str) -> None:
    """Items that were kept without vectors are told in both ways, once each."""
    saver = InMemorySaver()
    store = CheckpointStore(saver, index=ExactIndex(_NoDocuments()))
    graph, _ = by_hand(memory_for(), TRIP, saver, store)
    with pytest.warns(MemoryWarning) as told:
        events = await _streamed(graph, way)
    warned = [str(one.message) for one in told if one.category is MemoryWarning]
    errors = [event["error"] for event in events if event["event"] == "memory_error"]
    assert errors == warned
    assert any("kept without vectors" in error for error in errors)


def test_an_item_that_cannot_be_read_is_an_event_too() -> None:
    """A card of another form is left out, which a warning and an event say."""
    store = InMemoryStore()
    graph, _ = by_hand(memory_for(), TRIP, InMemorySaver(), store)
    graph.invoke(ASK, config("1"))
    for item in store.search(ANN.namespace("cards"), limit=100):
        store.put(item.namespace, item.key, {**item.value, "table": 3})
    again, _ = by_hand(memory_for(), ["At 09:40."], InMemorySaver(), store)
    asks = {"messages": [("user", "When does flight AF1 leave?")]}
    with pytest.warns(MemoryWarning, match="cannot be read and is left out"):
        events = list(again.stream(asks, config("2"), stream_mode="custom"))
    errors = [event for event in events if event["event"] == "memory_error"]
    assert any("cannot be read" in error["error"] for error in errors)
