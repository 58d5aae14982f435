"""What is made of cards is made once for each form."""

from __future__ import annotations

from dataclasses import replace

from langgraph_memory.cards.card import CardValue, DecisionCard
from langgraph_memory.nodes._rendered import Rendered

CARD = DecisionCard(
    key="0" * 32,
    record_id="1" * 32,
    summary="a ferry",
    source="tool:get_ferry",
    thread_id="t",
    entity="ferry F1",
    slot="object:ferry=F1",
    value=CardValue(necessity=0.5, constraint=0.0, change=0.0, total=0.5),
    confidence=0.8,
    task_mode="precise",
    as_of="2027-01-01T00:00:00.000+00:00",
)


def test_a_form_of_a_card_is_made_once() -> None:
    """The same object comes back for the card and the form, whatever would be made."""
    rendered = Rendered()
    first = rendered.of(CARD, "text", lambda: ["first"])
    assert rendered.of(CARD, "text", lambda: ["second"]) is first
    assert rendered.of(CARD, "names", lambda: ["third"]) == ["third"]


def test_an_equal_card_is_another_one() -> None:
    """Cards are told apart as objects: comparing them takes longer than making a text."""
    rendered = Rendered()
    rendered.of(CARD, "text", lambda: "first")
    assert rendered.of(replace(CARD), "text", lambda: "second") == "second"
