"""What kinds of things of himself a user asks after."""

from __future__ import annotations

import pytest

from langgraph_memory.cards.oneself.asked import asked_kinds, told_kinds


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Where do I live?", "I live in Oslo."),
        ("what's my home town again", "I moved to Oslo."),
        ("Where do I work?", "I work at Acme."),
        ("Which project am I on?", "I work on project Amber."),
        ("What do I do for a living?", "I'm a nurse."),
        ("How old am I?", "I am 31 years old."),
        ("Do you remember what my name is?", "My name is Ann."),
        ("Where am I from?", "I'm from Chile."),
        ("Who is my dentist?", "My dentist is Dr. Meyer."),
        ("我多大了？", "我31岁"),
        ("我叫什么名字？", "我叫王芳"),
        ("我对什么过敏？", "我对花生过敏"),
        ("我的经理是谁？", "我的经理是李娜"),
    ],
)
def test_a_question_and_its_answer_are_of_one_kind(question: str, statement: str) -> None:
    """The kind that is asked for is among those that the answer tells."""
    assert asked_kinds(question) & told_kinds(statement)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Oslo.",
        "Where does she live?",
        "Book my flight.",
        "他住在哪里？",
        "What is work?",
    ],
)
def test_what_asks_nothing_of_oneself_has_no_kinds(text: str) -> None:
    """Statements, orders and questions about others ask for nothing of the user."""
    assert asked_kinds(text) == frozenset()


def test_the_answer_to_another_question_is_of_another_kind() -> None:
    """Where one lives does not tell how old one is."""
    assert not asked_kinds("How old am I?") & told_kinds("I live in Oslo.")
