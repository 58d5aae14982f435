"""Reading by shape: what is a record, what is a table, and that nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING, Table

names = st.text("abcde_", min_size=1, max_size=3)
words = st.text("xyz 1中", max_size=4)
scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | words
forms = st.lists(names, min_size=1, max_size=4, unique=True)
ids = st.integers(100, 999).map(lambda number: f"U{number}")


@st.composite
def like_objects(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Objects of the same fields; some hold objects or lists, always in the same field."""
    inner = forms.flatmap(lambda form: st.fixed_dictionaries(dict.fromkeys(form, scalars)))
    kinds = st.sampled_from(
        [
            scalars,
            st.fixed_dictionaries({"p": scalars, "q": scalars}),
            st.lists(words, max_size=3),
            st.lists(st.integers(), min_size=17, max_size=20),
            st.lists(st.fixed_dictionaries({"s": scalars}), max_size=3),
            st.lists(st.tuples(st.integers(), st.integers()), max_size=3),
            st.lists(inner, max_size=2),
        ]
    )
    fields = {name: draw(kinds) for name in draw(forms)}
    return draw(st.lists(st.fixed_dictionaries(fields), min_size=4, max_size=6))


def of(value: Any) -> tuple[Table, ...]:
    return read(json.dumps(value)).tables


def rows(found: Table) -> list[dict[str, Any]]:
    """Rows by column, without the absent cells."""
    return [
        {c: cell for c, cell in zip(found.columns, row, strict=True) if cell is not MISSING}
        for row in found.rows
    ]


def flattened(value: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """An object of scalars and objects as one row."""
    row: dict[str, Any] = {}
    for key, item in value.items():
        if isinstance(item, dict):
            row |= flattened(item, f"{prefix}{key}.")
        else:
            row[prefix + key] = item
    return row


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list | tuple):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def by_table(found: tuple[Table, ...]) -> dict[str, list[str]]:
    """What the rows of each table say, whatever names the parent's row."""
    said: dict[str, list[str]] = {}
    for one in found:
        for row in rows(one):
            cells = [*row.items()][1 if one.name else 0 :]
            said.setdefault(one.name, []).append(repr(sorted(cells, key=str)))
    return {name: sorted(lines) for name, lines in said.items() if lines != ["[]"]}


@given(like_objects())
def test_objects_read_together_are_read_as_they_are_alone(value: list[Any]) -> None:
    """Reading by column and reading one by one give the same cells."""
    alone: dict[str, list[str]] = {}
    for item in value:
        for name, lines in by_table(of([item])).items():
            alone.setdefault(name, []).extend(lines)
    together = by_table(of(value))
    assert {k: [x for x in v if x != "[]"] for k, v in together.items()} == {
        name: sorted(lines) for name, lines in alone.items()
    }


@given(
    st.dictionaries(names, scalars, min_size=1, max_size=4),
    st.dictionaries(names, scalars, min_size=1, max_size=3),
    st.integers(1, 9),
)
def test_rows_keep_their_order_and_their_cells(
    flat: dict[str, Any], nested: dict[str, Any], count: int
) -> None:
    """Each object of a list is one row, nested objects as dotted columns of it."""
    objects = [{"n": number, "in": nested, **flat} for number in range(count)]
    found = [table for table in of(objects) if table.name == ""]
    [table] = found
    plain = {int: lambda n: n if -(2**63) <= n < 2**63 else str(n)}
    wanted = [
        {k: plain[int](v) if type(v) is int else v for k, v in flattened(item).items()}
        for item in objects
    ]
    assert rows(table) == wanted


@given(
    st.recursive(
        scalars,
        lambda s: st.lists(s, max_size=5) | st.dictionaries(names, s, max_size=5),
        max_leaves=30,
    )
)
def test_no_leaf_of_json_is_lost(value: Any) -> None:
    """Whatever the shape, every text and number is in a cell, or in the text of one."""
    reading = read(json.dumps({"top": value}))
    said = "\n".join(
        cell if isinstance(cell, str) else json.dumps(cell)
        for table in reading.tables
        for row in table.rows
        for cell in row
        if cell is not MISSING
    )
    for leaf in leaves(value):
        text = leaf if isinstance(leaf, str) else json.dumps(leaf)
        assert text in said


@given(
    st.dictionaries(
        ids, st.dictionaries(names, scalars, min_size=1), min_size=2, max_size=5
    )
)
def test_objects_under_their_ids_are_rows_named_by_them(value: dict[str, Any]) -> None:
    """A dict keyed by ids is a table, with one row per id and the ids as its key."""
    things = [found for found in of({"things": value}) if found.name == "things"]
    assert {(found.kind, found.key) for found in things} == {("list", "thing")}
    said = [row["thing"] for found in things for row in rows(found)]
    assert sorted(said) == sorted(value)


