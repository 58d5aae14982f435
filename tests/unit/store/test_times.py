"""When an item was made and when it was changed, whatever else is done to it."""

from __future__ import annotations

import io
from datetime import datetime

from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import CheckpointStore, ExactIndex, Memory, Scope
from langgraph_memory.testing import Clock, HashEmbeddings

ANN = Scope(user="ann")
CARDS = ANN.namespace("cards")


def times(store: CheckpointStore, key: str) -> tuple[datetime, datetime]:
    item = store.get(CARDS, key)
    assert item is not None
    return item.created_at, item.updated_at


def test_case_105_only_a_change_moves_the_time_of_a_change() -> None:
    """Reading, searching, embedding anew and deleting others leave both times alone."""
    clock, saver = Clock(), InMemorySaver()
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings(16)), clock=clock)
    store.put(CARDS, "one", {"text": "leek soup", "tags": ["warm"]})
    store.put(CARDS, "two", {"text": "plum cake"})
    made = clock()
    clock.advance(hours=1)
    store.search(CARDS, query="soup")
    store.get(CARDS, "one")
    store.delete(CARDS, "two")
    assert times(store, "one") == (made, made)
    other = CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)), clock=clock)
    other.reindex()
    assert times(other, "one") == (made, made)
    clock.advance(hours=1)
    other.put(CARDS, "one", {"text": "leek soup", "tags": ["warm", "quick"]})
    assert times(other, "one") == (made, clock())


def test_case_105_times_go_along_with_what_is_taken_along() -> None:
    """An item that is imported is as old as it was where it came from."""
    clock, memory, file = Clock(), Memory(embeddings=HashEmbeddings(16)), io.StringIO()
    stores = [
        CheckpointStore(InMemorySaver(), index=ExactIndex(HashEmbeddings(16)), clock=clock)
        for _ in range(2)
    ]
    stores[0].put(CARDS, "one", {"text": "leek soup"})
    made = clock()
    clock.advance(days=3)
    memory.export(stores[0], ANN, file)
    file.seek(0)
    memory.import_(stores[1], file)
    assert times(stores[1], "one") == (made, made)
