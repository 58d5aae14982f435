"""What is taken for a question asked again, and what is said too often to count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.preferences.implied import asked_again, implied_in

REPLY = "Four hours."


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Where is gate B12?", "where is gate b12"),
        ("How does the engine start?", "Sorry, but how does the engine start?"),
        ("发动机怎么启动？", "请问发动机怎么启动呢？"),
    ],
)
def test_the_same_question_is_asked_again(before: str, text: str) -> None:
    """The same words that say what is asked make the same question."""
    (sign,) = implied_in(text, reply=REPLY, before=before)
    assert (sign.dimension, sign.value) == ("response_length", "detailed")


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("How far is it from Oslo to Rome?", "How far is it from Oslo to Paris?"),
        ("How far is it from Oslo to Rome?", "How far is it from Rome to Oslo?"),
        ("What is the status of order 4000?", "What is the status of order 4007?"),
        ("What's the gate of flight AF1?", "What's the gate of flight AF2?"),
        ("请查一下订单4000的状态好吗", "请查一下订单4007的状态好吗"),
        ("从北京到上海有多远？", "从北京到南京有多远？"),
        ("Tell me about animal 1.", "Tell me about animal 2."),
        ("Add another table to the page.", "Add another table to the page."),
    ],
)
def test_another_question_of_one_form_is_not_asked_again(before: str, text: str) -> None:
    """Another number, name or place is another question, and an errand is none."""
    assert not asked_again(text, before)
    assert implied_in(text, reply=REPLY, before=before) == ()


@pytest.mark.parametrize(
    "text", ["yes", "ok", "next", "Yes?", "go on", "继续", "好的", "下一个"]
)
def test_short_answers_ask_nothing_again(text: str) -> None:
    """Whoever agrees or goes on, says nothing of replies, however often."""
    assert implied_in(text, reply=REPLY, before=text) == ()


@pytest.mark.parametrize(
    "text", ["Perfect, thanks", "What else?", "太好了，谢谢", "还有呢"]
)
def test_praise_that_is_repeated_counts_once(text: str) -> None:
    """The same said of the next reply is a habit of speech."""
    assert implied_in(text, reply=REPLY, before="Where is the gate?")
    assert implied_in(text, reply=REPLY, before=text) == ()


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_numbers_tell_questions_apart(one: int, other: int) -> None:
    """The same question of another number is another one, in both languages."""
    for form in ("Where is parcel {} now?", "包裹{}现在到哪里了？"):
        again = asked_again(form.format(other), form.format(one))
        assert again == (one == other)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("unclear", ("information_density", "simple")),
        ("That's unclear.", ("information_density", "simple")),
        ("What does that mean?", ("information_density", "simple")),
        ("不清楚", ("information_density", "simple")),
        ("Could you tell me more about the second point?", ("response_length", "detailed")),
        ("具体呢？", ("response_length", "detailed")),
    ],
)
def test_follow_up_questions_are_faint_signs(text: str, sign: tuple[str, str]) -> None:
    """Who did not understand wants it simpler, who asks on wants more."""
    assert [(one.dimension, one.value) for one in implied_in(text, reply=REPLY)] == [sign]
    assert not implied_in(f"The forecast is {text}", reply=REPLY)


@pytest.mark.parametrize(
    "text", ["We walked along the river. " * 40, "我们沿着河走。" * 50]
)
def test_who_writes_at_length_may_like_to_read_so(text: str) -> None:
    """A very faint sign, once in a row, and none of pasted texts or code."""
    (sign,) = implied_in(text)
    assert (sign.dimension, sign.value) == ("response_length", "detailed")
    assert implied_in(text, before=text) == ()
    assert implied_in(text[:100]) == ()
    assert implied_in(f"Fix this mail:\nSubject: x\n{text}") == ()
