"""What is alike is read together, and says what it would say alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING, Table

words = st.text("xyz 1中", max_size=4) | st.sampled_from(
    ["{x}", '{"a": 1}', "a\x07b", "[]"]
)
scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | words
rows_of_it = st.fixed_dictionaries({"id": scalars, "kind": scalars})
items = st.one_of(
    scalars,
    st.lists(scalars, max_size=3),
    st.fixed_dictionaries({"a": scalars}),
    st.fixed_dictionaries({"a": scalars, "b": st.fixed_dictionaries({"c": scalars})}),
)
tables = st.lists(rows_of_it, min_size=1, max_size=3) | st.fixed_dictionaries(
    {"200": rows_of_it, "404": rows_of_it}
)


def of(value: Any) -> tuple[Table, ...]:
    return read(json.dumps(value)).tables


def named(found: tuple[Table, ...], name: str) -> list[Table]:
    return [table for table in found if table.name == name]


def said(found: list[Table]) -> list[str]:
    """What each row says, column by column, without the cells that it has not."""
    rows = [
        sorted(zip(table.columns, row, strict=True), key=lambda cell: cell[0])
        for table in found
        for row in table.rows
    ]
    return [repr({c: cell for c, cell in row if cell is not MISSING}) for row in rows]


@given(st.lists(items, min_size=8, max_size=30))
def test_items_of_several_kinds_are_read_as_they_are_one_by_one(value: list[Any]) -> None:
    """A list says the same where an item that holds a table has each read by itself."""
    together = said(named(of(value), ""))
    with_table = {"far": [{"near": 1}, {"near": 2}], "z": 0}
    apart = [
        row for row in said(named(of([*value, with_table]), "")) if "'z': 0" not in row
    ]
    assert sorted(row for row in together if row != "{}") == sorted(apart)


def test_rows_of_several_kinds_keep_their_order() -> None:
    """Scalars, objects and lists that take turns become rows in their order."""
    value = [1, {"a": 2}, [3, 4], None, {"a": 5}, [6]] * 4
    [table] = of(value)
    assert table.columns == ("value", "a", "group")
    numbers = [
        next(cell for cell in row[:2] if cell is not MISSING) for row in table.rows[:7]
    ]
    assert numbers == [1, 2, 3, 4, None, 5, 6]
    assert [row[2] for row in table.rows[7:14]] == [
        MISSING, MISSING, 9, 9, MISSING, MISSING, 12
    ]  # fmt: skip


@given(st.lists(tables, min_size=8, max_size=12))
def test_tables_side_by_side_are_read_as_they_are_alone(given_tables: list[Any]) -> None:
    """Each of several tables in an object is the one that it is without the others."""
    fields = {f"field{chr(97 + n)}": table for n, table in enumerate(given_tables)}
    together = of({"at": 1, **fields})
    for name, table in fields.items():
        assert named(together, name) == named(of({"at": 1, name: table}), name)


@given(
    st.lists(
        st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), scalars, min_size=1),
        min_size=8,
        max_size=20,
    )
)
def test_objects_of_any_fields_say_what_they_say_alone(value: list[Any]) -> None:
    """An object is the row that it is in a list by itself, whatever the others hold."""
    alone = [row for item in value for row in said(named(of([item]), ""))]
    assert sorted(said(named(of(value), ""))) == sorted(alone)


@pytest.mark.parametrize("repeats", [1, 300])
def test_keys_of_many_columns_are_found_in_time(repeats: int) -> None:
    """A record of very many names still has the name that comes first for its key."""
    value = {f"n{number}_name": f"x{number}" for number in range(repeats)}
    [table] = of({"title": "t", **value})
    assert table.key == "title"


def test_objects_of_lists_alone_keep_their_place() -> None:
    """What stands below an object without fields of its own is not another one's."""
    bare, told = ({"a": [{"x": 1}, {"x": 2}]} for _ in range(2)), {"id": "k"}
    value = [
        *bare,
        {**told, "a": [{"x": 5}, {"x": 6}]},
        {**told, "a": [{"x": 7}, {"x": 8}]},
    ]
    whole, inner = of(value)
    assert [row[0] for row in whole.rows] == [MISSING, MISSING, "k", "k"]
    assert [row[0] for row in inner.rows] == [1, 1, 2, 2, 3, 3, 4, 4]
