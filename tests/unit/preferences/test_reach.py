"""How far a wish reaches: to topics, to kinds of days, to one answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.profile import PreferenceProfile
from langgraph_memory.preferences.signals import signals_in

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EXCEPTION = "For technical questions be detailed."
QUESTION = "Why does my Python code crash?"


def profile(*texts: str) -> PreferenceProfile:
    """What is known after messages of one conversation."""
    found, before = PreferenceProfile(), None
    for at, text in enumerate(texts):
        when = NOON + timedelta(minutes=at)
        found = found.heard(text, key=f"m{at}", at=when, thread="t", turn=at, before=before)
        before = text
    return found


def told(*texts: str) -> tuple[str, ...]:
    return profile(*texts).tags(thread="t")


@pytest.mark.parametrize(
    "text",
    [
        "This is too long.",
        "Too long!",
        "Shorter please.",
        "太长了",
        "Your answer about the Python code was too long.",
    ],
)
def test_a_verdict_is_of_the_topic_under_way(text: str) -> None:
    """Where the topic has a wish of its own, that one was wrong, and no other is made."""
    assert told(EXCEPTION, QUESTION, text) == ("replies, technical: short",)


def test_a_verdict_elsewhere_is_of_everything() -> None:
    """Without an exception for the topic, what is too long is too long anywhere."""
    assert told(QUESTION, "Too long!") == ("replies: short",)
    assert told(EXCEPTION, "Any hotels in Rome?", "Too long!") == (
        "replies: short, except technical: detailed",
    )


def test_what_is_said_to_last_is_of_everything() -> None:
    """`From now on` is no verdict on one answer, whatever it was about."""
    assert told(EXCEPTION, QUESTION, "From now on, keep it short.") == (
        "replies: short, except technical: detailed",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Always keep it short, no exceptions.",
        "Keep it short for everything.",
        "Keep all answers short.",
        "All your answers are too long.",
        "From now on keep it short, no matter the topic.",
        "以后所有问题都简短一点。",
        "不管什么问题都简短。",
    ],
)
def test_a_blanket_statement_reaches_exceptions(text: str) -> None:
    """What is said of every topic holds on the one that was left out, too."""
    assert told(EXCEPTION, text) == ("replies: short",)


@pytest.mark.parametrize(
    "text",
    [
        "Drop the exception for technical questions.",
        "No more exceptions.",
        "取消技术问题的例外",
    ],
)
def test_an_exception_can_be_dropped(text: str) -> None:
    """Then the usual wish is all there is."""
    assert told("Keep it short.", EXCEPTION, text) == ("replies: short",)


def test_another_exception_stays() -> None:
    """Only the one that is named is dropped."""
    drop = "Drop the exception for travel questions."
    assert told("Keep it short.", EXCEPTION, drop) == (
        "replies: short, except technical: detailed",
    )


@pytest.mark.parametrize(
    "text",
    [
        "On weekdays keep it short, on weekends be detailed.",
        "Keep it short on weekdays and detailed on weekends.",
        "工作日简短一点，周末详细一点。",
    ],
)
def test_a_wish_may_be_of_kinds_of_days(text: str) -> None:
    """It is told and expected on such days only."""
    known = profile(text)
    assert known.tags() == ("replies, weekdays: short, weekends: detailed",)
    expected = [known.predict(Context(day=day)) for day in ("weekday", "weekend")]
    assert [one["response_length"].value for one in expected] == ["short", "detailed"]


def test_a_kind_of_day_is_an_exception() -> None:
    """What is said of every day, later, holds on those days again."""
    both = ("Keep it short.", "On weekends be detailed.")
    assert told(*both) == ("replies: short, except weekends: detailed",)
    assert told(*both, "I take that back.") == ()
    assert told(*both, "Keep it short.") == ("replies: short",)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I need more than short answers.", []),
        ("I hate it when you don't use emojis.", []),
        ("In the mornings, keep it short.", []),
        ("On Mondays keep it short.", []),
        ("太长了，但是我喜欢。", []),
        ("It's too long, but I like it that way.", []),
        ("Shorter but with more technical depth.", [("", "short")]),
        ("Keep it short unless it's technical.", [("", "short"), ("technical", "medium")]),
        ("I work on weekdays, keep it short.", [("", "short")]),
    ],
)
def test_words_that_turn_a_wish_round_are_heard(
    text: str, values: list[tuple[str, str]]
) -> None:
    """What is not meant always, or not meant so, is no wish that holds always."""
    found = [(one.topic, one.value) for one in signals_in(text) if not one.day]
    assert found == values
