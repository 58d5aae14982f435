"""Questions about what was, told from others."""

from __future__ import annotations

import pytest

from langgraph_memory.recall.past import asks_for_past


@pytest.mark.parametrize(
    "text",
    [
        "What was the gate before?",
        "What was the fare before it was raised?",
        "Which gate did AF1 leave from previously?",
        "What was the original price?",
        "What has changed?",
        "Show the history of my order.",
        "Was the room changed from 12?",
        "之前的登机口是多少？",
        "原来的票价是多少",
        "改之前是几点？",
    ],
)
def test_a_question_about_what_was(text: str) -> None:
    """Words that ask for a state that is over."""
    assert asks_for_past(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Which gate?",
        "Book it before noon.",
        "Look for rooms before you book one.",
        "Is there a ferry before 9:00?",
        "Change my flight to Monday.",
        "How old is the house?",
        "出发之前提醒我",
        "请把会议改到周三",
    ],
)
def test_other_words(text: str) -> None:
    """An order of deeds, a time or a wish asks for nothing that is over."""
    assert not asks_for_past(text)
