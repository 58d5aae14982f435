"""Checkpointers with one half, called from both sides at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import Appending, OnlyAsync, OnlySync, Refusing

NS = ("a",)
EACH = 12


def appending(kind: type[Any], inner: type[Any]) -> Any:
    saver = kind()
    saver.inner = inner()
    return saver


SAVERS: dict[str, Callable[[], BaseCheckpointSaver[Any]]] = {
    "one half, synchronous": OnlySync,
    "one half, asynchronous": OnlyAsync,
    "synchronous, appends": lambda: appending(OnlySync, Appending),
    "asynchronous, appends": lambda: appending(OnlyAsync, Appending),
    "synchronous, refuses": lambda: appending(OnlySync, Refusing),
    "asynchronous, refuses": lambda: appending(OnlyAsync, Refusing),
    "both halves, appends": Appending,
}


@pytest.mark.parametrize("name", SAVERS)
async def test_both_sides_at_once_wait_for_nobody_forever(name: str) -> None:
    """Threads and tasks write and search through two stores, and both have all of it."""
    saver = SAVERS[name]()
    stores = [
        CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32))) for _ in range(2)
    ]
    for store in stores:  # each learns where an asynchronous saver works
        await store.aput(NS, "first", {"text": "first"})

    def from_a_thread(who: int) -> None:
        for n in range(EACH):
            stores[who % 2].put(NS, f"thread{who}-{n}", {"text": f"thread{who} word{n}"})
            (hit,) = stores[who % 2].search(NS, query=f"thread{who} word{n}", limit=1)
            assert hit.key == f"thread{who}-{n}"
            if n % 3 == 0:
                stores[who % 2].delete(NS, f"thread{who}-{n}")

    async def from_a_task(who: int) -> None:
        for n in range(EACH):
            await stores[who % 2].aput(NS, f"task{who}-{n}", {"text": f"task{who} word{n}"})
            assert await stores[1 - who % 2].aget(NS, f"task{who}-{n}") is not None
            if n % 3 == 0:
                await stores[1 - who % 2].adelete(NS, f"task{who}-{n}")

    threads = [asyncio.to_thread(from_a_thread, who) for who in range(3)]
    async with asyncio.timeout(60):
        await asyncio.gather(*threads, *(from_a_task(who) for who in range(3)))
    expected = {
        f"{kind}{who}-{n}"
        for kind in ("thread", "task")
        for who in range(3)
        for n in range(EACH)
        if n % 3
    }
    for store in stores:
        found = await store.asearch(NS, query="word7", limit=1_000)
        assert {hit.key for hit in found} == expected | {"first"}
        assert await store.alist_namespaces() == [NS]


@pytest.mark.parametrize("name", SAVERS)
def test_each_run_of_asyncio_may_be_another_loop(name: str) -> None:
    """What one event loop wrote, another one finds after the first is closed."""
    saver = SAVERS[name]()
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))

    async def write(n: int) -> list[str]:
        await store.aput(NS, f"k{n}", {"text": f"word{n}"})
        return [hit.key for hit in await store.asearch(NS, query=f"word{n}", limit=9)]

    for n in range(3):
        found = asyncio.run(write(n))
        assert found[0] == f"k{n}"
        assert sorted(found) == [f"k{m}" for m in range(n + 1)]
