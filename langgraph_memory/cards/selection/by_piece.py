"""What a sentence, a line or an item adds to its score: what it tells, and is asked for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from langgraph_memory.cards.form.model import Cell
from langgraph_memory.cards.prose import is_formula, telling, tells_failure
from langgraph_memory.cards.selection.blocks import layout
from langgraph_memory.cards.selection.by_column import Terms
from langgraph_memory.cards.words import words
from langgraph_memory.weights import Weights

_WORD: Final = 0.5
"""What a word is worth that no other piece has; an id or a number is worth 1."""

_CONTEXT: Final = 0.7
"""The same of a word that only the piece's object or line has, as a share."""

_NESTED: Final = frozenset({list, dict})


class PieceScorer:
    """Scores the pieces of texts, and the items of lists that hold several values."""

    def __init__(self, wishes: Collection[str], weights: Weights) -> None:
        """Prepare to score; `wishes` are stems of what the user said lately."""
        self._wishes = frozenset(wishes)
        self._weights = weights
        self._asked: dict[Cell, dict[Cell, float]] = {}
        self._heads: dict[Cell, frozenset[Cell]] = {}

    def terms(self, cell: Cell, listing: Cell) -> Terms:
        """What a piece or an item adds.

        Args:
            cell: The piece or item.
            listing: The cell that has it among its items.

        Returns:
            Terms in log-odds by name; none for the single values of a list.
        """
        kind, weights = type(cell.value), self._weights
        if type(listing.value) is not str:
            return self._asked_terms(cell, listing) if kind in _NESTED else {}
        terms = self._asked_terms(cell, listing)
        terms["facts"] = weights.facts * telling(cell.value)
        if len(listing.items) > 1 and tells_failure(cell.value):
            terms["failure"] = weights.failure
        if cell in self._heads_of(listing):
            terms["heading"] = weights.heading
        if is_formula(cell.value):
            terms["formula"] = weights.formula
        return terms

    def _heads_of(self, listing: Cell) -> frozenset[Cell]:
        heads = self._heads.get(listing)
        if heads is None:
            items = listing.items
            places = layout(tuple([item.text for item in items])).heads
            heads = self._heads[listing] = frozenset([items[at] for at in places])
        return heads

    def _asked_terms(self, cell: Cell, listing: Cell) -> Terms:
        asked = self._asked.get(listing)
        if asked is None:
            asked = self._asked[listing] = dict(self._shares(listing))
        if not (share := asked.get(cell)):
            return {}
        return {"asked_value": 0.0, "asked_piece": self._weights.asked_piece * share}

    def _shares(self, listing: Cell) -> Iterator[tuple[Cell, float]]:
        """How much the pieces have of what the user said, 0–1, where it is anything."""
        items = listing.items
        held = [self._wishes & _stems(item.text) for item in items] if self._wishes else []
        worths = _worths(held)
        if not worths:
            return
        for block in _blocks(listing):
            whole = frozenset().union(*held[block.start : block.stop])
            for at in block:
                own = sum([worths[stem] for stem in held[at]])
                around = sum([worths[stem] for stem in whole - held[at]])
                yield items[at], min(1.0, own + _CONTEXT * around)


def _blocks(listing: Cell) -> Iterable[range]:
    if type(listing.value) is str:
        return layout(tuple([item.text for item in listing.items])).blocks
    return (range(at, at + 1) for at in range(len(listing.items)))


def _worths(held: Sequence[Collection[str]]) -> Mapping[str, float]:
    """What the words are worth that some of the pieces have, 0–1 each."""
    counts, size = Counter(stem for stems in held for stem in stems), len(held)
    return {
        stem: _worth(stem) * math.log1p(size / n) / math.log1p(size)
        for stem, n in counts.items()
    }


def _worth(stem: str) -> float:
    return 1.0 if any(map(str.isdigit, stem)) else _WORD


@lru_cache(maxsize=16_384)
def _stems(text: str) -> frozenset[str]:
    return frozenset(words(text))
