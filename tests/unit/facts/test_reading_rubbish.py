"""Reading what is nearly data, or none at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING, Reading

OBJECTS = [{"id": "A1", "price": 3}, {"id": "B2", "price": 4}]
JSON = json.dumps(OBJECTS)


def rows(text: str) -> list[list[dict[str, Any]]]:
    """Rows by column of each table, without the absent cells."""
    return [
        [
            {c: v for c, v in zip(found.columns, row, strict=True) if v is not MISSING}
            for row in found.rows
        ]
        for found in read(text).tables
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + JSON,
        JSON.replace(",", ",\r\n"),
        f"```json\n{JSON}\n```",
        f"\ufeff```\n{JSON}```",
        json.dumps(json.dumps(JSON)),
        "\n".join(map(json.dumps, OBJECTS)),
        "\r\n".join(map(json.dumps, OBJECTS)),
        "".join(map(json.dumps, OBJECTS)),
        ", ".join(map(json.dumps, OBJECTS)),
        repr(OBJECTS),
        repr(tuple(OBJECTS)),
        "[Hotel(id='A1', price=3), Hotel(id='B2', price=4)]",
        JSON[:-1] + ", ]",
        "id,price\r\nA1,3\r\nB2,4\r\n",
        "id,price\rA1,3\rB2,4",
        "- id: A1\n  price: 3\n- id: B2\n  price: 4\n",
        "id=A1&price=3\nid=B2&price=4",
        "| id | price |\n|----|-------|\n| A1 | 3 |\n| B2 | 4 |",
    ],
)
def test_the_same_objects_in_any_coat_are_the_same_rows(text: str) -> None:
    """Marks, line ends, fences, quotes, literals and lines say the same."""
    assert rows(text) == [OBJECTS]
    assert read(text).prose == ()


@pytest.mark.parametrize(
    "end",
    [
        ', {"id": "C3", "pr',
        ", ...]",
        "...",
        " …]",
        ", {",
        ',\n  {\n    "id": "C3\\u12',
        ', "',
    ],
)
def test_whatever_cuts_a_list_off_its_whole_elements_stay(end: str) -> None:
    """Ellipses and missing ends leave the rows before them, and are named."""
    assert rows(JSON[:-1] + end)[0][:2] == OBJECTS
    assert read(JSON[:-1] + end).prose == ("[the end is missing]",)


def test_strings_with_brackets_and_quotes_do_not_mislead_where_json_is_cut() -> None:
    """Only what stands outside of strings closes or parts anything."""
    text = json.dumps([{"a": 'x"],}{[', "b": "\\"}, {"a": "]", "b": ","}])
    assert rows(text[:-8]) == [[{"a": 'x"],}{[', "b": "\\"}, {"a": "]"}]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "a": 2}', {"a": 2}),
        ('{"a": NaN, "b": -Infinity}', {"a": "NaN", "b": "-Infinity"}),
        ('{"n": 123456789012345678901}', {"n": "123456789012345678901"}),
        ('{"a\\u0000": "x\\u0000y"}', {"a\ufffd": "x\ufffdy"}),
        (
            '{"\\ud83d": "\\udc00", "ok": "\\ud83d\\ude00"}',
            {"\ufffd": "\ufffd", "ok": "😀"},
        ),
        ('{"订单号": "D77", "状态": "已发货"}', {"订单号": "D77", "状态": "已发货"}),
        ('{"": {"": 1}}', {"_._": 1}),
        ('{"a": {"b": {"c": {}}}, "d": [], "e": ""}', {"a.b.c": "{}", "d": "[]", "e": ""}),
        ("Room(name='A', open=True, size=None)", {"name": "A", "open": True, "size": None}),
    ],
)
def test_odd_objects_are_records_all_the_same(text: str, expected: dict[str, Any]) -> None:
    """Doubled keys, odd numbers and letters, empty names and empty values are read."""
    assert rows(text) == [[expected]]


def test_mixed_lists_keep_the_order_of_their_items() -> None:
    """Scalars, objects, lists and empty things of one list are rows of one table."""
    [found] = rows('[1, "a", null, {"id": 7}, [1, 2], [], {}, [[3]]]')
    assert found == [
        {"value": 1},
        {"value": "a"},
        {"value": None},
        {"id": 7},
        {"value": 1, "group": 5},
        {"value": 2, "group": 5},
        {"value": "[]"},
        {"value": "{}"},
        {"value": 3, "group": "8.1"},
    ]


@pytest.mark.parametrize("opening", ['{"a":', "[", '[{"a":', "[ ", '{"a": [1, '])
def test_ten_thousand_levels_leave_the_rest_readable(opening: str) -> None:
    """What nobody reads is named, and rows beside it are rows."""
    closing = "".join({"{": "}", "[": "]"}.get(letter, "") for letter in reversed(opening))
    deep = opening * 10_000 + "1" + closing * 10_000
    text = f'[{{"id": "A1", "x": {deep}, "n": 1}}, {{"id": "B2", "x": 5, "n": 2}}]'
    [first, second] = rows(text)[0]
    assert (first["id"], first["n"]) == ("A1", 1)
    assert second == {"id": "B2", "x": 5, "n": 2}
    assert "more levels" in repr(read(text).tables)


@pytest.mark.parametrize(
    "text", ["", " ", "\ufeff", "\r\n", '""', '"  "', "```\n```", "\t"]
)
def test_empty_texts_say_nothing(text: str) -> None:
    """Neither tables nor prose."""
    assert read(text) == Reading((), ())


@pytest.mark.parametrize(
    "text",
    [
        "<order id='7'><item>Lamp</item></order>",
        "{a: 1, b: 2}",
        '{"a": 1, // why\n"b": 2}',
        "print(f(1), x)",
        "Traceback (most recent call last):\nValueError: bad: x",
        "app.errors.NotFoundError: x",
        "ls | grep x | wc\nfoo | bar",
        "1\n2\n3",
        "x[1]{y}",
    ],
)
def test_what_is_no_data_is_there_as_prose(text: str) -> None:
    """Markup, code and errors are kept line by line, and no line is lost."""
    assert read(text) == Reading((), tuple(text.split("\n")))


def test_one_unreadable_letter_does_not_hide_a_short_text() -> None:
    """Only what is mostly unreadable is binary."""
    assert read("a\x00b").prose == ("a\ufffdb",)
    assert read("\ud83d").prose == ("\ufffd",)
    assert read("\x00\x01\x02\x03\x04").prose == ("[binary data, 5 characters]",)


def test_ids_that_stand_on_lines_of_their_own_are_rows() -> None:
    """What a search returns can be used by later calls."""
    assert rows("A1\nB2\nC3") == [[{"value": "A1"}, {"value": "B2"}, {"value": "C3"}]]
    assert read("one 1\ntwo").tables == ()


def test_sections_in_brackets_name_their_tables() -> None:
    """Two sections with the same names stay two tables."""
    reading = read("[hotel]\nid=A1\nprice=3\n\n[flight]\nid=B2\nprice=4")
    assert [found.name for found in reading.tables] == ["hotel", "flight"]


def test_drawn_tables_may_lack_a_title_or_the_end_of_a_row() -> None:
    """Data frames leave the column of row names untitled; cells may hold a pipe."""
    framed = "|    | id | price |\n|---:|:---|---:|\n|  0 | A1 | 3 |\n|  1 | B2 | 4 |"
    expected = [{"_": number, **row} for number, row in enumerate(OBJECTS)]
    assert rows(framed) == [expected]
    assert rows(",id,price\n0,A1,3\n1,B2,4") == [expected]
    short = "| a | b |\n|---|---|\n| x\\|y | 2 |\n| 3 |\n| 4 | 5 |"
    assert rows(short) == [[{"a": "x|y", "b": 2}, {"a": 3}, {"a": 4, "b": 5}]]


def test_numbers_that_repeat_their_keys_are_rows() -> None:
    """Keys of JSON are texts even where ids are numbers."""
    assert rows('{"101": {"id": 101, "n": 1}, "102": {"id": 102, "n": 2}}') == [
        [{"id": 101, "n": 1}, {"id": 102, "n": 2}]
    ]
    [flags] = rows('{"1": {"on": true}, "2": {"on": true}}')
    assert flags == [{"key": "1", "on": True}, {"key": "2", "on": True}]


@given(st.text("{}[]()'\"\\,:=|.-_ \n\tab1é中\x00\ud83d…", max_size=80))
def test_no_text_of_brackets_and_quotes_fails(text: str) -> None:
    """Whatever almost begins a structure is read to its end, twice alike."""
    reading = read(text)
    assert read(text) == reading
    for found in reading.tables:
        assert all(len(row) == len(found.columns) for row in found.rows)
        assert len(set(found.columns)) == len(found.columns)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            '\\"',
            '"\\"',
            '[{"a": "',
            '{"a":[',
            "[[1],",
            "],[",
            "a(b=",
            "f('",
            "…",
            "...]",
            "{}",
        ),
        *(
            '{"k": 1}',
            "[ ",
            '"a" ',
            "a=b&",
            "\\|",
            "| a ",
            "[x]\n",
            "x1\n",
            "'a'=",
            "]}",
            "#1 ",
        ),
    ],
)
@pytest.mark.parametrize("start", ["", '[{"a": 1}, ', "["])
def test_long_rubbish_takes_no_longer_than_it_is(start: str, unit: str) -> None:
    """Repetitions that a scan may trip over are read without getting stuck."""
    text = start + unit * (60_000 // len(unit))
    assert read(text) == read(text)
