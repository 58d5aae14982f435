"""A real small model, nearly useless as an adviser: what it says costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from langchain_openai import ChatOpenAI

from langgraph_memory.cards.summaries.checking import Checked, objection
from langgraph_memory.experiences.grounding import foreign_names
from tests.integration.nodes.prose import POLICY

from .house import ASK, PLAN, Outcome, conversations
from .small import MISSING, small_model

pytestmark = [
    pytest.mark.llm,
    pytest.mark.skipif(
        bool(MISSING), reason=f"the extra test-llm is not installed: {', '.join(MISSING)}"
    ),
]

SECONDS, TOKENS = 15.0, 96
"""For one answer; the model is small, and the machine may be as well."""


@pytest.fixture(scope="module")
def model() -> Iterator[ChatOpenAI]:
    """The model, as a user would reach it."""
    with small_model() as url:
        yield ChatOpenAI(
            base_url=url,
            api_key="none",  # type: ignore[arg-type]  # a text serves too
            model="SmolLM2-135M",
            temperature=0,
            seed=1,
            max_retries=0,
        )


def told(outcome: Outcome) -> str:
    """The memory block of the second conversation."""
    return outcome.shown.rpartition("<memory ")[2]


async def test_a_small_model_breaks_nothing_and_makes_nothing_worse(
    model: ChatOpenAI,
) -> None:
    """Turns are answered, what it said was checked, and rules find and tell as ever."""
    alone = await conversations(None)
    outcome = await conversations(model, SECONDS, tokens=TOKENS)
    assert outcome.answers == alone.answers
    assert set(outcome.asked(0)) == {"cards", "reflect", "distil"}
    assert outcome.asked(1).count("rewrite") == 1

    source = Checked(f"house_rules(house=Lake) house_rules(house=Hill)\n{POLICY}")
    for card in outcome.cards:
        assert [line for line in card.told if objection(line, source)] == []
    known = "\n".join([POLICY, ASK["messages"][0][1], PLAN.text, alone.shown])
    for lesson in outcome.lessons:
        assert foreign_names(lesson, known) == ()

    assert outcome.found(1) == alone.found(1)
    notes = {card.args["house"]: card.notes for card in alone.cards}
    assert {card.args["house"]: card.notes for card in outcome.cards} == notes
    for fact in ("150 EUR", "24 hours", "200 EUR", "3 nights", "Call house_rules"):
        assert fact in told(alone)
        assert fact in told(outcome)


async def test_a_small_model_is_left_alone_when_it_is_too_slow(model: ChatOpenAI) -> None:
    """A deadline that it cannot keep costs that time, once for each role."""
    outcome = await conversations(model, 0.05, tokens=TOKENS, use_async=True)
    assert outcome.answers == ["150 EUR.", "150 EUR."]
    assert any("no answer within" in warned for warned in outcome.warned)
    assert len(outcome.asked(0)) + len(outcome.asked(1)) <= 4
    assert all(not card.told for card in outcome.cards)
