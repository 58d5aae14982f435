"""Keeping what was shown as it was, while cards behind it are told anew.

A model's summary may arrive when the card that rules made is in the view already. The card
then goes on standing as rules made it, until a batch changes the view anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from langgraph_memory.recall.view import Recipe, Stand


def pinned(stands: Mapping[str, Stand], recipe: Recipe) -> dict[str, Stand]:
    """What can stand in place of tool results if nothing that was shown may change.

    Args:
        stands: By fingerprint, what can stand in their place now.
        recipe: How the view was built the last time.

    Returns:
        The same, with the cards that were shown as rules made them still so.
    """
    by_rules = recipe.shown.keys() - recipe.told
    return {
        mark: replace(stand, cards=tuple(card.by_rules for card in stand.cards))
        if mark in by_rules
        else stand
        for mark, stand in stands.items()
    }


def with_told(recipe: Recipe, stands: Mapping[str, Stand]) -> Recipe:
    """The recipe, with a note of how the cards that it shows stand.

    Args:
        recipe: How the view is built.
        stands: By fingerprint, what stands in place of tool results.

    Returns:
        A recipe of which `pinned` gives the same stands again.
    """
    told = (
        mark
        for mark in recipe.shown
        if mark in stands and any(card.told for card in stands[mark].cards)
    )
    return replace(recipe, told=frozenset(told))
