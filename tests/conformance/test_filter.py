"""Filters: equality, bounds, nesting, and what is refused."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from langgraph.store.base import BaseStore

NS = ("people",)
PEOPLE: dict[str, dict[str, Any]] = {
    "ann": {"age": 15, "city": "Rome", "tags": ["x"], "born": "2010-05-01", "vip": True},
    "bob": {"age": 30, "city": "Oslo", "tags": [], "born": "1995-01-31", "vip": False},
    "cem": {"age": 70.5, "city": None, "address": {"zip": "123", "no": 4}, "vip": 1},
    "dan": {"age": "40", "address": {"zip": "999", "no": 10}},
}


@pytest.fixture(autouse=True)
def people(store: BaseStore) -> None:
    for key, value in PEOPLE.items():
        store.put(NS, key, value)


def found(store: BaseStore, given: Any) -> str:
    return " ".join(sorted(item.key for item in store.search(NS, filter=given)))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"city": "Rome"}, "ann"),
        ({"city": "Rome", "age": 15}, "ann"),
        ({"city": "Rome", "age": 30}, ""),
        ({"city": {"$eq": "Oslo"}}, "bob"),
        ({"city": {"$ne": "Oslo"}}, "ann cem dan"),
        ({"tags": []}, "bob"),
        ({"tags": ["x"]}, "ann"),
        ({"address": {"zip": "123"}}, "cem"),
        ({"address": {"no": {"$gt": 5}}}, "dan"),
        ({"nothing": 1}, ""),
        ({}, "ann bob cem dan"),
    ],
)
def test_equality_and_nesting(store: BaseStore, given: Any, expected: str) -> None:
    """Several fields must hold together; a nested filter looks at its fields alone."""
    assert found(store, given) == expected


def test_none_means_null_or_missing(store: BaseStore) -> None:
    """None finds what is null, and what is not there."""
    assert found(store, {"city": None}) == "cem dan"
    assert found(store, {"address": {"street": None}}) == "cem dan"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"age": {"$gt": 15}}, "bob cem"),
        ({"age": {"$gte": 15}}, "ann bob cem"),
        ({"age": {"$lt": 70.5}}, "ann bob"),
        ({"age": {"$lte": 70.5}}, "ann bob cem"),
        ({"age": {"$gt": 9}}, "ann bob cem"),
        ({"age": {"$gte": 18, "$lte": 65}}, "bob"),
        ({"age": {"$gt": "3"}}, "dan"),
        ({"born": {"$lt": "2000"}}, "bob"),
        ({"born": {"$gte": dt.date(1995, 1, 31), "$lt": dt.date(2010, 5, 1)}}, "bob"),
    ],
)
def test_bounds_compare_like_with_like(store: BaseStore, given: Any, expected: str) -> None:
    """Numbers are compared as numbers, texts as texts, and never one with the other."""
    assert found(store, given) == expected


def test_true_is_not_one(store: BaseStore) -> None:
    """As in JSON, truth and numbers are of different kinds."""
    assert found(store, {"vip": True}) == "ann"
    assert found(store, {"vip": 1}) == "cem"
    assert found(store, {"vip": {"$gte": 0}}) == "cem"


def test_case_60_no_bound_is_lost(store: BaseStore) -> None:
    """Both bounds of a range, both fields, and an empty list of choices count."""
    for key, age in {"y": 15, "m": 30, "o": 70}.items():
        store.put(("ages",), key, {"age": age, "kind": "odd" if age == 15 else "even"})

    def ages(given: Any) -> list[int]:
        return sorted(i.value["age"] for i in store.search(("ages",), filter=given))

    assert ages({"age": {"$gte": 18, "$lte": 65}}) == [30]
    assert ages({"kind": "even", "age": {"$gt": 30}}) == [70]
    assert ages({}) == [15, 30, 70]
    assert ages({"age": {"$in": []}}) == []
    assert ages({"age": {"$in": [70, 15]}}) == [15, 70]
    with pytest.raises(ValueError, match=r"\$between"):
        ages({"age": {"$between": [1, 2]}})


@pytest.mark.parametrize(
    "given",
    [
        {"age": {"$near": 3}},
        {"age": {"$gt": 3, "$near": 3}},
        {"age": {"$gt": float("nan")}},
        {"age": {"$gt": 3, "low": 3}},
        {"age": {"$gt": None}},
        {"age": {"$lt": [1]}},
        {"age": {"$in": 3}},
        {"address": {"no": {"$near": 3}}},
        {"$or": [{"age": 15}, {"age": 30}]},
        {"age": object()},
        {3: 4},
        "age > 3",
    ],
)
def test_what_makes_no_sense_is_refused(store: BaseStore, given: Any) -> None:
    """An unknown or malformed operator is a ValueError, never an unfiltered result."""
    with pytest.raises(ValueError, match=r"\S"):
        store.search(NS, filter=given)


def test_what_makes_no_sense_is_refused_without_items(store: BaseStore) -> None:
    """A wrong filter is found out even where there is nothing to filter."""
    with pytest.raises(ValueError, match="unknown filter operator"):
        store.search(("nobody",), filter={"age": {"$near": 3}})


def test_case_52_field_names_cannot_carry_code(store: BaseStore) -> None:
    """A field name that looks like a query language is refused."""
    for name in ("a' OR 1=1 --", 'a"); DROP TABLE store', "a\x00", "", "a;b"):
        with pytest.raises(ValueError, match="field name"):
            store.search(NS, filter={name: 1})


def test_field_names_of_other_scripts_are_fine(store: BaseStore) -> None:
    """Letters of any script, blanks and dots are part of names, and mean nothing else."""
    store.put(("f",), "k", {"城市": "北京", "room type": "twin", "a.b": 1, "a": {"b": 2}})
    for given in ({"城市": "北京"}, {"room type": "twin"}, {"a.b": 1}, {"a": {"b": 2}}):
        assert len(store.search(("f",), filter=given)) == 1
    assert store.search(("f",), filter={"a.b": 2}) == []


def test_filters_go_with_queries_and_pages(store: BaseStore) -> None:
    """A filter narrows a ranked search before it is cut into pages."""
    for n in range(60):
        store.put(("q",), f"k{n:02}", {"text": f"common word{n}", "odd": n % 2 == 1})
    hits = store.search(("q",), query="common word7", filter={"odd": True}, limit=50)
    assert len(hits) == 30
    assert hits[0].key == "k07"
    page = store.search(
        ("q",), query="common word7", filter={"odd": True}, limit=5, offset=5
    )
    assert [hit.key for hit in page] == [hit.key for hit in hits[5:10]]
