"""Ordering what the lanes found, and refusing what only looks found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from langgraph_memory.config import RecallConfig
from langgraph_memory.experiences.experience import scenario_in
from langgraph_memory.index.hybrid import Bars, Findings, HybridIndex
from langgraph_memory.index.places import Flags, Floats
from langgraph_memory.recall.asked import Asked, look_up
from langgraph_memory.recall.by_meaning import STATIC_LIFT
from langgraph_memory.recall.by_words import (
    LEAST,
    best_places,
    earned,
    rivals,
    similar_tasks,
)
from langgraph_memory.recall.duplicates import without_repetition
from langgraph_memory.recall.feeding import feeding
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.fusion import Relevance, fused
from langgraph_memory.recall.hits import Candidate, Hit, hit, score

__all__ = ["Candidate", "Hit", "Ranking", "rank"]

_POOL: Final = 24  # best by relevance whose value, credit and age are looked at
_COMPARED: Final = 32  # best by words whose ids or scenarios are compared with the query
_LESSONS: Final = "experiences"
_DIGITS: Final = 9  # beyond them the order would hang on the rounding of sums

Find = Callable[[str], Candidate | None]


@dataclass(frozen=True)
class Ranking:
    """What was found and what was not shown.

    Attributes:
        hits: The hits, best first.
        below_floor: Indexed texts that neither lane vouched for.
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
    focus: Focus,
    index: HybridIndex,
    find: Find,
    config: RecallConfig,
    *,
    dense: Mapping[str, float] | None = None,
    pinned: Collection[str] = (),
    limit: int | None = None,
) -> Ranking:
    """Order what an index holds by how much it bears on a query.

    A candidate is a hit when it is pinned, when its words earn it a place (see `earned`),
    when it gives what the call that is about to be made needs, or when its cosine stands
    out from the others and it is not about another thing than the one that the query names
    by id.

    Args:
        query: The user's words.
        focus: What is about to be decided; it adds to the order.
        index: The index.
        find: Gives the candidate of a key, or None for one that may not be shown now. It is
            asked about what ranks high, not about everything.
        config: The floor and the lanes' weights.
        dense: Cosine with the query by key, where another than the index worked them out;
            empty: there is no dense lane. None: the index's own.
        pinned: Keys of the candidates that are pinned.
        limit: Most hits, from 0 up; None: all.

    Returns:
        The ranking. The same arguments always give the same one.
    """
    find = cache(find)
    always = [*pinned, *(dense or ())]
    bars = None if focus.needs.certain else Bars(LEAST, STATIC_LIFT, always)
    asked, about = look_up(query, focus.text, index, dense, bars)
    keys, there = asked.findings.keys, asked.findings.there
    found = _found(asked, about, find, config.floor)
    gives = feeding(focus.needs, index, asked.findings)
    if focus.needs.certain:
        found |= gives.found
        found |= there & _are(focus.needs.at_hand, asked.findings, index)
    relevance = fused(asked, about, config.lexical_weight, gives.scores)
    most = None if limit is None else max(_POOL, 2 * limit)
    order = relevance.total.round(_DIGITS)
    if pinned:
        stay = there & _are(pinned, asked.findings, index)
        found |= stay
        order += stay
    hits = _hits(_best_first(order, found, keys), relevance, find, most)
    shown, repeated = without_repetition(hits, index.words, find, limit)
    below = asked.findings.total - int(np.count_nonzero(found))
    equal = asked.meaning.equal if asked.meaning else 0
    return Ranking(tuple(shown), below, _reason(shown, below, equal), repeated)


def _are(among: Iterable[str], findings: Findings, index: HybridIndex) -> Flags:
    flags = np.zeros(len(findings.keys), np.bool_)
    places = [place for key in among if (place := index.place(key)) is not None]
    rows, _ = findings.rows(np.array(places, np.intp))
    flags[rows] = True
    return flags


def _found(asked: Asked, about: Asked | None, find: Find, floor: float) -> Flags:
    found = np.zeros(len(asked.findings.keys), np.bool_)
    for part in filter(None, (asked, about)):
        found |= earned(part, floor)
        found[similar_tasks(part, _scenarios(part, find), floor)] = True
    if asked.meaning is not None and asked.meaning.found.any():
        meant = set(np.flatnonzero(asked.meaning.found).tolist())
        others = rivals(asked, meant.union(best_places(asked.match.scores, _COMPARED)))
        found[[*meant - others]] = True
    return found


def _scenarios(asked: Asked, find: Find) -> dict[int, str]:
    keys, scores = asked.findings.keys, asked.match.scores
    best = find(keys[int(scores.argmax())]) if len(keys) else None
    if best is not None and best.kind != _LESSONS:
        return {}  # an index holds one kind
    near = ((place, find(keys[place])) for place in best_places(scores, _COMPARED))
    return {
        place: scenario_in(candidate.text)
        for place, candidate in near
        if candidate is not None and candidate.kind == _LESSONS
    }


def _hits(
    best: Iterable[tuple[str, int]],
    relevance: Relevance,
    find: Find,
    most: int | None,
) -> Iterator[Hit]:
    """Hits, best first, of so many of the best as may be shown."""
    total = relevance.total
    admitted: list[tuple[Candidate, int]] = []
    for key, place in best:
        candidate = find(key)
        if candidate is not None:
            admitted.append((candidate, place))
            if len(admitted) == most:
                break
    newest = max((c.at for c, _ in admitted if c.at), default=None)

    def order(one: tuple[Candidate, int]) -> tuple[bool, float, str]:
        candidate, place = one
        worth = score(candidate, float(total[place]), newest)
        return not candidate.pinned, -round(worth, _DIGITS), candidate.key

    for candidate, place in sorted(admitted, key=order):
        yield hit(candidate, relevance.at(place), newest)


def _best_first(
    total: Floats, found: Flags, keys: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """Keys and places of what was found, pinned ones ahead, then by relevance."""
    left = np.flatnonzero(found)
    while len(left):
        # Few are wanted as a rule, so that not all need be put in order.
        last = max(0, len(left) - _POOL - _POOL // 2)
        bar = np.partition(total[left], last)[last]
        best = left[total[left] >= bar]
        scored = zip((-total[best]).tolist(), best.tolist(), strict=True)
        ordered = sorted((worth, keys[place], place) for worth, place in scored)
        yield from ((key, place) for _, key, place in ordered)
        left = left[total[left] < bar]


def _reason(hits: Sequence[Hit], below: int, equal: int) -> str | None:
    notes = []
    if equal:
        notes.append(f"the dense lane was ignored: all {equal} cosines are equal")
    if below and not hits:
        notes.append(f"below the floor: none of {below} candidates bears on the query")
    return "; ".join(notes) or None
