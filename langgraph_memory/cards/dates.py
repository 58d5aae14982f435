"""Days named in a text, in English, Chinese or ISO form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

_MONTHS = {
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "apr": 4,
    "may": 5,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(\d{4}))?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+{_DAY}\b(?!:){_YEAR}", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}{_YEAR}", re.IGNORECASE)
_BOTH_DAYS = re.compile(
    rf"\b{_DAY}\s+(?:to|until|through|and|-|–)\s+(?:the\s+)?(?={_DAY}\s)"
)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_CHINESE = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]")
_ANY_YEAR = re.compile(r"\b(20\d{2})\b")
_LONGEST = timedelta(days=31)
_LEAP = 2000


def days_in(text: str) -> frozenset[str]:
    """The days a text names; two days stand for the days between them too.

    Args:
        text: Any text.

    Returns:
        Each day as `YYYY-MM-DD`, or `MM-DD` when no year is named.
    """
    lower = text.lower()
    year = next((int(y) for y in _ANY_YEAR.findall(lower)), None)
    found = {day for named, *rest in _named(lower) if (day := _date(named or year, *rest))}
    if len(found) > 1 and max(found) - min(found) <= _LONGEST:
        first = min(found)
        found = {first + timedelta(days=n) for n in range((max(found) - first).days + 1)}
    return frozenset(map(_told, found))


def named_days(text: str) -> frozenset[str]:
    """The days a text names, in the form of `days_in`, without any between them."""
    found = (_date(*named) for named in _named(text.lower()))
    return frozenset(_told(day) for day in found if day)


def without_days(text: str) -> str:
    """A text with a blank in place of each day that it names."""
    for pattern in (_ISO, _CHINESE, _MONTH_FIRST, _DAY_FIRST):
        text = pattern.sub(" ", text)
    return text


def _told(day: date) -> str:
    return f"{day:%m-%d}" if day.year == _LEAP else day.isoformat()


def _named(text: str) -> Iterator[tuple[int | None, int, int]]:
    for year, month, day in (*_ISO.findall(text), *_CHINESE.findall(text)):
        yield int(year) if year else None, int(month), int(day)
    for month, day, year in _MONTH_FIRST.findall(text):
        yield int(year) if year else None, _MONTHS[month[:3]], int(day)
    for found in _DAY_FIRST.finditer(text):
        day, month, year = found.groups()
        yield int(year) if year else None, _MONTHS[month[:3]], int(day)
        before = [m for m in _BOTH_DAYS.finditer(text) if m.end() == found.start()]
        for earlier in before:
            yield int(year) if year else None, _MONTHS[month[:3]], int(earlier[1])


def _date(year: int | None, month: int, day: int) -> date | None:
    try:
        return date(year or _LEAP, month, day)
    except ValueError:
        return None
