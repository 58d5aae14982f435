"""JSON values as tables: a dict is a record, dicts that are alike are rows.

Time and cells are linear in the value: names are cut, and what is nested beyond a few
levels is kept as JSON text.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final

from langgraph_memory.facts._drafts import Draft, DraftRow, free_name
from langgraph_memory.facts.keyed import is_keyed, repeats_keys
from langgraph_memory.facts.loading import NotJsonError, load
from langgraph_memory.facts.names import singular
from langgraph_memory.facts.tables import Cell, Table
from langgraph_memory.facts.text import LARGEST, SMALLEST, clean, plain, plain_number

GROUP: Final = "group"
VALUE: Final = "value"

_LEVELS: Final = 6
_LONGEST_NAME: Final = 120
_MOST_JOINED, _LONGEST_JOINED = 16, 240
_SCALARS: Final = {str, int, float, bool, type(None)}


def tables_of(value: Any, name: str = "") -> tuple[Table, ...]:
    """Shape a JSON value into tables.

    Args:
        value: What JSON holds.
        name: Path of the value, the beginning of its tables' names.

    Returns:
        The tables, parents before children; an empty object or list is a table without
        columns, a scalar one with the column `value`.
    """
    walk = _Walk()
    if isinstance(value, list):
        walk.items(value, walk.draft(name, None), 0)
    elif isinstance(value, dict) and value and is_keyed(value):
        walk.keyed(value, walk.draft(name, None), 0)
    else:
        draft = walk.drafts[name] = Draft(name, "record")
        fields = value if isinstance(value, dict) else {VALUE: value}
        walk.fields(fields, draft.add({}), "", draft, 0)
    tables = [table for draft in walk.drafts.values() for table in draft.tables()]
    return tuple(table for table in tables if table.columns) or tuple(tables[:1])


class _Walk:
    """One walk through a value; collects the rows of every table by its path."""

    def __init__(self) -> None:
        self.drafts: dict[str, Draft] = {}
        self._columns: dict[str, dict[str, str]] = {}

    def draft(self, name: str, parent: Draft | None) -> Draft:
        found = self.drafts.get(name)
        if found is None:
            linked = parent if parent and parent.kind == "list" else None
            found = self.drafts[name] = Draft(name, "list", linked)
        return found

    def fields(
        self, value: dict[str, Any], row: DraftRow, prefix: str, draft: Draft, level: int
    ) -> None:
        """Put the fields of an object into a row, and its lists into tables."""
        columns = self._columns.setdefault(prefix, {})
        for key, given in value.items():
            column = columns.get(key)
            if column is None:
                column = columns[key] = prefix + _name(key)
            if column in row:
                column = free_name(column, row)
            item = _unpacked(given)
            if isinstance(item, dict | list):
                self._nested(item, row, column, draft, level)
            else:
                row[column] = cell(item)

    def _nested(
        self, value: Any, row: DraftRow, column: str, draft: Draft, level: int
    ) -> None:
        """Put a field's object or list where it belongs."""
        if not value or level >= _LEVELS:
            row[column] = _as_text(value)
        elif isinstance(value, list):
            joined = _joined(value)
            if joined is None:
                self.items(value, self.draft(_path(draft, column), draft), level + 1)
            else:
                row[column] = joined
        elif is_keyed(value):
            self.keyed(value, self.draft(_path(draft, column), draft), level + 1)
        else:
            self.fields(value, row, f"{column}.", draft, level + 1)

    def items(
        self, value: list[Any], draft: Draft, level: int, lead: DraftRow | None = None
    ) -> None:
        """Add a row per item of a list; items of inner lists keep their group's number."""
        lead = lead or {}
        if set(map(type, value)) <= _SCALARS:
            if lead:
                draft.extend([{**lead, VALUE: item} for item in cells(value)])
            else:
                draft.extend([{VALUE: item} for item in cells(value)])
            return
        if width := _matrix_width(value):
            header, body = _header(value, width)
            draft.extend(
                [{**lead, **dict(zip(header, map(cell, row), strict=True))} for row in body]
            )
            return
        for number, item in enumerate(value, 1):
            if isinstance(item, list) and item and level < _LEVELS:
                group = f"{lead[GROUP]}.{number}" if GROUP in lead else number
                self.items(item, draft, level + 1, {**lead, GROUP: group})
            else:
                self.item(item, draft, level, lead)

    def item(self, value: Any, draft: Draft, level: int, lead: DraftRow) -> None:
        """Add one row."""
        row = draft.add(lead)
        if isinstance(value, dict) and value:
            self.fields(value, row, "", draft, level)
        else:
            row[free_name(VALUE, row)] = cell(value)

    def keyed(self, value: dict[str, Any], draft: Draft, level: int) -> None:
        """Add a row per key of an object, led by the key unless the rows repeat it."""
        column = singular(draft.name.rpartition(".")[2]) or "key"
        if any(isinstance(child, dict) and column in child for child in value.values()):
            column = "key"
        repeated = repeats_keys(value)
        if not repeated:
            draft.key = column
        for key, child in value.items():
            lead: DraftRow = {} if repeated else {column: cell(key)}
            if isinstance(child, list) and child:
                self.items(child, draft, level, lead)
            else:
                self.item(child, draft, level, lead)


