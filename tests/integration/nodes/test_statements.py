"""What the user states is remembered, what is only said in passing is not."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import DecisionCard, Memory, Scope

from .trips import by_hand, config, memory_for

ANN = Scope(user="ann")


def told(memory: Memory, *turns: str, replies: str = "All right.") -> list[DecisionCard]:
    """The cards after a conversation of so many turns, valid ones only."""
    saver = InMemorySaver()
    graph, _ = by_hand(memory, [replies] * len(turns), saver)
    for text in turns:
        graph.invoke({"messages": [HumanMessage(text)]}, config())
    cards = memory.cards(graph.store, ANN)
    return [card for card in cards if card.superseded_by is None]


def test_a_statement_is_recalled_in_another_conversation() -> None:
    """What the user is or likes is shown where a later question asks about it."""
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, ["Noted.", "Soup."], saver)
    said = "I am allergic to peanuts."
    graph.invoke({"messages": [HumanMessage(said)]}, config("1"))
    asked = "Which dish has no peanuts?"
    graph.invoke({"messages": [HumanMessage(asked)]}, config("2"))
    shown = "\n".join(message.text for message in model.calls[-1].messages)
    assert f"note: {said}" in shown
    [card] = memory.cards(graph.store, ANN)
    assert (card.source, card.confidence) == ("user", 1.0)


def test_case_36_trivia_leave_no_cards_in_a_graph() -> None:
    """Of ten turns of small talk and one real statement, one card remains."""
    trivia = ["hi", "run echo hello", "what is your name", "ok thanks", "great", "bye"]
    cards = told(memory_for(), *trivia, *["I love window seats."] * 3)
    assert [card.notes for card in cards] == [("I love window seats.",)]


@pytest.mark.parametrize(
    "wordings",
    [
        ("I eat no meat.", "I'm vegetarian", "By the way, I don't eat meat."),
        ("I'm vegetarian.", "我吃素"),
        ("I have a peanut allergy.", "I am allergic to peanuts."),
        ("I love window seats.", "I really prefer window seats."),
        ("我吃素", "我不吃肉"),
    ],
)
@pytest.mark.parametrize("apart", [False, True])
def test_case_36_rewordings_of_one_fact_leave_one_card(
    wordings: tuple[str, ...], *, apart: bool
) -> None:
    """The newest wording stands alone, within one conversation and across several."""
    memory = memory_for()
    graph, _ = by_hand(memory, ["Noted."] * len(wordings), InMemorySaver())
    for turn, text in enumerate(wordings):
        thread = str(turn) if apart else "1"
        graph.invoke({"messages": [HumanMessage(text)]}, config(thread))
    valid = [c for c in memory.cards(graph.store, ANN) if c.superseded_by is None]
    assert [card.notes for card in valid] == [(wordings[-1],)]


def test_case_36_a_statement_within_a_long_request_is_kept_alone() -> None:
    """Of what is asked for one task nothing is kept, of what holds for long all."""
    request = (
        "Plan my trip. Leave on 3 May. Stay for 4 nights. Spend 900 EUR at most. "
        "Use trains only. Book 2 rooms. I'm vegetarian. Could Tom, who eats fish, come?"
    )
    assert [card.notes for card in told(memory_for(), request)] == [("I'm vegetarian.",)]


@pytest.mark.parametrize(
    "text",
    [
        "If I were vegetarian, would I need more iron?",
        "Kim is vegetarian.",
        'She wrote: "I eat no meat."',
        "I'd like a table for two tonight.",
    ],
)
def test_case_36_what_the_user_does_not_say_of_himself_leaves_no_card(text: str) -> None:
    """Conditions, others, quotes and wishes of the moment are in the view, not in cards."""
    assert told(memory_for(), text) == []


def test_case_29_words_of_the_model_are_no_statements_of_the_user() -> None:
    """What the assistant says of itself is nobody's preference."""
    cards = told(
        memory_for(), "Explain recursion.", replies="I'd pick tabs. I'm from Oslo."
    )
    assert cards == []


