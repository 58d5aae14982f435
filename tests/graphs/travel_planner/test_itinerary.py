from __future__ import annotations

import pytest

from graphs.travel_planner.itinerary import (
    AnswerError,
    Itinerary,
    read_answer,
    refusal_answer,
)
from tests.graphs.travel_planner.test_checks import DAYS, TOTAL


def test_an_itinerary_survives_its_own_text() -> None:
    """What is written as an answer is read back as it was."""
    trip = Itinerary(total=TOTAL, days=DAYS)
    assert read_answer(trip.answer("Here it is.")) == trip


def test_a_refusal_keeps_its_reason() -> None:
    """The reason of a refusal is read back."""
    assert read_answer(refusal_answer('no "bed"')) == 'no "bed"'


def test_the_last_block_counts() -> None:
    """A model that corrects itself is taken at its last word."""
    text = refusal_answer("first") + "\nNo, wait.\n" + refusal_answer("second")
    assert read_answer(text) == "second"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No JSON here.",
        "```json\n{broken}\n```",
        "```json\n{}\n```",
        '```json\n{"total": 1, "days": [3]}\n```',
        '```json\n{"total": "much", "days": []}\n```',
        '```json\n{"total": 1, "days": [{"date": "x", "leg": {"mode": "flight"}}]}\n```',
    ],
)
def test_anything_else_is_no_answer(text: str) -> None:
    """An answer without a readable plan raises the one error that says so."""
    with pytest.raises(AnswerError):
        read_answer(text)
