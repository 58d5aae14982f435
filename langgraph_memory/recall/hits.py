"""Hits, and what raises or lowers them beside their relevance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Final

BOOSTS: Final = {"value": 0.1, "credit": 0.06, "recency": 0.04}
"""Largest part of a score, 0–1, that each of these can give; relevance gives the rest."""

MISTRUST: Final = 0.05
"""Largest part of a score, 0–1, that a source without any trust takes away."""

_CREDIT_HALF: Final = 3.0
_HALF_LIFE_DAYS: Final = 30.0


@dataclass(frozen=True)
class Candidate:
    """A stored item that may bear on the query.

    Attributes:
        key: Its key; the lanes name it by this.
        kind: What it is: `cards`, `experiences`, ….
        text: The text it is searched by, without its own key.
        value: Decision value, 0–1.
        credit: How many later decisions used it, from 0 up.
        as_of: When it was true, ISO 8601, taken as UTC where it has no zone; None: unknown.
        pinned: Whether it is always a hit.
        trust: Trust in its source, 0–1.
        source: Who says it, such as `tool:NAME`; empty: unknown.
        codes: What tells its matter from others in the same words.
    """

    key: str
    kind: str
    text: str
    value: float = 0.0
    credit: int = 0
    as_of: str | None = None
    pinned: bool = False
    trust: float = 1.0
    source: str = ""
    codes: frozenset[str] = frozenset()

    @cached_property
    def at(self) -> datetime | None:
        """When it was true, in UTC; None: unknown."""
        return moment(self.as_of)

    @cached_property
    def worth(self) -> tuple[float, float, float]:
        """What its value and its credit give of a score, and what mistrust takes away."""
        credit = max(0, self.credit)
        return (
            BOOSTS["value"] * _unit(self.value),
            BOOSTS["credit"] * credit / (credit + _CREDIT_HALF),
            MISTRUST * (1.0 - _unit(self.trust)),
        )


@dataclass(frozen=True)
class Hit:
    """A candidate that was found.

    Attributes:
        key: Its key.
        kind: What it is.
        score: 0–1, higher is better; the sum of its terms.
        terms: What each of `lexical, focus, feeds, dense, subject, value, credit, recency,
            pinned` gave, and what `question` and `trust` took away.
    """

    key: str
    kind: str
    score: float
    terms: Mapping[str, float]


def score(candidate: Candidate, relevance: float, newest: datetime | None) -> float:
    """The score of a candidate, as that of its `hit`, but for its being pinned.

    Args:
        candidate: The candidate.
        relevance: What its relevance gives in all.
        newest: As for `hit`.

    Returns:
        0–1.
    """
    value, credit, mistrust = candidate.worth
    given = relevance + value + credit + _recency(candidate.at, newest)
    return min(1.0, given - min(given, mistrust))


def hit(
    candidate: Candidate, relevance: Mapping[str, float], newest: datetime | None
) -> Hit:
    """Make a hit of a candidate.

    Args:
        candidate: The candidate.
        relevance: What its relevance gives, by term.
        newest: When the newest of all candidates was true, if that is known: ages are
            measured from it, so that the order does not change with the clock.

    Returns:
        The hit.
    """
    terms = dict(relevance)
    terms["value"], terms["credit"], mistrust = candidate.worth
    terms["recency"] = _recency(candidate.at, newest)
    terms["trust"] = -min(sum(terms.values()), mistrust)
    total = min(1.0, sum(terms.values()))
    terms["pinned"] = 1.0 - total if candidate.pinned else 0.0
    return Hit(candidate.key, candidate.kind, total + terms["pinned"], terms)


def moment(stamp: object) -> datetime | None:
    """A time told in ISO 8601, in UTC; None where there is none that can be read."""
    return _read(stamp) if isinstance(stamp, str) else None


@lru_cache(maxsize=4_096)
def _read(stamp: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _unit(number: float) -> float:
    return min(1.0, max(0.0, number)) if math.isfinite(number) else 0.0


def _recency(at: datetime | None, newest: datetime | None) -> float:
    if at is None or newest is None:
        return 0.0
    days = (newest - at).total_seconds() / 86_400
    return float(BOOSTS["recency"] * 0.5 ** (days / _HALF_LIFE_DAYS))
