"""Arguments: their form in words, and what differs between two calls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.arguments import difference, grouped, has_form
from langgraph_memory.experiences.shapes import completed, differs, fits, shape, telling

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)
ARGS = st.dictionaries(st.sampled_from(["city", "date", "rooms", "note"]), VALUES)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("2026-03-01", "YYYY-MM-DD"),
        ("2026-03-01T10:00:00Z", "ISO 8601 date and time"),
        ("03/01/2026", "day, month and year with slashes"),
        ("24/12/2026", "DD/MM/YYYY"),
        ("12/24/2026", "MM/DD/YYYY"),
        ("24.12.2026", "DD.MM.YYYY"),
        ("+4917012345678", "+ and digits"),
        ("en-US", "language-REGION code"),
        (["m1", "m2"], "list"),
        ([3, 4], "list of integer"),
        ("18:30", "HH:MM"),
        ("ann@example.com", "e-mail address"),
        ("https://example.com/a", "URL"),
        ("12345", "digits"),
        ("12.50", "number in quotes"),
        ("JFK", "upper-case code"),
        ("#W123", 'like "#X"'),
        ("credit_card_4421486", 'like "a_9"'),
        ("basic_economy", 'like "a_a"'),
        ("New York", "capitalised words"),
        ("economy", "lower-case words"),
        ("a flat with two beds, near the park", "text"),
        ("", "empty text"),
        (7, "integer"),
        (7.5, "number"),
        (True, "true or false"),
        (None, "null"),
        ([{"city": "Rome", "nights": 2}], "list of object with city, nights"),
        ([], "empty list"),
        ({}, "empty object"),
        ({"W1234": 1}, "object with *"),
    ],
)
def test_a_shape_tells_the_form_without_the_value(value: object, form: str) -> None:
    """Each kind of value has a form in words that a model can follow."""
    assert shape(value) == form


@given(VALUES)
def test_every_value_has_a_shape(value: object) -> None:
    """No plain data is without a form."""
    assert shape(value)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["03/01/2026"], ["2026-03-01"], True),
        (["W123"], ["#W123"], True),
        (["basic economy"], ["basic_economy"], True),
        (["jfk"], ["JFK"], True),
        (["Economy"], ["economy"], True),
        ([250], ["250"], True),
        (["Rome"], ["New York"], False),
        (["W123"], ["W456"], False),
        ([250], [55.5], False),
        ([-5.0], [5.0], False),
        ([""], ["tk-ann"], False),
        (["lamp"], ["it_lamp_b"], False),
        (["a,b"], ["a;b"], True),
        (["a quiet room, please"], ["sea view"], False),
    ],
)
def test_forms_differ_only_where_the_writing_does(
    one: list[Any], other: list[Any], *, expected: bool
) -> None:
    """Another value of the same form is no other form; the same value rewritten is."""
    assert differs(one, other) is expected


def test_nested_arguments_are_dotted_paths() -> None:
    """Lists are walked, and keys that are data do not become names of parameters."""
    args = {
        "guests": [{"name": "Ann"}, {"name": "Bo"}],
        "prices": {"W12345": 3},
        "tags": [],
    }
    assert grouped(args) == {
        "guests[].name": ["Ann", "Bo"],
        "prices.*": [3],
        "tags": [[]],
    }


def test_deep_and_wide_arguments_are_bounded() -> None:
    """Neither a thousand levels nor ten thousand values are walked to the end."""
    deep: Any = "x"
    for _ in range(1_000):
        deep = [deep]
    assert grouped({"deep": deep}) == {}
    assert sum(map(len, grouped({"wide": list(range(10_000))}).values())) == 500


def test_the_difference_of_two_calls_is_sorted_by_kind() -> None:
    """Added, removed, rewritten, changed and kept parameters are told apart."""
    diff = difference(
        {"city": "Rome", "date": "3/1/26", "pets": False, "rooms": [1], "nights": 2},
        {"city": "Rome", "date": "2026-03-01", "rooms": 1, "nights": 3, "meal": "none"},
    )
    assert diff.added == ("meal",)
    assert diff.removed == ("pets",)
    assert diff.reshaped == {"date": "YYYY-MM-DD", "rooms": "integer"}
    assert diff.changed == ("nights",)
    assert diff.kept == ("city",)


@given(ARGS)
def test_equal_calls_do_not_differ(args: dict[str, Any]) -> None:
    """The same arguments differ in nothing."""
    args = {name: value for name, value in args.items() if value == value}  # noqa: PLR0124
    diff = difference(args, args)
    assert (diff.added, diff.removed) == ((), ())
    assert set(diff.kept) | set(diff.changed) | set(diff.reshaped) == set(grouped(args))


def test_a_form_is_found_on_leaves_and_wholes() -> None:
    """The form of a whole list counts as well as that of what is in it."""
    args = {"rows": [{"price": 3}]}
    assert has_form(args, "rows[].price", "integer")
    assert has_form(args, "rows", "list of object with price")
    assert not has_form(args, "rows[].price", "digits")
    assert not has_form(args, "cells", "integer")


def test_a_mere_code_is_no_way_of_writing() -> None:
    """`like "X"` tells nothing, and may be the very value that failed."""
    diff = difference({"code": "X"}, {"code": "B20"})
    assert (diff.reshaped, diff.changed) == ({}, ("code",))
    assert difference({"code": "B20"}, {"code": "#B20"}).reshaped == {"code": 'like "#X"'}


@pytest.mark.parametrize(
    ("old", "new", "form"),
    [
        ("12", "SKU-12", 'like "SKU-9"'),
        ("12", "cust_12", 'like "cust_9"'),
        ("lamp", "SKU-lamp", 'like "SKU-a"'),
        ("7", "SKU-12", 'like "A-9"'),
        ("12", "12345-12", 'like "9-9"'),
        ("ann", "ann@example.com", "e-mail address"),
    ],
)
def test_what_was_added_to_a_value_stands_in_its_form(
    old: str, new: str, form: str
) -> None:
    """A prefix that the error asked for is told as it is, all else by its kind."""
    assert completed(old, new) == form
    assert fits(new, form)
    assert fits(new.replace("12", "99").replace("lamp", "desk"), form)


def test_values_fit_forms_of_their_kind() -> None:
    """A date that may be read either way fits both; another prefix does not fit."""
    assert fits("03/04/2026", "DD/MM/YYYY")
    assert fits("03/04/2026", "MM/DD/YYYY")
    assert not fits("24/12/2026", "MM/DD/YYYY")
    assert not fits("ART-12", 'like "SKU-9"')
    assert not fits("SKU-A", 'like "SKU-9"')


@pytest.mark.parametrize("value", ["tk-ann", "it_lamp", "photo.png", "/home", ["m1"], "hi"])
def test_a_form_of_mere_letters_tells_nothing(value: Any) -> None:
    """Nobody could write a token or a key by it."""
    assert telling(shape(value)) in ("", "list")


def test_the_name_of_a_person_is_no_prefix() -> None:
    """What stands before a value of a personal parameter is told by its kind."""
    found = difference({"user": "12", "part": "12"}, {"user": "bob_12", "part": "SKU-12"})
    assert found.reshaped == {"user": 'like "a_9"', "part": 'like "SKU-9"'}
