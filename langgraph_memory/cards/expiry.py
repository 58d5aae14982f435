"""Until when what a source says holds, and dates that only belong to the object."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.instants import bare_day, instant, number_in
from langgraph_memory.cards.words import stems
from langgraph_memory.facts.tables import Cell

_ENDS = stems("expire expiry expiration")
_DATES = _ENDS | stems("deadline due")
_UNTIL = stems("until to through thru till")
_KEPT = stems("valid hold held good guaranteed")
_OF_INFORMATION = stems(
    "hold held quote quotation offer price rate reservation session token cache cart "
    "basket lock"
)
_CACHE_CONTROL = stems("cache control")
_HEADERS = stems("cache header http response meta metadata")
_OF_PEOPLE = lexicon.PERSON | stems("child kid member player student birth born")
_NEUTRAL = stems(
    "data result response header meta metadata info date time on at in timestamp utc "
    "epoch maximum age control live"
)
_SECONDS = {
    "ms": 0.001,
    "millisecond": 0.001,
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "m": 60.0,
    "minimum": 60.0,  # how `min` is spelled out in names
    "min": 60.0,
    "minute": 60.0,
    "minut": 60.0,  # the stem of a minute
    "h": 3_600.0,
    "hour": 3_600.0,
    "d": 86_400.0,
    "day": 86_400.0,
}
_SPAN = re.compile(
    r"(\d+(?:\.\d+)?)\s*(ms|milliseconds?|d|days?|h|hours?|m|mins?|minutes?|s|secs?"
    r"|seconds?)(?![a-z])",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(r"\bmax-age\s*=\s*(\d+)", re.IGNORECASE)
_NOT_KEPT = re.compile(r"\bno-(?:store|cache)\b", re.IGNORECASE)
_DIRECTIVES = ("max-age", "s-maxage")
_ENDLESS = -1  # as caches say it of what never ends
_OLDEST = 150  # years; a greater "max age" is none of people
_HALF_MINUTE = 30  # seconds, of which short lives of answers are multiples
_SOON = timedelta(days=3)
_FIRST = 1980  # year; an earlier end stands for none, as the first second of clocks does


def until(columns: Sequence[Column], as_of: str) -> str | None:
    """When what was told of a single object stops being true, if it says so.

    Holds, quotes, offers, sessions and the like, and lifetimes of caches, tell how long
    they may be relied upon. Of other objects a date to come belongs to the information only
    when it is called so (`expires_at`, `valid_until`) and near, within three days; the
    expiry of a document or a deadline is one of its properties. So is a date that had
    passed, but of holds, quotes and the like, or of what tells a price or a rate.

    Args:
        columns: The columns of the object, of one cell each.
        as_of: When it was observed, ISO 8601 with its zone.

    Returns:
        ISO 8601 in UTC, not before `as_of`: a bare date holds through its day, a lifetime
        counts from `as_of`; `as_of` itself when none is left (`ttl: 0`, `no-store`) or the
        end had passed. None when nothing says so.
    """
    seen = instant(as_of)
    if seen is None:
        return None
    about = frozenset[str]().union(
        *(column.subject | (column.path if column.key else set()) for column in columns)
    )
    transient = not _OF_INFORMATION.isdisjoint(about)
    priced = transient or any(not _OF_INFORMATION.isdisjoint(c.path) for c in columns)
    lives = lifetimes(columns)
    ends = [
        end
        for column in columns
        for end in _ends(column, seen, lives=column.name in lives)
        if (end > seen or priced or column.name in lives)
        and _counts(column, end - seen, transient=transient, lives=column.name in lives)
    ]
    return max(min(ends), seen).isoformat() if ends else None


def after(as_of: str, seconds: float) -> str | None:
    """The time so many seconds after another one.

    Args:
        as_of: When something was observed, ISO 8601 with its zone.
        seconds: For how long it holds.

    Returns:
        ISO 8601 in UTC; None when `as_of` is no time.
    """
    seen = instant(as_of)
    return None if seen is None else _later(seen, seconds).isoformat()


def lifetimes(columns: Sequence[Column]) -> frozenset[str]:
    """The columns that tell for how long the answer may be kept: `ttl`, `expires_in`.

    Args:
        columns: All columns of an object; where others speak of people or of a least age,
            a bare `max_age` is theirs.

    Returns:
        Their names.
    """
    people = any(_of_people(column) for column in columns)
    return frozenset(c.name for c in columns if _lives(c, people=people))


def _lives(column: Column, *, people: bool) -> bool:
    words = set(column.words)
    if "ttl" in words or words >= {"time", "to", "live"}:
        return True
    if "in" in words and not words.isdisjoint(_ENDS):
        return True
    return _cache_control(column) or _cache_age(column, people=people)


def passed(column: Column, as_of: str) -> tuple[bool, ...]:
    """Which cells of a column tell an expiry or a deadline that had passed.

    Args:
        column: The column.
        as_of: When it was observed, ISO 8601 with its zone.

    Returns:
        One truth per cell; none is true for a column of other dates.
    """
    seen = instant(as_of)
    if seen is None or not _dated(column) or _lives(column, people=False):
        return (False,) * len(column.cells)
    ends = (_end(cell) for cell in column.cells)
    return tuple(end is not None and end <= seen for end in ends)


def _dated(column: Column) -> bool:
    words = set(column.words)
    return not words.isdisjoint(_DATES) or _kept(words)


def _kept(words: set[str]) -> bool:
    return not words.isdisjoint(_UNTIL) and not words.isdisjoint(_KEPT)


def _counts(column: Column, ahead: timedelta, *, transient: bool, lives: bool) -> bool:
    """Whether an end is about the information, not a property of its object."""
    words = set(column.words)
    if lives and words.isdisjoint(_ENDS):
        return True
    others = column.path - _ENDS - _UNTIL - _KEPT - _NEUTRAL - set(_SECONDS)
    if others - _OF_INFORMATION - column.subject:
        return False
    if transient or not column.path.isdisjoint(_OF_INFORMATION):
        return True
    called = "expir" in words or _kept(words)
    return called and abs(ahead) <= _SOON


def _ends(column: Column, seen: datetime, *, lives: bool) -> list[datetime]:
    words = set(column.words)
    ends: list[datetime | None] = []
    if lives:
        spans = (_seconds(column, cell) for cell in column.present)
        ends += [_later(seen, span) for span in spans if span is not None]
    elif not words.isdisjoint(_ENDS) or _kept(words):
        ends += map(_end, column.present)
    told = [end for end in ends if end is not None and end.year >= _FIRST]
    return [end.replace(microsecond=0) for end in told]


def _cache_control(column: Column) -> bool:
    return column.path >= _CACHE_CONTROL


def _cache_age(column: Column, *, people: bool) -> bool:
    if column.name.rsplit(".", 1)[-1].casefold() in _DIRECTIVES:
        return True
    if not {"maximum", "age"} <= set(column.words):
        return False
    if not column.path.isdisjoint(_HEADERS | set(_SECONDS) - {"minimum"}):
        return True
    # A small `max_age` alone may as well be that of guests.
    return not people and all(map(_short_life, column.present))


def _short_life(cell: Cell) -> bool:
    """Whether an age is rather that of an answer, in seconds or units, than of a person."""
    amount = number_in(cell)
    if amount is None:
        return isinstance(cell, str) and _span(cell) is not None
    return amount > _OLDEST or amount % _HALF_MINUTE == 0


def _of_people(column: Column) -> bool:
    words = set(column.words)
    least_age = words >= {"minimum", "age"}
    return least_age or words == {"age"} or not column.path.isdisjoint(_OF_PEOPLE)


def _seconds(column: Column, cell: Cell) -> float | None:
    if isinstance(cell, str):
        text = cell.strip()
        if _cache_control(column) and _NOT_KEPT.search(text):
            return 0.0
        if found := _DIRECTIVE.search(text):
            return float(found[1])
        if (span := _span(text)) is not None:
            return span
    amount = number_in(cell)
    if amount is None or amount == _ENDLESS or _cache_control(column):
        return None
    units = [_SECONDS[word] for word in column.words if word in _SECONDS]
    return amount * (units[-1] if units else 1.0)


def _span(text: str) -> float | None:
    """The seconds of a text that says nothing but how long: `1h 30m`."""
    spans = _SPAN.findall(text) if _SPAN.sub("", text).strip(" ,") == "" else []
    return sum(float(n) * _SECONDS[_unit(unit)] for n, unit in spans) if spans else None


def _unit(text: str) -> str:
    unit = text.lower()
    return unit if unit in ("ms", "s") else unit.rstrip("s")


def _later(seen: datetime, seconds: float) -> datetime:
    try:
        return seen + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return datetime.max.replace(tzinfo=UTC)


def _end(cell: Cell) -> datetime | None:
    start = instant(cell)
    day = start is not None and bare_day(cell)
    return _later(start, _SECONDS["day"]) if start and day else start
