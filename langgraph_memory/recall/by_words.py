"""The lexical lane: which texts' words earn them a place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import chain, compress
from typing import Final

import numpy as np

from langgraph_memory.experiences.places import words_in_slots
from langgraph_memory.index.lexical import Match, tokenize
from langgraph_memory.index.places import Flags, Floats
from langgraph_memory.recall.asked import Asked
from langgraph_memory.recall.attainable import attainable

NEAR: Final = 0.25
"""Lexical score, as a share of the best one, from which words alone earn a place."""

LEAST: Final = 0.15
"""The same for a text that has a word of the query that no better one has."""

MEANING: Final = 0.12
"""How much a cosine that stands out adds to what words prove, both 0–1."""

_HIGH: Final = 0.7  # of the best score
_POOL: Final = 256  # best texts that are looked at one by one
_LONG_NUMBER: Final = 5
_SHORT_NUMBER: Final = 3
_ANSWERS: Final = "yes no ok okay true false y n 是 否 对 好"
_ASKING: Final = (
    "ask call count find get give go help know list look make many mean much name need "
    "number one put say set show take tell thing three time day today two use want way "
    "write"
)
_QUANTITY: Final = re.compile(r"\d+[-.]?[^\W\d]+")
_DIGITS: Final = re.compile(r"\d+")


@lru_cache(maxsize=4)
def _stems(words: str) -> frozenset[str]:
    # Made on first use: the stemmer takes long to import.
    return frozenset(tokenize(words))


def earned(asked: Asked, floor: float) -> Flags:
    """The places of the texts whose words earn them one.

    Where the best evidence reaches the floor, a text is found when its score is near the
    best one, or when it has a word of the query that no better one has. About another thing
    of the kind that the query names by id, it needs such a word whatever its score; nothing
    but parts of an id that another holds makes no hit, and neither do small numbers, a yes
    or no, or words of asking that stand beside others.

    Args:
        asked: The query.
        floor: Least evidence, as a share of what is attainable, 0–1: what the words score,
            and a little for a meaning that stands out.

    Returns:
        Whether each place is found.
    """
    scores = asked.match.scores
    found = np.zeros(len(scores), np.bool_)
    best = float(scores.max(initial=0.0))
    if not best:
        return found
    if asked.share < floor and _evidence(asked) < floor:
        return found
    if any(map(_is_id, asked.match.words)):
        found[_with_ids(asked, scores)] = True
        return found
    found |= scores >= NEAR * best
    found[_with_new_words(asked.match, scores, found)] = True
    found &= _carried(asked.match)
    return found


def _evidence(asked: Asked) -> float:
    """The best evidence; words alone prove the share of what is attainable."""
    scores = asked.match.scores
    evidence = scores / asked.attainable
    if asked.meaning is not None:
        evidence += MEANING * asked.meaning.lifts
    return float(evidence.max(where=scores > 0, initial=0.0))


def rivals(asked: Asked, places: Collection[int]) -> frozenset[int]:
    """Texts about other things of the kind that a query names by id.

    Args:
        asked: The query.
        places: The texts to be looked at.

    Returns:
        Where some of them hold an id of the query as it is written, those that hold none of
        them, but another one that differs in its digits alone; else none.
    """
    named = frozenset(filter(_is_id, asked.match.words))
    return _rivals(asked, named, _own(asked.match, places)) if named else frozenset()


def similar_tasks(asked: Asked, scenarios: Mapping[int, str], floor: float) -> list[int]:
    """The lessons whose scenario is that of the query but for what fills its slots.

    Args:
        asked: The query.
        scenarios: Scenarios of lessons by place.
        floor: Least score without the words that fill the slots, as a share of what is
            attainable, 0–1.

    Returns:
        The places.
    """
    filled = {
        scenario: frozenset(tokenize(words_in_slots(asked.query, scenario)))
        for scenario in set(scenarios.values())  # those of one run have the same
    }
    groups: dict[frozenset[str], list[int]] = {}
    for place, scenario in scenarios.items():
        if values := filled[scenario]:
            groups.setdefault(values, []).append(place)
    found: list[int] = []
    for values, places in groups.items():
        rest = asked.match.without(values)
        bar = floor * attainable(asked.query, rest)
        scores = rest.scores
        found.extend(place for place in places if scores[place] >= bar > 0)
    return found


def best_places(scores: Floats, most: int) -> list[int]:
    """The places of the best scores above 0, best first.

    Args:
        scores: Scores by place.
        most: Most places.

    Returns:
        The places; among equals in ascending order.
    """
    high = scores > _HIGH * float(scores.max(initial=0.0))
    places = np.flatnonzero(high)
    if len(places) < most:  # mostly enough are near the best one
        places = np.flatnonzero(scores > 0)
    if len(places) > most:
        bar = np.partition(scores[places], -most)[-most]
        places = places[scores[places] >= bar]
    ordered: list[int] = places[np.argsort(-scores[places], kind="stable")][:most].tolist()
    return ordered


def _carried(match: Match) -> Flags:
    """The places with a word that can carry a hit by itself."""
    telling = np.array([not _is_slight(word) for word in match.words], np.bool_)
    special = telling & [word not in _stems(_ASKING) for word in match.words]
    return match.with_any(special if special.any() else telling)


def _is_slight(word: str) -> bool:
    return word in _stems(_ANSWERS) or (word.isdigit() and len(word) < _SHORT_NUMBER)


def _with_new_words(match: Match, scores: Floats, found: Flags) -> list[int]:
    seen = match.in_any(found)
    if len(match.unseen) + np.count_nonzero(seen) == len(match.words):
        return []
    taken = set(compress(match.words, seen))
    more = (scores >= LEAST * match.best) & ~found & match.with_any(~seen)
    new: list[int] = []
    places = best_places(np.where(more, scores, 0.0), _POOL)
    for place, words in zip(places, match.shared(places), strict=True):
        if not words <= taken:
            taken |= words
            new.append(place)
    return new


def _with_ids(asked: Asked, scores: Floats) -> list[int]:
    match = asked.match
    near = best_places(np.where(scores >= LEAST * match.best, scores, 0.0), _POOL)
    own = _own(match, near)
    lacking = [place for place, words in own.items() if not words]
    shared = own | dict(zip(lacking, match.shared(lacking), strict=True))
    named = frozenset(filter(_is_id, match.words))
    held = named.intersection(chain(*own.values()))
    parts = frozenset(word for name in held for word in tokenize(name))
    others = _rivals(asked, named, own)
    taken: set[str] = set()
    if others:
        taken.update(*(words for words in shared.values() if words & held))
    found: list[int] = []
    for place, words in shared.items():
        if words <= parts and not words & held:
            continue
        by_score = scores[place] >= NEAR * match.best and place not in others
        if by_score or not words <= taken:
            found.append(place)
            taken |= words
    return found


def _own(match: Match, places: Collection[int]) -> dict[int, frozenset[str]]:
    return dict(zip(places, match.own(list(places)), strict=True))


def _rivals(
    asked: Asked, named: frozenset[str], own: Mapping[int, frozenset[str]]
) -> frozenset[int]:
    held = named.intersection(chain(*own.values()))
    if not held:
        return frozenset()
    forms, keys = frozenset(map(_form, held)), asked.findings.keys
    return frozenset(
        place
        for place, words in own.items()
        if not words & held and forms & _forms(asked.words(keys[place]))
    )


def _is_id(word: str) -> bool:
    """Whether a word names one thing, unlike a date or a quantity."""
    if word.isdigit():
        return len(word) >= _LONG_NUMBER
    return (
        any(map(str.isdigit, word))
        and any(map(str.isalpha, word))
        and _QUANTITY.fullmatch(word) is None
    )


@lru_cache(maxsize=4_096)
def _forms(words: frozenset[str]) -> frozenset[str]:
    """The forms of the ids among the words of a text."""
    return frozenset(map(_form, filter(_is_id, words)))


def _form(word: str) -> str:
    return "9" * len(word) if word.isdigit() else _DIGITS.sub("9", word)
