"""Batches: order, reads before writes, and all or nothing of what is wrong."""

from __future__ import annotations

import pytest
from langgraph.store.base import BaseStore, GetOp, ListNamespacesOp, PutOp, SearchOp

from langgraph_memory.errors import StoreError

NS = ("a",)


def test_results_stand_where_their_operations_stood(store: BaseStore) -> None:
    """Each result answers the operation at its place; writes answer None."""
    store.put(NS, "k", {"text": "x"})
    results = store.batch(
        [
            PutOp(NS, "l", {"text": "y"}),
            GetOp(NS, "k"),
            ListNamespacesOp(),
            SearchOp(NS, query="x"),
            GetOp(NS, "none"),
            PutOp(NS, "k", None),
        ]
    )
    put, got, listed, found, missing, deleted = results
    assert (put, missing, deleted) == (None, None, None)
    assert got.value == {"text": "x"}
    assert listed == [NS]
    assert [hit.key for hit in found] == ["k"]


def test_reads_see_the_state_before_the_batch(store: BaseStore) -> None:
    """A read does not see the writes beside it, wherever these stand."""
    store.put(NS, "k", {"text": "old"})
    results = store.batch(
        [
            PutOp(NS, "k", {"text": "new"}),
            PutOp(NS, "l", {"text": "more"}),
            GetOp(NS, "k"),
            SearchOp(()),
        ]
    )
    assert results[2].value == {"text": "old"}
    assert [hit.key for hit in results[3]] == ["k"]
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == {"text": "new"}


def test_the_last_write_to_a_key_wins(store: BaseStore) -> None:
    """Of several writes to one key the last one stands, be it a deletion or not."""
    store.batch(
        [
            PutOp(NS, "k", {"text": "one"}),
            PutOp(NS, "k", {"text": "two"}),
            PutOp(NS, "gone", {"text": "x"}),
            PutOp(NS, "gone", None),
            PutOp(NS, "back", None),
            PutOp(NS, "back", {"text": "y"}),
        ]
    )
    assert {i.key: i.value["text"] for i in store.search(NS)} == {"k": "two", "back": "y"}


def test_an_empty_batch_is_nothing(store: BaseStore) -> None:
    """No operations, no results."""
    assert store.batch([]) == []
    assert store.batch(iter(())) == []


def test_operations_may_come_from_a_generator(store: BaseStore) -> None:
    """Any iterable of operations is a batch."""
    store.batch(PutOp(NS, f"k{n}", {"n": n}) for n in range(5))
    assert len(store.search(NS)) == 5


def test_nothing_is_written_of_a_batch_that_is_wrong(store: BaseStore) -> None:
    """One bad operation stops all of them before the first is done."""
    good = PutOp(NS, "k", {"text": "x"})
    for bad in (
        PutOp(NS, "l", {"text": object()}),
        SearchOp(NS, filter={"n": {"$near": 1}}),
        SearchOp(NS, limit=-1),
        "no operation",
    ):
        with pytest.raises((StoreError, ValueError)):
            store.batch([good, bad])
    assert store.get(NS, "k") is None


def test_a_large_batch(store: BaseStore) -> None:
    """Hundreds of writes over several namespaces go in one batch."""
    ops = [PutOp(("n", str(n % 7)), f"k{n}", {"n": n}, index=False) for n in range(420)]
    store.batch(ops)
    assert len(store.search(("n",), limit=5_000)) == 420
    assert len(store.search(("n", "3"), limit=5_000)) == 60
