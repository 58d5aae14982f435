"""JSON values as tables: a dict is a record, dicts that are alike are rows.

Time and cells are linear in the value: names are cut, and what is nested beyond a few
levels is kept as JSON text.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any, Final

from langgraph_memory.facts._cells import (
    SCALARS,
    as_text,
    cell,
    cells,
    column_name,
    filled,
    joined,
)
from langgraph_memory.facts._drafts import PLACE, Draft, DraftRow, free_name
from langgraph_memory.facts._sheets import Columns, Sheet, columns_of
from langgraph_memory.facts.keyed import is_keyed, repeats_keys
from langgraph_memory.facts.loading import opened, unpacked
from langgraph_memory.facts.names import singular
from langgraph_memory.facts.tables import MISSING, Table

GROUP: Final = "group"
VALUE: Final = "value"

_LEVELS: Final = 6
_WIDEST_MATRIX: Final = 16


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
        walk.items(value, walk.draft(name, None), 0, {})
    elif isinstance(value, dict) and value and is_keyed(value):
        walk.keyed(value, walk.draft(name, None), 0, {})
    else:
        draft = walk.drafts[name] = Draft(name, "record")
        row: DraftRow = {}
        draft.add(row)
        walk.fields(value if isinstance(value, dict) else {VALUE: value}, row, "", draft, 0)
    tables = [table for draft in walk.drafts.values() for table in draft.tables()]
    return tuple(table for table in tables if table.columns) or tuple(tables[:1])


class _Walk:
    """One walk through a value; collects the rows of every table by its path.

    A lead is what the rows that are added begin with: cells by column, one per row.
    """

    def __init__(self) -> None:
        self.drafts: dict[str, Draft] = {}
        self._columns: dict[str, dict[str, str]] = {}

    def draft(self, name: str, parent: Draft | None) -> Draft:
        found = self.drafts.get(name)
        if found is None:
            linked = parent if parent and parent.kind == "list" else None
            found = self.drafts[name] = Draft(name, "list", linked)
        return found

    def _child(self, column: str, parent: Draft, count: int) -> tuple[Draft, Sheet]:
        """The table of a field, and the lead of rows found in the newest row."""
        name = f"{parent.name}.{column}" if parent.name else column
        child = self.draft(name, parent)
        if child.parent is None:
            return child, {}
        return child, {PLACE: [len(child.parent) - 1] * count}

    def fields(
        self, value: dict[str, Any], row: DraftRow, prefix: str, draft: Draft, level: int
    ) -> None:
        """Put the fields of an object into a row, and its lists into tables."""
        columns = self._columns.setdefault(prefix, {})
        for key, given in value.items():
            column = columns.get(key)
            if column is None:
                column = columns[key] = prefix + column_name(key)
            if column in row:
                column = free_name(column, row)
            item = unpacked(given) if type(given) is str else given
            if type(item) is dict or type(item) is list:
                self._nested(item, row, column, draft, level)
            else:
                row[column] = cell(item)

    def _nested(
        self, value: Any, row: DraftRow, column: str, draft: Draft, level: int
    ) -> None:
        """Put a field's object or list where it belongs."""
        if not value or level >= _LEVELS:
            row[column] = as_text(value)
        elif isinstance(value, list):
            found = joined(value)
            if found is MISSING:
                child, lead = self._child(column, draft, len(value))
                self.items(value, child, level + 1, lead)
            else:
                row[column] = found
        elif is_keyed(value):
            child, lead = self._child(column, draft, len(value))
            self.keyed(value, child, level + 1, lead)
        else:
            self.fields(value, row, f"{column}.", draft, level + 1)

    def items(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add a row per item of a list; items of inner lists keep their group's number."""
        value, kinds = filled(opened(value, "{"))
        if kinds <= SCALARS:
            _extend(draft, lead, {VALUE: cells(value)})
        elif kinds == {dict} and (columns := columns_of(value, _LEVELS - level)):
            self._alike(columns, len(value), draft, lead)
        elif kinds == {list} and (found := _matrix(value)):
            titles = len(value) - len(next(iter(found.values())))
            _extend(draft, {c: given[titles:] for c, given in lead.items()}, found)
        elif kinds == {list} and level < _LEVELS:
            self._lists(value, draft, level + 1, _numbered(lead, len(value)))
        else:
            self._unlike(value, draft, level, lead)

    def _alike(self, columns: Columns, count: int, draft: Draft, lead: Sheet) -> None:
        """Add rows of the same columns, and the lists within them."""
        start = len(draft)
        if lead or columns.cells:
            _extend(draft, lead, columns.cells)
        else:
            draft.extend_alike((), [()] * count)
        for column, (levels, lists) in columns.lists.items():
            child, place = self._child(column, draft, count)
            if child.parent is draft:
                place = {PLACE: list(range(start, start + count))}
            self._lists(lists, child, _LEVELS - levels, place)

    def _unlike(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of a list one by one."""
        for position, item in enumerate(value):
            row = {column: given[position] for column, given in lead.items()}
            if isinstance(item, list) and level < _LEVELS:
                number = position + 1
                row[GROUP] = f"{row[GROUP]}.{number}" if GROUP in row else number
                inner = {column: [value] * len(item) for column, value in row.items()}
                self.items(item, draft, level + 1, inner)
                continue
            draft.add(row)
            if isinstance(item, dict):
                self.fields(item, row, "", draft, level)
            else:
                row[free_name(VALUE, row)] = cell(item)

    def _lists(self, lists: list[list[Any]], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of several lists, each list with a lead of its own."""
        items = list(chain.from_iterable(lists))
        counts = list(map(len, lists))
        repeated = {
            column: list(chain.from_iterable(map(repeat, given, counts)))
            for column, given in lead.items()
        }
        if list not in set(map(type, items)):
            self.items(items, draft, level, repeated)
        elif all(map(_begins_untitled, lists)) and (found := _matrix(items)):
            _extend(draft, repeated, found)
        else:
            for position, inner in enumerate(lists):
                first = {c: [given[position]] * len(inner) for c, given in lead.items()}
                self.items(inner, draft, level, first)

    def keyed(self, value: dict[str, Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add a row per key of an object, led by the key unless the rows repeat it."""
        column = singular(draft.name.rpartition(".")[2]) or "key"
        children = list(value.values())
        taken = any(isinstance(child, dict) and column in child for child in children)
        if taken or column in {GROUP, VALUE}:
            column = "key"
        if not repeats_keys(value):
            draft.key = column
            lead = {**lead, column: cells(list(value))}
        if isinstance(children[0], list):
            lists = [child or [as_text(child)] for child in children]
            self._lists(lists, draft, level, lead)
        else:
            self.items(children, draft, level, lead)


def _extend(draft: Draft, lead: Sheet, found: Sheet) -> None:
    """Add rows of cells that follow a lead."""
    columns = lead.copy()
    for column, values in found.items():
        columns[free_name(column, columns)] = values
    draft.extend_alike(tuple(columns), list(zip(*columns.values(), strict=True)))


def _numbered(lead: Sheet, count: int) -> Sheet:
    """A lead with the numbers of groups, within those that it has."""
    numbers = range(1, count + 1)
    if GROUP not in lead:
        return {**lead, GROUP: list(numbers)}
    outer = zip(lead[GROUP], numbers, strict=True)
    return {**lead, GROUP: [f"{group}.{number}" for group, number in outer]}


def _begins_untitled(items: list[Any]) -> bool:
    """Whether a list may be one of several rows of which the first has no titles."""
    first = items[0]
    return len(items) > 1 and isinstance(first, list) and not isinstance(first[0], str)


def _matrix(value: list[Any]) -> Sheet | None:
    """Lists of scalars, all of one length, as columns; None for other lists."""
    if not isinstance(value[0], list):
        return None
    width = len(value[0])
    if not 1 < width <= _WIDEST_MATRIX or set(map(type, value)) != {list}:
        return None
    if {*map(len, value[1:])} != {width}:
        return None
    if not set(map(type, chain.from_iterable(value))) <= SCALARS:
        return None
    first, *rest = value
    named = all(isinstance(part, str) for part in first) and len(set(first)) == width
    if named and any(not isinstance(part, str) for item in rest for part in item):
        names, value = list(map(column_name, first)), rest
    else:
        names = [str(number + 1) for number in range(width)]
    return dict(zip(names, map(cells, map(list, zip(*value, strict=True))), strict=True))
