"""Checkpointers that keep all versions of a checkpoint."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import Appending, Keeping, OnlyAsync, Refusing

NS = ("a",)
SAVERS = [Appending, Refusing, Keeping]


def store_on(saver: Any) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def rows(saver: Any, part: str) -> int:
    threads = (row.config["configurable"]["thread_id"] for row in saver.list(None))
    return sum(part in thread for thread in threads)


@pytest.mark.parametrize("kind", SAVERS)
def test_the_newest_version_counts(kind: Any) -> None:
    """Two stores on such a saver see each other's updates and deletions, no old text."""
    saver = kind()
    one, other = store_on(saver), store_on(saver)
    for turn in range(5):
        writer, reader = (one, other) if turn % 2 else (other, one)
        writer.batch([PutOp(NS, f"k{n}", {"text": f"turn{turn} w{n}"}) for n in range(5)])
        writer.delete(NS, f"k{turn}")
        for store in (reader, store_on(saver)):
            hits = store.search(NS, query=f"turn{turn}")
            assert len(hits) == 4
            assert all(f"turn{turn} " in hit.value["text"] for hit in hits)
            assert store.get(NS, f"k{turn}") is None
    assert store_on(saver).list_namespaces() == [NS]


@pytest.mark.parametrize("kind", SAVERS)
def test_listening_stays_short(kind: Any) -> None:
    """However much is written, the feed is begun anew and its old versions go."""
    saver = kind()
    writer, reader = store_on(saver), store_on(saver)
    for n in range(4_000):
        writer.put(NS, f"k{n % 3}", {"n": n}, index=False)
        if n % 100 == 0:
            assert reader.search(NS)[0].value == {"n": n}
    assert sorted(hit.value["n"] for hit in reader.search(NS)) == [3_997, 3_998, 3_999]
    assert rows(saver, ":feed:") < 9 * 300


def test_old_versions_are_pruned_where_that_is_possible() -> None:
    """A namespace whose items change often does not grow."""
    saver = Refusing()
    for n in range(2_000):
        store_on(saver).search(NS) if n % 100 == 0 else None
        store_on(saver).put(NS, f"k{n % 3}", {"n": n}, index=False)
    assert rows(saver, ":items:") < 600
    assert sorted(hit.value["n"] for hit in store_on(saver).search(NS)) == [
        1_997,
        1_998,
        1_999,
    ]


async def test_an_asynchronous_one_is_found_out_too() -> None:
    """From asynchronous code the same is tried, and the same comes of it."""
    saver = OnlyAsync()
    saver.inner = Appending()
    stores = [store_on(saver), store_on(saver)]
    for turn in range(4):
        await stores[turn % 2].aput(NS, "k", {"text": f"turn{turn}"})
        (hit,) = await stores[1 - turn % 2].asearch(NS, query="turn")
        assert hit.value == {"text": f"turn{turn}"}
    await asyncio.gather(*(stores[n % 2].aput(NS, f"{n}", {"n": n}) for n in range(20)))
    assert len(await stores[0].asearch(NS, limit=100)) == 21


def test_savers_of_langgraph_are_not_tried() -> None:
    """Where it is known that a put overwrites, nothing more than the items is written."""
    saver = InMemorySaver()
    store_on(saver).put(NS, "k", {"text": "x"})
    store_on(saver).put(NS, "k", {"text": "y"})
    assert rows(saver, ":probe") == 0
    assert rows(saver, ":items:") == 1


def test_a_saver_of_ones_own_that_overwrites_is_tried_once() -> None:
    """The trial leaves a row for each store, which then overwrites as everywhere."""

    class Own(InMemorySaver):
        def put(self, *args: Any) -> Any:
            return super().put(*args)

    saver = Own()
    stores = [store_on(saver), store_on(saver)]
    for n in range(10):
        stores[n % 2].put(NS, "k", {"n": n})
    assert rows(saver, ":probe") == 2
    assert rows(saver, ":items:") == 1
