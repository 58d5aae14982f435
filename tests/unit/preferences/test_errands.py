"""What is asked for or asked about is no wish of how to answer."""

from __future__ import annotations

import pytest

from langgraph_memory.preferences.signals import signals_in


def read(text: str) -> dict[str, str]:
    return {signal.dimension: signal.value for signal in signals_in(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Tell me about emojis.",
        "Talk to me about jargon.",
        "Explain jargon.",
        "Explain emojis to me.",
        "Describe formal language.",
        "Describe a formal style.",
        "I need a simple explanation of what emojis are.",
        "Write a polite reply.",
        "Write me a short message.",
        "I need a short text.",
        "Give me formal words.",
        "Use short words.",
        "写点正式的内容",
    ],
)
def test_an_errand_is_no_wish(text: str) -> None:
    """Whatever is to be told about or to be written is not how replies shall be."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "回答太长了吗？",
        "太长了吗？",
        "不够详细吗？",
        "太啰嗦了吗",
        "太长了？",
        "Too long?",
        "Not detailed enough?",
        "Shorter answers?",
    ],
)
def test_a_question_is_no_wish(text: str) -> None:
    """Who asks whether it is so, does not say so."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Could you keep it short?", {"response_length": "short"}),
        ("Shorter answers, please?", {"response_length": "short"}),
        ("Keep it short, ok?", {"response_length": "short"}),
        ("能简短一点吗？", {"response_length": "short"}),
        ("请简短一点好吗？", {"response_length": "short"}),
    ],
)
def test_a_request_in_the_form_of_a_question_is_one(
    text: str, wish: dict[str, str]
) -> None:
    """Politeness hides no wish."""
    assert read(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        "Don't bother, I found it.",
        "Don't ask.",
        "If it is too long, shorten it.",
        "Shorten it, if it gets too long.",
        "如果太长，就简短一点",
        "Keep it simple, stupid is the KISS principle.",
    ],
)
def test_sayings_and_conditions_are_no_wishes(text: str) -> None:
    """What is only said so, or only may be, does not last."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("If possible, keep it short.", {"response_length": "short"}),
        ("When you answer, be brief.", {"response_length": "short"}),
        (
            "If something looks wrong, point it out without being asked.",
            {"interaction_frequency": "proactive"},
        ),
        (
            "Stop asking me questions and just do it.",
            {"interaction_frequency": "reserved"},
        ),
        ("Explain it simply, please.", {"information_density": "simple"}),
        ("Explain everything in detail.", {"response_length": "detailed"}),
        ("Write shorter replies.", {"response_length": "short"}),
        ("This isn't detailed enough.", {"response_length": "detailed"}),
    ],
)
def test_wishes_of_like_wording_are_read(text: str, wish: dict[str, str]) -> None:
    """What is near an errand, a condition or a saying may be a wish all the same."""
    assert read(text) == wish
