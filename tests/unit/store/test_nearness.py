"""Asking for less: keys and scores alone, and items as they are held."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import SearchOp

from langgraph_memory import CheckpointStore, ExactIndex
from langgraph_memory.index.bare import HeldOp, NearnessOp
from langgraph_memory.testing import HashEmbeddings

SPACE = ("notes",)


@pytest.mark.parametrize("query", ["tea with milk", None])
@pytest.mark.parametrize("limit", [2, 10])
def test_keys_and_scores_are_those_of_a_search(query: str | None, limit: int) -> None:
    """They come in the same order, and what has no vectors has no score."""
    store = CheckpointStore(InMemorySaver(), index=ExactIndex(HashEmbeddings()))
    for key, text in {"a": "tea", "b": "milk and tea", "c": "a ferry to Lima"}.items():
        store.put(SPACE, key, {"text": text})
    store.put(SPACE, "d", {"text": "tea"}, index=False)
    wanted = SPACE, None, limit, 0, query
    results: list[Any] = store.batch([SearchOp(*wanted), NearnessOp(*wanted)])
    found, told = results
    assert told == [(item.key, item.score) for item in found]
    assert store.tells_nearness
    scores = dict(told)
    assert limit == 2 or scores["d"] is None


def test_what_is_held_is_what_is_there() -> None:
    """An item that may be as it is held is the one that a get gives, or none, likewise."""
    saver = InMemorySaver()
    store, other = CheckpointStore(saver), CheckpointStore(saver)
    store.put(SPACE, "a", {"text": "tea"})
    assert store.batch([HeldOp(SPACE, "a"), HeldOp(SPACE, "b")]) == [
        store.get(SPACE, "a"),
        None,
    ]
    store.search(SPACE)  # from now on it is held
    assert store.batch([HeldOp(SPACE, "a")]) == [store.get(SPACE, "a")]
    store.put(SPACE, "a", {"text": "milk"})
    assert store.batch([HeldOp(SPACE, "a")]) == [store.get(SPACE, "a")]
    other.put(SPACE, "a", {"text": "a ferry"})
    store.search(SPACE)
    (held,) = store.batch([HeldOp(SPACE, "a")])
    assert held == other.get(SPACE, "a")
    other.delete(SPACE, "a")
    store.changes({SPACE: None})
    assert store.batch([HeldOp(SPACE, "a")]) == [None]
