from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import is_card, parse, parse_all, render
from langgraph_memory.cards.source import Source
from langgraph_memory.errors import LangGraphMemoryError
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table
from tests.unit.cards.builders import LODGE_TASK, LODGES, cards, only, record

TRICKY = st.sampled_from(
    [
        *(
            "-",
            "null",
            "true",
            "1",
            "1.0",
            "-0",
            "007",
            "1e5",
            "a | b",
            "a |",
            "| a",
            "|",
            " | ",
        ),
        *(
            '"quoted"',
            '"',
            "'",
            "a, b",
            "a,",
            "k=v",
            "f(x)",
            ")",
            "[1]",
            '{"a": 1}',
            " lead",
        ),
        *("trail ", "two\nlines", "\n", "tab\there", "note: x", "all: x", "note", "all"),
        *(
            "[card 12345678] x()",
            " · ",
            "价格 | 名称",
            "全部：x",
            "é",
            "😀",
            "\u2028",
            "a: b",
        ),
    ]
)
TEXT = TRICKY | st.text(max_size=12)
CELL: st.SearchStrategy[Cell] = (
    TEXT
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none()
    | st.just(MISSING)
)
SCALAR = CELL.filter(lambda cell: cell is not MISSING)
ARG = SCALAR | st.lists(SCALAR, max_size=3) | st.dictionaries(TEXT, SCALAR, max_size=3)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    names = draw(st.lists(TEXT, min_size=1, max_size=4, unique=True))
    kind = draw(st.sampled_from(["record", "list"]))
    most = 1 if kind == "record" else 5
    row = st.tuples(*(CELL for _ in names))
    rows = draw(st.lists(row, min_size=1, max_size=most))
    return Table(draw(TEXT), tuple(names), tuple(rows), None, kind)


def base() -> DecisionCard:
    return only(cards(LODGES, LODGE_TASK, args={"valley": "Soglio"}))


def same(left: object, right: object) -> bool:
    """Equal, and of one type: 1 is not 1.0, nor True."""
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    return type(left) is type(right) and left == right


@given(
    tables(),
    st.dictionaries(TEXT, ARG, max_size=3),
    st.dictionaries(TEXT, SCALAR, max_size=3),
    st.lists(st.text(min_size=1) | TRICKY, max_size=3),
    st.integers(0, 400),
    TEXT.filter(bool),
)
def test_parse_is_the_inverse_of_render(
    table: Table,
    args: dict[str, Any],
    constants: dict[str, Cell],
    notes: list[str],
    more: int,
    tool: str,
) -> None:
    """Whatever a card holds is read back with its types."""
    card = replace(
        base(),
        source=f"tool:{tool}",
        args=args,
        table=table,
        row_places=(),
        rows_total=len(table.rows) + more,
        constants=constants,
        notes=tuple(notes),
    )
    parsed = parse(render(card))
    assert same(parsed.name, tool)
    assert same(parsed.args, args)
    assert same(parsed.path, table.name)
    assert same(parsed.columns, table.columns)
    assert same(parsed.rows, table.rows)
    assert same(parsed.constants, constants)
    assert same(parsed.notes, tuple(notes))
    assert parsed.kind == table.kind
    assert parsed.rows_total == (card.rows_total if table.kind == "list" else 1)
    assert card.key.startswith(parsed.key)
    assert parsed.as_of == "2026-05-04"


def test_a_table_looks_as_promised() -> None:
    """Head, columns, rows, constants and notes, one line each; odd strings quoted."""
    rows: tuple[Row, ...] = (
        ("Larch House", 140, "1", None),
        ("Mill | old", 95.5, "", MISSING),
        ("-", True, "two\nlines", "plain text"),
    )
    card = replace(
        base(),
        key="3fa9c1d2" + "0" * 24,
        table=Table("", ("Lodge", "price", "code", "rules"), rows, "Lodge", "list"),
        row_places=(),
        rows_total=17,
        constants={"valley": "Soglio"},
        notes=("Prices include tax.",),
    )
    assert render(card).splitlines() == [
        (
            "[card 3fa9c1d2] find_lodges(valley=Soglio) · 3 of 17 rows · +3 fields"
            " · as of 2026-05-04"
        ),
        "Lodge | price | code | rules",
        'Larch House | 140 | "1" | null',
        '"Mill | old" | 95.5 | "" | -',
        '"-" | true | "two\\nlines" | plain text',
        "all: valley=Soglio",
        "note: Prices include tax.",
    ]


def test_a_single_object_is_one_line_per_column() -> None:
    """An entity card has two columns: name and value."""
    parcel = {"parcel_id": "P-77", "status": "in transit", "weight": 2.5}
    card = only(cards(parcel, "Where is it?", name="get_parcel"))
    lines = render(card).splitlines()
    assert lines[0].endswith("get_parcel() · as of 2026-05-04")
    assert lines[1:] == ["parcel_id: P-77", "status: in transit", "weight: 2.5"]
    assert parse(render(card)).objects == [parcel]


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_a_prefix_of_the_rows_is_a_card_too(rows: int) -> None:
    """Fewer rows are the best ones, and the head says how many."""
    full, short = parse(render(base())), parse(render(base(), rows=rows))
    table = base().table
    assert table is not None
    best = [row for row in full.rows if row in table.rows[:rows]]
    assert list(short.rows) == best
    assert len(best) == rows
    assert f"{rows} of 7 rows" in render(base(), rows=rows)
    assert short.rows_total == full.rows_total == 7


def test_a_replaced_card_says_by_what() -> None:
    """The head of an outdated card names the newer one."""
    card = replace(base(), superseded_by="ab12cd34" + "0" * 24)
    assert parse(render(card)).replaced_by == "ab12cd34"
    assert parse(render(base())).replaced_by is None


def test_several_cards_are_found_in_a_text() -> None:
    """Cards are read one by one, lines before them and after a blank line left aside."""
    text = f"Earlier:\n{render(base())}\n{render(base(), rows=1)}\n\nAsk for more."
    assert [len(card.rows) for card in parse_all(text)] == [7, 1]
    assert parse_all("nothing here") == ()
    assert is_card(render(base()))
    assert not is_card(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "find_lodges() · 1 of 1 row",
        "[card zz] x()",
        "[card 12345678] x(a=1",
        '[card 12345678] x() · 1 of 1 row · as of 2026-05-04\nname\n"open',
        "[card 12345678] x() · 1 of 1 row · as of 2026-05-04\na | b\n1",
    ],
)
def test_damaged_texts_are_refused(text: str) -> None:
    """What is not a card, or not whole, raises the package's error."""
    with pytest.raises(LangGraphMemoryError):
        parse(text)


def test_a_record_without_card_leaves_one_line() -> None:
    """The trace names the call and the record to read for more."""
    made = record("hello", "find_lodges", args={"valley": "Val Bregaglia", "n": "2"})
    expected = (
        f'find_lodges(valley=Val Bregaglia, n="2"): nothing kept; record {made.key[:8]}'
    )
    assert Source(made).trace == expected
    assert Source(record("hi", kind="user")).trace.startswith("user: nothing kept")
