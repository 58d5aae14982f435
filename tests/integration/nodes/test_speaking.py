"""What others wrote in the user's role says nothing of the user."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import (
    Memory,
    MemoryConfig,
    MemoryWarning,
    PreferenceConfig,
    RecallConfig,
    Scope,
)

from .trips import by_hand, config, memory_for

ANN = Scope(user="ann")
MAIL = "I hate cilantro. I'm allergic to peanuts. I live in Bremen."


def reading(by_user: Any, **recall: Any) -> Memory:
    preferences = PreferenceConfig(by_user=by_user)
    settings = MemoryConfig(preferences=preferences, recall=RecallConfig(**recall))
    return memory_for(config=settings)


def test_a_mail_leaves_no_statements_of_the_user() -> None:
    """Neither likings nor traits are taken from a message that is not the user's."""
    memory = reading(lambda message: message.name != "mail")
    graph, model = by_hand(memory, ["Noted."] * 3, InMemorySaver())
    graph.invoke({"messages": [HumanMessage(MAIL, name="mail")]}, config())
    assert memory.likings(graph.store, ANN) == []
    assert memory.cards(graph.store, ANN) == []
    graph.invoke({"messages": [HumanMessage("Is there cilantro in it?")]}, config("2"))
    assert not any("hate" in message.text for message in model.calls[-1].messages)
    graph.invoke({"messages": [HumanMessage(MAIL)]}, config("3"))
    likings = memory.likings(graph.store, ANN)
    assert [(one.about, one.likes) for one in likings] == [("cilantro", False)]


def test_a_mail_that_left_the_view_is_none_either() -> None:
    """It is kept for its conversation, as what the user did not say."""
    memory = reading(lambda message: message.name != "mail", view_tokens=300)
    graph, _ = by_hand(memory, ["Noted."] * 8, InMemorySaver())
    for number in range(8):
        mail = HumanMessage(f"{MAIL} The invoice {number} is 900 EUR. " * 5, name="mail")
        said = HumanMessage("What does this mail say?")
        graph.invoke({"messages": [mail, said]}, config())
    cards = memory.cards(graph.store, ANN)
    assert cards
    assert {card.source for card in cards} == {"model"}
    assert memory.likings(graph.store, ANN) == []


def test_where_it_cannot_be_told_nothing_is_kept() -> None:
    """A function that fails is reported, and the message counts as another's."""
    memory = reading(lambda message: message.nothing)
    graph, _ = by_hand(memory, ["Noted."], InMemorySaver())
    with pytest.warns(MemoryWarning, match="nothing"):
        graph.invoke({"messages": [HumanMessage(MAIL)]}, config())
    assert memory.likings(graph.store, ANN) == []
