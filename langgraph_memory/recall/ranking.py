"""Ordering what the lexical and the dense lane found, and refusing what only looks found.

Both lanes are brought to 0–1 and joined by a convex sum, which keeps how far apart the
scores of a lane are; reciprocal ranks forget it (Bruch et al., "An Analysis of Fusion
Functions for Hybrid Retrieval", 2023).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Final

from langgraph_memory.config import RecallConfig
from langgraph_memory.experiences.experience import scenario_in
from langgraph_memory.index.lexical import LexicalIndex
from langgraph_memory.recall.by_words import SILENT, Lane, by_words, rivals
from langgraph_memory.recall.duplicates import Gist, gist

FOCUS: Final = 0.2
"""Weight of the focus's words beside the query's."""

BOOSTS: Final = {"value": 0.1, "credit": 0.06, "recency": 0.04}
"""Largest part of a score, 0–1, that each of these can give; relevance gives the rest."""

LIFT: Final = 0.3
"""How far above the other cosines one must be for the dense lane alone to make a hit, as a
share of the way from their median to 1. A share, since models differ in what cosine
unrelated texts have: questions about something else reach it in less than 5 % of cases."""

SAME_SHOWN: Final = 2
"""Most hits of one group that says nearly the same."""

_EQUAL: Final = 1e-6
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
    """

    key: str
    kind: str
    text: str
    value: float = 0.0
    credit: int = 0
    as_of: str | None = None
    pinned: bool = False


@dataclass(frozen=True)
class Hit:
    """A candidate that was found.

    Attributes:
        key: Its key.
        kind: What it is.
        score: 0–1, higher is better; the sum of its terms.
        terms: What each of `lexical, focus, dense, value, credit, recency, pinned` gave.
    """

    key: str
    kind: str
    score: float
    terms: Mapping[str, float]


@dataclass(frozen=True)
class Ranking:
    """What was found and what was not shown.

    Attributes:
        hits: The hits, best first.
        below_floor: Candidates that neither lane vouched for.
        reason: What went otherwise than usual: that nothing reached the floor, that the
            dense lane was ignored; None when there is nothing to say.
        near_duplicates: Hits left out because others that say the same are shown.
    """

    hits: tuple[Hit, ...]
    below_floor: int
    reason: str | None
    near_duplicates: int = 0


def rank(
    query: str,
    focus: str,
    candidates: Sequence[Candidate],
    dense: Mapping[str, float],
    config: RecallConfig,
    lexical: LexicalIndex,
    *,
    limit: int | None = None,
) -> Ranking:
    """Order candidates by how much they bear on a query.

    A candidate is a hit when it is pinned, when its words earn it a place (see `by_words`),
    or when its cosine stands out from the others and it is not about another thing than the
    one that the query names by id.

    Args:
        query: The user's words.
        focus: What is about to be decided; it adds to the order. Empty: nothing.
        candidates: The union of what the lanes found, each key once.
        dense: Cosine with the query by key, for the candidates that have one; empty: there
            is no dense lane.
        config: The floor and the lanes' weights.
        lexical: The index that holds the candidates' texts.
        limit: Most hits, from 0 up; None: all.

    Returns:
        The ranking. The same arguments always give the same one.
    """
    keys = {candidate.key for candidate in candidates}
    scenarios = {c.key: scenario_in(c.text) for c in candidates if c.kind == "experiences"}
    by_query = by_words(query, keys, scenarios, lexical, config.floor)
    by_focus = by_words(focus, keys, scenarios, lexical, config.floor)
    cosines = {
        k: cosine for k, cosine in dense.items() if k in keys and math.isfinite(cosine)
    }
    dead = _says_nothing(cosines, candidates)
    by_meaning = SILENT if dead else _dense_lane(cosines)

    meant = by_meaning.found - rivals(query, keys, lexical)
    found = by_query.found | by_focus.found | meant
    weights = _weights(config, focused=bool(by_focus.scores), dense=bool(by_meaning.scores))
    newest = max((at for c in candidates if (at := _moment(c.as_of))), default=None)
    lanes = {"lexical": by_query, "focus": by_focus, "dense": by_meaning}
    admitted = {c.key: c for c in candidates if c.pinned or c.key in found}
    hits = [_hit(candidate, lanes, weights, newest) for candidate in admitted.values()]
    hits.sort(key=lambda hit: (-hit.score, hit.terms["pinned"], hit.key))
    shown, repeated = _without_repetition(hits, admitted, limit)
    below = len(candidates) - len(admitted)
    return Ranking(
        shown, below, _reason(hits, below, len(cosines) if dead else 0), repeated
    )


