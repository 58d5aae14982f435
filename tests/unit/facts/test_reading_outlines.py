"""Indented text: what lies below a line belongs to it, and to nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING


def told(text: str) -> list[list[dict[str, Any]]]:
    """The rows of each table, without the absent cells."""
    return [
        [
            {c: x for c, x in zip(table.columns, row, strict=True) if x is not MISSING}
            for row in table.rows
        ]
        for table in read(text).tables
    ]


def test_a_block_within_an_item_ends_at_the_next_dash() -> None:
    """The item behind a dash is a new object, whatever lay deeper before it."""
    text = (
        "- id: K1\n  owner:\n    name: Ida\n  fee: 10\n"
        "- id: K2\n  owner:\n    name: Ole\n  fee: 20"
    )
    assert told(text) == [
        [
            {"id": "K1", "owner.name": "Ida", "fee": 10},
            {"id": "K2", "owner.name": "Ole", "fee": 20},
        ]
    ]


def test_lists_within_items_name_their_items() -> None:
    """Rows of an inner list carry the key of the object that holds them."""
    text = (
        "carts:\n- id: K1\n  parts:\n    - sku: A\n      n: 1\n    - sku: B\n      n: 2\n"
        "- id: K2\n  parts:\n    - sku: C\n      n: 3"
    )
    assert told(text)[1] == [
        {"id": "K1", "sku": "A", "n": 1},
        {"id": "K1", "sku": "B", "n": 2},
        {"id": "K2", "sku": "C", "n": 3},
    ]


def test_blocks_under_names_are_told_with_all_their_names() -> None:
    """A value deep below two names is never without them."""
    text = "jobs:\n  api:\n    env:\n      MODE: hot\n  cron:\n    env:\n      MODE: cold"
    [[found]] = told(text)
    assert found == {"jobs.api.env.MODE": "hot", "jobs.cron.env.MODE": "cold"}


@pytest.mark.parametrize(
    "text",
    [
        (
            "Box 1\n  Seal: red\n  Route:\n    To: Rome\n"
            "Box 2\n  Seal: blue\n  Route:\n    To: Oslo"
        ),
        (
            "- **Box 1**\n  - Seal: red\n  - Route:\n    - To: Rome\n"
            "- **Box 2**\n  - Seal: blue\n  - Route:\n    - To: Oslo"
        ),
        (
            "1. Box 1\n   Seal: red\n   Route:\n     To: Rome\n"
            "2. Box 2\n   Seal: blue\n   Route:\n     To: Oslo"
        ),
    ],
)
def test_blocks_under_titles_are_rows(text: str) -> None:
    """Nested text that is not YAML is read by its indentation, too."""
    assert told(text) == [
        [
            {"title": "Box 1", "Seal": "red", "Route.To": "Rome"},
            {"title": "Box 2", "Seal": "blue", "Route.To": "Oslo"},
        ]
    ]


def test_further_lines_of_a_value_stay_with_it() -> None:
    """Lines below a value belong to what is named there, not to the next."""
    text = (
        "en5: up, mtu 15\n     addr 10.0.0.5  mask 8\nen6: down\n     addr 10.0.0.6  mask 8"
    )
    assert told(text) == [
        [{"en5": "up, mtu 15 addr 10.0.0.5  mask 8", "en6": "down addr 10.0.0.6  mask 8"}]
    ]


def test_scalars_are_read_as_yaml_has_them() -> None:
    """Quotes, short objects and lists, verbatim lines, and documents are understood."""
    text = (
        "step:\n  run: |\n    make\n    make test\n  on: [a, 2]\n  box: {cpu: 5m, ram: 2}\n"
        "  tag: '007'\n---\nstep:\n  run: stop"
    )
    first, second = told(text)[0]
    assert first == {
        "step.run": "make\nmake test",
        "step.on": "a, 2",
        "step.box.cpu": "5m",
        "step.box.ram": 2,
        "step.tag": "007",
    }
    assert second == {"step.run": "stop"}


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    x: int = 3\n    def f(self):\n        return 1",
        "Hi Ida,\nas agreed:\n  the boat leaves at nine\nSee you\n  Ole",
        "change 12ab\nBy: Ida\nOn: May\n\n    Mend it\n\nchange 34cd\nBy: Ole\nOn: June",
        "ERROR: broke\n  at f (a.js:1)\nERROR: broke\n  at g (a.js:2)",
    ],
)
def test_code_letters_and_logs_are_no_outlines(text: str) -> None:
    """What only looks indented is not made into nested data: no name has a dot."""
    assert not any("." in column for t in read(text).tables for column in t.columns)


def test_prose_around_an_outline_stays_prose() -> None:
    """Introductions and comments are kept as lines."""
    text = "Look here, Ida.\n# a shelf\nK1:\n  box:\n    seal: red\n  n: 2\nThat is all."
    found = read(text)
    assert found.prose == ("# a shelf", "Look here, Ida.", "That is all.")
    assert told(text)[0][0]["K1.box.seal"] == "red"


def test_what_lies_beside_a_block_is_not_of_it() -> None:
    """Also within prose, a pair that is not below the line above a block is not its."""
    text = "One.\n\ncrate:\n  seal: red\nname: K1\n\nTwo.\n\nThree.\n\nlid:\n  seal: blue"
    assert [(t.name, t.columns) for t in read(text).tables if "name" in t.columns] == [
        ("", ("name",))
    ]


def test_tables_under_a_line_each_bear_its_name() -> None:
    """Of several drawn tables each is called what stands right above it."""
    text = "sold\nid,n\n1,5\n2,6\n\nreturned\nid,n\n1,1\n3,2"
    found = read(text)
    assert [table.name for table in found.tables] == ["sold", "returned"]
    assert found.prose == ()
    assert read("sold\nid,n\n1,5\n2,6").prose == ("sold",)


_NAMES = st.text("abcdef", min_size=1, max_size=4)
_TREES = st.recursive(
    st.text("xyz0123456789", min_size=1, max_size=5) | st.integers(0, 99),
    lambda inner: st.dictionaries(_NAMES, inner, min_size=1, max_size=3),
    max_leaves=12,
)


def _spelled(tree: Any, indent: int = 0) -> str:
    return "".join(
        f"{' ' * indent}{name}:\n{_spelled(inner, indent + 2)}"
        if isinstance(inner, dict)
        else f"{' ' * indent}{name}: {inner}\n"
        for name, inner in tree.items()
    )


@given(st.dictionaries(_NAMES, st.dictionaries(_NAMES, _TREES, min_size=1), min_size=1))
def test_every_value_is_kept(tree: dict[str, Any]) -> None:
    """However names lie within each other, no value is lost."""
    text = _spelled(tree)
    found = read(text)
    cells = [str(c) for table in found.tables for row in table.rows for c in row]
    said = " ".join([*cells, *found.prose, *(c for t in found.tables for c in t.columns)])
    values = [line.split(": ")[1] for line in text.splitlines() if ": " in line]
    assert all(value in said for value in values)
