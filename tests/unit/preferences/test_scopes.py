"""Of what topic and for how long the parts of a sentence are said."""

from __future__ import annotations

import pytest

from langgraph_memory import Dimension
from langgraph_memory.preferences.signals import signals_in

UNITS = Dimension(
    name="units",
    values=("metric", "imperial"),
    phrases={"metric": ("use metric units",), "imperial": ("use imperial units",)},
)


def by_topic(text: str) -> dict[str, str]:
    return {signal.topic: signal.value for signal in signals_in(text, (UNITS,))}


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        (
            "Be brief, but detailed on technical topics.",
            {"": "short", "technical": "detailed"},
        ),
        (
            "Short answers please, but detailed for technical questions.",
            {"": "short", "technical": "detailed"},
        ),
        ("Be formal, but casual about food.", {"": "formal", "food": "casual"}),
        (
            "For technical questions be detailed, for everything else be brief.",
            {"": "short", "technical": "detailed"},
        ),
        (
            "For code be detailed, otherwise be brief.",
            {"": "short", "technical": "detailed"},
        ),
        (
            "Detailed for technical questions, short for everything else.",
            {"": "short", "technical": "detailed"},
        ),
        ("平时简短一点，技术问题详细一点", {"": "short", "technical": "detailed"}),
        ("技术问题详细一点，其他问题简短一点", {"": "short", "technical": "detailed"}),
        ("For technical questions, be more detailed.", {"technical": "detailed"}),
        ("Be more detailed, on technical topics.", {"technical": "detailed"}),
    ],
)
def test_each_part_is_said_of_its_own_topic(text: str, wishes: dict[str, str]) -> None:
    """What is said of a topic does not move what is said of everything, nor the reverse."""
    assert by_topic(text) == wishes


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        (
            "Keep it short, except for technical questions.",
            {"": "short", "technical": "medium"},
        ),
        ("Brief please, except for code.", {"": "short", "technical": "medium"}),
        ("Be brief with everything but code.", {"": "short", "technical": "medium"}),
        ("除了技术问题，都简短一点", {"": "short", "technical": "medium"}),
        ("技术问题除外，请简短", {"": "short", "technical": "medium"}),
        ("Use metric units, except for food.", {"": "metric", "food": "imperial"}),
        ("No emojis, except on travel topics.", {"": "none", "travel": "some"}),
        ("Keep it short, except on Mondays.", {"": "short"}),
    ],
)
def test_an_excepted_topic_does_not_get_the_wish(text: str, wishes: dict[str, str]) -> None:
    """The wish is said of everything; the exception has the other value, or the middle."""
    assert by_topic(text) == wishes


def test_of_an_exception_that_may_be_anything_nothing_is_said() -> None:
    """Where several values are left for a topic, the whole wish is left alone."""
    tongue = Dimension(
        name="tongue",
        values=("english", "german", "french"),
        phrases={"german": ("answer in german",)},
    )
    assert by_topic("Answer in German.") == {}
    assert signals_in("Answer in German.", (tongue,))
    assert signals_in("Answer in German, except for recipes.", (tongue,)) == ()


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("今天天气不错，以后回答简短一点", [False]),
        ("不只这次，以后都简短一点", [False]),
        ("Always keep it short, not just this time.", [False]),
        ("This time keep it short, but from now on no emojis.", [True, False]),
        ("From now on no emojis, and keep it short this time.", [False, True]),
        ("Keep it short, just this once.", [True]),
        ("今天太累了，回答简短一点", [True]),
    ],
)
def test_this_time_and_always_hold_for_their_own_parts(text: str, once: list[bool]) -> None:
    """A lasting wish is none of this time only because its sentence has such words, too."""
    assert [signal.once for signal in signals_in(text)] == once


def test_emoji_at_the_end_hide_no_wish() -> None:
    """Whoever smiles, wishes what he says."""
    for text in ("Keep it short 🙂", "keep it short 👍🏽!", "简短一点🙂"):
        (signal,) = signals_in(text)
        assert signal.value == "short", text


def test_neither_extreme_is_no_wish_for_one_of_them() -> None:
    """Both halves of a sentence are heard where they turn down both ends."""
    assert signals_in("Not too formal, not too casual please.") == ()