def cell(value: Any) -> Cell:
    """A value of JSON as a cell; objects and lists as their JSON text."""
    if isinstance(value, str):
        return value if value.isprintable() else clean(value)
    if type(value) is int and SMALLEST <= value <= LARGEST:
        return value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return plain_number(value)
    return _as_text(value)


def cells(values: list[Any]) -> list[Any]:
    """Scalars of JSON as cells: the same list when all of them are safe at a glance."""
    kinds = set(map(type, values))
    if kinds == {str} and "".join(values).isprintable():
        return values
    if kinds == {int} and min(values) >= SMALLEST and max(values) <= LARGEST:
        return values
    if kinds == {float} and all(map(math.isfinite, values)):
        return values
    return [cell(value) for value in values]


def _as_text(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(plain_number(value))
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        text = json.dumps(plain(value), ensure_ascii=False)
    return clean(text)


def _name(key: str) -> str:
    if not key:
        return "_"  # A path without it would be that of the object itself.
    if len(key) > _LONGEST_NAME:
        key = f"{key[: _LONGEST_NAME - 1]}…"
    return key if key.isprintable() else clean(key)


def _path(draft: Draft, column: str) -> str:
    return f"{draft.name}.{column}" if draft.name else column


def _unpacked(value: Any) -> Any:
    """The value of a text that is JSON within JSON; any other value as it is."""
    if type(value) is not str or not value.startswith(("{", "[")):
        return value
    try:
        return load(value) if value.endswith(("}", "]")) else value
    except NotJsonError:
        return value


def _joined(items: list[Any]) -> Cell | None:
    """A short list of scalars as one cell; None for other lists."""
    if len(items) > _MOST_JOINED or not set(map(type, items)) <= _SCALARS:
        return None
    if len(items) == 1:
        return cell(items[0])
    texts = [item if isinstance(item, str) else _as_text(item) for item in items]
    joined = ", ".join(texts)
    if joined.count(",") >= len(texts):
        joined = "; ".join(texts)
    return clean(joined) if len(joined) <= _LONGEST_JOINED else None


def _matrix_width(value: list[Any]) -> int:
    """Length of the inner lists, if they are lists of scalars, of one length; else 0."""
    if set(map(type, value)) != {list}:
        return 0
    width = len(value[0])
    if not 1 < width <= _MOST_JOINED or {*map(len, value[1:])} != {width}:
        return 0
    return width if all(set(map(type, item)) <= _SCALARS for item in value) else 0


def _header(value: list[list[Any]], width: int) -> tuple[list[str], list[list[Any]]]:
    first, *rest = value
    named = all(isinstance(part, str) for part in first) and len(set(first)) == width
    if named and any(not isinstance(part, str) for item in rest for part in item):
        return [_name(part) for part in first], rest
    return [str(number + 1) for number in range(width)], value
