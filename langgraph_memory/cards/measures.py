"""Cells as numbers: plain, money, durations, times of day."""

from __future__ import annotations

import math
import re

from langgraph_memory.facts.tables import Cell

_DURATION = re.compile(
    r"(\d+(?:\.\d+)?)\s*(d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?)\b|(\d+)\s*(天|小时|分)",
    re.IGNORECASE,
)
_MINUTES = {"d": 1440.0, "h": 60.0, "m": 1.0, "天": 1440.0, "小时": 60.0, "分": 1.0}
_CLOCK = re.compile(
    r"(?:^|[T\s])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]m)?", re.IGNORECASE
)
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NUMBER = re.compile(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?")
_LONGEST = 40
_HOUR, _NOON = 60, 12


def number(cell: Cell) -> float | None:
    """The first number of a cell.

    Args:
        cell: A scalar such as `12`, `"$1,030"` or `"4.5/5"`.

    Returns:
        A finite number, or None when the cell has none, is a truth value, or is long.
    """
    if isinstance(cell, bool) or not isinstance(cell, int | float | str):
        return None
    if isinstance(cell, str):
        found = _NUMBER.search(cell) if len(cell) <= _LONGEST else None
        return None if found is None else float(found[0].replace(",", ""))
    return float(cell) if math.isfinite(cell) else None


def moment(cell: Cell) -> float | None:
    """A duration, a time of day or a date and time, as minutes that can be compared.

    Args:
        cell: Such as `"2 hours 24 minutes"`, `"15:40"` or `"2026-03-01T09:30"`.

    Returns:
        Minutes: of the duration, since midnight, or since the year 0 when a day is named;
        else the plain number, or None.
    """
    if not isinstance(cell, str) or len(cell) > _LONGEST:
        return number(cell)
    day, clock = _DAY.search(cell), _CLOCK.search(cell)
    if day or clock:
        return _days(day) * _MINUTES["d"] + _clock(clock)
    spans = _DURATION.findall(cell)
    if spans:
        return sum(
            float(a or c) * _MINUTES[(b[:1].lower() if a else d)] for a, b, c, d in spans
        )
    return number(cell)


def _days(found: re.Match[str] | None) -> float:
    if found is None:
        return 0.0
    year, month, day = map(int, found.groups())
    return year * 372.0 + month * 31.0 + day


def _clock(found: re.Match[str] | None) -> float:
    if found is None:
        return 0.0
    hour, minute = int(found[1]), int(found[2])
    if found[3]:
        hour = hour % _NOON + (_NOON if found[3].lower() == "pm" else 0)
    return float(hour * _HOUR + minute)