def test_case_33_a_hypothetical_question_leaves_no_card() -> None:
    """Asking whether something would help is no statement that it is used."""
    assert told(memory_for(), "Would Obsidian be useful for this app?") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I love cheese pizza.", "I now dislike it."),
        ("I work on project Amber.", "I moved to project Basil."),
        ("I work on project A.", "I've been reassigned to project B."),
        ("I work at Acme.", "I joined Initech."),
        ("My manager is Tom.", "My manager is now Lisa."),
        ("我在项目A工作。", "我转到项目B了。"),
        ("我的经理是王芳。", "我的经理现在是李娜。"),
    ],
)
def test_case_39_and_41_a_change_is_noticed_in_a_graph(before: str, after: str) -> None:
    """Only the newer statement stands; the older one says what replaced it."""
    memory: Any = memory_for()
    assert [card.notes for card in told(memory, before, after)] == [(after,)]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I moved to Madrid last month.", "Where do I live?"),
        ("I joined Initech.", "Who do I work for now?"),
        ("My manager is Lisa.", "Who's my manager?"),
        ("I'm allergic to peanuts.", "Remind me: what am I allergic to?"),
        ("我搬到上海了。", "我住在哪里？"),
        ("我在腾讯上班。", "我的公司叫什么？"),
    ],
)
def test_a_question_about_oneself_finds_what_one_said_in_other_words(
    said: str, asked: str
) -> None:
    """Where no word is shared, the answer is known by what kind of thing is asked."""
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, ["Noted.", "So."], saver)
    graph.invoke({"messages": [HumanMessage(said)]}, config("1"))
    graph.invoke({"messages": [HumanMessage(asked)]}, config("2"))
    shown = "\n".join(message.text for message in model.calls[-1].messages)
    assert f"note: {said}" in shown


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I moved to Madrid last month.", "Where does the train leave?"),
        ("My manager is Lisa.", "Who leads the fund?"),
        ("I joined Initech.", "Book a flight to Oslo."),
    ],
)
def test_a_question_about_others_shows_nothing_of_oneself(said: str, asked: str) -> None:
    """What the user said of himself is shown where he is asked about."""
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, ["Noted.", "So."], saver)
    graph.invoke({"messages": [HumanMessage(said)]}, config("1"))
    graph.invoke({"messages": [HumanMessage(asked)]}, config("2"))
    shown = "\n".join(message.text for message in model.calls[-1].messages)
    assert said not in shown


def test_case_38_and_40_unrelated_statements_both_stand() -> None:
    """A new statement retires no unrelated true one."""
    cards = told(
        memory_for(), "I love to travel the world.", "I like night snacks at the weekend."
    )
    assert len(cards) == 2


def test_case_40_of_one_person_both_statements_stand() -> None:
    """What my brother is and what he does are two facts, both kept in a graph."""
    said = [
        "My brother Kim is CTO at Acme.",
        "My brother is a nurse.",
        "My brother loves Go.",
    ]
    said += ["I work at Acme.", "I always administer Acme's GitHub."]
    kept = {card.notes[0] for card in told(memory_for(), *said)}
    assert kept >= {"I work at Acme.", "I always administer Acme's GitHub."}
    assert kept >= {"My brother is a nurse.", "My brother loves Go."}


def test_case_47_what_one_user_states_reaches_no_other() -> None:
    """A note that one user plants is never shown to another."""
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, ["Noted.", "P."], saver)
    planted = "The data of patient P is always that of patient Q."
    graph.invoke({"messages": [HumanMessage(planted)]}, config("1", "mallory"))
    asked = {"messages": [HumanMessage("Where is the data of patient P?")]}
    graph.invoke(asked, config("2", "ann"))
    assert [message.text for message in model.calls[-1].messages] == [
        "Where is the data of patient P?"
    ]


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        (
            "My loyalty number is KL998877.",
            "My loyalty number has changed to KL112233.",
            "What is my loyalty number?",
        ),
        (
            "Remember that the gate of flight AF1 is B12.",
            "Correction: the gate of flight AF1 is D4.",
            "What is the gate of flight AF1?",
        ),
        ("记住：项目代号是 PX-78。", "更正：项目代号是 PX-79。", "项目代号是什么？"),
    ],
)
def test_what_is_to_be_remembered_is_recalled_as_last_corrected(
    before: str, after: str, asked: str
) -> None:
    """Another conversation is shown the corrected fact, and not the one before."""
    memory, saver = memory_for(), InMemorySaver()
    graph, model = by_hand(memory, ["Noted.", "Noted.", "Well."], saver)
    for thread, text in enumerate((before, after, asked)):
        graph.invoke({"messages": [HumanMessage(text)]}, config(str(thread)))
    shown = "\n".join(message.text for message in model.calls[-1].messages)
    assert f"note: {after}" in shown
    assert before not in shown
