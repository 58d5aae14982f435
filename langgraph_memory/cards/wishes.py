"""What a task asks for, read by rules: words wanted and not, counts, days, money, taste."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.dates import days_in
from langgraph_memory.cards.polarity import clauses
from langgraph_memory.cards.words import stem

Aim = Literal["cheap", "rated", "soon", "late", "near", "fast"]

_AIMS: dict[Aim, frozenset[str]] = {
    "cheap": lexicon.LOW_PRICE,
    "rated": lexicon.HIGH_RATING,
    "soon": lexicon.SOONEST,
    "late": lexicon.LATEST,
    "near": lexicon.NEAREST,
    "fast": lexicon.FASTEST,
}
_SUM = r"(\d[\d,]*(?:\.\d+)?)"
_MONEY = re.compile(
    rf"[$€£¥￥₹]\s?{_SUM}|\b{_SUM}\s?(?:dollars|usd|euros?|eur|pounds|gbp|yuan|rmb|cny|元|块)",
    re.IGNORECASE,
)
_COMPANY = re.compile(r"\b(?:party|group|family|team|crew)\s+of\s+(\w+)", re.IGNORECASE)
_FOR_MANY = re.compile(
    r"\bfor\s+(\w+)(?=\s*(?:$|[.,;!?]|and\b|from\b|to\b|in\b|at\b|on\b|with\b|\w+ing\b))"
)
_CHINESE_COUNT = re.compile(r"([\d一二两三四五六七八九十]+)\s*(?:个)?(人|天|晚|城市)")
_CHINESE_UNITS = {"人": "person", "天": "day", "晚": "night", "城市": "place"}
_CHINESE_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2}
_ALONE = frozenset(("solo", "alone", "myself"))
_TOKEN = re.compile(r"\d+(?:\.\d+)?(?!\w)|[a-z]+|[.,;!?]")
_REACH = 2
_WEEK = 7


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What a task asks for.

    Attributes:
        wanted: Stems it names without denying them.
        unwanted: Stems it denies.
        people: How many persons it is for, or None.
        nights: Nights in all (a trip of n days has n − 1), or None.
        places: Among how many places the nights are shared, at least 1.
        days: Days it names, ISO 8601.
        money: The largest sum it names, or None.
        aims: By what options should be compared.
    """

    wanted: frozenset[str]
    unwanted: frozenset[str]
    people: int | None
    nights: int | None
    places: int
    days: frozenset[str]
    money: float | None
    aims: frozenset[Aim]

    @property
    def nights_each(self) -> int | None:
        """Nights that one place can expect, at least 1."""
        return None if self.nights is None else max(1, self.nights // self.places)


@lru_cache(maxsize=64)
def read_wishes(task: str) -> Wishes:
    """Read a task.

    Args:
        task: The user's words.

    Returns:
        What they ask for; empty parts where they say nothing.
    """
    sums = [
        float(found.replace(",", ""))
        for pair in _MONEY.findall(task)
        for found in pair
        if found
    ]
    counts, days = _counts(task), days_in(task)
    # The "party" of "party of five" is not a party anybody wants.
    parts = clauses(_COMPANY.sub(" ", task))
    affirmed = {word for clause in parts for word in clause.affirmed}
    denied = {word for clause in parts for word in clause.denied}
    aims = {aim for aim, vocabulary in _AIMS.items() if affirmed & vocabulary}
    return Wishes(
        wanted=frozenset(affirmed),
        unwanted=frozenset(denied - affirmed),
        people=counts.get("person"),
        nights=_nights(counts, days),
        places=max(1, counts.get("place", 1)),
        days=days,
        money=max(sums, default=None),
        aims=frozenset(aims | {"cheap"} if sums else aims),
    )


def _nights(counts: Mapping[str, int], named: frozenset[str]) -> int | None:
    if "night" in counts:
        return counts["night"]
    days = max(counts.get("day", 0), _WEEK * counts.get("week", 0)) or len(named)
    return days - 1 if days > 1 else None


def _counts(task: str) -> Mapping[str, int]:
    text = _MONEY.sub(" ", task.lower())
    found: list[tuple[str, int]] = [
        ("person", number)
        for word in (*_COMPANY.findall(text), *_FOR_MANY.findall(text))
        if (number := _number(word)) is not None
    ]
    tokens = _TOKEN.findall(text)
    for at, token in enumerate(tokens):
        if token in _ALONE:
            found.append(("person", 1))
        following = tokens[at + 1 : at + 1 + _REACH]
        number = 1 if [token, *following[:1]] == ["a", "week"] else _number(token)
        unit = None if number is None else _unit(following)
        if number is not None and unit is not None:
            found.append((unit, number))
    if "week-long" in text or "weeklong" in text:
        found.append(("week", 1))
    for digits, unit_sign in _CHINESE_COUNT.findall(text):
        number = int(digits) if digits.isdigit() else _CHINESE_DIGITS.get(digits)
        if number is not None:
            found.append((_CHINESE_UNITS[unit_sign], number))
    largest: dict[str, int] = {}
    for unit, number in found:
        largest[unit] = max(number, largest.get(unit, 0))
    return MappingProxyType(largest)


def _number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    return lexicon.COUNTS.get(word)


def _unit(following: list[str]) -> str | None:
    for token in following:
        if not token.isalpha():
            return None
        if (unit := stem(token)) in ("night", "day", "week"):
            return unit
        if unit in lexicon.PERSON:
            return "person"
        if unit in lexicon.PLACE:
            return "place"
    return None