def _dense_lane(cosines: Mapping[str, float]) -> Lane:
    if not cosines:
        return SILENT
    ordered = sorted(cosines.values())
    least, most = ordered[0], ordered[-1]
    width = most - least
    scores = {
        k: (cosine - least) / width if width else 1.0 for k, cosine in cosines.items()
    }
    others = ordered[:-1]
    if not others:
        return Lane(scores, frozenset())
    usual = median(others)
    bar = usual + LIFT * (1.0 - usual)
    return Lane(scores, frozenset(k for k, cosine in cosines.items() if cosine >= bar))


def _says_nothing(cosines: Mapping[str, float], candidates: Iterable[Candidate]) -> bool:
    """Whether different texts all have one cosine, as from an embedder that is broken."""
    texts = {candidate.text for candidate in candidates if candidate.key in cosines}
    return len(texts) > 1 and max(cosines.values()) - min(cosines.values()) < _EQUAL


def _weights(config: RecallConfig, *, focused: bool, dense: bool) -> dict[str, float]:
    words = config.lexical_weight if dense else 1.0
    whole = 1.0 + (FOCUS * words if focused else 0.0)
    share = (1.0 - sum(BOOSTS.values())) / whole
    return {
        "lexical": share * words,
        "focus": share * FOCUS * words if focused else 0.0,
        "dense": share * (1.0 - words),
    }


def _hit(
    candidate: Candidate,
    lanes: Mapping[str, Lane],
    weights: Mapping[str, float],
    newest: datetime | None,
) -> Hit:
    terms = {
        name: weights[name] * lane.scores.get(candidate.key, 0.0)
        for name, lane in lanes.items()
    }
    credit = max(0, candidate.credit)
    terms["value"] = BOOSTS["value"] * _unit(candidate.value)
    terms["credit"] = BOOSTS["credit"] * credit / (credit + _CREDIT_HALF)
    terms["recency"] = BOOSTS["recency"] * _recency(_moment(candidate.as_of), newest)
    score = min(1.0, sum(terms.values()))
    terms["pinned"] = 1.0 - score if candidate.pinned else 0.0
    return Hit(candidate.key, candidate.kind, score + terms["pinned"], terms)


def _unit(number: float) -> float:
    return min(1.0, max(0.0, number)) if math.isfinite(number) else 0.0


def _recency(at: datetime | None, newest: datetime | None) -> float:
    # Measured from the newest candidate, so that the order does not change with the clock.
    if at is None or newest is None:
        return 0.0
    days = (newest - at).total_seconds() / 86_400
    return float(0.5 ** (days / _HALF_LIFE_DAYS))


def _moment(stamp: str | None) -> datetime | None:
    if stamp is None:
        return None
    try:
        at = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _without_repetition(
    hits: Iterable[Hit], candidates: Mapping[str, Candidate], limit: int | None
) -> tuple[tuple[Hit, ...], int]:
    shown: list[Hit] = []
    gists: list[Gist] = []
    repeated = 0
    for hit in hits:
        if limit is not None and len(shown) >= limit:
            break
        candidate = candidates[hit.key]
        about = gist(candidate.text)
        if sum(map(about.same, gists)) >= SAME_SHOWN and not candidate.pinned:
            repeated += 1
            continue
        shown.append(hit)
        gists.append(about)
    return tuple(shown), repeated


def _reason(hits: Sequence[Hit], below: int, equal: int) -> str | None:
    notes = []
    if equal:
        notes.append(f"the dense lane was ignored: all {equal} cosines are equal")
    if below and not hits:
        notes.append(f"below the floor: none of {below} candidates bears on the query")
    return "; ".join(notes) or None
