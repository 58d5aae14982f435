"""The lexical lane: which candidates' words earn them a place."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Final

from langgraph_memory.experiences.places import words_in_slots
from langgraph_memory.index.lexical import LexicalIndex, tokenize

NEAR: Final = 0.25
"""Lexical score, as a share of the best one, from which words alone earn a place."""

LEAST: Final = 0.15
"""The same for a candidate that has a word of the query that no better one has."""

_SHORT_QUERY: Final = 5
_LONG_NUMBER: Final = 5
_QUANTITY: Final = re.compile(r"\d+[-.]?[^\W\d]+")
_DIGITS: Final = re.compile(r"\d+")


@dataclass(frozen=True)
class Lane:
    """One lane's opinion.

    Attributes:
        scores: 0–1 by key, higher is better.
        found: The keys it vouches for.
    """

    scores: Mapping[str, float]
    found: frozenset[str]


SILENT: Final = Lane({}, frozenset())


def by_words(
    query: str,
    keys: AbstractSet[str],
    scenarios: Mapping[str, str],
    lexical: LexicalIndex,
    floor: float,
) -> Lane:
    """Score candidates by the words they share with a query.

    Where the best score reaches the floor, a candidate is found when its own is near that,
    or when it has a word of the query that no better one has. About another thing of the
    kind that the query names by id, it needs such a word whatever its score; nothing but
    parts of an id that another holds makes no hit. A lesson is found too when the words
    that do not fill its slots reach the floor.

    Args:
        query: Any text.
        keys: The candidates' keys.
        scenarios: The scenarios of those that are lessons, by key.
        lexical: The index that holds the candidates' texts.
        floor: Least score to be found, as a share of what is attainable, 0–1.

    Returns:
        The lane's opinion.
    """
    # A text without any of the words scores 0, so 0 is the lane's minimum whatever the
    # candidates are.
    scores = {k: score for k, score in lexical.scores(query).items() if k in keys}
    if not scores:
        return SILENT
    best = max(scores.values())
    lessons = {k: scenario for k, scenario in scenarios.items() if k in scores}
    found = _similar_tasks(query, lessons, lexical, floor)
    if best >= floor * _attainable(query, lexical):
        found |= _earned(query, scores, lexical)
    return Lane({k: score / best for k, score in scores.items()}, frozenset(found))


def rivals(query: str, keys: Iterable[str], lexical: LexicalIndex) -> frozenset[str]:
    """Candidates about other things of the kind that a query names by id.

    Args:
        query: Any text.
        keys: The candidates' keys.
        lexical: The index that holds their texts.

    Returns:
        Where some candidates hold an id of the query as it is written, those that hold
        none of them, but another one that differs in its digits alone; else none.
    """
    named = frozenset(filter(_is_id, tokenize(query)))
    if not named:
        return frozenset()
    words = {key: lexical.words(key) for key in keys}
    held = named.intersection(word for own in words.values() for word in own)
    forms = set(map(_form, held))
    return frozenset(
        key
        for key, own in words.items()
        if not own & held and any(_is_id(word) and _form(word) in forms for word in own)
    )


def _earned(query: str, scores: Mapping[str, float], lexical: LexicalIndex) -> set[str]:
    asked = frozenset(tokenize(query))
    best = max(scores.values())
    others = rivals(query, scores, lexical)
    shared = {key: asked & lexical.words(key) for key in scores}
    held = frozenset(filter(_is_id, asked)).intersection(chain(*shared.values()))
    parts = frozenset(word for name in held for word in tokenize(name))
    taken: set[str] = set()
    if others:
        taken.update(*(words for words in shared.values() if words & held))
    found = set()
    for key in sorted(scores, key=lambda key: (-scores[key], key)):
        if shared[key] <= parts and not shared[key] & held:
            continue
        near = scores[key] >= NEAR * best and key not in others
        if near or (scores[key] >= LEAST * best and not shared[key] <= taken):
            found.add(key)
            taken |= shared[key]
    return found


def _similar_tasks(
    query: str, scenarios: Mapping[str, str], lexical: LexicalIndex, floor: float
) -> set[str]:
    groups: dict[frozenset[str], set[str]] = {}
    for key, scenario in scenarios.items():
        values = frozenset(tokenize(words_in_slots(query, scenario)))
        if values:
            groups.setdefault(values, set()).add(key)
    found: set[str] = set()
    for values, keys in groups.items():
        scores = lexical.scores(query, without=values)
        bar = floor * _attainable(query, lexical, values)
        found.update(key for key in keys if scores.get(key, 0.0) >= bar > 0)
    return found


def _attainable(
    query: str, lexical: LexicalIndex, without: AbstractSet[str] = frozenset()
) -> float:
    # No text has all the words of a long query, while what is found by chance grows with
    # the square root of their number.
    words = len(set(tokenize(query)) - without)
    share = min(1.0, math.sqrt(_SHORT_QUERY / max(1, words)))
    return lexical.ceiling(query, without=without) * share


def _is_id(word: str) -> bool:
    """Whether a word names one thing, unlike a date or a quantity."""
    if word.isdigit():
        return len(word) >= _LONG_NUMBER
    return (
        any(map(str.isdigit, word))
        and any(map(str.isalpha, word))
        and _QUANTITY.fullmatch(word) is None
    )


def _form(word: str) -> str:
    return "9" * len(word) if word.isdigit() else _DIGITS.sub("9", word)
