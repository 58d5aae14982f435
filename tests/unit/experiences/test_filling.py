"""What slots stand for: the task says which value, what is known says what it is called."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.filling import slot_values

CITIES = [("city", "Rome"), ("hotels[].city", "Bari"), ("city", "东京")]


@pytest.mark.parametrize(
    ("task", "values"),
    [
        ("a trip to bari", {"city": "Bari"}),
        ("去东京旅行", {"city": "东京"}),
        ("from Rome to Bari", {}),
        ("a tour of Romeland", {}),
        ("a trip", {}),
    ],
)
def test_a_known_value_that_the_task_mentions_fills_its_slot(
    task: str, values: dict[str, str]
) -> None:
    """It must be the only one of its kind, and stand there as a word."""
    assert slot_values(task, CITIES) == values


def test_an_id_of_this_conversation_need_not_be_mentioned() -> None:
    """Users do not repeat their customer's number; other values are never guessed."""
    own = [("user_id", "U-77x"), ("city", "Rome"), ("date", "2026-03-01"), ("n", 3)]
    assert slot_values("Cancel it", (), own) == {"user_id": "U-77x"}
    assert slot_values("Cancel it", own) == {}


def test_of_two_ids_none_is_taken() -> None:
    """What might stand for several things stands for none."""
    own = [("order_id", "#W12"), ("order_id", "#W13")]
    assert slot_values("Cancel it", (), own) == {}
    assert slot_values("Cancel #W13", (), own) == {"order_id": "#W13"}


@given(
    st.text(max_size=40),
    st.lists(st.tuples(st.text(max_size=8), st.none() | st.text(max_size=9))),
)
def test_values_are_always_some_that_were_given(
    task: str, named: list[tuple[str, Any]]
) -> None:
    """Whatever the texts, nothing is made up."""
    given_values = {value.strip() for _, value in named if isinstance(value, str)}
    assert set(slot_values(task, named, named).values()) <= given_values
