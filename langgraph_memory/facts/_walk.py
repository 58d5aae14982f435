"""A walk through a value of JSON that collects the rows of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any, Final

from langgraph_memory.facts._cells import (
    SCALARS,
    Names,
    as_text,
    cell,
    cells,
    joined,
    opened,
    opens,
    scalars_of,
)
from langgraph_memory.facts._drafts import PLACE, Draft, DraftRow, Sheet, free_name
from langgraph_memory.facts._leads import (
    ALONE,
    PLACED,
    VALUE,
    extend,
    key_column,
    numbered,
    repeated,
    times,
    within,
)
from langgraph_memory.facts._matrices import (
    begins_untitled,
    is_no_matrix,
    matrix,
    may_be_matrix,
)
from langgraph_memory.facts._mixtures import add_mixed, add_various
from langgraph_memory.facts._ragged import Form
from langgraph_memory.facts._sheets import Columns, columns_of, starts_of
from langgraph_memory.facts._siblings import Siblings, siblings
from langgraph_memory.facts.keyed import is_keyed, repeats_keys
from langgraph_memory.facts.loading import unpacked
from langgraph_memory.facts.tables import MISSING, Row

_CLOSINGS: Final = frozenset("]}")
_LEVELS: Final = 6
_SEVERAL, _WIDE = 4, 8  # From here on, all at once is faster than one by one.


class Walk:
    """One walk through a value; collects the rows of every table by its path.

    A lead is what the rows that are added begin with: cells by column, one per row.
    """

    def __init__(self) -> None:
        self.drafts: dict[str, Draft] = {}
        self._names = Names()

    def _child(self, column: str, parent: Draft) -> tuple[Draft, Form, Row]:
        """The table of a field, and what rows found in the newest row begin with."""
        name = f"{parent.name}.{column}" if parent.name else column
        child = self.drafts.get(name)
        if child is None:
            linked = parent if parent.kind == "list" else None
            child = self.drafts[name] = Draft(name, "list", linked)
        if child.parent is None:
            return child, ALONE, ()
        return child, PLACED, (child.parent.newest,)

    def record(
        self, value: dict[str, Any], row: DraftRow, draft: Draft, level: int
    ) -> None:
        """Add a row that has begun and goes on with the fields of an object."""
        draft.is_open = True
        self._fields(value, row, "", draft, level)
        draft.is_open = False
        draft.append(tuple(row), tuple(row.values()))

    def _fields(
        self, value: dict[str, Any], row: DraftRow, prefix: str, draft: Draft, level: int
    ) -> None:
        """Put the fields of an object into a row, and its lists into tables."""
        names = self._names
        tables: Mapping[str, Siblings] = {}
        if len(value) >= _WIDE:
            names.learn(value.keys())
            if self._is_flat(value, row, prefix):
                return
            tables = siblings(value, _LEVELS - level - 1) if level < _LEVELS else {}
        for key, item in value.items():
            column = prefix + names[key]
            if column in row:
                column = free_name(column, row)
            given, kind = item, type(item)
            if kind is str and item[-1:] in _CLOSINGS:
                given = unpacked(item)
                kind = type(given)
            if kind is str and given.isprintable():
                row[column] = given
            elif key in tables:
                tables[key].add_next(len(given), *self._child(column, draft))
            elif (kind is dict or kind is list) and given and level < _LEVELS:
                self._nested(given, row, column, draft, level)
            else:
                row[column] = cell(given)

    def _is_flat(self, value: dict[str, Any], row: DraftRow, prefix: str) -> bool:
        """Put the fields of an object into a row all at once, if it holds no more."""
        scalars = scalars_of(value)
        columns = [prefix + self._names[key] for key in value] if scalars else []
        if len(set(columns)) < len(value) or not row.keys().isdisjoint(columns):
            return False
        row.update(zip(columns, scalars or (), strict=True))
        return True

    def _nested(
        self, value: Any, row: DraftRow, column: str, draft: Draft, level: int
    ) -> None:
        """Put a field's object or list where it belongs."""
        if type(value) is list:
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
            extend(draft, lead, {VALUE: cells(value, kinds)})
        elif kinds == {dict}:
            self._objects(value, draft, level, lead)
        elif kinds == {list} and (found := matrix(value)):
            count = len(next(iter(found.values())))
            extend(draft, {c: given[-count:] for c, given in lead.items()}, found)
        elif kinds == {list} and level < _LEVELS:
            self._lists(value, draft, level + 1, numbered(lead, range(1, len(value) + 1)))
        elif not self._mixed(value, draft, level, lead):
            self._one_by_one(value, draft, level, lead)

    def _inner(
        self, value: list[Any], draft: Draft, columns: Form, base: Row, level: int
    ) -> None:
        """Add a row per item of a list, all of which begin alike."""
        kinds = set(map(type, value))
        if kinds <= SCALARS and not (str in kinds and opens(value)):
            draft.add(columns, [(*base, cell(item)) for item in value])
        elif len(value) < _SEVERAL and not may_be_matrix(value):
            self._unlike(value, draft, columns, base, level)
        else:
            self.items(value, draft, level, repeated(columns, base, len(value)))

    def _objects(
        self, value: list[dict[str, Any]], draft: Draft, level: int, lead: Sheet
    ) -> None:
        """Add rows; those that follow each other and are alike together."""
        if columns := columns_of(value, _LEVELS - level):
            self._alike(columns, len(value), draft, lead)
            return
        if self._mixed(value, draft, level, lead):
            return
        starts = starts_of(value)
        if not 1 < len(starts) <= len(value) / _SEVERAL:
            self._one_by_one(value, draft, level, lead)
            return
        for start, end in pairwise([*starts, len(value)]):
            part = {column: given[start:end] for column, given in lead.items()}
            self.items(value[start:end], draft, level, part)

    def _mixed(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> bool:
        """Add the items of a list that are not alike, if they are simple."""
        return add_mixed(value, draft, _LEVELS - level, lead) or add_various(
            value, draft, lead
        )

    def _alike(self, columns: Columns, count: int, draft: Draft, lead: Sheet) -> None:
        """Add rows of the same columns, and the lists within them."""
        start = len(draft)
        if lead or columns.cells:
            extend(draft, lead, columns.cells)
        else:
            draft.add((), [()] * count)
        for column, (levels, lists) in columns.lists.items():
            child, form, base = self._child(column, draft)
            if child.parent is draft:
                place: Sheet = {PLACE: list(range(start, start + count))}
            else:
                place = repeated(form, base, count)
            self._lists(lists, child, _LEVELS - levels, place)

    def _one_by_one(self, value: list[Any], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of a list one by one."""
        if not lead:
            self._unlike(value, draft, ALONE, (), level)
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
        inner: Form = ()
        for number, given in enumerate(value, first):
            item, kind = given, type(given)
            if kind is str and given[:1] == "{":
                item = unpacked(given)
                kind = type(item)
            if kind is dict and item:
                row = dict(zip(columns, base, strict=False)) if base else {}
                self.record(item, row, draft, level)
            elif kind is list and item and level < _LEVELS:
                inner = inner or within(columns)
                if inner == columns:
                    start = (*base[:-1], f"{base[-1]}.{number}")
                else:
                    start = (*base, number)
                if len(item) < _SEVERAL and type(item[0]) is not list:
                    self._unlike(item, draft, inner, start, level + 1)
                else:
                    self._inner(item, draft, inner, start, level + 1)
            else:
                draft.append(columns, (*base, cell(item)) if base else (cell(item),))

    def _lists(self, lists: list[list[Any]], draft: Draft, level: int, lead: Sheet) -> None:
        """Add the items of several lists, each list with a lead of its own."""
        if len(lists) == 1:
            [items] = lists
            self.items(items, draft, level, {c: v * len(items) for c, v in lead.items()})
            return
        items = list(chain.from_iterable(lists))
        counts = list(map(len, lists))
        spread = times(lead, counts)
        kinds = set(map(type, items))
        if list not in kinds:
            self.items(items, draft, level, spread)
        elif kinds == {list} and level < _LEVELS and all(map(is_no_matrix, lists)):
            numbers = chain.from_iterable(range(1, count + 1) for count in counts)
            self._lists(items, draft, level + 1, numbered(spread, numbers))
        elif all(map(begins_untitled, lists)) and (found := matrix(items)):
            extend(draft, spread, found)
        else:
            for position, inner in enumerate(lists):
                first = {c: [given[position]] * len(inner) for c, given in lead.items()}
                self.items(inner, draft, level, first)

    def keyed(
        self, value: dict[str, Any], draft: Draft, columns: Form, base: Row, level: int
    ) -> None:
        """Add a row per key of an object, led by the key unless the rows repeat it."""
        repeated_keys = repeats_keys(value)
        if not repeated_keys:
            draft.key = column = key_column(draft.name, value.values())
            columns = (*columns[:-1], column, VALUE)
            if len(value) < _SEVERAL and type(next(iter(value.values()))) is not list:
                for number, (key, child) in enumerate(value.items(), 1):
                    self._unlike([child], draft, columns, (*base, cell(key)), level, number)
                return
        children = list(value.values())
        lead = repeated(columns, base, len(value))
        if not repeated_keys:
            lead[column] = list(map(cell, value))
        if type(children[0]) is list:
            lists = [child or [as_text(child)] for child in children]
            self._lists(lists, draft, level, lead)
        else:
            self.items(children, draft, level, lead)
