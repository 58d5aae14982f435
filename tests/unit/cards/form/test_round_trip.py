"""Any JSON output comes back from its form, down to types, counts and order."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.parsing import Said, parse
from langgraph_memory.cards.form.writing import write
from langgraph_memory.errors import LangGraphMemoryError

TRICKY = (
    *("", " ", "-", "1", "01", "1.5", "1e5", "true", "null", "NaN", "a b", "a, b", "a;"),
    *("a; b", "a,", "a|b", "a\tb", "a\nb", "=a", "{", "[1]", '"', '"a"', "(x)", "x)"),
    *("a=b", "a.b", "group", "key", "all", "was", "for x", "says", "id", "all: x", "row1"),
    *("of", "a of b", ", x y", "a; b. " * 40, "x, y " * 40),
    *("1-3", "1+2", "2026-03-01", "价格", "é\u2028", "\ud800", "#1", "*id", "a:text"),
)
TEXTS = st.sampled_from(TRICKY) | st.text(max_size=6)
NAMES = st.sampled_from(("id", "name", "x", "y", "price")) | TEXTS
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXTS
    | st.sampled_from(("AB12", "2026-03-01", 1, 0, 1.0))
)
IDS = st.from_regex(r"[A-Z]{2}\d{3}", fullmatch=True)
FEW = 4
SHARED = dict.fromkeys("pqrst", "b c")
DRAW = Random(1)  # noqa: S311 - data of tests
CHOSEN = 0.4


def containers(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Records, like objects in lists and groups, objects under keys, and anything else."""
    records = st.dictionaries(NAMES, values, max_size=FEW)
    alike = st.lists(NAMES, min_size=1, max_size=FEW, unique=True).flatmap(
        lambda names: st.lists(
            st.fixed_dictionaries({}, optional=dict.fromkeys(names, values)), max_size=FEW
        )
    )
    keyed = st.dictionaries(IDS, records, max_size=FEW)
    repeated = keyed.map(lambda rows: {k: {**row, "id": k} for k, row in rows.items()})
    groups = alike.flatmap(lambda rows: st.lists(st.permutations(rows), max_size=FEW))
    labelled = st.dictionaries(IDS, alike, max_size=FEW)
    anything = st.lists(values, max_size=FEW)
    return st.one_of(anything, records, alike, keyed, repeated, groups, labelled, beside())


@st.composite
def beside(draw: st.DrawFn) -> Any:
    """An object with lists that may go together position by position, and other fields."""
    size = draw(st.sampled_from((2, 3, 8, 9)))
    items = st.sampled_from((TEXTS, SCALARS, st.integers(), st.just(0), IDS))
    value = {draw(NAMES): draw(st.lists(IDS, min_size=size, max_size=size, unique=True))}
    for _ in range(draw(st.integers(1, FEW))):
        value[draw(NAMES)] = draw(st.lists(draw(items), min_size=size, max_size=size))
    return value | draw(st.dictionaries(NAMES, SCALARS | st.lists(IDS), max_size=2))


VALUES = st.recursive(SCALARS, containers, max_leaves=12)


def typed(value: Any) -> str:
    """A value with its types, told apart from all others; the order of names is none."""
    return json.dumps(value, sort_keys=True)


def there_and_back(value: Any, random: Random) -> tuple[Said, ...]:
    form = Form([Output("get_thing", json.dumps(value))])
    cues = {cell.id for cell in form.cells if random.random() < CHOSEN}
    return parse(write(form, None, cues, again=True))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(VALUES, st.randoms(use_true_random=False))
@example([{"id": "1", "n": 1}, {"id": "2", "n": "1"}], DRAW)
@example([{"k": "a"}, {"k": "a"}, {}], DRAW)
@example([[{"id": "AB1", "x": n}, {"id": "AB2", "x": 0}] for n in (0, 0, 1)], DRAW)
@example([{"id": f"AB{n}", "a": {**SHARED, "w": 1}} for n in (1, 2, 2)], DRAW)
@example({"id": "a b", **SHARED, "rows": [SHARED, SHARED], "x": [{"y": 1}, {}]}, DRAW)
@example({"x": {"t": ["a", "b", "c"], "v": [1, 1, 1], "*": None}, "*": ["*"]}, DRAW)
@example([{"k": ["a", "b", "c"], "v": [n, 2, None]} for n in (1, 1, 2)], DRAW)
@example({"a": {"x": 1, "rows": [{"k": 1}, {"k": 2}], "y": 2}, "z": None}, DRAW)
def test_any_value_comes_back_as_it_was(value: Any, random: Random) -> None:
    """The form of one output holds every value, its type, its place and its order."""
    [said] = there_and_back(value, random)
    assert not said.is_text
    assert typed(said.value) == typed(value)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(containers(beside()), st.randoms(use_true_random=False))
