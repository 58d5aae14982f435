"""When and for how many: read from the text of a mail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_MONTH: Final = rf"(?P<month>{'|'.join(_MONTHS)}|{'|'.join(m[:3] for m in _MONTHS)})\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,? (?P<year>\d{4}))?"
_HOUR: Final = (
    r"(?=,? (?:(?:at|from) |\d{1,2}[:.]\d\d|\d{1,2} ?[ap]\.?m\b)),? (?:at |from )?"
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?(?: ?(?P<half>[ap])\.?m\b)?"
)
_ISO: Final = (
    r"\b(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[T ,]+(?:at )?"
    r"(?P<hour>\d\d):(?P<minute>\d\d)"
)
_CHINESE: Final = (
    r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]"
    r"(?:[(（]\S{1,4}[)）])?\s*(?P<half>上午|早上|下午|晚上|中午)?\s*(?P<hour>\d{1,2})"
    r"(?:[:：](?P<minute>\d\d)|[点时](?:(?P<quarter>半)|(?P<past>\d\d)分?)?)"
)
_WHENS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_DAY} (?:of )?{_MONTH}{_YEAR}{_HOUR}",
        rf"\b{_MONTH} {_DAY}{_YEAR}{_HOUR}",
        _ISO,
        _CHINESE,
    )
)
_UNTIL: Final = re.compile(
    r"\A\s*(?:-|–|to|until|till|至|到)\s*(\d{1,2})(?:[:.：](\d\d)|[点时])?"
    r"(?: ?([ap])\.?m\b)?",
    re.IGNORECASE,
)
_HOURS: Final = re.compile(
    r"\b(\d{1,2}(?:[.,]\d+)?)[ -]?(?:hours?|hrs?|h)\b|(\d{1,2}(?:\.\d+)?)\s*个?小时",
    re.IGNORECASE,
)
_MINUTES: Final = re.compile(r"(\d+)[ -]?(?:minutes?|mins?)\b|(\d+)\s*分钟", re.IGNORECASE)
_WORDS: Final = (
    (re.compile(r"\b(?:one|an) hour and a half\b|一个半小时", re.IGNORECASE), 90),
    (re.compile(r"\bhalf an hour\b|半(?:个)?小时", re.IGNORECASE), 30),
    (re.compile(r"\b(?:an|one) hour\b|一(?:个)?小时", re.IGNORECASE), 60),
    (re.compile(r"\btwo hours\b|[两二](?:个)?小时", re.IGNORECASE), 120),
)
_LONGEST: Final = 12  # hours
_PEOPLE: Final = re.compile(
    r"(\d+) (?:people|persons|participants|attendees|guests|of us)\b"
    r"|(\d+)\s*[个位名]?人",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """A meeting as a mail tells of it.

    Attributes:
        words: Its begin in the words of the mail.
        start: Its begin.
        minutes: How long it takes.
        people: How many come.
    """

    words: str
    start: datetime
    minutes: int
    people: int


def meeting_in(text: str, year: int) -> Meeting | None:
    """The meeting that a mail tells of, or None.

    Args:
        text: The text of the mail; what it quotes does not count.
        year: The year of dates without one.
    """
    own = _own(text)
    when = _when(own)
    people = _PEOPLE.search(own)
    if when is None or people is None:
        return None
    start = _start(when, year)
    minutes = _minutes(own, when)
    if start is None or not minutes:
        return None
    return Meeting(
        words=when[0].strip(),
        start=start,
        minutes=minutes,
        people=int(people[1] or people[2]),
    )


def lacks(text: str) -> str:
    """What a mail does not say of a meeting, or not so that it can be read.

    Args:
        text: The text of the mail; what it quotes does not count.

    Returns:
        Words such as `how long it takes`; empty where nothing is missing.
    """
    own = _own(text)
    when = _when(own)
    missing = [
        said
        for said, found in (
            ("on which day and at what time it is", when),
            ("how long it takes", when is None or _minutes(own, when)),
            ("how many people come", _PEOPLE.search(own)),
        )
        if not found
    ]
    return " and ".join(filter(None, (", ".join(missing[:-1]), *missing[-1:])))


def _own(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(">"))


def _when(text: str) -> re.Match[str] | None:
    """The first day with a time of day."""
    found = [match for pattern in _WHENS if (match := pattern.search(text))]
    return min(found, key=lambda match: match.start(), default=None)


def _start(when: re.Match[str], year: int) -> datetime | None:
    parts = when.groupdict()
    month = parts["month"]
    number = int(month) if month.isdigit() else _month(month)
    minute = 30 if parts.get("quarter") else int(parts.get("past") or parts["minute"] or 0)
    hour = _hour(int(parts["hour"]), parts.get("half"))
    try:
        return datetime(  # noqa: DTZ001  local time, as the rooms have it
            int(parts.get("year") or year), number, int(parts["day"]), hour, minute
        )
    except ValueError:
        return None  # no such date: the mail tells of no meeting that could be booked


def _month(name: str) -> int:
    return next(at for at, m in enumerate(_MONTHS, 1) if m.startswith(name.lower()[:3]))


def _hour(hour: int, half: str | None) -> int:
    if half in ("p", "P", "下午", "晚上") and hour < 12:  # noqa: PLR2004  the clock
        return hour + 12
    return 0 if half in ("a", "A") and hour == 12 else hour  # noqa: PLR2004  the clock


def _minutes(text: str, when: re.Match[str]) -> int:
    """How long it takes, said or by its end; 0 where that is not told."""
    until, start = _UNTIL.match(text[when.end() :]), _start(when, 2000)
    if until is not None and start is not None:
        end = _hour(int(until[1]), until[3] or when.groupdict().get("half"))
        return max(0, end * 60 + int(until[2] or 0) - start.hour * 60 - start.minute)
    minutes, hours = _MINUTES.search(text), _HOURS.search(text)
    told = int(minutes[1] or minutes[2]) if minutes else 0
    whole = float((hours[1] or hours[2]).replace(",", ".")) if hours else 0.0
    together = hours and minutes and 0 <= minutes.start() - hours.end() <= len(" and ")
    if 0 < whole <= _LONGEST and (together or not told):
        return round(whole * 60) + told
    return told or next((length for said, length in _WORDS if said.search(text)), 0)
