"""Values as the JSON schema of a tool takes them: equal, where two forms say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

_DEEPEST: Final = 12
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_CHOICES: Final = ("anyOf", "oneOf", "allOf")

Schema = Mapping[str, Any]


def read_by(schema: Schema, value: Any) -> Any:
    """A value as a JSON schema takes it.

    Args:
        schema: The schema, with its definitions.
        value: Plain data.

    Returns:
        Plain data that is equal for values that are the same: numbers are `Decimal`s, also
        where one is written as a text and the schema wants a number; times with an offset
        are instants where it wants a time; what has a default and is left out is spelt out.
    """
    return _read(schema, schema, value, _DEEPEST)


def _read(schema: Schema, root: Schema, value: Any, deeper: int) -> Any:
    ways = list(_ways(schema, root, deeper))
    if isinstance(value, Mapping):
        known: dict[str, Any] = {}
        for way in ways:
            known |= _mapping(way.get("properties"))
        given = {**_defaults(known), **value}
        return {
            key: _read(_mapping(known.get(key)), root, one, deeper - 1)
            for key, one in given.items()
        }
    if isinstance(value, list | tuple):
        items = _mapping(next((way["items"] for way in ways if "items" in way), None))
        return [_read(items, root, one, deeper - 1) for one in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(repr(value))
    return _text(ways, value) if isinstance(value, str) else value


def _text(ways: Iterable[Schema], value: str) -> Any:
    kinds = {kind for way in ways for kind in _kinds(way)}
    if kinds & {"number", "integer"} and _NUMBER.fullmatch(value.strip()):
        return Decimal(value.strip())
    if any(way.get("format") == "date-time" for way in ways):
        return _instant(value)
    return value


def _ways(schema: Schema, root: Schema, deeper: int) -> Iterator[Schema]:
    """A schema and its alternatives, references followed."""
    if deeper <= 0:
        return
    if isinstance(reference := schema.get("$ref"), str):
        found: Any = root
        for part in reference.removeprefix("#").strip("/").split("/"):
            found = _mapping(found).get(part)
        yield from _ways(_mapping(found), root, deeper - 1)
    yield schema
    for key in _CHOICES:
        for choice in schema.get(key) or ():
            yield from _ways(_mapping(choice), root, deeper - 1)


def _defaults(known: Schema) -> dict[str, Any]:
    fields = {key: _mapping(field) for key, field in known.items()}
    return {key: field["default"] for key, field in fields.items() if "default" in field}


def _kinds(schema: Schema) -> list[Any]:
    kind = schema.get("type")
    return kind if isinstance(kind, list) else [kind]


def _instant(value: str) -> Any:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return value


def _mapping(value: Any) -> Schema:
    return value if isinstance(value, Mapping) else {}
