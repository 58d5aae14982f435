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
