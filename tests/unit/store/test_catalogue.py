"""Writers that stop half-way, at every point, and what others then make of it."""

from __future__ import annotations

import pytest

from langgraph_memory.errors import StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import Full

NS = ("a", "new")
POINTS = range(12)  # more than a put has writes


def store_on(saver: Full) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def stopped(point: int) -> tuple[CheckpointStore, Full]:
    """A store that knows all there was before a writer stopped at a point of its put."""
    saver = Full()
    reader = store_on(saver)
    reader.put(("a", "old"), "k", {"text": "old"})
    assert len(reader.search(())) == len(reader.list_namespaces()) == 1
    writer = store_on(saver)
    saver.room = point
    try:
        writer.put(NS, "k", {"text": "half"})
    except StoreError:
        assert saver.room == 0
    saver.room = 1_000
    return reader, saver


@pytest.mark.parametrize("point", POINTS)
def test_a_namespace_is_listed_if_it_has_items(point: int) -> None:
    """Wherever the writer stopped, get, search and the list of namespaces agree."""
    reader, saver = stopped(point)
    for store in (reader, store_on(saver), reader):
        there = [NS] if store.get(NS, "k") else []
        assert store.list_namespaces(prefix=NS) == there
        assert [hit.namespace for hit in store.search(NS)] == there
        hits = store.search((), query="half")
        assert [hit.namespace for hit in hits if hit.namespace == NS] == there


@pytest.mark.parametrize("point", POINTS)
def test_what_comes_after_is_seen(point: int) -> None:
    """A put into the namespace that another one left half entered is found by all."""
    reader, saver = stopped(point)
    store_on(saver).put(NS, "next", {"text": "whole"})
    for store in (reader, store_on(saver)):
        assert store.search((), query="whole", limit=1)[0].key == "next"
        assert store.list_namespaces(prefix=NS) == [NS]
