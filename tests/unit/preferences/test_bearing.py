"""Which words of a message bear out what a model reads in them."""

from __future__ import annotations

import json

import pytest

from langgraph_memory import Dimension
from langgraph_memory.preferences.asking import wish_question
from langgraph_memory.preferences.dimensions import DIMENSIONS, EMOJIS
from langgraph_memory.preferences.notes import Signal

UNITS = Dimension(
    name="units",
    values=("metric", "imperial"),
    phrases={"metric": ("use metric units",), "imperial": ("use imperial units",)},
)


def told(text: str, quote: str, wish: str, when: str = "always") -> tuple[Signal, ...]:
    """What is left of a model's wish."""
    question = wish_question(text, (*DIMENSIONS, EMOJIS, UNITS))
    answer = {"wishes": [{"quote": quote, "wish": wish, "when": when}]}
    return tuple(question.read(json.dumps(answer)).signals)


@pytest.mark.parametrize(
    ("text", "quote", "wish"),
    [
        ("Please be anything but formal.", "formal", "response_style: formal"),
        (
            "Please be anything but formal.",
            "be anything but formal",
            "response_style: formal",
        ),
        (
            "Don't you dare give me short answers.",
            "short answers",
            "response_length: short",
        ),
        ("I am sick of your long answers.", "long answers", "response_length: detailed"),
        (
            "Please stop with those short replies.",
            "short replies",
            "response_length: short",
        ),
        ("请别再给我简短的回答", "简短的回答", "response_length: short"),
        (
            "Keep it short and no emojis.",
            "short and no emojis",
            "response_length: detailed",
        ),
    ],
)
def test_what_the_clause_turns_down_is_no_wish(text: str, quote: str, wish: str) -> None:
    """A fragment of a denial is not what the user asks for."""
    assert told(text, quote, wish) == ()


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Please book the short flight to Oslo.", "short"),
        ("Please keep the short jacket for me.", "keep the short jacket"),
        ("Please write the short version of the invoice.", "write the short version"),
    ],
)
def test_what_is_short_but_no_answer_is_no_wish(text: str, quote: str) -> None:
    """The word must be said of answers, not of the thing next to it."""
    assert told(text, quote, "response_length: short") == ()


def test_what_is_only_described_is_no_wish() -> None:
    """How the replies are is not how they shall be."""
    text = "Your replies bore me, they are long and formal."
    for quote in ("long", "they are long and formal"):
        assert told(text, quote, "response_length: detailed") == ()


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("Please spare me the metric units in your answers.", "metric units", "imperial"),
        ("Please don't give me metric numbers.", "metric numbers", "imperial"),
        ("You can leave metric out, please.", "leave metric out", "imperial"),
        ("Please give me metric numbers.", "metric numbers", "metric"),
    ],
)
def test_values_of_own_dimensions_can_be_turned_down(
    text: str, quote: str, value: str
) -> None:
    """A denial holds for a dimension that the user has added, too."""
    for one in UNITS.values:
        assert bool(told(text, quote, f"units: {one}")) == (one == value)


@pytest.mark.parametrize(
    ("text", "quote", "wish"),
    [
        ("I am sick of your long answers.", "sick of your long answers", "short"),
        ("I'd be glad if you answered in more detail.", "in more detail", "detailed"),
    ],
)
def test_what_the_clause_bears_out_is_kept(text: str, quote: str, wish: str) -> None:
    """Other words than rules know are believed where nothing speaks against it."""
    found = told(text, quote, f"response_length: {wish}")
    assert [one.value for one in found] == [wish]


def test_a_wish_is_of_the_topic_of_its_own_part() -> None:
    """As with what rules read, the part around the quotation tells topic and time."""
    text = (
        "I'd be glad of brief answers, but for code please answer in more detail this time."
    )
    (brief,) = told(text, "glad of brief answers", "response_length: short")
    (detail,) = told(text, "in more detail", "response_length: detailed")
    assert (brief.topic, brief.once) == ("", True)
    assert (detail.topic, detail.once) == ("technical", True)


@pytest.mark.parametrize(
    ("text", "quote", "right", "wrong"),
    [
        (
            "It annoys me that your answers are short.",
            "your answers are short",
            "response_length: detailed",
            "response_length: short",
        ),
        (
            "Short answers annoy me.",
            "Short answers annoy me",
            "response_length: detailed",
            "response_length: short",
        ),
        (
            "Your long answers are tiring.",
            "long answers",
            "response_length: short",
            "response_length: detailed",
        ),
        (
            "短回答让我烦",
            "短回答让我烦",
            "response_length: detailed",
            "response_length: short",
        ),
        (
            "长回答我看着累",
            "长回答我看着累",
            "response_length: short",
            "response_length: detailed",
        ),
    ],
)
def test_what_is_hard_to_bear_is_not_wished_for(
    text: str, quote: str, right: str, wrong: str
) -> None:
    """The wish is for the other value than the one that is complained of."""
    assert [f"{one.dimension}: {one.value}" for one in told(text, quote, right)] == [right]
    assert told(text, quote, wrong) == ()


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Nobody would say your answers are short.", "your answers are short"),
        ("My boss loves short answers and hates emojis.", "short answers"),
        ("My wife enjoys short answers from you.", "short answers"),
        ("It annoys me that your answers are never short.", "short"),
    ],
)
def test_what_others_feel_or_nobody_says_is_no_wish(text: str, quote: str) -> None:
    """Only the user's own feeling counts, and only where it is certain."""
    for value in ("short", "detailed"):
        assert told(text, quote, f"response_length: {value}") == ()
