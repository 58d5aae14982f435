"""Selecting by columns: the same as looking at every item."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.store.filters import Filter, compile_filter
from langgraph_memory.store.items import Items
from langgraph_memory.store.layout import Stored, item_cell

SCALARS: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, 1.0, -0.0, 2.5, 2**53, 2.0**53, 2**53 + 1, "", "a", "b", "1"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("xy"), inner)
    ),
    max_leaves=4,
)
DATA = st.dictionaries(st.sampled_from("xyz"), VALUES)
BOUND = st.sampled_from([0, 1, 1.5, 2**53, "", "a", "aa"])
CONDITION = st.one_of(
    VALUES,
    st.fixed_dictionaries(
        {},
        optional={
            "$eq": VALUES,
            "$ne": VALUES,
            "$in": st.lists(VALUES, max_size=3),
            "$gt": BOUND,
            "$gte": BOUND,
            "$lt": BOUND,
            "$lte": BOUND,
        },
    ).filter(bool),
)
FILTER = st.dictionaries(
    st.sampled_from("xyz"),
    CONDITION | st.dictionaries(st.sampled_from("xy"), CONDITION),
    min_size=1,
)
# Enough of them that filters go by columns, and few enough values that some are alike.
FIRST = st.lists(DATA, min_size=5, max_size=12).map(lambda some: some * 20)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 300), st.none() | DATA),
        FILTER,
    ),
    max_size=30,
)


def stored(number: int, data: dict[str, Any], time: int) -> Stored:
    updated = f"2026-01-01T00:00:{time % 60:02}.000000+00:00"
    value = json.dumps(data)
    return Stored(key=f"k{number}", value=value, created=updated, updated=updated)


def put(items: Items, number: int, data: dict[str, Any] | None, time: int) -> None:
    cell = item_cell(f"k{number}")
    items.pop(cell)
    if data is not None:
        items.put(cell, stored(number, data, time))


def passing(items: Items, accept: Filter) -> list[str]:
    """The keys of those that pass, by a look at every one, newest first."""
    return [item.key for item in items.newest() if accept(json.loads(item.value))]


def assert_selected(items: Items, accept: Filter) -> None:
    selection = items.select(accept)
    if selection is None:
        assert len(items) < 100
        return
    expected = passing(items, accept)
    assert [item.key for item in selection.newest()] == expected
    assert sorted(item.key for item in selection.all()) == sorted(expected)
    assert selection.size >= len(expected)


@settings(max_examples=150, deadline=None)
@given(FIRST, STEPS, FILTER)
def test_columns_agree_with_a_look_at_every_item(
    first: list[dict[str, Any]], steps: list[Any], last: dict[str, Any]
) -> None:
    """After any puts, updates and deletes a filter selects just those that pass it."""
    items = Items()
    for number, data in enumerate(first):
        items.load(item_cell(f"k{number}"), stored(number, data, number % 7))
    for time, step in enumerate([*steps, last]):
        if isinstance(step, tuple):
            put(items, *step, time)
        elif (accept := compile_filter(step)) is not None:
            assert_selected(items, accept)


@pytest.mark.parametrize(
    "given_",
    [
        {"n": {"$gte": 1_000, "$lt": 1_500}},
        {"n": {"$gt": 1_900}, "kind": "k3"},
        {"n": {"$ne": 5}, "rare": 3},
        {"n": {"$lt": 50}, "kind": {"$ne": "k3"}},
        {"id": {"$gte": "i0500", "$lt": "i0510"}},
        {"id": {"$in": ["i0500", "i0501", "none"]}},
        {"kind": {"$in": [f"k{n}" for n in range(20)]}},
        {"id": {"$gt": 5}},
        {"n": {"$gt": "i"}},
    ],
)
def test_many_different_values(given_: dict[str, Any]) -> None:
    """Paths with thousands of values are as exact, before and after changes."""
    items = Items()
    for n in range(2_000):
        data = {"n": n, "kind": f"k{n % 40}", "id": f"i{n:04}", "rare": n % 400}
        items.load(item_cell(f"k{n}"), stored(n, data, n))
    accept = compile_filter(given_)
    assert accept is not None
    assert_selected(items, accept)
    for n in range(0, 2_000, 3):
        put(items, n, {"n": n / 2, "kind": "k3", "id": f"i{n:04}+"} if n % 2 else None, n)
    assert_selected(items, accept)


def test_old_columns_make_room() -> None:
    """Filters on any number of paths in turn go on being exact."""
    items = Items()
    for n in range(200):
        data = {f"f{field}": n % (field + 2) for field in range(40)}
        items.load(item_cell(f"k{n}"), stored(n, data, n))
    for turn in range(3):
        for field in range(40):
            accept = compile_filter({f"f{field}": 1, f"f{(field + 1) % 40}": {"$gt": 0}})
            assert accept is not None
            assert_selected(items, accept)
            put(items, turn * 40 + field, {f"f{field}": 1}, field)
