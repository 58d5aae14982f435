from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.notes import sentences
from langgraph_memory.cards.oneself.traits import traits_of
from langgraph_memory.cards.statements import (
    lasting_statements,
    lasts,
    read_statement,
    replaces,
    worth_keeping,
)

STATED = [
    ("I eat no meat.", "taste"),
    ("I'm vegetarian", "taste"),
    ("We don't drink alcohol.", "taste"),
    ("I'm allergic to peanuts, which dishes are safe?", "allergy"),
    ("By the way, my wife is allergic to shellfish.", "allergy"),
    ("I live in Oslo.", "home"),
    ("I'm originally from Norway.", "origin"),
    ("I work as a nurse.", "being"),
    ("I am a teacher.", "being"),
    ("My husband and I are vegetarians.", "taste"),
    ("I have two kids.", "count:child"),
    ("Our daughter has asthma.", "having"),
    ("I never fly at night.", "habit"),
    ("I go swimming every morning.", "habit"),
    ("I speak French.", "habit"),
    ("I usually fly economy.", "habit"),
    ("My daughter likes dinosaurs.", "taste"),
    ("Our son teaches maths.", "habit"),
    ("I went vegan last year.", "taste"),
    ("Call me Al.", "name"),
    ("My favourite colour is green.", "my:favourite colour"),
    ("I prefer not to wear wool.", "taste"),
    ("I'm scared of heights.", "fear"),
    ("My name is Ada.", "name"),
    ("I'm 34 years old.", "age"),
    ("Please always answer in French.", "wish"),
    ("我吃素", "taste"),
    ("不吃辣", "taste"),
    ("我对花生过敏，哪些菜可以吃？", "allergy"),
    ("我住在北京", "home"),
    ("我是一名老师", "being"),
    ("我老婆不吃香菜", "taste"),
    ("我有两个孩子", "count:孩子"),
    ("我每天早上跑步", "habit"),
]


@pytest.mark.parametrize(("text", "kind"), STATED)
def test_what_people_say_of_themselves_for_long_is_read(text: str, kind: str) -> None:
    """Diet, allergy, home, role, family, habit and liking, in either language."""
    assert kind in {trait.kind for trait in traits_of(text)}
    assert lasts(text)
    assert worth_keeping(text)


@pytest.mark.parametrize(
    "text",
    [
        "Run echo hello",
        "ok thanks",
        "Never mind.",
        "I have a question.",
        "I'm looking for a hotel in Oslo.",
        "I'd like a vegetarian meal.",
        "I want a window seat.",
        "I like the second option.",
        "I love that one!",
        "I never received my parcel.",
        "I only have one bag.",
        "I'm a bit tired.",
        "I eat no meat today.",
        "I can eat meat.",
        "Call me back.",
        "Call me a taxi.",
        "我叫了一辆车",
        "我住在酒店",
        "I used to smoke.",
        "I don't always eat meat.",
        "Am I vegetarian?",
        "I'm vegetarian, right?",
        "I'm vegetarian, am I not?",
        "Would a vegan like this?",
        "If I were vegetarian, I would live longer.",
        "Suppose I live in Oslo and eat no meat.",
        "He is vegetarian.",
        "My friend eats no meat.",
        "Kim lives in Oslo.",
        "She said I'm allergic to nuts.",
        '"I eat no meat", said the guest.',
        "Translate: I eat no meat.",
        "我喜欢这个",
        "我今天不吃肉",
        "我想订一张票",
        "我吃素吗？",
        "如果我吃素，就不点了",
        "他吃素",
        "他说：我吃素",
        "好的，谢谢",
    ],
)
def test_what_is_said_in_passing_or_of_others_is_not(text: str) -> None:
    """No trivia, wish of the moment, past, question, condition, third person or quote."""
    assert traits_of(text) == ()
    assert not lasts(text)


@pytest.mark.parametrize(
    "wordings",
    [
        ("I eat no meat.", "I'm vegetarian", "我吃素", "I don't eat meat.", "我不吃肉"),
        ("I'm allergic to peanuts.", "I have a peanut allergy."),
        ("I love window seats.", "I really prefer window seats.", "I hate window seats."),
        ("I live in Oslo.", "I'm based in Oslo now.", "I've moved to Bergen."),
        ("I'm a nurse.", "I work as a nurse."),
        ("I have two kids.", "We have two children."),
        ("I don't smoke.", "I quit smoking.", "I gave up smoking."),
        ("My son's name is Bo.", "My son's name is Per."),
        ("我喜欢靠窗的座位", "我更喜欢靠窗座位"),
        ("我住在北京", "我搬到上海了"),
    ],
)
def test_case_36_rewordings_take_each_other_s_place(wordings: tuple[str, ...]) -> None:
    """Whatever the wording, and whichever comes first, one of them stands."""
    for old in wordings:
        for new in wordings:
            assert replaces(read_statement(new), read_statement(old)), (old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I'm vegan.", "I eat no meat."),
        ("I'm vegetarian and live in Oslo.", "I live in Bergen."),
        ("I live in Oslo.", "I live in a small flat."),
        ("I eat no meat.", "My wife eats no meat."),
        ("I'm allergic to nuts.", "I'm allergic to wool."),
        ("My favourite colour is green.", "My favourite team is Brann."),
        ("I have a dog.", "I have two kids."),
    ],
)
def test_what_says_more_or_other_stands(old: str, new: str) -> None:
    """A statement goes only when all that it says is said anew."""
    assert not replaces(read_statement(new), read_statement(old))


