"""What a filter selected, kept while items change."""

from __future__ import annotations

import random

from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings

NS = ("a",)


def filled(items: int) -> CheckpointStore:
    store = CheckpointStore(InMemorySaver(), index=ExactIndex(HashEmbeddings()))
    for number in range(items):
        store.put(NS, f"y{number}", {"text": f"y{number}", "a": 2, "b": 2})
    return store


def test_an_item_that_met_one_condition_alone_may_go() -> None:
    """Although it never passed, what is kept of the filter knew of it."""
    store = filled(100)
    store.put(NS, "x", {"text": "x", "a": 1, "b": 3})
    accept = {"a": 1, "b": 2}
    assert store.search(NS, filter=accept) == []
    store.delete(NS, "x")
    assert store.search(NS, query="q", filter=accept) == []
    assert store.search(NS, filter=accept) == []


def test_a_filter_of_many_paths_follows_changes() -> None:
    """Also one of more paths than columns are held."""
    store = filled(70)
    paths = {f"f{number}": 1 for number in range(20)}
    store.put(NS, "x", {"text": "x", **paths})
    assert [hit.key for hit in store.search(NS, filter=paths)] == ["x"]
    store.put(NS, "x", {"text": "x", **paths, "f0": 5})
    assert store.search(NS, filter=paths) == []
    assert store.search(NS, query="x", filter=paths) == []


def test_filters_agree_with_looking_at_every_item() -> None:
    """However items come, change and go, in searches with a query and without."""
    chance = random.Random(7)  # noqa: S311 - no secret
    store = filled(80)
    values = {f"y{number}": (2, 2) for number in range(80)}
    for _ in range(600):
        key = f"y{chance.randrange(90)}"
        if chance.random() < 0.3:
            store.delete(NS, key)
            values.pop(key, None)
        else:
            values[key] = chance.randrange(30), chance.randrange(4)
            a, b = values[key]
            store.put(NS, key, {"text": key, "a": a, "b": b})
        wanted = chance.randrange(30), chance.randrange(4)
        accept = {"a": wanted[0], "b": {"$lte": wanted[1]}}
        expected = {k for k, (a, b) in values.items() if a == wanted[0] and b <= wanted[1]}
        query = chance.choice([None, "y1"])
        found = store.search(NS, query=query, filter=accept, limit=100)
        assert {hit.key for hit in found} == expected
