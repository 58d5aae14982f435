"""Items that live for a time."""

from __future__ import annotations

import pytest
from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp

from langgraph_memory.testing import Clock
from tests.conformance.conftest import Open

NS = ("a",)


def test_case_64_expired_items_are_not_seen(store: BaseStore, clock: Clock) -> None:
    """Past its time an item is invisible however it is read, without any sweep."""
    store.put(NS, "short", {"text": "tea"}, ttl=1)
    store.put(("b",), "long", {"text": "tea"})
    assert store.list_namespaces() == [("a",), ("b",)]
    clock.advance(minutes=2)
    assert store.get(NS, "short") is None
    assert [hit.key for hit in store.search(())] == ["long"]
    assert [hit.key for hit in store.search((), query="tea")] == ["long"]
    assert [hit.key for hit in store.search((), filter={"text": "tea"})] == ["long"]
    assert store.list_namespaces() == [("b",)]


def test_case_64_no_read_revives(store: BaseStore, clock: Clock) -> None:
    """Reading an expired item, asking for a new lease too, does not bring it back."""
    store.put(NS, "k", {"text": "tea"}, ttl=1)
    clock.advance(minutes=1)
    for _ in range(2):
        assert store.get(NS, "k", refresh_ttl=True) is None
        assert store.search(NS, refresh_ttl=True) == []
    clock.advance(minutes=-1)
    assert store.get(NS, "k", refresh_ttl=False) is not None


@pytest.mark.parametrize("query", [None, "tea"])
def test_reading_starts_the_time_anew(
    store: BaseStore, clock: Clock, query: str | None
) -> None:
    """An item that is read lives on, unless the read says otherwise."""
    store.put(NS, "k", {"text": "tea"}, ttl=10)
    clock.advance(minutes=6)
    assert store.get(NS, "k") is not None
    clock.advance(minutes=6)
    assert len(store.search(NS, query=query)) == 1
    clock.advance(minutes=6)
    (hit,) = store.search(NS, query=query, refresh_ttl=False)
    assert (hit.value, hit.updated_at) == ({"text": "tea"}, hit.created_at)
    clock.advance(minutes=6)
    assert store.get(NS, "k") is None


def test_a_put_sets_the_time_anew(store: BaseStore, clock: Clock) -> None:
    """The last put decides whether an item expires, and when."""
    store.put(NS, "k", {"text": "x"}, ttl=1)
    store.put(NS, "k", {"text": "x"})
    store.put(NS, "l", {"text": "x"})
    store.put(NS, "l", {"text": "x"}, ttl=1)
    clock.advance(days=400)
    assert [hit.key for hit in store.search(NS)] == ["k"]


def test_what_is_put_after_expiry_is_new(store: BaseStore, clock: Clock) -> None:
    """A key that had expired is created again, not updated."""
    store.put(NS, "k", {"text": "x"}, ttl=1)
    clock.advance(minutes=5)
    store.put(NS, "k", {"text": "y"})
    item = store.get(NS, "k")
    assert item is not None
    assert item.created_at == clock()


def test_a_write_beside_a_read_wins(store: BaseStore, clock: Clock) -> None:
    """Refreshing what a batch reads does not undo what it writes."""
    for key in ("gone", "kept"):
        store.put(NS, key, {"text": "x"}, ttl=10)
    store.batch(
        [
            GetOp(NS, "gone"),
            SearchOp(NS),
            PutOp(NS, "gone", None),
            PutOp(NS, "kept", {"text": "y"}, ttl=1),
        ]
    )
    assert store.get(NS, "gone") is None
    clock.advance(minutes=2)
    assert store.get(NS, "kept") is None


def test_expiry_survives_reopening(open_store: Open, clock: Clock) -> None:
    """The time of an item goes on while no process is there."""
    open_store().put(NS, "k", {"text": "tea"}, ttl=5)
    clock.advance(minutes=4)
    assert open_store().get(NS, "k", refresh_ttl=False) is not None
    clock.advance(minutes=2)
    again = open_store()
    assert again.search(NS, query="tea") == []
    assert again.list_namespaces() == []


@pytest.mark.parametrize("ttl", [0, -1, float("nan"), float("inf")])
def test_impossible_times_are_refused(store: BaseStore, ttl: float) -> None:
    """A ttl is a positive number of minutes."""
    with pytest.raises(ValueError, match="positive number of minutes"):
        store.put(NS, "k", {"text": "x"}, ttl=ttl)


def test_very_long_times_are_for_ever(store: BaseStore, clock: Clock) -> None:
    """A ttl beyond the calendar is no error."""
    store.put(NS, "k", {"text": "x"}, ttl=1e15)
    clock.advance(days=365_000)
    assert store.get(NS, "k", refresh_ttl=False) is not None
