"""The bare facts of a trip in English: places, dates, people, money."""

from __future__ import annotations

import re
from datetime import date

_WORD = r"(?:(?:St|Mt|Ft)\.|[A-Z][\w'’-]*)"
_PLACE = rf"({_WORD}(?: (?:(?:of|the|de|du|la) )*{_WORD})*)"
_NUMBERS = {
    "a": 1, "one": 1, "single": 1, "solo": 1, "two": 2, "couple": 2, "pair": 2, "three": 3,
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_NUMBER = rf"(\d+|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH = rf"({'|'.join(_MONTHS)}|{'|'.join(m[:3] for m in _MONTHS)})\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?(?!\d)"

_ORIGINS = tuple(
    rf"\b(?i:{lead})\s+{_PLACE}"
    for lead in (
        r"depart(?:s|ing)?(?:\s+from)?",
        r"(?:start|beginn?|leave?|sett)(?:s|ing)?(?:\s+off|\s+out)?\s+(?:from|in|at)",
        r"(?:sets?|head)\s+(?:off|out)\s+from",
        r"(?:leaving|leave)",
        r"from",
    )
)
_DESTINATIONS = tuple(
    rf"\b(?i:{lead})\s+{_PLACE}"
    for lead in (
        r"(?:head|go|travel|mov|fly|driv)(?:s|ing)?(?:\s+over)?\s+to",
        r"visit(?:s|ing)?",
        r"end(?:s|ing)?\s+(?:in|at)",
        r"explor(?:e|es|ing)",
        r"to",
        r"(?:trip|days?|nights?|week|weekend|stay|time)\s+in",
    )
)
_IN_STATE = re.compile(
    rf"\b(?i:{_NUMBER})\s+(?:[a-z]+\s+)*cities\s+(?:in|across|of|within|throughout|around)\s+"
    rf"(?:the\s+state\s+of\s+)?{_PLACE}"
)
_PEOPLE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:group|party|family|team)\s+of\s+{_NUMBER}\b",
        rf"\b{_NUMBER}\s+(?:people|persons?|individuals?|travell?ers?)\b",
        rf"\b{_NUMBER}\s+(?:adults?|friends|of us)\b",
        r"\b(couple|pair)\b(?! of (?:days|nights|weeks|cities))",
        rf"\bfor\s+{_NUMBER}\b(?!\s*-?\s*(?:day|night|week))",
        r"\b(solo|single)\b",
    )
)
_BUDGET = re.compile(r"(?:US)?\$\s?(\d[\d,]*)|\b(\d[\d,]*)\s?(?:dollars|USD|bucks)\b")
_LENGTH = re.compile(rf"\b{_NUMBER}[- ]days?\b", re.IGNORECASE)
_NOT_A_PLACE = re.compile(rf"^(?:{_MONTH}\b|The\b|I\b|We\b|Our\b|My\b)", re.IGNORECASE)


def number(word: str) -> int:
    """A number from digits or an English word up to twelve."""
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def origin(text: str) -> str | None:
    """The city where the trip starts, or None."""
    return _first_place(_ORIGINS, text, without=None)


def destination(text: str, home: str | None) -> tuple[str, int] | None:
    """Where the trip goes.

    Args:
        text: The request.
        home: The origin, which is no destination.

    Returns:
        The city and 0, or the state and how many of its cities; None when nothing is found.
    """
    found = _IN_STATE.search(text)
    if found:
        return found[2], number(found[1])
    city = _first_place(_DESTINATIONS, text, without=home)
    return (city, 0) if city else None


def people(text: str) -> int:
    """The number of travellers; 1 when nothing is said."""
    for pattern in _PEOPLE:
        found = pattern.search(text)
        if found:
            return number(found[1])
    return 1


def budget(text: str) -> int | None:
    """The budget in dollars, or None when nothing is said."""
    found = _BUDGET.search(text)
    return int((found[1] or found[2]).replace(",", "")) if found else None


def dates(text: str) -> tuple[date, int] | None:
    """The first day and the number of days, or None when no dates are found.

    Raises:
        ValueError: When a date is not in the calendar.
    """
    marked = _days_named(text)
    if not marked:
        return None
    length = _LENGTH.search(text)
    if len(marked) > 1:
        first, last = marked
        if last < first:  # A trip over New Year; the year written is that of its end.
            first = first.replace(year=first.year - 1)
        return first, (last - first).days + 1
    if length:
        return marked[0], number(length[1])
    return None


def _first_place(patterns: tuple[str, ...], text: str, without: str | None) -> str | None:
    for pattern in patterns:
        for found in re.finditer(pattern, text):
            place = found[1].removesuffix("'s").removesuffix("’s")
            if place != without and not _NOT_A_PLACE.match(place):
                return place
    return None


def _days_named(text: str) -> list[date]:
    iso = [date.fromisoformat(found) for found in re.findall(r"\b\d{4}-\d\d-\d\d\b", text)]
    if iso:
        return iso[:2]
    year = re.search(r"\b(20\d\d)\b", text)
    if not year:
        return []
    joint = r"\s*(?:-|–|to|through|until|and)\s*(?:the\s+)?"
    month_first = rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}(?:{joint}{_DAY}\b)?"
    day_first = rf"\b{_DAY}(?:{joint}{_DAY})?\s+(?:of\s+)?{_MONTH}\b"
    found: list[date] = []
    for month, first, last in re.findall(month_first, text, re.IGNORECASE):
        found += _in_month(int(year[1]), month, first, last)
    if not found:
        for first, last, month in re.findall(day_first, text, re.IGNORECASE):
            found += _in_month(int(year[1]), month, first, last)
    return found[:2]


def _in_month(year: int, month: str, first: str, last: str) -> list[date]:
    number_of = [m[:3] for m in _MONTHS].index(month[:3].lower()) + 1
    return [date(year, number_of, int(day)) for day in (first, last) if day]
