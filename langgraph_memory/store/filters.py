"""Filters of a search, checked once and then applied to every candidate."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from langgraph_memory.errors import StoreError
from langgraph_memory.store.values import plain

Predicate = Callable[[Mapping[str, Any]], bool]

_FIELD = re.compile(r"[\w .:/-]+")
_BOUNDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_Test = Callable[[Any], bool]


def compile_filter(given: object) -> Predicate | None:
    """Make one predicate over an item's value out of a filter.

    A plain value must be equal; a mapping of operators (`$eq $ne $gt $gte $lt $lte $in`)
    must hold as a whole; any other mapping is compared field by field, other fields of
    the item being free. A missing field counts as None. Numbers are compared as numbers,
    strings as strings; a bound never holds between different kinds. True is not 1.

    Args:
        given: The filter of a search, or None.

    Returns:
        The predicate, or None when there is nothing to test.

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
    tests = _fields(given)
    if not tests:
        return None
    return lambda value: all(test(value.get(name)) for name, test in tests)


def _fields(given: Mapping[Any, Any]) -> list[tuple[str, _Test]]:
    return [(_field_name(name), _test(name, wanted)) for name, wanted in given.items()]


def _field_name(name: object) -> str:
    if not isinstance(name, str) or not _FIELD.fullmatch(name):
        hint = "; operators belong under a field" if str(name).startswith("$") else ""
        msg = f"{name!r} is not a field name a filter can use{hint}"
        raise ValueError(msg)
    return name


def _test(name: str, wanted: Any) -> _Test:
    if isinstance(wanted, Mapping):
        marked = [str(key).startswith("$") for key in wanted]
        if any(marked):
            if not all(marked):
                msg = f"the filter of {name!r} mixes operators with fields"
                raise ValueError(msg)
            tests = [_operator(key, operand) for key, operand in wanted.items()]
            return lambda found: all(test(found) for test in tests)
        fields = _fields(wanted)
        return lambda found: (
            isinstance(found, Mapping) and all(test(found.get(key)) for key, test in fields)
        )
    operand = _operand(name, wanted)
    return lambda found: same(found, operand)


def _operator(name: str, given: Any) -> _Test:
    operand = _operand(name, given)
    if name == "$eq":
        return lambda found: same(found, operand)
    if name == "$ne":
        return lambda found: not same(found, operand)
    if name == "$in":
        if not isinstance(operand, list):
            msg = f"$in needs a list, not {given!r}"
            raise ValueError(msg)
        return lambda found: any(same(found, member) for member in operand)
    if name in _BOUNDS:
        kind = _kind(operand)
        if kind is None:
            msg = f"{name} needs a number or a string, not {given!r}"
            raise ValueError(msg)
        holds = _BOUNDS[name]
        return lambda found: _kind(found) is kind and holds(found, operand)
    known = ", ".join(["$eq", "$ne", *_BOUNDS, "$in"])
    msg = f"unknown filter operator {name!r}; there are {known}"
    raise ValueError(msg)


def _operand(name: str, given: Any) -> Any:
    try:
        return plain(given, name)
    except StoreError as error:
        raise ValueError(str(error)) from error


def _kind(value: Any) -> type | None:
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
