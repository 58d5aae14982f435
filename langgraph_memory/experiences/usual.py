"""What a parameter usually holds: a constant, one of a few words, a number with a unit."""

from __future__ import annotations

import json
import re
from typing import Any

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.shapes import family, shape

USUAL = "usual"
"""The change of a rule that says so; `expected` then has such words by parameter."""

_CHOICE = "one of "
_UNIT = "a number with "
_MEASURE = re.compile(r"[-+]?\d+(?:[.,]\d+)?\s?([^\W\d_]{1,5}|[%°€$£¥])")


def constant(value: Any) -> str:
    """The words for a value that is always the same."""
    return json.dumps(value, ensure_ascii=False)


def choice(values: list[str]) -> str:
    """The words for a value that is one of a few."""
    return _CHOICE + ", ".join(map(constant, values))


def unit(name: str) -> str:
    """The words for a number that is written with its unit."""
    return _UNIT + constant(name)


def unit_in(value: object) -> str | None:
    """The unit of a text that is a number with one, such as `kg` of `5 kg`."""
    found = _MEASURE.fullmatch(value.strip()) if isinstance(value, str) else None
    return found[1] if found else None


def exclusive(one: str, other: str) -> bool:
    """Whether no value is both as the one and as the other say, in words as above."""
    first, second = _values(one), _values(other)
    if first is not None and second is not None:
        return not set(map(constant, first)).intersection(map(constant, second))
    if first is None and second is None:
        return one != other
    told, units = (second, one) if first is None else (first, other)
    return all(unit(unit_in(value) or "") != units for value in told or ())


def never_of(expected: str, kind: str) -> bool:
    """Whether what a parameter usually holds is of no such kind; see `shapes.family`."""
    values = _values(expected)
    return values is not None and all(family(shape(value)) != kind for value in values)


def _values(expected: str) -> list[Any] | None:
    if expected.startswith(_UNIT):
        return None
    if expected.startswith(_CHOICE):
        return [json.loads(one) for one in expected.removeprefix(_CHOICE).split(", ")]
    return [json.loads(expected)]


def as_usual(args: dict[str, Any], path: str, expected: str) -> bool:
    """Whether a call gives a parameter what it usually holds.

    Args:
        args: The arguments of the call.
        path: The parameter.
        expected: In words, as the functions above give them.
    """
    values = grouped(args).get(path, [])
    if expected.startswith(_UNIT):
        return any(unit(unit_in(v) or "") == expected for v in values)
    told = [constant(value) for value in values]
    if expected.startswith(_CHOICE):
        return any(one in expected.removeprefix(_CHOICE).split(", ") for one in told)
    return expected in told
