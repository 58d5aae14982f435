"""Tables whose columns are set apart by blanks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING

CELLS = st.none() | st.from_regex(r"[A-Z][a-z]{1,6}( [a-z]{1,4})?", fullmatch=True)


def rows(text: str) -> list[dict[str, Any]]:
    """The rows of the only table of a text, absent cells left out."""
    [found] = read(text).tables
    return [
        {c: cell for c, cell in zip(found.columns, row, strict=True) if cell is not MISSING}
        for row in found.rows
    ]


def test_an_empty_cell_shifts_no_other() -> None:
    """What follows an empty cell is told by its place, whichever side it is aligned to."""
    assert rows(
        "Ship     Pier  Leaves  State\n"
        "Aurora   B12   09:40   on time\n"
        "Borealis       10:20   delayed\n"
        "Caelum   B7\n"
        "Dorado         11:00\n"
    ) == [
        {"Ship": "Aurora", "Pier": "B12", "Leaves": "09:40", "State": "on time"},
        {"Ship": "Borealis", "Leaves": "10:20", "State": "delayed"},
        {"Ship": "Caelum", "Pier": "B7"},
        {"Ship": "Dorado", "Leaves": "11:00"},
    ]
    assert rows("ITEM      QTY  PRICE\nBlue mug    2  12.50\nLamp           99.25\n") == [
        {"ITEM": "Blue mug", "QTY": 2, "PRICE": "12.50"},
        {"ITEM": "Lamp", "PRICE": "99.25"},
    ]


def test_one_blank_parts_columns_where_the_rows_show_it() -> None:
    """Titles may stand close together, and titles may be of two words."""
    assert rows(
        "  PID USER      %CPU COMMAND\n"
        "  101 root       0.3 python app.py --port 8080\n"
        "  202            9.7 java -jar x.jar\n"
    ) == [
        {"PID": 101, "USER": "root", "%CPU": 0.3, "COMMAND": "python app.py --port 8080"},
        {"PID": 202, "%CPU": 9.7, "COMMAND": "java -jar x.jar"},
    ]
    assert rows(
        "Filesystem      Size  Used Avail Use% Mounted on\n"
        "/dev/sda1       100G   91G    9G  91% /\n"
        "/dev/sdb1       500G        500G   0% /data\n"
    ) == [
        {
            "Filesystem": "/dev/sda1",
            "Size": "100G",
            "Used": "91G",
            "Avail": "9G",
            "Use%": "91%",
            "Mounted on": "/",
        },
        {
            "Filesystem": "/dev/sdb1",
            "Size": "500G",
            "Avail": "500G",
            "Use%": "0%",
            "Mounted on": "/data",
        },
    ]


def test_the_column_of_row_names_needs_no_title() -> None:
    """Mere numbering is left out, anything else is a column."""
    assert rows("   id  name  price\n0   1  Ann    2.5\n1   2         9.5\n") == [
        {"id": 1, "name": "Ann", "price": 2.5},
        {"id": 2, "price": 9.5},
    ]
    assert rows("       total  used\nMem:    7982  3456\nSwap:   2047\n") == [
        {"_": "Mem:", "total": 7982, "used": 3456},
        {"_": "Swap:", "total": 2047},
    ]


def test_rulers_and_rows_of_one_cell_belong_to_the_table() -> None:
    """A line below the last full row does not."""
    text = (
        "name      city\n--------  -----\nAnn       Oslo\nBo\nCy        Rome\nThat is all"
    )
    assert rows(text) == [
        {"name": "Ann", "city": "Oslo"},
        {"name": "Bo"},
        {"name": "Cy", "city": "Rome"},
    ]
    assert read(text).prose == ("That is all",)


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ann,  how are you?\nI am fine,  thanks.\nBye   now",
        "Mo  Tu  We\n",
        "1  2\n3  4\n5  6",
        "A short line  and a gap\nthen a line that runs over the place of that gap",
    ],
)
def test_blanks_in_prose_make_no_table(text: str) -> None:
    """Titles are no clauses and no numbers, and rows leave their gaps open."""
    assert read(text).tables == ()


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.from_regex(r"[A-Z][a-z]{2,5}", fullmatch=True), CELLS, CELLS, CELLS),
        min_size=2,
        max_size=6,
    ).filter(lambda rows: all(any(cells[1:]) for cells in rows)),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_every_cell_is_found_in_its_column(
    cells: list[tuple[str | None, ...]], right: list[bool]
) -> None:
    """Whatever is empty, and to whichever side cells are set, values keep their titles."""
    titles = ("NAME", "FROM", "TO", "STATE")
    table = [titles, *cells]
    widths = [max(len(row[n] or "") for row in table) for n in range(4)]
    lines = [
        "  ".join(
            (cell or "").rjust(width) if side else (cell or "").ljust(width)
            for cell, width, side in zip(row, widths, right, strict=True)
        )
        for row in table
    ]
    text = "\n".join(["Here it is:", "", *lines])
    assert rows(text) == [
        {title: cell for title, cell in zip(titles, row, strict=True) if cell}
        for row in cells
    ]
