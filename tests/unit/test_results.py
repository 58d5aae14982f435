"""What a store answers must be what it was asked for."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from langgraph_memory._results import checked
from langgraph_memory.errors import StoreError

NS = ("a",)
OPS = (GetOp(NS, "k"), GetOp(NS, "l"), SearchOp(NS), ListNamespacesOp(), PutOp(NS, "m", {}))


def test_results_of_a_store_pass() -> None:
    """They are given back as they are."""
    store = InMemoryStore()
    store.put(NS, "k", {"text": "tea"})
    results = store.batch(OPS)
    assert results[0] is not None
    assert checked(OPS, results) == results


@pytest.mark.parametrize(
    ("op", "results", "said"),
    [
        (GetOp(NS, "k"), None, "a batch by NoneType: None"),
        (GetOp(NS, "k"), "x", "a batch by str: 'x'"),
        (GetOp(NS, "k"), [], "1 operations by 0 results"),
        (GetOp(NS, "k"), ["x" * 99], "a reading by str: 'x{59}…"),
        (SearchOp(NS), [None], "a search by NoneType: None"),
        (SearchOp(NS), [[{}]], "a search by dict: {}"),
    ],
)
def test_what_cannot_be_a_result_is_named(op: Any, results: Any, said: str) -> None:
    """It is an error that tells what came, not an empty memory."""
    with pytest.raises(StoreError, match=said):
        checked((op,), results)
