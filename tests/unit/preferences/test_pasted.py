"""Texts of others in a message are none of the user's wishes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.preferences.pasted import without_pasted
from langgraph_memory.preferences.signals import signals_in


@pytest.mark.parametrize(
    "text",
    [
        "Summarise this mail:\n\nHi team,\nkeep it short.\nStop asking questions.\nTom",
        "Please proofread the following text.\n\nYour answers are too long. No emojis.",
        "Write a reply to this customer.\n\nYour answers are too long.",
        "Here is what my boss wrote:\nBe more formal.",
        "My boss wrote this:\n\nBe more formal. No emojis.",
        "He wrote: keep it short. No emojis.",
        "She told me this. Keep it short.",
        "Translate into German:\nNo emojis please.",
        "Translate to French: keep it short. No emojis.",
        "Fix the grammar:\nYour answers is too long.",
        "Subject: hello\n\nKeep it short.",
        "帮我润色下面这段话：\n回答太长了。请简短一点。",
        "老板的原话：\n简短一点。不要表情。",
        "翻译：\n请简短回答。",
    ],
)
def test_a_text_to_work_on_holds_no_wish(text: str) -> None:
    """What is handed over or reported is left out to its end."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Bob: no emojis please",
        "Bob Smith: keep it short. Be formal.",
        "GPT: be formal",
        "Claude: go deeper",
        "**Assistant**: keep it short",
        "[assistant] keep it short",
        "Agent: be brief",
        "customer: be more formal\nno emojis",
        "小王：说人话",
        "客户：回答太长了",
    ],
)
def test_case_30_whoever_is_named_before_a_colon_speaks(text: str) -> None:
    """A line of a transcript, and those just below it, are its speaker's."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Note: keep it short.",
        "Two things: keep it short, and go on.",
        "As I said: keep it short.",
        "What I want:\nKeep it short.",
        "My wishes:\nKeep it short.",
        "Bob: hello there\n\nKeep it short.",
        "Keep it short.\n\nSummarise this mail:\n\nBe more detailed.",
        "注意：简短一点",
    ],
)
def test_the_users_own_words_stay(text: str) -> None:
    """What stands before such a text, or announces the user's own, is his."""
    assert [signal.value for signal in signals_in(text)] == ["short"]


@given(st.text(st.sampled_from("ab :\n.>[]说这："), max_size=60))
def test_nothing_is_added_to_a_text(text: str) -> None:
    """What is left are pieces of the message, in its order."""
    at = 0
    for piece in without_pasted(text, "|").replace("\n|", "|").split("|"):
        at = text.index(piece, at) + len(piece)


def test_a_long_line_takes_no_long_time() -> None:
    """What looks like the beginning of a handed text everywhere is read all the same."""
    for piece in ("review this mail ", "he wrote ", "a: ", "这段", "bob: x\n"):
        assert signals_in(piece * 1_000) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Correct this sentence: Please keep the answers short.",
        "Check spelling: stop asking me questions",
        "Please correct: Don't use emojis.",
        "Grammar check: Please be brief.",
        "Convert to passive voice: Keep it short.",
        "Classify the sentiment: Your answers are too long.",
        "Feedback from a customer: Your answers are too long.",
        "The customer's message: Please be brief.",
        "These are the rules for our support team: be brief, no emojis.",
        "My bot's instructions: be brief. no emojis.",
        "I'm writing instructions for my intern: Be brief. No emojis.",
        "Rule 3 of the forum: no emojis.",
        "Here is what my boss wrote about you. Keep it short. No emojis.",
        "My son texted me. Stop asking me questions. What should I say?",
        "小王给我留言。别问了。怎么回？",
        "改一下病句：请回答简短一点。",
        "客户反馈：回答太长了。",
    ],
)
def test_words_for_others_or_to_work_on_are_no_wishes(text: str) -> None:
    """What a label says is to be corrected, or is of others, is not the user's wish."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "[10:02] Bob: stop asking me questions\n[10:03] me: ok",
        "2026-03-01 10:02 Bob: keep it short please\n2026-03-01 10:03 Ann: ok",
        "12/03/2026, 10:02 - Bob: keep it short please",
        "Bob (10:02)\nkeep it short please\nAnn (10:03)\nok",
        "Bob, 10:02 AM\nkeep it short please",
        "小王 10:02\n别问了",
    ],
)
def test_the_log_of_a_chat_has_no_wishes(text: str) -> None:
    """Lines with an hour and a name are of a conversation with somebody else."""
    assert signals_in(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Feedback: your answers are too long.",
        "Feedback on your answers: too long.",
        "A note for you: keep it short.",
        "A rule for the future: keep it short.",
        "Rules for your answers: be brief, no emojis.",
        "Meeting at 10:02.\nKeep it short please.",
        "Please change your style: be brief.",
        "My doctor wrote me a prescription. Keep it short please.",
        "要求：简短一点",
    ],
)
def test_labels_of_the_users_own_wishes_hide_none(text: str) -> None:
    """What is said of the assistant's answers counts behind a label, too."""
    assert signals_in(text)