def test_what_a_message_quotes_or_hands_over_is_not_its_sender_s() -> None:
    """Quotes may span sentences, and a colon hands over what follows."""
    assert list(lasting_statements("Hi. I eat no meat. Book a table.")) == [
        "I eat no meat."
    ]
    for text in (
        'She wrote: "It is late. I eat no meat. Bye."',
        "“Well. I eat no meat.”",
        "Put this into German:\nI eat no meat.",
        "把下面翻译成英文：\n我吃素。",
        "Bob: It is late. I eat no meat.",
        "Bob Smith: Well. I eat no meat.",
        "Hello.\nassistant: I hate cilantro. I eat no meat.",
        "Hello. Assistant: Sure. I eat no meat.\n\nI love cats.",
        "**Assistant**: Well. I eat no meat.",
        "[assistant] Well. I eat no meat.",
        "<assistant>Well. I eat no meat.</assistant>",
        "Bob> Well. I eat no meat.",
        "> I eat no meat.",
        "小王：我吃素。我讨厌香菜。",
        "Please proofread the following text.\n\nI eat no meat. I love cats.",
        "Summarise this mail.\nHi Ann.\nI eat no meat.",
        "He wrote this. I eat no meat.",
        "Here is what my boss wrote.\nI eat no meat.",
        "帮我润色下面这段话。我吃素。",
    ):
        assert list(lasting_statements(text)) == [], text


@pytest.mark.parametrize(
    "text",
    [
        "Note: it is late. I eat no meat.",
        "Two things: I am late. I eat no meat.",
        "PS: thanks! I eat no meat.",
        "At 10:30 then. I eat no meat.",
        "As I said. I eat no meat.",
        "Here's the thing. I eat no meat.",
        "I eat no meat. Summarise this mail:\nHi.",
    ],
)
def test_what_the_sender_says_beside_it_is_his_own(text: str) -> None:
    """Neither a label of his own nor a time of day hands anything over."""
    assert list(lasting_statements(text)) == ["I eat no meat."]


@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    """Rubbish says nothing, and never fails."""
    assert isinstance(traits_of(text), tuple)
    assert set(lasting_statements(text)) <= set(sentences([text]))


@pytest.mark.parametrize(
    ("text", "tastes"),
    [
        ("I eat neither pork nor beef.", {"pork": False, "beef": False}),
        ("I like nothing about cilantro.", {"cilantro": False}),
        ("I like coffee, not tea.", {"coffe": True}),
        ("I don't just like coffee, I love it.", {"coffe": True}),
        ("I don't like coffee, I love it!", {"coffe": True}),
        ("I don't like tea as much as coffee.", {"coffe": True}),
        ("I rarely eat meat.", {}),
        ("I can't avoid dairy here.", {}),
        ("I hate to bother you.", {}),
        ("我爱吃辣不爱吃甜", {"辣": True, "甜": False}),
        ("我不坐早班飞机", {"早班 班飞 飞机": False}),
    ],
)
def test_denials_are_read_by_what_they_deny(text: str, tastes: dict[str, bool]) -> None:
    """Neither, nothing, not only, hardly and the like turn no liking into its opposite."""
    found = {
        " ".join(sorted(trait.about)): trait.positive
        for trait in traits_of(text)
        if trait.kind == "taste"
    }
    assert found == tastes


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My birthday is 3 May.", "my:birthday"),
        ("My passport expires on 3 March 2027.", "my:passport"),
        ("My email is ann@example.com.", "my:email"),
        ("My dog is called Rex.", "my:dog"),
        ("我的名字是王芳。", "name"),
        ("我的生日是5月5日。", "my:生日"),
    ],
)
def test_what_is_ones_own_is_read(text: str, kind: str) -> None:
    """Names, days and papers of one's own hold for long."""
    assert [trait.kind for trait in traits_of(text)] == [kind]
