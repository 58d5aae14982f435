"""Any Python value into plain JSON data, so that what is read back is what was kept."""

from __future__ import annotations

import base64
import dataclasses
import datetime as dt
import decimal
import enum
import json
import math
import pathlib
import uuid
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from langgraph_memory.errors import StoreError

MAX_DEPTH = 100
"""Most levels of nesting a value may have; far below Python's recursion limit."""

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_BYTES = (bytes, bytearray, memoryview)
_SCALARS = (str, int, float, *_BYTES)
_AS_TEXT = (uuid.UUID, decimal.Decimal, pathlib.PurePath, dt.timedelta)


def value_text(value: object) -> str:
    """Serialise the value of an item.

    Args:
        value: A mapping; everything in it becomes plain by the rules of `plain`.

    Returns:
        Compact JSON on one line.

    Raises:
        StoreError: When it is not a mapping, or something in it cannot be stored.
    """
    if not isinstance(value, Mapping):
        msg = f"an item's value must be a mapping, not {type(value).__name__}"
        raise StoreError(msg)
    try:
        return _to_json(plain(value))
    except ValueError as error:  # integers of more than 4,300 digits
        msg = f"an item's value cannot be stored: {error}"
        raise StoreError(msg) from error


def plain(value: Any, path: str = "value", depth: int = 0) -> Any:
    """Turn a Python value into dicts, lists, strings, numbers, booleans and None.

    Dates become ISO 8601, bytes base64, tuples lists, sets sorted lists; enums their
    values, dataclasses and pydantic models dicts, NaN and the infinities their names;
    lone surrogates become U+FFFD.

    Args:
        value: The value.
        path: Where it stands, for messages.
        depth: Levels above it.

    Returns:
        New plain data that shares nothing mutable with `value`.

    Raises:
        StoreError: When it is of a type that has no plain form, nested deeper than
            `MAX_DEPTH`, or has two keys that become one; the message names the place.
    """
    if depth > MAX_DEPTH:
        msg = f"{path[:80]}…: nested deeper than {MAX_DEPTH} levels"
        raise StoreError(msg)
    if isinstance(value, enum.Enum):
        return plain(value.value, path, depth + 1)
    if value is None or isinstance(value, _SCALARS):
        return _scalar(value)
    if isinstance(value, Mapping):
        return _mapping(value, path, depth)
    if isinstance(value, (AbstractSet, Sequence)):
        return _members(value, path, depth)
    return _object(value, path, depth)


def clean(text: str) -> str:
    """Replace lone surrogates, which no encoding can write, by U+FFFD."""
    if text.isascii():
        return str(text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _scalar(value: Any) -> str | float | None:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, _BYTES):
        return base64.b64encode(value).decode("ascii")
    return _number(value)


def _number(value: float) -> str | float:
    if isinstance(value, int):
        return int(value)
    if math.isfinite(value):
        return float(value)
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _members(value: Collection[Any], path: str, depth: int) -> list[Any]:
    members = [
        plain(member, f"{path}[{place}]", depth + 1) for place, member in enumerate(value)
    ]
    return sorted(members, key=_to_json) if isinstance(value, AbstractSet) else members


def _mapping(value: Mapping[Any, Any], path: str, depth: int) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, member in value.items():
        name = plain(key, path, depth + 1)
        if isinstance(name, (list, dict)):
            msg = f"{path}: a key of type {type(key).__name__} cannot be stored"
            raise StoreError(msg)
        if not isinstance(name, str):
            name = json.dumps(name)
        if name in result:
            msg = f"{path}: two keys become {name!r} when stored"
            raise StoreError(msg)
        result[name] = plain(member, f"{path}.{name}", depth + 1)
    return result


def _object(value: Any, path: str, depth: int) -> Any:
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, _AS_TEXT):
        return clean(str(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        return _mapping(members, path, depth)
    if not isinstance(value, type):
        if callable(dump := getattr(value, "model_dump", None)):
            return plain(dump(mode="json"), path, depth + 1)
        if callable(to_list := getattr(value, "tolist", None)):
            return plain(to_list(), path, depth + 1)
    msg = f"{path}: a {type(value).__name__} cannot be stored; store plain data instead"
    raise StoreError(msg)
