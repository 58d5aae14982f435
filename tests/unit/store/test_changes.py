"""A store tells those who follow it what has changed, whoever changed it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory import CheckpointStore
from langgraph_memory.errors import StoreError
from langgraph_memory.index.changes import Changes, Followed
from langgraph_memory.store.history import KEPT, History
from tests.unit.store.savers import sqlite_saver

HERE, THERE = ("here",), ("there",)
DAY = 1_440


def told(store: CheckpointStore, token: str | None) -> Changes:
    return store.changes({HERE: token})[HERE]


def values(changes: Changes) -> dict[str, Any]:
    return {item.key: item.value["n"] for item in changes.items}


def test_a_store_is_followed() -> None:
    """It has what the port asks for, and knows nothing of what was before it was asked."""
    store = CheckpointStore(InMemorySaver())
    assert isinstance(store, Followed)
    store.put(HERE, "a", {"n": 1})
    first = told(store, None)
    assert (first.known, first.items, first.gone) == (False, (), ())
    assert told(store, first.token) == Changes(token=first.token, known=True)
    assert not told(store, "nonsense").known
    assert not told(store, f"{first.token}x").known


def test_own_and_others_changes_are_told_once_each() -> None:
    """Puts and deletes of any store on the checkpointer come, as they are in the end."""
    saver = InMemorySaver()
    store, other = CheckpointStore(saver), CheckpointStore(saver)
    token = told(store, None).token
    store.put(HERE, "a", {"n": 1})
    other.put(HERE, "b", {"n": 2})
    other.put(HERE, "a", {"n": 3})
    other.put(THERE, "c", {"n": 4})
    changes = told(store, token)
    assert values(changes) == {"a": 3, "b": 2}
    other.delete(HERE, "a")
    store.put(HERE, "d", {"n": 5})
    store.delete(HERE, "d")
    after = told(store, changes.token)
    assert (values(after), set(after.gone)) == ({}, {"a", "d"})
    both = told(store, token)
    assert (values(both), set(both.gone)) == ({"b": 2}, {"a", "d"})


def test_who_falls_behind_is_told_to_read_anew() -> None:
    """When others wrote more than the feed remembers, what has changed is not known."""
    saver = InMemorySaver()
    store, other = CheckpointStore(saver), CheckpointStore(saver)
    token = told(store, None).token
    for start in range(0, 300, 10):
        puts = [PutOp(HERE, f"k{start + i}", {"n": i}) for i in range(10)]
        other.batch(puts)
    changes = told(store, token)
    assert not changes.known
    other.put(HERE, "late", {"n": 7})
    assert values(told(store, changes.token)) == {"late": 7}


def test_items_that_fade_are_announced() -> None:
    """Ages change nothing that could be told, so followers are warned."""
    store = CheckpointStore(InMemorySaver())
    assert not told(store, None).fades
    store.put(HERE, "a", {"n": 1}, ttl=DAY)
    assert told(store, None).fades


def test_asynchronous_code_is_told_the_same() -> None:
    """Both ways lead to one history."""
    store = CheckpointStore(InMemorySaver())
    token = told(store, None).token
    store.put(HERE, "a", {"n": 1})
    changes = asyncio.run(store.achanges({HERE: token}))[HERE]
    assert values(changes) == {"a": 1}


def test_a_checkpointer_that_fails_is_an_error(tmp_path: Path) -> None:
    """That nothing is known is not the same as that nothing has changed."""
    saver = sqlite_saver(tmp_path / "db.sqlite")
    store = CheckpointStore(saver)
    token = told(store, None).token
    saver.conn.close()
    with pytest.raises(StoreError):
        told(store, token)


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 40))
def test_a_history_knows_what_came_after(keys: list[int], at: int) -> None:
    """Each key once, the last changed last."""
    history = History()
    token = history.token
    for place, key in enumerate(keys):
        if place == at:
            token = history.token
        history.note(str(key))
    after = keys[at:] if at < len(keys) else (keys if token.endswith(":0") else [])
    last = {str(key): place for place, key in enumerate(after)}
    assert history.since(token) == sorted(last, key=last.__getitem__)


def test_a_history_forgets_what_is_long_ago() -> None:
    """Its memory is bounded, and it says when it is asked for more."""
    history = History()
    begin = history.token
    for number in range(KEPT + 2):
        history.note(str(number))
    assert history.since(begin) is None
    assert History().since(begin) is None
    assert history.since(history.token) == []