@given(st.dictionaries(words.filter(str.strip), scalars, min_size=1))
def test_objects_that_repeat_their_keys_are_rows(fields: dict[str, Any]) -> None:
    """Keys whose value a child repeats name the rows and add no column."""
    value = {name: {"code": name, "size": len(name)} for name in fields}
    [found] = of(value)
    assert found.kind == "list"
    assert rows(found) == [*value.values()]
    numbers = {"101": {"id": 101, "n": 5}, "102": {"id": 102, "n": 6}}
    assert rows(of(numbers)[0]) == [*numbers.values()]


@pytest.mark.parametrize(
    ("value", "name", "key"),
    [
        (
            {"hotels": [{"city": "a", "hotel_id": "H1"}, {"city": "b", "hotel_id": "H2"}]},
            "hotels",
            "hotel_id",
        ),
        (
            {"data": {"orders": [{"user_id": "u", "order_id": "1"}] * 2}},
            "data.orders",
            "order_id",
        ),
        (
            [{"flightNumber": "HA1", "price": 3}, {"flightNumber": "HA2", "price": 4}],
            "",
            "flightNumber",
        ),
        ([{"name": "A", "phone": "1"}, {"name": "B", "phone": "2"}], "", "name"),
        ([{"编号": "甲1", "价格": 3}, {"编号": "乙2", "价格": 4}], "", "编号"),
        ([{"price": 3}, {"price": 4}], "", None),
        ([{"name": "A"}, {"name": "A"}, {"name": "A"}], "", None),
    ],
)
def test_entities_have_a_key_and_a_type(value: Any, name: str, key: str | None) -> None:
    """The table is named by its path, its objects by their id, else by their name."""
    found = of(value)[-1]
    assert (found.name, found.key) == (name, key)


def test_a_list_of_one_null_is_a_cell() -> None:
    """One item stays what it is, also when it is nothing."""
    [found] = of({"id": "A1", "note": [None]})
    assert rows(found) == [{"id": "A1", "note": None}]


def test_texts_in_lists_that_hold_objects_are_opened() -> None:
    """Rows that were encoded one by one are rows; other texts stay texts."""
    [found] = of([json.dumps({"id": "A1"}), json.dumps({"id": "B2"})])
    assert (found.key, rows(found)) == ("id", [{"id": "A1"}, {"id": "B2"}])
    assert rows(of(["[1]", "{x}"])[0]) == [{"value": "[1]"}, {"value": "{x}"}]


def test_tables_called_group_or_value_keep_their_keys() -> None:
    """The names that lists give their columns do not hide the keys of an object."""
    lists = {"A101": [[{"n": 1}], [{"n": 2}]], "B202": [[{"n": 3}]]}
    [found] = of({"groups": lists})
    assert [(row["key"], row["group"]) for row in rows(found)] == [
        ("A101", 1),
        ("A101", 2),
        ("B202", 1),
    ]
    values = {"A101": 5, "B202": 6, "C303": 7}
    [found] = of({"values": values})
    assert [tuple(row.items()) for row in rows(found)] == [
        (("key", key), ("value", value)) for key, value in values.items()
    ]


def test_runs_of_like_objects_keep_their_place_among_others() -> None:
    """Objects of several forms that follow each other stay in order, with their lists."""
    some = [{"n": i, "kids": [{"k": i}]} for i in range(6)]
    more = [{"n": i, "tag": "t", "kids": [{"k": i}]} for i in range(6, 12)]
    parent, kids = of([*some, *more])
    assert [row["n"] for row in rows(parent)] == [*range(12)]
    assert [(row["row"], row["k"]) for row in rows(kids)] == [(i + 1, i) for i in range(12)]


def test_numbers_of_lists_within_lists_start_anew_in_each() -> None:
    """A group within a group is told apart from that of another."""
    [found] = of([[["a"], ["b"]], [["c"]], [["d"]]])
    assert [tuple(row.values()) for row in rows(found)] == [
        ("1.1", "a"),
        ("1.2", "b"),
        ("2.1", "c"),
        ("3.1", "d"),
    ]
    [found] = of([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    assert [row["group"] for row in rows(found)] == [1, 1, 2, 2]


def test_titles_of_lists_in_rows_are_no_rows() -> None:
    """Each list of rows may bring its titles; its rows stay with their parent."""
    lamps = [["part", "price"], ["bulb", 3], ["base", 4]]
    desks = [["part", "price"], ["top", 5]]
    objects = [{"id": f"L{i}", "parts": lamps if i % 2 else desks} for i in range(4)]
    _, parts = of(objects)
    assert [tuple(row.items()) for row in rows(parts)][:3] == [
        (("id", "L0"), ("part", "top"), ("price", 5)),
        (("id", "L1"), ("part", "bulb"), ("price", 3)),
        (("id", "L1"), ("part", "base"), ("price", 4)),
    ]
