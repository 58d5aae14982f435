"""JSON values as tables: a dict is a record, dicts that are alike are rows.

Time and cells are linear in the value: names are cut, and what is nested beyond a few
levels is kept as JSON text.
"""

from __future__ import annotations

from collections.abc import Iterable, KeysView
from itertools import chain, pairwise, repeat
from operator import ne
from typing import Any, Final

from langgraph_memory.facts._cells import (
    SCALARS,
    as_text,
    cell,
    cells,
    column_name,
    column_names,
    joined,
    opened,
)
from langgraph_memory.facts._drafts import (
    PLACE,
    Draft,
    DraftRow,
    Form,
    Sheet,
    free_name,
)
from langgraph_memory.facts._matrices import (
    begins_untitled,
    is_no_matrix,
    matrix,
    may_be_matrix,
)
from langgraph_memory.facts._sheets import Columns, columns_of
from langgraph_memory.facts.keyed import is_keyed, repeats_keys
from langgraph_memory.facts.loading import unpacked
from langgraph_memory.facts.names import singular
from langgraph_memory.facts.tables import MISSING, Row, Table

GROUP: Final = "group"
VALUE: Final = "value"

_ALONE: Final = (VALUE,)
_PLACED: Final = (PLACE, VALUE)
_CLOSINGS: Final = frozenset("]}")
_LEVELS: Final = 6
_SEVERAL, _WIDE = 4, 8  # From here on, all at once is faster than one by one.


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
    draft = walk.drafts[name] = Draft(name, "list")
    if isinstance(value, list):
        walk.items(value, draft, 0, {})
    elif isinstance(value, dict) and value and is_keyed(value):
        walk.keyed(value, draft, _ALONE, (), 0)
    else:
        draft.kind = "record"
        walk.record(value if isinstance(value, dict) else {VALUE: value}, {}, draft, 0)
    tables = [table for draft in walk.drafts.values() for table in draft.tables()]
    return tuple(table for table in tables if table.columns) or tuple(tables[:1])


