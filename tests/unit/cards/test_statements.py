from __future__ import annotations

import pytest

from langgraph_memory.cards.statements import (
    concludes,
    lasts,
    read_statement,
    replaces,
    worth_keeping,
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User loves cheese pizza.", "User now dislikes it."),
        ("I love cheese pizza.", "I hate cheese pizza."),
        ("I work on project Amber.", "I moved to project Basil."),
        ("Kim is treasurer at Acme.", "Kim is now chair at Acme."),
        ("I live in Bergen.", "I live in Oslo."),
        ("I prefer window seats.", "I'd rather have aisle seats now."),
        ("我更喜欢靠窗的座位", "我更喜欢靠走道的座位"),
        ("Never book flights before 9 am.", "Never book flights before 7 am."),
        ("I have two children.", "I have three children now."),
        ("我有两个孩子", "我有三个孩子了"),
        ("I work at Siemens.", "I quit my job at Siemens."),
        ("Call me Sam.", "Call me Samuel from now on."),
        ("I like sushi.", "I've gone off sushi."),
        ("I hate cilantro.", "I don't mind cilantro any more."),
        ("我讨厌咖啡", "我爱上咖啡了"),
        ("I quit smoking.", "I smoke again."),
        ("I'm on project Amber.", "I'm now working on project Basil."),
        ("I work for Acme.", "I started working at Initech."),
        ("My car is a Golf.", "My car is now a Volvo."),
        ("我在腾讯上班", "我跳槽到阿里了"),
        ("我喜欢香菜", "我讨厌香菜"),
        ("我住在北京", "我现在住在上海"),
        ("My table has 4 seats.", "My table has 4 seats."),
        ("Always book aisle seats for me.", "From now on book window seats."),
        ("I live in Kiel.", "I've relocated to Lübeck."),
        ("My phone number is 0170 1234567.", "My new phone number is 0151 7654321."),
        ("My phone number is 0170 1234567.", "I have a new phone number, 0151 7654321."),
        ("I work at Siemens.", "I got fired from Siemens."),
        ("I'm 34 years old.", "I turned 35 yesterday."),
        ("My email is a@x.org.", "Please use b@x.org as my email from now on."),
        ("I'm vegan.", "I eat meat again."),
        ("I'm vegan.", "I eat cheese again."),
        ("I'm vegetarian.", "I started eating fish and meat again."),
        ("I'm vegan.", "I'm a vegetarian now."),
        ("I'm vegetarian.", "I'm vegan now."),
        ("I'm vegan.", "I'm not vegetarian any more."),
        ("I love steak.", "I'm vegan now."),
        ("I don't drink alcohol.", "I drink wine again."),
        ("我吃素", "我又开始吃肉了"),
        ("我不喝酒", "我现在又喝酒了"),
    ],
)
def test_contradictions_are_noticed(old: str, new: str) -> None:
    """Turned likings, named changes, moves and repetitions take the older one's place."""
    assert replaces(read_statement(new), read_statement(old))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Oslo.", "I work in Oslo."),
        ("Always book aisle seats for me.", "Always book window tables for me."),
        ("My phone number is 0170 1234567.", "I have a new phone, it is great."),
        ("I'm vegetarian.", "I'm not vegan."),
        ("I'm vegan.", "I eat tofu."),
        ("I'm vegan.", "My wife eats meat."),
        ("I don't eat meat.", "I eat fish."),
        ("I don't eat pork.", "I eat meat."),
        ("Kim is treasurer at Acme.", "Kim administers Acme's servers."),
        ("Kim is treasurer at Acme.", "Kim now administers Acme's servers."),
        ("Kim is treasurer at Acme.", "Kim is captain at Acme."),
        ("I like to travel the world.", "I like night snacks at the weekend."),
        ("I live in Bergen.", "I moved to project Basil."),
        ("I work on project Amber.", "I work on project Basil."),
        ("I work at Acme.", "I work at Initech on Sundays."),
        ("I work at Acme.", "I've moved to project Basil."),
        ("My manager is Tom.", "My doctor is now Lisa."),
        ("I prefer short flights.", "I prefer direct flights."),
        ("I prefer red wine.", "I prefer window seats."),
        ("Never book flights before 9 am.", "Never call me before 7 am."),
        ("I have two children.", "I have two dogs."),
        ("I don't eat meat.", "I rarely eat meat."),
        ("I have a dog.", "I now have a cat."),
        ("Kim is 30.", "Lee is now 31."),
        ("I like tea.", "I like coffee."),
    ],
)
def test_nearness_of_words_retires_nothing(old: str, new: str) -> None:
    """What can hold beside the older statement leaves it standing."""
    assert not replaces(read_statement(new), read_statement(old))


