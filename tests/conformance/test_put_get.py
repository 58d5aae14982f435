"""Putting, getting and deleting single items."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.store.base import BaseStore

from langgraph_memory.errors import StoreError
from langgraph_memory.testing import Clock

NS = ("users", "ann")


def test_an_item_comes_back(store: BaseStore) -> None:
    """What was put is got, with its place and its times."""
    store.put(NS, "a", {"text": "likes tea", "n": 1, "deep": {"list": [1, None, True]}})
    item = store.get(NS, "a")
    assert item is not None
    assert item.value == {"text": "likes tea", "n": 1, "deep": {"list": [1, None, True]}}
    assert (item.namespace, item.key) == (NS, "a")
    assert item.created_at <= item.updated_at
    assert item.created_at.tzinfo is not None


def test_missing_items_are_none(store: BaseStore) -> None:
    """Neither an unknown key nor an unknown namespace is an error."""
    store.put(NS, "a", {"text": "x"})
    assert store.get(NS, "b") is None
    assert store.get(("users", "bob"), "a") is None


def test_keys_are_apart_by_namespace(store: BaseStore) -> None:
    """One key in two namespaces is two items."""
    store.put(("a", "b"), "k", {"n": 1})
    store.put(("a",), "k", {"n": 2})
    store.put(("ab",), "k", {"n": 3})
    values = [store.get(ns, "k") for ns in (("a", "b"), ("a",), ("ab",))]
    assert [item.value["n"] for item in values if item] == [1, 2, 3]


def test_created_at_is_kept_on_update(store: BaseStore, clock: Clock) -> None:
    """Putting again replaces the value and moves updated_at only."""
    store.put(NS, "a", {"text": "one"})
    first = store.get(NS, "a")
    clock.advance(hours=1)
    store.put(NS, "a", {"other": "two"})
    second = store.get(NS, "a")
    assert first is not None
    assert second is not None
    assert second.value == {"other": "two"}
    assert second.created_at == first.created_at
    assert second.updated_at > first.updated_at


def test_deleting_removes_and_is_idempotent(store: BaseStore) -> None:
    """A deleted item is gone; deleting it again, or what never was, changes nothing."""
    store.put(NS, "a", {"text": "x"})
    store.delete(NS, "a")
    store.delete(NS, "a")
    store.delete(("never", "was"), "a")
    assert store.get(NS, "a") is None
    assert store.search(NS) == []


def test_a_key_put_again_after_deletion_is_new(store: BaseStore, clock: Clock) -> None:
    """Nothing of the deleted item comes back."""
    store.put(NS, "a", {"text": "x", "old": True})
    clock.advance(hours=1)
    store.delete(NS, "a")
    store.put(NS, "a", {"text": "y"})
    item = store.get(NS, "a")
    assert item is not None
    assert item.value == {"text": "y"}
    assert item.created_at == clock()
    assert [found.key for found in store.search(NS)] == ["a"]


def test_case_62_values_are_copied_both_ways(store: BaseStore) -> None:
    """Changing what was given or what was got changes nothing that is kept."""
    given: dict[str, Any] = {"text": "x", "list": [1]}
    store.put(NS, "a", given)
    given["list"].append(2)
    got = store.get(NS, "a")
    assert got is not None
    got.value["list"].append(3)
    got.value["x"] = 1
    (found,) = store.search(NS)
    found.value["list"].append(4)
    kept = store.get(NS, "a")
    assert kept is not None
    assert kept.value == {"text": "x", "list": [1]}


def test_keys_may_be_any_text(store: BaseStore) -> None:
    """Keys need no escaping, whatever is in them."""
    keys = ["", " ", "a/b", "ключ", "键", "a'b\"c", "x\n\x00y", "k" * 5_000, "\ud83d"]
    for key in keys:
        store.put(NS, key, {"key": repr(key)})
    for key in keys:
        item = store.get(NS, key)
        assert item is not None
        assert (item.key, item.value) == (key, {"key": repr(key)})
    assert {item.key for item in store.search(NS, limit=20)} == set(keys)


def test_a_value_must_be_a_mapping(store: BaseStore) -> None:
    """Anything else is refused before anything is written."""
    with pytest.raises(StoreError, match="mapping"):
        store.put(NS, "a", ["x"])
    assert store.list_namespaces() == []
