"""Which told value a correction is about."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.amending.aiming import Thing, aim
from langgraph_memory.cards.amending.reading import amendments_in


def thing(key: str, at: int = 1, noun: str = "flight", **told: Any) -> Thing:
    return Thing(key.casefold(), (key,), (noun,), told, at)


def aimed(
    text: str, *things: Thing, answer: str = "", since: int = -1
) -> list[tuple[str, str, Any]]:
    [amendment] = amendments_in(text)
    found = aim(amendment, things, answer, since)
    return [(one.thing.name, one.column, one.value) for one in found]


AF1 = thing("AF1", gate="B12", departure="10:30", seats=4, day="2026-05-04", note=None)
AF2 = thing("AF2", 2, gate="C3", departure="11:00", seats=9, day="2026-05-05")


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("Correction: flight AF1 leaves from gate D4, not B12.", "gate", "D4"),
        ("Correction: AF1 leaves from D4, not B12.", "gate", "D4"),
        ("Actually, AF1 departs at 11:45.", "departure", "11:45"),
        ("Actually, AF1 departs at 1:45 pm.", "departure", "13:45"),
        ("No, AF1 has changed to 5 seats, not 4.", "seats", 5),
        ("Actually the day of AF1 is 6 May.", "day", "2026-05-06"),
        ("AF1 flies on May 6, not May 4.", "day", "2026-05-06"),
        ("不对，AF1的登机口是D4", "gate", "D4"),
    ],
)
def test_the_named_object_and_its_column_are_meant(
    text: str, column: str, value: Any
) -> None:
    """By the name of the column or the wrong value; written as the old value was."""
    assert aimed(text, AF1, AF2) == [("af1", column, value)]


def test_without_a_name_the_only_object_told_last_is_meant() -> None:
    """Told since the user spoke last, else the last time that any was told."""
    text = "No, that's wrong. The gate is D4."
    assert aimed(text, AF1) == [("af1", "gate", "D4")]
    assert aimed(text, AF1, AF2, since=2) == [("af2", "gate", "D4")]
    assert aimed(text, AF1, AF2, since=1) == [("af2", "gate", "D4")]
    assert aimed(text, AF1, AF2, since=0) == []


def test_the_answer_tells_which_one_is_meant() -> None:
    """By the object that it names, or by the value; not where it names several."""
    text = "No, that's wrong. The gate is D4."
    assert aimed(text, AF1, AF2, answer="AF1 leaves from B12.", since=0) == [
        ("af1", "gate", "D4")
    ]
    assert aimed(text, AF1, AF2, answer="From gate C3.", since=0) == [("af2", "gate", "D4")]
    assert aimed(text, AF1, AF2, answer="AF1: B12, AF2: C3.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Correction: the gate of BA9 is D4.",
        "Correction: the gate of the Oslo flight is D4.",
        "Correction: the gate of AF1 is D4, not A7.",
        "Actually the gate of AF1 is great.",
        "Actually the gate of AF1 is 10:30.",
        "Actually the pilot of AF1 is Kim.",
        "Correction: the gate of AF1 and AF2 is D4.",
        "更正：去奥斯陆的登机口是D4",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    """Another object, another wrong value, a value of another kind, or several objects."""
    assert aimed(text, AF1, AF2) == []


def test_of_two_columns_that_fit_alike_none_is_meant() -> None:
    """Unless the wrong value is said, or one of them is named wholly."""
    both = thing("AF1", departure_gate="B12", arrival_gate="C3")
    assert aimed("Actually the gate of AF1 is D4.", both) == []
    assert aimed("The gate of AF1 is D4, not C3.", both) == [("af1", "arrival_gate", "D4")]
    assert aimed("Actually AF1's departure gate is D4.", both) == [
        ("af1", "departure_gate", "D4")
    ]


def test_an_object_is_known_by_its_other_values() -> None:
    """Words that are of one object alone name it."""
    rome, oslo = thing("H1", city="Rome", price=90), thing("H2", city="Oslo", price=70)
    assert aimed("Actually the price in Oslo is 75.", rome, oslo) == [("h2", "price", 75)]


def test_a_word_takes_the_place_of_a_word_where_that_is_sure() -> None:
    """A correction that says so, the wrong word beside it, or two names; no mere praise."""
    room = thing("R1", noun="room", view="garden", city="Rome")
    assert aimed("Actually the view is nice.", room) == []
    assert aimed("Correction: the view is lake.", room) == [("r1", "view", "lake")]
    assert aimed("The view is lake, not garden.", room) == [("r1", "view", "lake")]
    assert aimed("No, the city is Milan.", room) == [("r1", "city", "Milan")]


def test_another_object_that_is_named_puts_none_right() -> None:
    """Who says which order he means does not say that a tool named a wrong one."""
    back = thing("R1", noun="return", order_id="W5", reason="late")
    assert aimed("Sorry, the order is W7.", back) == []
    assert aimed("The order is W7, not W5.", back) == [("r1", "order_id", "W7")]


def test_what_the_user_said_himself_is_nothing_that_a_tool_told() -> None:
    """`I meant` is about his own words."""
    assert aimed("Sorry, I meant 5, not 4.", AF1) == []
