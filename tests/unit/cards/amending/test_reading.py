"""What the user puts right, read from his words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.cards.amending.reading import amendments_in


@pytest.mark.parametrize(
    ("text", "value", "former"),
    [
        ("Correction: flight AF1 leaves from gate D4, not B12.", "D4", "B12"),
        ("Actually the gate of AF1 is D4", "D4", ""),
        ("No, that's wrong. The gate is D4.", "D4", ""),
        ("That isn't right. The gate is D4.", "D4", ""),
        ("The gate is not B12 but D4.", "D4", "B12"),
        ("The gate isn't B12, it's D4.", "D4", "B12"),
        ("The price is $450, not $400.", "$450", "$400"),
        ("It's on May 5, not May 4.", "May 5", "May 4"),
        ("AF1's gate has changed to D4.", "D4", ""),
        ("The gate changed from B12 to D4.", "D4", "B12"),
        ("The departure should be 10:30 am.", "10:30 am", ""),
        ("Actually, flight AF1 departs at 10:30.", "10:30", ""),
        ("Sorry, I meant 600, not 500.", "600", "500"),
        ("不对，登机口是D4", "D4", ""),
        ("不对。登机口是D4。", "D4", ""),
        ("更正：AF1航班的登机口是D4，不是B12。", "D4", "B12"),
        ("登机口不是B12，而是D4", "D4", "B12"),
        ("登机口从B12改到D4了。", "D4", "B12"),
        ("出发时间应该是10:30", "10:30", ""),
    ],
)
def test_the_right_value_is_told_from_the_wrong_one(
    text: str, value: str, former: str
) -> None:
    """However it is put, in English and Chinese."""
    [found] = amendments_in(text)
    assert (found.value, found.former) == (value, former)


@pytest.mark.parametrize(
    "text",
    [
        "Is the gate D4?",
        "Isn't it D4, not B12?",
        "If the gate is D4, not B12, tell me.",
        "He said the gate is D4, not B12.",
        "Actually I want gate D4.",
        "Actually make the seat 12A.",
        "I need a flight to Paris, not Milan.",
        "The gate is D4.",
        "The gate may be D4, not B12.",
        "Here is a mail: The gate is D4, not B12.",
        "登机口是D4吗？",
        "如果登机口是D4，不是B12，告诉我。",
        "",
    ],
)
def test_what_states_no_other_value_puts_nothing_right(text: str) -> None:
    """Questions, wishes, conditions, reports, doubts, and what denies nothing."""
    assert amendments_in(text) == ()


def test_each_clause_of_a_sentence_is_one_of_its_own() -> None:
    """A message may put right several objects."""
    text = "Correction: AF1 leaves from D4, not B12, and AF2 from C3, not A1."
    first, second = amendments_in(text)
    assert (first.value, first.former, second.value, second.former) == (
        "D4",
        "B12",
        "C3",
        "A1",
    )
    assert "AF1" in first.rest
    assert "AF2" in second.rest


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text("Nno, itshegaD4B12.;:!?不对是，登机口 \n", max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    """Nothing fails, and each value stands in the text."""
    for found in amendments_in(text):
        assert found.value in text
        assert found.former in text