@pytest.mark.parametrize(
    "text",
    [
        "I prefer short answers.",
        "We travel with a baby.",
        "Book the 9:40 ferry",
        "Could you plan a trip for $900?",
        "thanks, but no meat please",
        "我吃素",
        "Ich bin Veganer.",
    ],
)
def test_statements_and_demands_are_worth_keeping(text: str) -> None:
    """Facts, preferences and demands count, however short, in any language."""
    assert worth_keeping(text)


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks",
        "hi",
        "run echo hello",
        "what is your name",
        "Would Basil suit me?",
        "好的",
    ],
)
def test_small_talk_and_mere_questions_are_not(text: str) -> None:
    """Greetings, thanks, small commands and questions state nothing."""
    assert not worth_keeping(text)


def test_conclusions_are_told_from_offers() -> None:
    """A figure or a choice is a conclusion; an offer of help is not."""
    assert concludes("The total comes to 412 francs.")
    assert concludes("I recommend the Larch House.")
    assert not concludes("Hi! How can I help you today?")
    assert not concludes("Hello there.")


@pytest.mark.parametrize(
    "text",
    [
        "My manager is late.",
        "My doctor is great.",
        "I'm working on a project.",
        "I joined in.",
        "我的车在修",
    ],
)
def test_what_is_no_name_is_not_who_or_what_somebody_is(text: str) -> None:
    """Of whom one speaks, only who it is holds for long."""
    assert not lasts(text)


@pytest.mark.parametrize(
    "text", ["I work at a hospital.", "I work nights.", "我的经理是王芳"]
)
def test_where_one_works_and_under_whom_lasts(text: str) -> None:
    """Work is part of what one says of oneself for long."""
    assert lasts(text)


def test_case_40_literally_of_one_subject_both_stand() -> None:
    """Being something at a place and administering something of it are two facts."""
    first = "Kim is CTO at Acme."
    second = "Kim administers Acme's GitHub."
    assert not replaces(read_statement(second), read_statement(first))
    assert not replaces(read_statement(first), read_statement(second))


@pytest.mark.parametrize(
    ("text", "likes"),
    [
        ("I hate cilantro", False),
        ("我不吃香菜", False),
        ("I don't dislike Go", True),
        ("not a fan of emojis", False),
        ("I don't like hiking", False),
        ("I love window seats", True),
    ],
)
def test_case_32_polarity_is_read_as_it_is_meant(text: str, *, likes: bool) -> None:
    """Dislikes stay dislikes, and a double negation is none."""
    statement = read_statement(text)
    assert (statement.relation, statement.positive) == ("liking", likes)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("I am allergic to peanuts.", True),
        ("我对花生过敏", True),
        ("I live in Oslo.", True),
        ("Book a table for 4 at 19:00.", False),
        ("What is the gate of flight AF1?", False),
        ("Thanks!", False),
    ],
)
def test_what_holds_beyond_a_conversation(text: str, *, holds: bool) -> None:
    """Likings and facts of the user last; questions and requests of one task do not."""
    assert lasts(text) is holds
