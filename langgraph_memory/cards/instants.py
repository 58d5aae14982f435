"""Points in time that cells name."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from langgraph_memory.facts.tables import Cell

_NUMBER = re.compile(r"\d{1,16}(?:\.\d{1,6})?")
_BARE = re.compile(r"\s*\d{4}-?\d{2}-?\d{2}\s*")
_EPOCH, _EPOCH_MS, _LAST_MS = 1e9, 1e11, 1e13  # of 2001, 1973 and 2286
_LONGEST = 40


def instant(cell: Cell) -> datetime | None:
    """The point in time that a cell names.

    Args:
        cell: ISO 8601, the form of mail and of the web, or seconds or milliseconds since
            1970; without a zone it is taken for UTC.

    Returns:
        The time in UTC, the start of a bare day; None when the cell names none.
    """
    if isinstance(cell, str):
        return _named(cell) if len(cell) <= _LONGEST else None
    return _since_epoch(number_in(cell))


@lru_cache(maxsize=4_096)
def _named(text: str) -> datetime | None:
    number = None if bare_day(text) else number_in(text)
    if number is not None:
        return _since_epoch(number)
    try:
        at = _read(text.strip())
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _since_epoch(number: float | None) -> datetime | None:
    if number is None or not _EPOCH <= number < _LAST_MS:
        return None
    return datetime.fromtimestamp(number / (1e3 if number >= _EPOCH_MS else 1), UTC)


def bare_day(cell: Cell) -> bool:
    """Whether a cell names a day without a time, in ISO 8601."""
    return isinstance(cell, str) and _BARE.fullmatch(cell) is not None


def number_in(cell: Cell) -> float | None:
    """The number that a cell is, written or not; None for truths and other texts."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | float):
        return float(cell)
    found = _NUMBER.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return None if found is None else float(found[0])


def _read(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return parsedate_to_datetime(text)