def test_lists_that_go_together_come_back(value: Any, random: Random) -> None:
    """Columns that an object holds beside each other are columns again, wherever it is."""
    [said] = there_and_back(value, random)
    assert typed(said.value) == typed(value)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    st.dictionaries(NAMES, SCALARS, min_size=5, max_size=8), st.lists(SCALARS, max_size=4)
)
def test_groups_that_are_said_again_come_back(group: Any, extra: list[Any]) -> None:
    """References to what an earlier row said are followed."""
    rows = [{"id": f"R{n}", "g": group, "x": one} for n, one in enumerate([*extra, 0, 1])]
    rows.append({"id": "R", "g": {**group, "new": 1}, "x": None})
    [said] = there_and_back(rows, DRAW)
    assert typed(said.value) == typed(rows)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.dictionaries(NAMES, SCALARS, min_size=4, max_size=6), st.lists(SCALARS))
def test_groups_that_all_rows_share_come_back(group: Any, extra: list[Any]) -> None:
    """References in headers are followed to what another table said."""
    rows = [{"id": f"R{n}", "g": group, "x": one} for n, one in enumerate([*extra, 0, 1])]
    first = {"name": "first", "g": group}
    outputs = [Output("get_a", json.dumps(first)), Output("list_b", json.dumps(rows))]
    assert [typed(said.value) for said in parse(write(Form(outputs)))] == [
        typed(first),
        typed(rows),
    ]


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(TEXTS, min_size=1).map("\n".join))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    """What is no JSON is said word for word."""
    marked = f"~{text}"
    [said] = parse(write(Form([Output("read_page", marked)])))
    assert (said.value, said.is_text) == (marked, True)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(VALUES, st.randoms(use_true_random=False))
def test_any_selection_can_be_parsed(value: Any, random: Random) -> None:
    """Whatever cells are chosen, what is written is a form, and shorter than all of it."""
    form = Form([Output("get_thing", json.dumps(value))])
    chosen = {cell.id for cell in form.cells if random.random() < CHOSEN}
    assert len(parse(write(form, chosen))) <= 1


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.tuples(VALUES, VALUES, st.dictionaries(NAMES, SCALARS)), max_size=FEW))
def test_any_outputs_together_can_be_parsed(said: list[tuple[Any, Any, Any]]) -> None:
    """Whatever tools say of one object, what is written is a form."""
    outputs = [
        Output("get_thing", json.dumps({"id": "AB1", "x": x, "y": y}), args, position)
        for position, (x, y, args) in enumerate(said)
    ]
    outputs += [replace(output, content=json.dumps([1, said])) for output in outputs]
    assert len(parse(write(Form(outputs)))) >= bool(said)


@pytest.mark.parametrize(
    "text",
    ["rows(", "x: y", "x says", 'a = "b', "a: b =c", "a(b)", "(a)", "a(b c):\n 1  2"],
)
def test_what_is_no_form_is_refused(text: str) -> None:
    """A damaged text raises the library's own error."""
    with pytest.raises(LangGraphMemoryError):
        parse(text)


def test_what_is_left_out_of_lists_and_objects_is_marked_and_can_be_parsed() -> None:
    """No part of an object, a list or a matrix looks like all of it."""
    order = {"order": "O1", "items": [f"I{n}" for n in range(9)], "x": 1, "y": None}
    form = Form(
        [
            Output("get_order", json.dumps(order)),
            Output("list_ids", json.dumps([f"J{n}" for n in range(9)])),
            Output("get_grid", json.dumps([[[n, 2 * n] for n in range(9)]])),
            Output("list_huts", json.dumps([{"hut": f"H{n}", "a": n} for n in range(3)])),
        ]
    )
    chosen = {"O1", "I2", "I4", "J1", "H1"}
    cells = {c.id for c in form.cells if c.text.strip('"') in chosen or c.text == "[3,6]"}
    text = write(form, cells)
    assert text == (
        'order… order O1, items ["I2","I4"]…\n'
        'ids = ["J1"]…\n'
        "grid = [[[3,6]]]…\n"
        "huts(hut…\n H1\n +2 more"
    )
    assert [said.value for said in parse(text)] == [
        {"order": "O1", "items": ["I2", "I4"]},
        ["J1"],
        [[[3, 6]]],
        [{"hut": "H1"}],
    ]


def test_the_mark_of_a_part_may_stand_behind_any_name() -> None:
    """It ends the name of an object, within another one too, and what that is called by."""
    text = "hut… a 1; null: b, c\n owner…\n beds of B7… bed 1"
    [said] = parse(text)
    beds = [{"bed": 1}]
    assert said.value == {"a": 1, "b": None, "c": None, "owner": [{}], "beds": beds}
