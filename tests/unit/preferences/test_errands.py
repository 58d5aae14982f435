"""What is asked for or asked about is no wish of how to answer."""

from __future__ import annotations

import pytest

from langgraph_memory import Dimension
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


@pytest.mark.parametrize(
    "text",
    [
        "Write an email to my landlord about the heating. Please keep it short and formal.",
        "Draft a reply to Bob. Be formal.",
        "Reply to Anna, and keep it short.",
        "Answer Bob's mail. Keep it short.",
        "Write a cover letter. Be formal and detailed.",
        "Rewrite my bio. Shorter, please.",
        "Translate this into French. Be formal.",
        "Write code for X. No comments. Keep it short.",
        "Book a table for two. Keep it short.",
        "Summarise the report. No emojis.",
        "帮我写一封辞职信，正式一点。",
        "帮我写一篇作文。详细一点。",
        "给客户写封邮件。要正式。",
        "给小王回复,简短一点",
        "给妈妈发消息：别问了",
        "帮我发微信给老板：以后别再发表情了",
        "Reply to Kofi: keep mails short from now on.",
        "请告诉 Kofi：以后邮件写短一点",
        "I watched Titanic. Too long!",
        "How was the trip? Too long.",
        "The book I read yesterday was great but too long.",
        "The flight was fine. A bit too long.",
        "Too long, find a shorter one.",
        "昨天看了泰坦尼克号。太长了。",
        "今天的会开完了。太长了",
        "我婆婆来了。太啰嗦了。",
        "买了条裙子。太短了。",
        "Create a presentation on bees. Keep it simple.",
        "Post this on Slack: No emojis please.",
        "Send Bob this: Stop asking me questions.",
        "Text mum: keep it short please",
        "Tell Bob to keep it short.",
        "Please make me a meal plan, nothing too complicated.",
        "Plan a trip to Rome. Keep it casual.",
        "The movie was bad. Too complicated.",
    ],
)
def test_what_is_said_of_a_piece_of_work_is_no_wish(text: str) -> None:
    """How a letter is to be, or how a film was, does not say how answers are to be."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Keep it short.",
        "Too long!",
        "Thanks, but too long.",
        "OK. Too long.",
        "Too long. What about Rome?",
        "Explain recursion. Keep it short.",
        "Write shorter answers.",
        "Write in plain English.",
        "Make your answers shorter.",
        "Write a letter. From now on, keep it short.",
        "Write the report, and from now on no emojis.",
        "太长了。",
        "写短一点。",
        "回复简短一点",
    ],
)
def test_what_is_said_of_answers_or_for_long_is_a_wish(text: str) -> None:
    """It counts with an errand beside it, too, where it is said to last."""
    assert signals_in(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Don't do anything without asking.", "proactive"),
        ("Never book anything without my approval.", "proactive"),
        ("Ask me before you act.", "proactive"),
        ("Go ahead without asking.", "reserved"),
        ("Don't ask, just do it.", "reserved"),
    ],
)
def test_who_asks_to_be_asked_is_asked(text: str, value: str) -> None:
    """With questions and suggestions as with all else, a denial turns what is denied."""
    assert read(text) == {"interaction_frequency": value}


@pytest.mark.parametrize(
    "text",
    [
        "Only for this answer: be detailed.",
        "Be detailed in your next answer.",
        "Be detailed, just here.",
        "这个回答请详细一点。",
    ],
)
def test_what_is_said_of_one_answer_holds_once(text: str) -> None:
    """It is obeyed, and not learned."""
    assert [signal.once for signal in signals_in(text)] == [True]


def test_what_mails_are_to_be_is_no_errand() -> None:
    """Mails in general are no piece of work, so that a dimension of one's own is heard."""
    wish = "Write mails in full."
    mails = Dimension(
        name="mails", values=("short", "full"), phrases={"full": ("write mails in full",)}
    )
    [signal] = signals_in(wish, [mails])
    assert (signal.dimension, signal.value) == ("mails", "full")
