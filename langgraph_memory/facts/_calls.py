"""Calls by which `repr` writes scalars: dates, decimals, ids and paths."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable
from typing import Final

_TEXT: Final = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_NUMBER: Final = r"-?\d[\w.+-]*+"
_INNER: Final = r"(?:[^()'\"]|'[^']*+'|\((?:[^()]|\([^()]*+\))*+\))*+"

CALLS: Final = (
    rf"(?<![\w.])[A-Za-z_][\w.]*+\((?P<only>{_TEXT}|{_NUMBER})\)"
    rf"|<[A-Za-z_][\w.]*+: (?P<member>{_TEXT}|{_NUMBER})>"
    rf"|(?<![\w.])(?:datetime\.)?(?P<when>datetime|date|timedelta|time)"
    rf"\((?P<given>{_INNER})\)"
)
"""Pattern of a call with one scalar as its only argument, of a member of an enumeration,
and of what makes a point in time, in the groups `only`, `member`, `when` and `given`."""

_JSON_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_PLACED: Final = re.compile(r"-?\d{1,9}(?:, ?-?\d{1,9})*+(?=,|\Z)")
_NAMED: Final = re.compile(r"(\w+)=(-?\d{1,9})")
_ZONE: Final = re.compile(r"tzinfo=(?P<zone>.+)", re.DOTALL)
_UTC: Final = re.compile(r"(?:[\w.]*\.)?utc|TzInfo\((?:UTC|0)\)", re.IGNORECASE)


def number_as_json(text: str) -> str:
    """A number as Python writes it, as JSON: one that JSON has not as its text."""
    return text if _JSON_NUMBER.fullmatch(text) else json.dumps(text)


def when_as_json(kind: str, given: str) -> str:
    """What a call of `datetime` makes, as a JSON text.

    Args:
        kind: `date`, `datetime`, `time` or `timedelta`.
        given: The arguments as they are written.

    Returns:
        Its ISO form, or what `str` writes of a time span; the arguments themselves where
        they make none.
    """
    try:
        return json.dumps(_WHEN[kind](given))
    except (ValueError, TypeError, OverflowError):
        return json.dumps(given)


def _moment(make: Callable[..., dt.date | dt.time]) -> Callable[[str], str]:
    def said(given: str) -> str:
        head = given.partition("tzinfo")[0].removesuffix(", ")
        found = make(*_placed(head), **_fields(head))
        zone = _ZONE.search(given)
        return found.isoformat() + (_offset(zone["zone"].strip()) if zone else "")

    return said


def _span(given: str) -> str:
    return str(dt.timedelta(*_placed(given), **_fields(given)))


def _placed(given: str) -> list[int]:
    found = _PLACED.match(given)
    return [int(number) for number in found[0].split(",")] if found else []


def _fields(given: str) -> dict[str, int]:
    return {name: int(value) for name, value in _NAMED.findall(given)}


def _offset(zone: str) -> str:
    """A time zone as it stands behind a time: its difference, else its name."""
    if _UTC.fullmatch(zone):
        return "+00:00"
    seconds = _fields(zone)
    if "timedelta" in zone and seconds.keys() <= {"days", "seconds"} and seconds:
        away = dt.timezone(dt.timedelta(**seconds))
        return dt.time(tzinfo=away).isoformat().removeprefix("00:00:00")
    return f" {zone}"


_WHEN: Final[dict[str, Callable[[str], str]]] = {
    "date": _moment(dt.date),
    "datetime": _moment(dt.datetime),
    "time": _moment(dt.time),
    "timedelta": _span,
}
