"""New cards and the older ones that they replace, or that stand against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import supersede
from langgraph_memory.cards.emptying import emptied, outer_slot
from langgraph_memory.cards.objects import named_in
from langgraph_memory.cards.slots import ERROR, STATEMENT, object_slot


def retire(
    made: Iterable[DecisionCard], earlier: Iterable[DecisionCard]
) -> tuple[list[DecisionCard], list[DecisionCard]]:
    """The new cards, and the older ones that they replace."""
    pool = _Pool(earlier)
    new: dict[str, DecisionCard] = {}
    retired: dict[str, DecisionCard] = {}
    for card in made:
        winner, losers = supersede(card, pool.near(card))
        new[card.key] = winner
        for changed in (winner, *losers):
            pool.add(changed)
        for loser in losers:
            (new if loser.key in new else retired)[loser.key] = loser
    return list(new.values()), list(retired.values())


def beside(card: DecisionCard) -> AbstractSet[str]:
    """The slots of the answer that an inner list lies in, and of lists that are empty."""
    outer = outer_slot(card)
    return emptied(card) if outer is None else {outer}


class _Pool:
    """Cards that a new one may concern.

    Those of its slot, failures of its tool, statements, and those of objects it lists.
    """

    def __init__(self, cards: Iterable[DecisionCard]) -> None:
        self._near: defaultdict[str, dict[str, DecisionCard]] = defaultdict(dict)
        self._corrections: dict[str, DecisionCard] = {}
        self._tables: dict[str, DecisionCard] = {}
        for card in cards:
            self.add(card)

    def add(self, card: DecisionCard) -> None:
        for name in {card.slot, *self._kinds(card)}:
            self._near[name][card.key] = card
        if card.corrected:
            self._corrections[card.key] = card
        if card.table is not None and not card.corrected:
            self._tables[card.key] = card

    @staticmethod
    def _kinds(card: DecisionCard) -> Iterable[str]:
        if card.slot.startswith(ERROR):
            yield f"{ERROR}{card.tool}"
        if card.slot.startswith(STATEMENT) or card.corrected:
            yield STATEMENT

    def near(self, card: DecisionCard) -> list[DecisionCard]:
        if card.slot.startswith(STATEMENT):
            found = self._near[STATEMENT]
        else:
            listed = (object_slot(*of) for of in named_in(card))
            names = card.slot, f"{ERROR}{card.tool}", *listed, *beside(card)
            found = {key: old for name in names for key, old in self._near[name].items()}
            found |= self._corrections
        if card.corrected:
            found |= self._tables | self._near[STATEMENT]
        return [old for old in found.values() if old.superseded_by in (None, card.key)]
