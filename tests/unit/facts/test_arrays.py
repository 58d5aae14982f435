"""Lists of an object that are columns of one table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from langgraph_memory.facts.arrays import by_position, parallel
from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING

HOURS = [f"2026-03-01T{hour:02d}:00" for hour in range(12)]
NUMBERS = [hour / 4 for hour in range(12)]
DAYS = ["Mon", "Tue", "Wed"]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"time": HOURS, "heat": NUMBERS}, ("time", "heat")),
        ({"time": HOURS, "heat": NUMBERS, "box": [1, 2, 3, 4]}, ("time", "heat")),
        ({"x": NUMBERS, "y": NUMBERS, "unit": "m", "none": []}, ("x", "y")),
        ({"names": HOURS, "mails": HOURS}, ("names", "mails")),
        ({"day": DAYS, "high": [1, None, 3], "wet": [True] * 3}, ("day", "high", "wet")),
        ({"sizes": ["S", "M", "L"], "colours": ["red", "blue", "green"]}, ()),
        ({"position": [1, 2, 3], "scale": [1, 1, 1]}, ()),
        ({"day": ["Mon", "Mon", "Tue"], "high": [1, 2, 3]}, ()),
        ({"day": DAYS, "high": [1, 2, 3], "tags": ["a", "b", "c", "d"]}, ()),
        ({"a": ["x", "y"], "b": [1, 2]}, ()),
        ({"rows": [{"a": 1}] * 9, "counts": list(range(9))}, ()),
        ({"time": HOURS, "heat": [*NUMBERS[:-1], [1]]}, ()),
        ({f"U{n}": NUMBERS for n in range(100, 104)}, ()),
        ({f"name {'x' * n}": NUMBERS for n in range(40)}, ()),
        ({}, ()),
    ],
)
def test_lists_go_together_where_that_is_no_chance(
    value: dict[str, Any], names: tuple[str, ...]
) -> None:
    """Long lists of one length do, short ones only beside what names their positions."""
    assert parallel(value) == names


def test_positions_become_objects_wherever_they_are() -> None:
    """Other fields stay; an object of nothing but such lists is their list."""
    rows = [{"day": day, "high": n} for n, day in enumerate(DAYS)]
    lists = {"day": DAYS, "high": [0, 1, 2]}
    assert by_position(lists) == rows
    assert by_position({"city": "Oslo", "daily": lists}) == {"city": "Oslo", "daily": rows}
    assert by_position([{"id": 1, **lists}]) == [{"id": 1, "rows": rows}]
    assert by_position({"rows": 0, **lists}) == {"rows": 0, "rows'": rows}
    assert by_position({"tags": DAYS}) == {"tags": DAYS}


def test_parallel_lists_are_read_as_one_table() -> None:
    """What stands at one position is one row, named by what names the position."""
    text = json.dumps({"lat": 5.5, "hourly": {"time": HOURS, "heat": [*NUMBERS[1:], None]}})
    record, table = read(text).tables
    assert record.rows == ((5.5,),)
    assert (table.name, table.columns, table.key) == ("hourly", ("time", "heat"), "time")
    assert table.rows == tuple(zip(HOURS, [*NUMBERS[1:], None], strict=True))


def test_parallel_lists_of_several_objects_keep_their_owner() -> None:
    """Rows of two places can be told apart."""
    places = {"Oslo": [1, 2, 3], "Rome": [4, 5, 6]}
    text = json.dumps(
        [{"city": city, "daily": {"day": DAYS, "high": h}} for city, h in places.items()]
    )
    table = read(text).tables[-1]
    assert table.columns == ("city", "day", "high")
    assert [row for row in table.rows if row[1] == "Tue"] == [
        ("Oslo", "Tue", 2),
        ("Rome", "Tue", 5),
    ]
    assert all(cell is not MISSING for row in table.rows for cell in row)


GRID = [["on", "off"], ["off", "on"]]


@pytest.mark.parametrize(
    ("value", "first"),
    [
        ({"rows": ["Ida", "Ole"], "cols": ["am", "pm"], "cells": GRID}, "row"),
        (
            {
                "staff": ["Ida", "Ole", "Una"],
                "columns": ["am", "pm"],
                "v": [*GRID, *GRID[:1]],
            },
            "staff",
        ),
        ({"columns": ["row", "pm"], "index": ["Ida", "Ole"], "data": GRID}, "index"),
        ({"columns": ["index", "pm"], "index": ["Ida", "Ole"], "data": GRID}, "index'"),
    ],
)
def test_names_beside_a_matrix_lead_its_rows(value: dict[str, Any], first: str) -> None:
    """A list of as many texts as there are rows says whose they are."""
    [table] = read(json.dumps(value)).tables
    assert table.columns[0] == first
    assert [row[:2] for row in table.rows[:2]] == [("Ida", "on"), ("Ole", "off")]


@pytest.mark.parametrize(
    "beside",
    [
        {"tags": ["Ida", "Ole"]},
        {"rows": ["Ida", "Ida"]},
        {"rows": [1, 2]},
        {"rows": ["Ida", "Ole"], "names": ["Una", "Per"]},
    ],
)
def test_lists_that_may_name_something_else_stay_lists(beside: dict[str, Any]) -> None:
    """Where two could name the rows, or it may be chance, none does."""
    value = {**beside, "columns": ["am", "pm"], "data": GRID}
    assert read(json.dumps(value)).tables[-1].columns == ("am", "pm")
