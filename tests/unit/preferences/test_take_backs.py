"""What the user takes back, and what he asks for by contrast."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.profile import DEFAULT_DIMENSIONS, PreferenceProfile
from langgraph_memory.preferences.signals import signals_in

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
UNITS = Dimension(
    name="units",
    values=("metric", "imperial"),
    phrases={
        "metric": ("use metric units", "用公制"),
        "imperial": ("use imperial units",),
    },
)


def told(*texts: str, far: int = 0) -> tuple[str, ...]:
    """The tags after messages of one conversation, the last `far` turns later."""
    profile = PreferenceProfile(dimensions=(*DEFAULT_DIMENSIONS, UNITS))
    for at, text in enumerate(texts):
        turn = at + (far if at == len(texts) - 1 else 0)
        when = NOON + timedelta(minutes=turn)
        profile = profile.heard(text, key=f"m{at}", at=when, thread="t", turn=turn)
    return profile.tags(thread="t")


@pytest.mark.parametrize(
    "text",
    [
        "I take that back.",
        "Forget that.",
        "Forget what I said about length.",
        "Never mind what I said about length.",
        "Forget everything I asked for earlier.",
        "Ignore my earlier wish for short answers.",
        "Back to normal.",
        "Back to normal length please.",
        "Answer as long as you like again.",
        "I've changed my mind about short answers.",
        "I no longer want short answers.",
        "Please stop giving me short answers.",
        "You needn't be brief anymore.",
        "恢复正常吧",
        "刚才说的不算。",
        "取消刚才的要求",
        "忘掉我之前说的长度要求",
        "我不想要简短的回答了",
    ],
)
def test_what_is_taken_back_is_told_no_more(text: str) -> None:
    """The tag goes, and no other value is invented in its place."""
    assert told("Keep it short.", text) == ()


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("No emojis.", "I take back the no emojis rule."),
        ("No emojis.", "Okay, emojis are allowed now."),
        ("不要用表情。", "现在可以用表情符号了"),
        ("Be formal.", "Please ignore the previous rule about tone."),
        ("Stop asking.", "You may ask me again."),
        ("Use metric units.", "Never use metric units again."),
        ("Use metric units.", "Stop using metric units."),
        ("Use metric units.", "I no longer want metric units."),
        ("Use metric units.", "Forget what I said about units."),
        ("用公制", "别用公制了"),
    ],
)
def test_whatever_the_dimension_it_can_be_taken_back(wish: str, text: str) -> None:
    """So can what is said of dimensions that the user has added."""
    assert told(wish) != ()
    assert told(wish, text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Forget what I said about Rome.",
        "Forget what I said about the length of the flight.",
        "I've changed my mind about the long flight.",
        "取消关于长途航班的要求",
        "网络恢复正常了",
        "Cancel my request for a refund.",
        "Oh, the flight to Boston is the one. Let's cancel that.",
        "I want to go back to normal life.",
        "I no longer want detailed answers.",
        "Forget what I said about emojis.",
        "The policy has no exceptions.",
    ],
)
def test_what_is_taken_back_of_other_things_leaves_a_wish_alone(text: str) -> None:
    """Only what names the wish, or points at it, withdraws it."""
    assert told("Keep it short.", text) == ("replies: short",)


def test_that_is_what_was_said_just_before() -> None:
    """Some turns later, `forget that` is of something else; `my request` may still be."""
    assert told("Keep it short.", "Forget that.", far=3) == ("replies: short",)
    assert told("Keep it short.", "Ignore my earlier request.", far=9) == ()


def test_only_the_newest_wish_is_taken_back() -> None:
    """Both of one message, and none of an earlier one."""
    assert told("No emojis.", "Keep it short and formal.", "I take that back.") == (
        "emojis: none",
    )


def test_of_what_holds_once_the_lasting_wish_stays() -> None:
    """Who takes back an exception for this time wants again what he wanted before."""
    assert told("Keep it short.", "This time be detailed.", "Forget that.") == (
        "replies: short",
    )


def test_what_is_said_instead_counts() -> None:
    """A new wish in the message that takes one back is obeyed."""
    assert told("Keep it short.", "Scrap that: detailed answers.") == ("replies: detailed",)
    assert told("Keep it short.", "Be formal. Forget that.") == ("replies: short",)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I prefer short answers to detailed ones.", "short"),
        ("I'd rather have short answers than long ones.", "short"),
        ("Instead of long answers, give me short ones.", "short"),
        ("Give me long answers rather than short ones.", "detailed"),
        ("I like detailed replies more than brief ones.", "detailed"),
        ("Not detailed but short please.", "short"),
        ("Be detailed. Or rather, short.", "short"),
        ("Short answers please — no, sorry, long ones.", "detailed"),
        ("Be brief, I mean, detailed.", "detailed"),
        ("请简短一点，不对，详细一点。", "detailed"),
        ("Your answers have become too short.", "detailed"),
    ],
)
def test_of_a_contrast_what_is_taken_counts(text: str, value: str) -> None:
    """What is named beside it, only to be turned down or amended, does not."""
    assert [one.value for one in signals_in(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Not too long and not too short please",
        "No, casual.",
        "It's fine, no, sorry, the flight is too long.",
        "I prefer short flights to long ones.",
        "I'd rather have long hair than short hair.",
    ],
)
def test_other_contrasts_say_nothing(text: str) -> None:
    """What is no contrast of answers is left alone."""
    assert signals_in(text) == ()


def test_no_emojis_amends_nothing() -> None:
    """A wish that begins with `no` stays what it says after another one."""
    found = {one.dimension: one.value for one in signals_in("Be brief. No emojis.")}
    assert found == {"response_length": "short", "emojis": "none"}
