"""Values of JSON as cells."""

from __future__ import annotations

import json
import math
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from types import NoneType
from typing import Any, Final

from langgraph_memory.facts.loading import BEGINNINGS, unpacked
from langgraph_memory.facts.tables import MISSING, Cell
from langgraph_memory.facts.text import (
    LARGEST,
    SMALLEST,
    clean,
    is_clean,
    plain,
    plain_number,
)

SCALARS: Final = frozenset({str, int, float, bool, NoneType})
"""Types of the values that are cells as they are, or nearly."""

_LONGEST_NAME: Final = 120
_SAFE_LENGTHS: Final = frozenset(range(1, _LONGEST_NAME + 1))
_BETWEEN: Final = "\ue000"
_MOST_JOINED, _LONGEST_JOINED = 16, 240
_EMPTY: Final[dict[type, str]] = {dict: "{}", list: "[]"}
_BEGINNINGS: Final = {
    "{[": BEGINNINGS,
    "{": frozenset(begun for begun in BEGINNINGS if begun[0] == "{"),
}
_encode: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False
).encode


def cell(value: Any) -> Cell:
    """A value of JSON as a cell; objects and lists as their JSON text."""
    found: Cell = value
    kind = type(value)
    if kind is str:
        return found if value.isprintable() else clean(value)
    if value is None or kind is bool or (kind is int and SMALLEST <= value <= LARGEST):
        return found
    return plain_number(value) if kind is int or kind is float else as_text(value)


def opened(values: list[Any], openings: str = "{[") -> tuple[list[Any], set[type]]:
    """Values of JSON with what they hold in their place, where that can be told.

    Args:
        values: Values of JSON.
        openings: What texts begin with that may be JSON: braces, brackets or both.

    Returns:
        The values, such texts read, empty objects and lists as their text; and their types.
    """
    kinds = set(map(type, values))
    if str in kinds:
        texts = "".join(only(str, values, kinds))
        if any(map(texts.__contains__, openings)):
            begun = _BEGINNINGS[openings]
            values = [
                unpacked(v) if type(v) is str and v[:2] in begun else v for v in values
            ]
            kinds = set(map(type, values))
    if not kinds <= SCALARS and not all(values):
        values = [v if v or type(v) in SCALARS else _EMPTY[type(v)] for v in values]
        kinds = set(map(type, values))
    return values, kinds


def cells(values: list[Any], kinds: set[type]) -> list[Any]:
    """Scalars as cells: the same list when all of them are safe at a glance.

    Args:
        values: Scalars of JSON.
        kinds: Their types.

    Returns:
        One cell per value.
    """
    if _are_safe(values, kinds):
        return values
    if kinds == {str}:
        # Nothing that is replaced goes beyond a private character.
        parts = clean(_BETWEEN.join(values)).split(_BETWEEN)
        if len(parts) == len(values):
            return parts
    return [cell(value) for value in values]


def _are_safe(values: list[Any], kinds: set[type]) -> bool:
    if int in kinds:
        numbers = only(int, values, kinds)
        if min(numbers) < SMALLEST or max(numbers) > LARGEST:
            return False
    if float in kinds and not all(map(math.isfinite, only(float, values, kinds))):
        return False
    return str not in kinds or is_clean("".join(only(str, values, kinds)))


def only(kind: type, values: list[Any], kinds: set[type]) -> list[Any]:
    """The values of one type, of values of several."""
    return values if len(kinds) == 1 else [v for v in values if type(v) is kind]


def as_text(value: Any) -> str:
    """A value of JSON as the text of its cell: itself, or its JSON."""
    if isinstance(value, str):
        return value
    if type(value) is int or type(value) is float:
        return str(plain_number(value))
    if not value and type(value) in _EMPTY:
        return _EMPTY[type(value)]
    try:
        text = _encode(value)
    except (ValueError, RecursionError):
        text = json.dumps(plain(value), ensure_ascii=False)
    return clean(text)


def joined(items: list[Any]) -> Cell:
    """A short list of scalars as one cell; MISSING for other lists."""
    if len(items) > _MOST_JOINED or type(items[0]) not in SCALARS:
        return MISSING
    if len(items) == 1:
        return cell(items[0])
    kinds = set(map(type, items))
    if not kinds <= SCALARS:
        return MISSING
    if str not in kinds:
        text = ", ".join(map(str if kinds == {int} else as_text, items))
        return text if len(text) <= _LONGEST_JOINED else MISSING
    texts = list(map(as_text, items))
    text = ", ".join(texts)
    if text.count(",") >= len(texts):
        text = "; ".join(texts)
    return cell(text) if len(text) <= _LONGEST_JOINED else MISSING


def column_name(key: str) -> str:
    """A key of JSON as the name of a column."""
    if not key:
        return "_"  # A path without it would be that of the object itself.
    if len(key) > _LONGEST_NAME:
        key = f"{key[: _LONGEST_NAME - 1]}…"
    return key if key.isprintable() else clean(key) or "_"


def column_names(keys: Collection[str]) -> list[str]:
    """The keys of an object as names of columns, all at once."""
    safe = set(map(len, keys)) <= _SAFE_LENGTHS and is_clean("".join(keys))
    return list(keys if safe else map(column_name, keys))


class Names(dict[str, str]):
    """The names of columns by the keys they stand for, each made once."""

    def learn(self, keys: AbstractSet[str]) -> None:
        """Make many names together, which is faster."""
        if not keys <= self.keys():
            self.update(zip(keys, column_names(keys), strict=True))

    def __missing__(self, key: str) -> str:
        name = self[key] = column_name(key)
        return name


def scalars_of(value: dict[str, Any]) -> list[Any] | None:
    """The cells of an object that holds nothing else; None for other objects."""
    if not set(map(type, value.values())) <= SCALARS:
        return None
    values, kinds = opened(list(value.values()))
    return cells(values, kinds) if kinds <= SCALARS else None


def opens(items: list[Any]) -> bool:
    """Whether any of some scalars may be an object in a text."""
    return any(type(item) is str and item[:1] == "{" for item in items)
