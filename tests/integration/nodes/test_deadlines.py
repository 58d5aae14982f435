"""Stores and embeddings that answer slowly or never: the turn goes on without them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Memory, MemoryConfig, MemoryWarning
from langgraph_memory.testing import HashEmbeddings

from .prose import ANN
from .trips import TOOLS, asking, by_hand, config

SHORT = MemoryConfig(store_seconds=0.1, embed_seconds=0.1)
WAYS = pytest.mark.parametrize("way", ["sync", "async"])


class Slow(InMemoryStore):
    """A store whose batches wait, those that `holds` says, until they are let go."""

    def __init__(self, **index: Any) -> None:
        super().__init__(**index)
        self.let_go = threading.Event()
        self.held: list[list[Op]] = []
        self.fails = False

    def holds(self, ops: list[Op]) -> bool:
        """Whether a batch has to wait."""
        return bool(ops)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out a batch, perhaps late, perhaps not at all."""
        asked = list(ops)
        if not self.let_go.is_set() and self.holds(asked):
            self.held.append(asked)
            self.let_go.wait(60)
            if self.fails:
                msg = "the disk is full"
                raise OSError(msg)
        return super().batch(asked)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))


class SlowToWrite(Slow):
    """A store that only writes slowly."""

    def holds(self, ops: list[Op]) -> bool:
        """Only what puts something."""
        return any(isinstance(op, PutOp) for op in ops)


def memory(**settings: Any) -> Memory:
    """A memory that waits a tenth of a second."""
    return Memory(embeddings=HashEmbeddings(), config=SHORT, tools=TOOLS, **settings)


async def said(graph: Any, way: str, *texts: str, thread: str = "1") -> list[Any]:
    """Say something, one text a turn; the custom events of these turns."""
    events: list[Any] = []
    for text in texts:
        asks, told = {"messages": [("user", text)]}, config(thread)
        if way == "sync":
            turn = graph.stream(asks, told, stream_mode="custom")
            events += await asyncio.to_thread(list, turn)
        else:
            turn = graph.astream(asks, told, stream_mode="custom")
            events += [event async for event in turn]
    return events


async def settled(store: Slow) -> None:
    """Let go of what is held, and wait until nothing of it is under way."""
    store.let_go.set()
    for thread in threading.enumerate():
        if thread.name == "langgraph_memory-call":
            await asyncio.to_thread(thread.join, 60)
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=60)


def errors(events: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What the events tell of failures."""
    return (event["error"] for event in events if event["event"] == "memory_error")


@WAYS
async def test_case_98_a_store_that_hangs_holds_no_turn(way: str) -> None:
    """The answers come, it is told once, and the store is asked once in two turns."""
    store = Slow()
    graph, model = by_hand(memory(), ["Hello.", "Yes."], InMemorySaver(), store)
    silent = r"no answer within 0\.1 seconds, and is left alone for 60 seconds"
    with pytest.warns(MemoryWarning, match=silent) as told:
        events = await said(graph, way, "Are you there?", "Still?")
    assert len(told) == len([*errors(events)]) == len(store.held) == 1
    assert len(model.calls) == 2
    await settled(store)


@WAYS
async def test_case_98_a_slow_write_arrives_and_is_made_once(way: str) -> None:
    """The turn tells what may still arrive; it does, and the next turn adds its own."""
    store, slow = SlowToWrite(), memory()
    graph, _ = by_hand(slow, ["Hello.", "Yes."], InMemorySaver(), store)
    with pytest.warns(MemoryWarning, match="writes that may still arrive: 1"):
        await said(graph, way, "My code is QX-71.")
    assert not store.search(ANN.namespace("records"))
    await settled(store)
    [first] = store.search(ANN.namespace("records"))
    slow.settings.breaker.close()  # as after its rest
    await said(graph, way, "Do you know it?")
    records = store.search(ANN.namespace("records"))
    assert first.key in {record.key for record in records}
    texts = sorted(record.value["text"] for record in records)
    assert texts == ["Do you know it?", "Hello.", "My code is QX-71.", "Yes."]


@WAYS
async def test_case_98_a_slow_write_that_fails_is_told_and_made_again(way: str) -> None:
    """Nothing is lost silently: a warning when it fails, and the next turn writes it."""
    store, slow = SlowToWrite(), memory()
    store.fails = True
    graph, _ = by_hand(slow, ["Hello.", "Yes."], InMemorySaver(), store)
    with pytest.warns(MemoryWarning, match="may still arrive"):
        await said(graph, way, "My code is QX-71.")
    late = "1 writes that no turn waited for failed: .*the disk is full"
    with pytest.warns(MemoryWarning, match=late):
        await settled(store)
    assert not store.search(ANN.namespace("records"))
    slow.settings.breaker.close()  # as after its rest
    await said(graph, way, "Do you know it?")
    texts = {one.value["text"] for one in store.search(ANN.namespace("records"))}
    assert "My code is QX-71." in texts


class HangingQueries(HashEmbeddings):
    """Embeddings that embed texts, and queries never."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()
        self.asked = 0

    def embed_query(self, text: str) -> list[float]:
        """Wait, and embed."""
        self.asked += 1
        self.let_go.wait(60)
        return super().embed_query(text)

    async def aembed_query(self, text: str) -> list[float]:
        """The same in a thread."""
        return await asyncio.to_thread(self.embed_query, text)


@WAYS
async def test_case_98_a_search_by_meaning_that_hangs_is_left_alone(way: str) -> None:
    """Words find still; the lane is named dead, and is not asked again in the next turn."""
    hanging = HangingQueries()
    size = len(HashEmbeddings().embed_query("size"))
    index: Any = {"dims": size, "embed": hanging, "fields": ["text"]}
    store = InMemoryStore(index=index)
    earlier, _ = by_hand(memory(), ["Noted."], InMemorySaver(), store)
    hanging.let_go.set()
    await said(earlier, way, "I am allergic to peanuts.", thread="before")
    hanging.let_go.clear()
    hanging.asked = 0
    graph, model = by_hand(memory(), ["No.", "No."], InMemorySaver(), store)
    with pytest.warns(MemoryWarning, match="only by words: the store gave no") as told:
        events = await said(graph, way, "Am I allergic to peanuts?", "To peanuts, am I?")
    asked = hanging.asked
    hanging.let_go.set()
    await settled(Slow())
    assert len(told) == 1
    assert asked <= len(("cards", "experiences"))
    assert "peanuts" in str(model.calls[0].messages[0].content)
    both = [event for event in events if event["event"] == "memory_found"]
    assert len(both) == 2
    for found in both:
        assert "the dense lane is dead" in found["cards"]["reason"]
        assert found["cards"]["hits"]


class InProcess(InMemoryStore):
    """A store that says that it need not be waited for."""

    in_process = True

    def __init__(self) -> None:
        super().__init__()
        self.threads: set[str] = set()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Note the thread."""
        self.threads.add(threading.current_thread().name)
        return super().batch(ops)


def test_a_store_in_the_process_costs_no_thread() -> None:
    """What says that it is there is called where the node runs."""
    store = InProcess()
    graph, _ = by_hand(memory(), ["Hello."], InMemorySaver(), store)
    graph.invoke(asking("Hello?"), config())
    assert store.threads
    assert "langgraph_memory-call" not in store.threads
    assert memory().store(InMemorySaver()).in_process
