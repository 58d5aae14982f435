"""Searching without a query: prefixes, order, paging, and what reads leave behind."""

from __future__ import annotations

import pytest
from langgraph.store.base import BaseStore, SearchOp

from langgraph_memory.errors import StoreError
from langgraph_memory.testing import Clock


def keys(store: BaseStore, prefix: tuple[str, ...], **options: object) -> list[str]:
    return [item.key for item in store.search(prefix, **options)]


def test_case_2_prefix_is_matched_by_whole_labels(store: BaseStore) -> None:
    """A label that merely begins alike is another label."""
    store.put(("t", "acme"), "x", {"text": "x"})
    store.put(("t", "acme-corp"), "y", {"text": "y"})
    store.put(("t", "acme", "sub"), "z", {"text": "z"})
    assert sorted(keys(store, ("t", "acme"))) == ["x", "z"]
    assert sorted(keys(store, ("t",))) == ["x", "y", "z"]
    assert sorted(keys(store, ())) == ["x", "y", "z"]
    assert keys(store, ("t", "ac")) == []


def test_case_2_prefix_holds_for_queries_too(store: BaseStore) -> None:
    """Nothing outside of the prefix is ranked."""
    store.put(("t", "acme"), "x", {"text": "blue whale"})
    store.put(("t", "acme-corp"), "y", {"text": "blue whale"})
    assert keys(store, ("t", "acme"), query="blue whale") == ["x"]


def test_what_changed_last_comes_first(store: BaseStore, clock: Clock) -> None:
    """Without a query the order is that of the last change, over all namespaces."""
    for n, namespace in enumerate([("a",), ("b",), ("a",), ("c",)]):
        store.put(namespace, f"k{n}", {"n": n})
        clock.advance(seconds=1)
    store.put(("b",), "k1", {"n": 10})
    assert keys(store, ()) == ["k1", "k3", "k2", "k0"]


def test_equal_times_are_ordered_by_key(store: BaseStore) -> None:
    """Items of one moment come in the order of their keys, the last first."""
    for key in ("b", "c", "a"):
        store.put(("a",), key, {})
    assert keys(store, ("a",)) == ["c", "b", "a"]


def test_pages_cover_everything_once(store: BaseStore, clock: Clock) -> None:
    """Pages of any size are the whole, without gaps and repetitions."""
    for n in range(23):
        store.put(("a", str(n % 3)), f"k{n:02}", {"text": f"word{n} common"})
        if n % 4 == 0:
            clock.advance(seconds=1)
    for query in (None, "common"):
        whole = keys(store, ("a",), limit=100, query=query)
        assert len(set(whole)) == 23
        pages: list[str] = []
        for offset in range(0, 28, 4):
            pages += keys(store, ("a",), limit=4, offset=offset, query=query)
        assert pages == whole


def test_limits_and_offsets(store: BaseStore) -> None:
    """The default limit is 10, nothing is asked for by 0, and beyond the end is nothing."""
    for n in range(12):
        store.put(("a",), f"k{n:02}", {"n": n})
    assert len(store.search(("a",))) == 10
    assert store.search(("a",), limit=0) == []
    assert store.search(("a",), offset=12) == []
    assert len(store.search(("a",), limit=10**9, offset=5)) == 7


@pytest.mark.parametrize("options", [{"limit": -1}, {"offset": -1}, {"limit": 1.5}])
def test_impossible_pages_are_refused(store: BaseStore, options: dict[str, int]) -> None:
    """A negative or broken limit or offset is a ValueError."""
    store.put(("a",), "k", {})
    with pytest.raises(ValueError, match="whole number"):
        store.search(("a",), **options)


def test_found_items_have_their_place_and_times(store: BaseStore, clock: Clock) -> None:
    """A hit is the item, with a score only where there was a query."""
    store.put(("a", "b"), "k", {"text": "tea"})
    (plain,) = store.search(("a",))
    (ranked,) = store.search(("a",), query="tea")
    for hit in (plain, ranked):
        assert (hit.namespace, hit.key, hit.value) == (("a", "b"), "k", {"text": "tea"})
        assert (hit.created_at, hit.updated_at) == (clock(), clock())
    assert plain.score is None
    assert ranked.score == pytest.approx(1.0, abs=1e-5)


def test_case_63_reads_create_nothing(store: BaseStore) -> None:
    """A thousand keys that do not exist leave no trace, and no namespace."""
    store.batch([SearchOp(("ghost", str(n))) for n in range(20)])
    for n in range(1_000):
        assert store.get(("ghost", str(n % 20)), f"k{n}") is None
    assert store.list_namespaces() == []
    assert store.search(()) == []


def test_case_91_a_query_without_index_is_refused(plain_store: BaseStore) -> None:
    """A query is not ignored: the error says how to give the store an index."""
    plain_store.put(("a",), "k", {"text": "x"})
    with pytest.raises(StoreError, match="index=ExactIndex"):
        plain_store.search(("a",), query="x")
    assert len(plain_store.search(("a",))) == 1
