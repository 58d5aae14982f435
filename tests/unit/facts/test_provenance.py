"""Which values of a table a call was given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.provenance import Use, uses
from langgraph_memory.facts.tables import MISSING, Cell, Table
from tests.unit.facts.values import any_value


def of(*cells: Cell) -> Table:
    """A table of one row, its columns named `0`, `1` and so on."""
    columns = tuple(str(number) for number in range(len(cells)))
    return Table("", columns, (cells,), None, "list")


def used(cell: Cell, args: dict[str, Any]) -> bool:
    return bool(uses(of(cell), args))


HOTELS = Table(
    "",
    ("id", "name", "price", "cities"),
    (
        ("#W123", "Cozy Loft", 342.81, "Rome, Paris"),
        ("#W124", "Inn", 561.05, MISSING),
    ),
    "id",
    "list",
)


def test_uses_name_row_column_and_parameter() -> None:
    """The credit goes to the very cell, and says where its value went."""
    args = {
        "order_id": "#W124",
        "guests": [{"wish": {"room": "cozy  loft"}}],
        "city": "paris",
    }
    assert uses(HOTELS, args) == (
        Use(0, "name", "guests[].wish.room"),
        Use(0, "cities", "city"),
        Use(1, "id", "order_id"),
    )


def test_numbers_of_a_sum_and_ids_of_a_letter_count() -> None:
    """Calculating tools and messages are given values within their text."""
    assert uses(HOTELS, {"expression": "342.81 + 561.05"}) == (
        Use(0, "price", "expression"),
        Use(1, "price", "expression"),
    )
    assert uses(HOTELS, {"body": "请取消W123, and nothing else."}) == (
        Use(0, "id", "body"),
    )


@pytest.mark.parametrize(
    ("cell", "argument"),
    [
        ("W123", "#w123"),
        (130, 130.0),
        (130, "130"),
        ("130.50", 130.5),
        ("$1,700", 1700),
        (2**60, str(2**60)),
        ("02139", "02139"),
        ("2024-05-16", "2024-05-16"),
        ("SFO", "sfo"),
        ("北京", "北京"),
        (-16.63, "-16.63"),
    ],
)
def test_values_are_equal_after_light_normalising(cell: Cell, argument: Any) -> None:
    """Case, blanks, signs of currency and the type of a number do not matter."""
    assert used(cell, {"x": argument})


@pytest.mark.parametrize(
    ("cell", "argument"),
    [
        (1, 1),
        (0, "0"),
        (True, True),
        (None, None),
        (MISSING, None),
        ("no", "no"),
        ("yes", "yes"),
        ("a", "a"),
        ("02139", 2139),
        ("W123", "W1234"),
        ("Rome", "Romeo and Juliet"),
        (16, "2024-05-16"),
        (555, "555-1234"),
        (2**60, 2**60 + 1),
    ],
)
def test_what_says_too_little_or_only_looks_alike_is_no_use(
    cell: Cell, argument: Any
) -> None:
    """Commonplace values, parts of words, dates and telephone numbers give no credit."""
    assert not used(cell, {"x": argument})


def test_a_cell_is_used_once() -> None:
    """Standing in two parameters, or matching in two ways, a cell counts once."""
    assert uses(of("Rome, Oslo"), {"a": "Rome", "b": "Oslo"}) == (Use(0, "0", "a"),)


def test_arguments_may_be_nested_without_end() -> None:
    """A thousand levels are searched like one."""
    deep: Any = "#W124"
    for _ in range(1_000):
        deep = [{"a": deep}]
    assert [use.row for use in uses(HOTELS, {"x": deep})] == [1]


@given(st.dictionaries(st.text(max_size=5), any_value, max_size=4))
def test_any_arguments_can_be_searched(args: dict[str, Any]) -> None:
    """No value of an argument makes the search fail."""
    for use in uses(HOTELS, args):
        assert use.column in HOTELS.columns


@given(st.integers(100, 10**15) | st.floats(100, 1e15) | st.text("abcXYZ", min_size=3))
def test_a_value_passed_on_is_always_found(value: Cell) -> None:
    """A call with the very value uses it, also inside a list."""
    assert used(value, {"x": value})
    assert used(value, {"x": [{"y": value}]})


def test_small_numbers_that_are_equal_by_chance_give_no_credit() -> None:
    """Two stars did not become two nights; two guests became two guests."""
    table = Table("", ("stars", "guests"), ((2, 2),), None, "record")
    assert [use.column for use in uses(table, {"nights": 2})] == []
    assert [use.column for use in uses(table, {"num_guests": 2})] == ["guests"]
