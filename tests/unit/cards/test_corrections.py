"""What the user corrects, asks to remember, or says to be his number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.corrections import fact_in, holds_once
from langgraph_memory.cards.statements import lasting_statements, read_statement, replaces


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My loyalty number is KL998877.", None),
        (
            "Hi, my frequent flyer number is AF99812.",
            "my frequent flyer number is AF99812.",
        ),
        ("My user id is mia_3668.", None),
        ("Our customer number has changed to 77123", "Our customer number is 77123"),
        ("Remember that the meeting room is Orion.", "the meeting room is Orion."),
        ("Please remember: the project code is PX-77.", "the project code is PX-77."),
        ("Note that supplier Acme is blocked.", "supplier Acme is blocked."),
        ("For the record, Bo has left the firm.", "Bo has left the firm."),
        ("Don’t forget that Ann prefers aisle seats.", "Ann prefers aisle seats."),
        (
            "Correction: AF1 leaves from gate D4, not B12.",
            "AF1 leaves from gate D4, not B12.",
        ),
        ("Actually, the gate of AF1 is now D4.", "the gate of AF1 is D4."),
        ("No, the gate of AF1 is D4, not B12.", "the gate of AF1 is D4, not B12."),
        ("我的会员号是 AB12345。", None),
        ("我的会员号改为 AB999。", "我的会员号是 AB999。"),
        ("记住：项目代号是 PX-78。", "项目代号是 PX-78。"),
        ("请记住项目代号是PX-78。", "项目代号是PX-78。"),
        ("更正：AF1 航班的登机口是 D4。", "AF1 航班的登机口是 D4。"),
    ],
)
def test_what_is_pointed_out_is_a_lasting_fact(said: str, fact: str | None) -> None:
    """It holds beyond the conversation, and is read without its opening."""
    assert fact_in(said) == (fact or said)
    assert list(lasting_statements(said)) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "The gate is D4.",
        "My order number is W12345.",
        "My confirmation code is ABC123.",
        "My PIN code is 4711.",
        "My password is hunter22.",
        "My card number is unknown to me.",
        "Remember to call Bo.",
        "Remember when the gate was D4?",
        "Do you remember that the gate is D4?",
        "Can you remember my name?",
        "Remember this: it is over.",
        "Remember, every small victory is a step forward.",
        "Remember that he said the gate is D4.",
        "Remember that I need a refund.",
        "Note that I want to return both.",
        "Note: if it is late, cancel.",
        "Keep in mind that you should ask me first.",
        "Don't forget to send the invoice.",
        "Correction: I would like three rooms.",
        "Actually, the blue one is fine.",
        "No, the blue one is not what I want.",
        "我的订单号是 W123456。",
        "我的验证码是 4411。",
        "记得给妈妈打电话",
        "记住我说的话",
        "别忘了带伞",
        "更正：我要三个房间。",
    ],
)
def test_what_is_of_the_moment_is_none(said: str) -> None:
    """Errands, wishes, conditions, questions, reports, secrets, numbers of one purchase."""
    assert fact_in(said) is None
    assert not list(lasting_statements(said))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My loyalty number is KL998877.", "My loyalty number is KL112233."),
        ("My loyalty number is KL998877.", "My loyalty number has changed to KL112233."),
        ("Remember that the gate of AF1 is B12.", "Correction: the gate of AF1 is D4."),
        ("Remember that the gate of AF1 is B12.", "Actually, the gate of AF1 is now D4."),
        ("Note that the meeting room is Orion.", "Remember that the meeting room is Lyra."),
        ("我的会员号是 AB12345。", "我的会员号改为 AB999。"),
        ("记住：项目代号是 PX-78。", "更正：项目代号是 PX-79。"),
    ],
)
def test_of_what_has_one_value_the_newer_holds(older: str, newer: str) -> None:
    """A correction takes the place of what was to be remembered, in other words too."""
    assert replaces(read_statement(newer), read_statement(older))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My loyalty number is KL998877.", "My customer number is KL112233."),
        ("Remember that the gate of AF1 is B12.", "Correction: the gate of AF2 is D4."),
        ("Note that the room is noisy.", "Note that the room is bright."),
    ],
)
def test_other_facts_stand_side_by_side(older: str, newer: str) -> None:
    """Another thing, and what may hold beside the other, replaces nothing."""
    assert not replaces(read_statement(newer), read_statement(older))


@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    """Whatever is said, it is a fact or none."""
    fact = fact_in(text)
    assert fact is None or isinstance(holds_once(fact), bool)
