"""Whether a sentence bears out a wish that a model has read in words of it.

A quotation may be any fragment; so what counts is the clause around it: whether it turns
down what the quotation names, and whether it speaks of answers at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.signals import language_of, signals_in
from langgraph_memory.preferences.wording.denial import CLAUSE, apart, turning
from langgraph_memory.preferences.wording.hints import (
    asked_of,
    bears_on,
    followed_by_itself,
    names_of,
    opposite,
    said_of,
)
from langgraph_memory.preferences.wording.loose import of_answers

_DENIED: Final = re.compile(
    r"\b(?:not|never|no|hardly|n't|cannot|nobody|no one|nothing|none)"
    r"(?:\W+\w+){0,3}\W*$|n't(?:\W+\w+){0,3}\W*$"
    r"|(?:不|没|没有|并非|未)(?:是|算|觉得|说|嫌|怎么|那么)?$"
)
_DESCRIBED: Final = re.compile(
    r"^\W*(?:they|it|that|this|you|(?:your|the|these|those) \w+)(?:'re|'s| are| is| were"
    r"| was| sound| seem)\b(?!.*\b(?:too|enough|more|less|\w+er|please)\b)"
)
_FELT: Final = re.compile(
    r"\b(?:annoy\w*|irritat\w*|bother(?:s|ing)?|hate|dislike|loathe|detest|frustrat\w*"
    r"|can't stand|driv(?:e|es|ing) me (?:mad|crazy|nuts)|tire(?:s|d|some)?|tiring|weary"
    r"|exhaust\w*|bor(?:e|es|ing|ed)|put me off|on my nerves|useless"
    r"|unhelpful|confus(?:e|es|ing)|overwhelm\w*)\b"
    r"|烦|累|讨厌|受不了|头疼|头大|反感|恼火|难受|不喜欢|没用"
)
_NOT: Final = re.compile(r"n't\b|\b(?:not|never|no|hardly|without)\b|不|没|别")
_NEXT: Final = re.compile(r" +([a-z]+(?:['-][a-z]+)*)")


def borne_out(sentence: str, quote: str, dimension: Dimension, value: str) -> bool:
    """Whether words of a sentence ask for a value.

    Args:
        sentence: The user's own, in lower case.
        quote: Words of it.
        dimension: What the value is of.
        value: What the words are said to ask for.

    Returns:
        False, too, where rules read another value in them, or nothing is certain.
    """
    by_words = replace(dimension, hears=None)
    read = {
        one.value
        for one in signals_in(sentence, (by_words,))
        if one.dimension == dimension.name and (quote in one.words or one.words in quote)
    }
    if read:
        return value in read
    clauses = list(_around(sentence, quote))
    if not followed_by_itself(dimension):
        return bears_on(quote, dimension) and value in _own_asked(clauses, dimension)
    against = (
        not bears_on(quote, dimension)
        or any(map(_DESCRIBED.search, clauses))
        or any(_foreign(clause, dimension) for clause in clauses)
        or _DENIED.search(sentence[: sentence.index(quote)])
    )
    if against:
        return False
    if _FELT.search(sentence):
        return _felt(sentence, dimension, value)
    asked = [one for clause in clauses for one in asked_of(clause, dimension)]
    if asked:
        return all(value in one for one in asked)
    return value in set(_readings(sentence, quote, dimension))


def _felt(sentence: str, dimension: Dimension, value: str) -> bool:
    """Whether a value is the other one than what a sentence says is hard to bear."""
    named = dict(said_of(sentence)).get(dimension.name, frozenset())
    # What is hard to bear and turned down, too, is not certain.
    plain = len(named) == 1 and not _NOT.search(_FELT.sub("", sentence))
    return plain and value in opposite(dimension.name, named)


def _around(sentence: str, quote: str) -> Iterator[str]:
    """The clauses that a quotation stands in."""
    begin = sentence.index(quote)
    at = 0
    for end in [*(one.start() for one in CLAUSE.finditer(sentence)), len(sentence)]:
        if at < begin + len(quote) and begin < end:
            yield sentence[at:end]
        at = end


def _foreign(clause: str, dimension: Dimension) -> bool:
    """Whether what is said to be so is no answer, but a `short flight`."""
    for found in names_of(clause, dimension):
        after = _NEXT.match(clause, found.end())
        if after and not of_answers(after[1]):
            return True
    return False


def _own_asked(clauses: list[str], dimension: Dimension) -> set[str]:
    """What is asked for of a dimension that the user has added."""
    asked: set[str] = set()
    for piece in (piece for clause in clauses for piece in apart(clause)):
        for value in dimension.values:
            ways = (value, *dimension.phrases.get(value, ()))
            way = next((one.lower() for one in ways if one.lower() in piece), None)
            if way is None:
                continue
            others = {one for one in dimension.values if one != value}
            turned = turning(piece.replace(way, "it"))
            asked |= {value} if not turned else others if len(others) == 1 else set()
    return asked if len(asked) == 1 else set()


def _readings(sentence: str, quote: str, dimension: Dimension) -> Iterator[str]:
    """The values for which there are wordings in a quotation; empty for one denied."""
    begin = sentence.index(quote)
    end = begin + len(quote)
    for pattern, name, value in language_of(sentence).WORDINGS:
        if name != dimension.name:
            continue
        for found in pattern.finditer(sentence, begin, end):
            if found.group().strip():
                yield "" if _DENIED.search(sentence[: found.start()]) else value