class _Walk:
    """One walk through a value; collects the rows of every table by its path.

    A lead is what the rows that are added begin with: cells by column, one per row.
    """

    def __init__(self) -> None:
        self.drafts: dict[str, Draft] = {}
        self._names = _Names()

    def _child(self, column: str, parent: Draft) -> tuple[Draft, Form, Row]:
        """The table of a field, and what rows found in the newest row begin with."""
        name = f"{parent.name}.{column}" if parent.name else column
        child = self.drafts.get(name)
        if child is None:
            linked = parent if parent.kind == "list" else None
            child = self.drafts[name] = Draft(name, "list", linked)
        if child.parent is None:
            return child, _ALONE, ()
        return child, _PLACED, (child.parent.newest,)

    def record(
        self, value: dict[str, Any], row: DraftRow, draft: Draft, level: int
    ) -> None:
        """Add a row that has begun and goes on with the fields of an object."""
        draft.is_open = True
        self._fields(value, row, "", draft, level)
        draft.is_open = False
        draft.forms.append(tuple(row))
        draft.rows.append(tuple(row.values()))

    def _fields(
        self, value: dict[str, Any], row: DraftRow, prefix: str, draft: Draft, level: int
    ) -> None:
        """Put the fields of an object into a row, and its lists into tables."""
        names = self._names
        if len(value) >= _WIDE:
            names.learn(value.keys())
            if scalars := _scalars(value):
                columns = [prefix + names[key] for key in value]
                flat = dict(zip(columns, scalars, strict=True))
                if len(flat) == len(value) and row.keys().isdisjoint(flat):
                    row |= flat
                    return
        for key, given in value.items():
            column = prefix + names[key]
            if column in row:
                column = free_name(column, row)
            kind = type(given)
            if kind is str and given[-1:] in _CLOSINGS:
                given = unpacked(given)
                kind = type(given)
            if kind is str and given.isprintable():
                row[column] = given
            elif kind is dict or kind is list:
                self._nested(given, row, column, draft, level)
            else:
                row[column] = cell(given)

    def _nested(
        self, value: Any, row: DraftRow, column: str, draft: Draft, level: int
    ) -> None:
        """Put a field's object or list where it belongs."""
        if not value or level >= _LEVELS:
            row[column] = as_text(value)
        elif type(value) is list:
            kind = type(value[0])
            if kind is dict and len(value) < _SEVERAL:
                self._unlike(value, *self._child(column, draft), level + 1)
            elif kind is list or (found := joined(value)) is MISSING:
                self._inner(value, *self._child(column, draft), level + 1)
            else:
                row[column] = found
        elif is_keyed(value):
            self.keyed(value, *self._child(column, draft), level + 1)
        else:
            self._fields(value, row, f"{column}.", draft, level + 1)

    def items(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add a row per item of a list; items of inner lists keep their group's number."""
        if 0 < len(value) < _SEVERAL and type(value[0]) is not list:
            self._one_by_one(value, draft, level, lead)
            return
        value, kinds = opened(value, "{")
        if kinds <= SCALARS:
            _extend(draft, lead, {VALUE: cells(value, kinds)}, len(value))
        elif kinds == {dict}:
            self._objects(value, draft, level, lead)
        elif kinds == {list} and (found := matrix(value)):
            count = len(next(iter(found.values())))
            _extend(draft, {c: given[-count:] for c, given in lead.items()}, found, count)
        elif kinds == {list} and level < _LEVELS:
            self._lists(value, draft, level + 1, _numbered(lead, range(1, len(value) + 1)))
        else:
            self._one_by_one(value, draft, level, lead)

    def _inner(
        self, value: list[Any], draft: Draft, columns: Form, base: Row, level: int
    ) -> None:
        """Add a row per item of a list, all of which begin alike."""
        kinds = set(map(type, value))
        if kinds <= SCALARS and not (str in kinds and _opens(value)):
            draft.add(columns, [(*base, cell(item)) for item in value])
        elif len(value) < _SEVERAL and not may_be_matrix(value):
            self._unlike(value, draft, columns, base, level)
        else:
            self.items(value, draft, level, _repeated(columns, base, len(value)))

    def _objects(
        self, value: list[dict[str, Any]], draft: Draft, level: int, lead: Sheet
    ) -> None:
        """Add rows; those that follow each other and are alike together."""
        if columns := columns_of(value, _LEVELS - level):
            self._alike(columns, len(value), draft, lead)
            return
        starts = _starts(value)
        if not 1 < len(starts) <= len(value) / _SEVERAL:
            self._one_by_one(value, draft, level, lead)
            return
        for start, end in pairwise([*starts, len(value)]):
            part = {column: given[start:end] for column, given in lead.items()}
            self.items(value[start:end], draft, level, part)

    def _alike(self, columns: Columns, count: int, draft: Draft, lead: Sheet) -> None:
        """Add rows of the same columns, and the lists within them."""
        start = len(draft.rows)
        _extend(draft, lead, columns.cells, count)
        for column, (levels, lists) in columns.lists.items():
            child, *base = self._child(column, draft)
            place = _repeated(*base, count)
            if child.parent is draft:
                place = {PLACE: list(range(start, start + count))}
            self._lists(lists, child, _LEVELS - levels, place)

    def _one_by_one(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of a list one by one."""
        if not lead:
            self._unlike(value, draft, _ALONE, (), level)
            return
        columns = (*lead, VALUE)
        bases = zip(*lead.values(), strict=True)
        for number, (item, base) in enumerate(zip(value, bases, strict=True), 1):
            self._unlike([item], draft, columns, base, level, number)

    def _unlike(
        self,
        value: list[Any],
        draft: Draft,
        columns: Form,
        base: Row,
        level: int,
        first: int = 1,
    ) -> None:
        """Add the items of a list one by one, to rows that begin alike."""
        forms, rows = draft.forms, draft.rows
        within = _within(columns) if list in map(type, value) else columns
        for number, item in enumerate(value, first):
            kind = type(item)
            if kind is str and item[:1] == "{":
                item = unpacked(item)
                kind = type(item)
            if kind is dict and item:
                row = dict(zip(columns, base, strict=False)) if base else {}
                self.record(item, row, draft, level)
            elif kind is list and item and level < _LEVELS:
                if within == columns:
                    start = (*base[:-1], f"{base[-1]}.{number}")
                else:
                    start = (*base, number)
                if len(item) < _SEVERAL and type(item[0]) is not list:
                    self._unlike(item, draft, within, start, level + 1)
                else:
                    self._inner(item, draft, within, start, level + 1)
            else:
                forms.append(columns)
                rows.append((*base, cell(item)))

    def _lists(self, lists: list[list[Any]], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of several lists, each list with a lead of its own."""
        if len(lists) == 1:
            [items] = lists
            self.items(items, draft, level, {c: v * len(items) for c, v in lead.items()})
            return
        items = list(chain.from_iterable(lists))
        counts = list(map(len, lists))
        repeated = {
            column: list(chain.from_iterable(map(repeat, given, counts)))
            for column, given in lead.items()
        }
        kinds = set(map(type, items))
        if list not in kinds:
            self.items(items, draft, level, repeated)
        elif kinds == {list} and level < _LEVELS and all(map(is_no_matrix, lists)):
            numbers = chain.from_iterable(range(1, count + 1) for count in counts)
            self._lists(items, draft, level + 1, _numbered(repeated, numbers))
        elif all(map(begins_untitled, lists)) and (found := matrix(items)):
            _extend(draft, repeated, found, len(items))
        else:
            for position, inner in enumerate(lists):
                first = {c: [given[position]] * len(inner) for c, given in lead.items()}
                self.items(inner, draft, level, first)

    def keyed(
        self, value: dict[str, Any], draft: Draft, columns: Form, base: Row, level: int
    ) -> None:
        """Add a row per key of an object, led by the key unless the rows repeat it."""
        children = list(value.values())
        if repeats_keys(value):
            keys = None
        else:
            draft.key = column = _key_column(draft.name, children)
            keys = list(map(cell, value))
            columns = (*columns[:-1], column, VALUE)
        if keys and len(value) < _SEVERAL and type(children[0]) is not list:
            for number, (key, child) in enumerate(zip(keys, children, strict=True), 1):
                self._unlike([child], draft, columns, (*base, key), level, number)
            return
        lead = _repeated(columns, base, len(value))
        if keys:
            lead[column] = keys
        if type(children[0]) is list:
            lists = [child or [as_text(child)] for child in children]
            self._lists(lists, draft, level, lead)
        else:
            self.items(children, draft, level, lead)


def _key_column(name: str, children: Iterable[Any]) -> str:
    """The column for the keys of an object: what its name says, where that is free."""
    column = singular(name.rpartition(".")[2])
    if not column or column in {GROUP, VALUE}:
        return "key"
    taken = any(type(child) is dict and column in child for child in children)
    return "key" if taken else column


class _Names(dict[str, str]):
    """The names of columns by the keys they stand for, each made once."""

    def learn(self, keys: KeysView[str]) -> None:
        """Make many names together, which is faster."""
        if not keys <= self.keys():
            self.update(zip(keys, column_names(keys), strict=True))

    def __missing__(self, key: str) -> str:
        name = self[key] = column_name(key)
        return name


def _scalars(value: dict[str, Any]) -> list[Any] | None:
    """The cells of an object that holds nothing else; None for other objects."""
    if not set(map(type, value.values())) <= SCALARS:
        return None
    values, kinds = opened(list(value.values()))
    return cells(values, kinds) if kinds <= SCALARS else None


def _starts(objects: list[dict[str, Any]]) -> list[int]:
    """Where objects begin that have the same fields as those after them."""
    forms = list(map(dict.keys, objects))
    changes = map(ne, forms[1:], forms)
    return [0, *(number for number, change in enumerate(changes, 1) if change)]


def _extend(draft: Draft, lead: Sheet, found: Sheet, count: int) -> None:
    """Add rows of cells that follow a lead."""
    sheet = lead.copy()
    for column, values in found.items():
        sheet[free_name(column, sheet)] = values
    draft.add(tuple(sheet), list(zip(*sheet.values(), strict=True)))


def _opens(items: list[Any]) -> bool:
    """Whether any of some scalars may be an object in a text."""
    return any(type(item) is str and item[:1] == "{" for item in items)


def _within(columns: Form) -> Form:
    """The columns of the rows of inner lists, within those of an outer one."""
    return columns if GROUP in columns else (*columns[:-1], GROUP, VALUE)


def _repeated(columns: Form, base: Row, count: int) -> Sheet:
    """What rows begin with that all begin alike."""
    return {c: [given] * count for c, given in zip(columns, base, strict=False)}


def _numbered(lead: Sheet, numbers: Iterable[int]) -> Sheet:
    """A lead with the numbers of groups, within those that it has."""
    if GROUP not in lead:
        return {**lead, GROUP: list(numbers)}
    outer = zip(lead[GROUP], numbers, strict=True)
    return {**lead, GROUP: [f"{group}.{number}" for group, number in outer]}
