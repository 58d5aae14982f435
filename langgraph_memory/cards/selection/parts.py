"""Decision value in its three parts, told by the named terms of a score.

Causal necessity: whether the fact can become an argument of a call to come, or is what
the user speaks of. Option constraint: whether it excludes options, bounds them or compares
them. State change: whether it tells of what was done, computed or concluded, or of what is
no longer so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from langgraph_memory.cards.card import CardValue

CONSTRAINT: Final = frozenset({"unavailable", "suits", "telling", "compared", "failed"})
"""Terms of the option constraint."""

CHANGE: Final = frozenset({"acted", "former", "gone"})
"""Terms of the state change; all others are terms of the causal necessity."""

OBJECT: Final = frozenset(
    {
        *("recent_cues", "user_cues", "common_cues", "parent_known", "key_lately"),
        *("suits", "unavailable", "spent", "again", "gone", "cued_match", "asked_here"),
        "aside",
    }
)
"""Terms in which one object differs from others of its list, whatever the field."""


def chance(terms: Iterable[float], learned: float = 1.0) -> float:
    """The chance, 0–1, that terms in log-odds sum up to, times what was learned."""
    return min(1.0, learned / (1.0 + math.exp(-math.fsum(terms))))


def value_of(terms: Mapping[str, float], learned: float = 1.0) -> CardValue:
    """The value of a fact.

    Args:
        terms: Of its score, in log-odds.
        learned: What other conversations taught, a factor.

    Returns:
        The chance that a later decision uses it, as the total; the chance by the terms of
        necessity alone; and how much the terms of the two other parts change it.
    """
    total = chance(terms.values(), learned)
    rest = {n: t for n, t in terms.items() if n not in CONSTRAINT and n not in CHANGE}
    if len(rest) == len(terms):
        return CardValue(necessity=total, constraint=0.0, change=0.0, total=total)
    free = (t for n, t in terms.items() if n not in CONSTRAINT)
    still = (t for n, t in terms.items() if n not in CHANGE)
    return CardValue(
        necessity=chance(rest.values(), learned),
        constraint=abs(total - chance(free, learned)),
        change=abs(total - chance(still, learned)),
        total=total,
    )


def together(values: Iterable[CardValue]) -> CardValue:
    """The value of some facts: each part as the chance that it holds for one of them."""
    left = [1.0, 1.0, 1.0, 1.0]
    for value in values:
        left[0] *= 1.0 - value.necessity
        left[1] *= 1.0 - value.constraint
        left[2] *= 1.0 - value.change
        left[3] *= 1.0 - value.total
    necessity, constraint, change, total = (round(1.0 - none, 4) for none in left)
    return CardValue(necessity=necessity, constraint=constraint, change=change, total=total)
