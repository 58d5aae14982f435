"""Which open steps of a plan a card bears on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.objects import named_in
from langgraph_memory.cards.words import words
from langgraph_memory.facts.tools import ToolSchema
from langgraph_memory.recall.focus import spoken_of

STEP: Final = "step: "
"""What a step begins with among what a card can feed."""

_MOST: Final = 4  # steps that one card bears on
_SHORTEST, _LONGEST = 3, 120  # characters of a name, and of a step as it is told


def with_steps(
    cards: Sequence[DecisionCard], steps: Sequence[str], tools: Sequence[ToolSchema]
) -> list[DecisionCard]:
    """Add to what cards can feed the steps of a plan that they bear on.

    A card bears on a step that speaks of a tool which the card can feed, or that names an
    object which the card tells of.

    Args:
        cards: Cards.
        steps: Steps that are not done, in their order.
        tools: The tools that can be called.

    Returns:
        The cards in order; each tells at most four steps, the first ones.
    """
    if not steps:
        return list(cards)
    speaks = {step: {tool.name for tool in spoken_of(tools, step)} for step in steps}
    said = {step: _spaced(step) for step in speaks}
    made = []
    for card in cards:
        feeds = {target.partition("(")[0] for target in card.decision_impact}
        names = set(_names(card))
        bears = [
            step
            for step in speaks
            if not feeds.isdisjoint(speaks[step]) or any(n in said[step] for n in names)
        ]
        told = (f"{STEP}{clip(step, _LONGEST)}" for step in bears[:_MOST])
        made.append(replace(card, decision_impact=(*card.decision_impact, *told)))
    return made


def _names(card: DecisionCard) -> Iterator[str]:
    for _, key in named_in(card):
        if len(key) >= _SHORTEST:
            yield _spaced(key)


def _spaced(text: str) -> str:
    """The words of a text, so that one text is part of another only word by word."""
    return f" {' '.join(words(text))} "
