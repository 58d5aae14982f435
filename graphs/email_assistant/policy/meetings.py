"""When and for how many: read from the text of a mail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_WHEN = re.compile(
    rf"(?P<day>\d{{1,2}}) (?P<month>{'|'.join(_MONTHS)}) at "
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)",
    re.IGNORECASE,
)
_WHEN_CHINESE = re.compile(
    r"(?P<month>\d{1,2})月(?P<day>\d{1,2})日\s*(?P<hour>\d{1,2}):(?P<minute>\d\d)"
)
_MINUTES = re.compile(r"(\d+) (?:minutes|min\b)|(\d+)\s*分钟", re.IGNORECASE)
_PEOPLE = re.compile(r"(\d+) people|(\d+)\s*(?:个)?人", re.IGNORECASE)


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
    own = "\n".join(line for line in text.splitlines() if not line.startswith(">"))
    when = _WHEN.search(own) or _WHEN_CHINESE.search(own)
    minutes, people = _MINUTES.search(own), _PEOPLE.search(own)
    if not when or not minutes or not people:
        return None
    month = when["month"]
    number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
    try:
        start = datetime(  # noqa: DTZ001  local time, as the rooms have it
            year, number, int(when["day"]), int(when["hour"]), int(when["minute"])
        )
    except ValueError:
        return None  # no such date: the mail tells of no meeting that could be booked
    return Meeting(
        words=when[0],
        start=start,
        minutes=int(minutes[1] or minutes[2]),
        people=int(people[1] or people[2]),
    )
