"""Joining what the lanes say of a query, and of what is about to be decided.

Both lanes are brought to 0–1 and joined by a convex sum, which keeps how far apart the
scores of a lane are; reciprocal ranks forget it (Bruch et al., "An Analysis of Fusion
Functions for Hybrid Retrieval", 2023).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from langgraph_memory.index.places import Floats
from langgraph_memory.recall.asked import Asked

FOCUS: Final = 0.2
"""What the focus counts beside the query. Beside it, since adding its words to the query
drowns what was asked (measured on LoCoMo: 9 to 22 points lost)."""

SUBJECT: Final = 0.1
"""What a text of the one subject that the query names has in advance."""

QUESTION: Final = 0.08
"""What a text that asks something has less, since what is sought is an answer."""

SURE: Final = 0.25
"""Share of what is attainable, 0–1, from which words have their whole weight. Where the
best text has less of a query's words, they are few and common: brought to 0–1 they would
say as much as words that fit, so that meaning has more of the weight then."""

RELEVANCE: Final = 0.8
"""Most that relevance gives of a score of 1; value, credit and recency give the rest."""


@dataclass(frozen=True)
class Relevance:
    """How much each text bears on a query, by place.

    Attributes:
        terms: The parts, in the order `lexical, focus, feeds, dense, subject, question`,
            each from 0 up but the last, which takes away no more than the others give;
            None: 0 everywhere.
    """

    terms: Mapping[str, Floats | None]

    @cached_property
    def total(self) -> Floats:
        """The sum of the terms, 0–`RELEVANCE`."""
        return _sum(self.terms.values())

    def at(self, place: int) -> dict[str, float]:
        """The terms of one text."""
        return {
            name: 0.0 if part is None else float(part[place])
            for name, part in self.terms.items()
        }


def fused(
    asked: Asked, about: Asked | None, lexical_weight: float, feeds: Floats
) -> Relevance:
    """Join both lanes' opinions on the query and on the focus.

    Args:
        asked: The query.
        about: The focus, or None.
        lexical_weight: Weight of the lexical lane, 0–1, where it is sure; the rest is the
            dense lane's, or the lexical one's where the dense lane says nothing.
        feeds: What each text counts for giving what is needed, from 0 up.

    Returns:
        The terms.
    """
    found, meaning = asked.findings, asked.meaning
    words = 1.0
    if meaning is not None and not meaning.equal:
        words = lexical_weight * min(1.0, asked.share / SURE)
    beside = None if about is None else _beside(about, words)
    most_fed, named = float(feeds.max(initial=0.0)), bool(found.named.any())
    whole = 1.0 + FOCUS * (beside is not None) + SUBJECT * named + most_fed
    share = RELEVANCE / whole
    terms = {
        "lexical": of_best(found.match.scores, share * words),
        "focus": None if beside is None else (share * FOCUS) * beside,
        "feeds": share * feeds if most_fed else None,
        "dense": None if meaning is None else share * (1.0 - words) * meaning.scores,
        "subject": (share * SUBJECT) * found.named.astype(float) if named else None,
        "question": None,
    }
    if found.asks.any():
        most = (share * QUESTION) * found.asks
        terms["question"] = -np.minimum(_sum(terms.values()), most)
    return Relevance(terms)


def _beside(about: Asked, words: float) -> Floats | None:
    """What both lanes say of the focus; None where they say nothing."""
    beside = of_best(about.match.scores, words)
    if about.meaning is not None:
        beside += (1.0 - words) * about.meaning.scores
    return beside if beside.any() else None


def of_best(scores: Floats, whole: float = 1.0) -> Floats:
    """Scores as shares of the best one; all 0 where that is 0.

    A text without any of the words scores 0, so that 0 is the least whatever the texts are.

    Args:
        scores: The scores, from 0 up.
        whole: What the best one becomes.
    """
    best = float(scores.max(initial=0.0))
    return scores * (whole / best) if best else scores.copy()


def _sum(parts: Iterable[Floats | None]) -> Floats:
    first, *others = (part for part in parts if part is not None)
    total = first.copy()
    for part in others:
        total += part
    return total
