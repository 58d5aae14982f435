"""Filters of a search, checked once and then applied to every candidate."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph_memory.errors import StoreError
from langgraph_memory.store.values import plain

ABSENT = object()
"""What stands at a path that leads through something else than a mapping."""

BOUNDS = ("$gt", "$gte", "$lt", "$lte")
"""The operators that compare by order."""

Path = tuple[str, ...]
_Test = Callable[[Any, Any], bool]

_FIELD = re.compile(r"[\w .:/-]+")
_IS_MAPPING = "is a mapping"  # what a nested filter without fields asks
_OPERATORS = ("$eq", "$ne", *BOUNDS, "$in")


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of the value at one path.

    Attributes:
        path: The path, of names of fields.
        operator: `$eq`, `$ne`, `$in`, a bound, or that it must be a mapping.
        operand: What it is compared with, as plain data of a kind the operator can use.
    """

    path: Path
    operator: str
    operand: Any = None

    def holds(self, found: Any) -> bool:
        """Whether it holds of a value; of `ABSENT` nothing does."""
        return found is not ABSENT and _TESTS[self.operator](found, self.operand)


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that must all hold of an item's value.

    Attributes:
        conditions: At least one.
    """

    conditions: tuple[Condition, ...]

    def __call__(self, value: Mapping[str, Any]) -> bool:
        """Whether a value, as plain data, passes."""
        return all(one.holds(at(value, one.path)) for one in self.conditions)


def at(value: Any, path: Path) -> Any:
    """What stands at a path: None where its last field is missing, or `ABSENT`."""
    for name in path:
        if not isinstance(value, dict):
            return ABSENT
        value = value.get(name)
    return value


def compile_filter(given: object) -> Filter | None:
    """Make conditions on an item's value out of a filter.

    A plain value must be equal; a mapping of operators (`$eq $ne $gt $gte $lt $lte $in`)
    must hold as a whole; any other mapping is compared field by field, other fields of
    the item being free. A missing field counts as None. Numbers are compared as numbers,
    strings as strings; a bound never holds between different kinds. True is not 1.

    Args:
        given: The filter of a search, or None.

    Returns:
        The conditions, or None when there is nothing to test.

    Raises:
        ValueError: For an unknown operator, operators mixed with fields, an operand that
            its operator cannot use, or a field name with other characters than letters,
            digits, blanks and `_ . : / -`.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping):
        msg = f"a filter must be a mapping, not {type(given).__name__}"
        raise ValueError(msg)  # noqa: TRY004 - what callers of every store expect
    conditions = tuple(_fields((), given))
    return Filter(conditions) if conditions else None


def _fields(path: Path, given: Mapping[Any, Any]) -> Iterator[Condition]:
    for name, wanted in given.items():
        yield from _conditions((*path, _field_name(name)), wanted)


def _field_name(name: object) -> str:
    if not isinstance(name, str) or not _FIELD.fullmatch(name):
        hint = "; operators belong under a field" if str(name).startswith("$") else ""
        msg = f"{name!r} is not a field name a filter can use{hint}"
        raise ValueError(msg)
    return name


def _conditions(path: Path, wanted: Any) -> Iterator[Condition]:
    if not isinstance(wanted, Mapping):
        yield Condition(path, "$eq", _operand(path[-1], wanted))
        return
    marked = [str(key).startswith("$") for key in wanted]
    if not wanted:
        yield Condition(path, _IS_MAPPING)
    if not any(marked):
        yield from _fields(path, wanted)
        return
    if not all(marked):
        msg = f"the filter of {path[-1]!r} mixes operators with fields"
        raise ValueError(msg)
    for name, given in wanted.items():
        yield _operator(path, name, given)


def _operator(path: Path, name: str, given: Any) -> Condition:
    operand = _operand(name, given)
    if name == "$in" and not isinstance(operand, list):
        msg = f"$in needs a list, not {given!r}"
        raise ValueError(msg)
    if name in BOUNDS and (kind_of(operand) is None or given != given):  # noqa: PLR0124 - NaN
        msg = f"{name} needs a number or a string, not {given!r}"
        raise ValueError(msg)
    if name not in _OPERATORS:
        msg = f"unknown filter operator {name!r}; there are {', '.join(_OPERATORS)}"
        raise ValueError(msg)
    return Condition(path, name, operand)


def _operand(name: str, given: Any) -> Any:
    try:
        return plain(given, name)
    except StoreError as error:
        raise ValueError(str(error)) from error


def kind_of(value: Any) -> type | None:
    """What a bound compares a value as: float or str; None for nothing of order."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float
    return str if isinstance(value, str) else None


def same(found: Any, wanted: Any) -> bool:
    """Whether two plain values are equal as JSON: 1 is 1.0, but True is not 1."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(
            same(found[key], wanted[key]) for key in found
        )
    return bool(found == wanted)


def _bound(holds: _Test) -> _Test:
    return lambda found, operand: (
        kind_of(found) is kind_of(operand) and holds(found, operand)
    )


_TESTS: Mapping[str, _Test] = {
    "$eq": same,
    "$ne": lambda found, operand: not same(found, operand),
    "$in": lambda found, operand: any(same(found, member) for member in operand),
    "$gt": _bound(operator.gt),
    "$gte": _bound(operator.ge),
    "$lt": _bound(operator.lt),
    "$lte": _bound(operator.le),
    _IS_MAPPING: lambda found, _: isinstance(found, dict),
}
