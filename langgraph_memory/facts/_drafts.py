"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal

from langgraph_memory.facts.keys import key_among
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

Columns = tuple[str, ...]
DraftRow = dict[str, Cell]
Sheet = dict[str, list[Cell]]
"""Cells by column, one per row."""

PLACE: Final = "\0"
"""The column for the position of the parent's row; no name that is read has this letter."""

_LEAST_FILLED: Final = 0.25


@dataclass(slots=True)
class Draft:
    """A table of which not all rows are known yet.

    Attributes:
        name: Dotted path.
        kind: As in `Table`.
        parent: The table in whose rows these rows were found, if there is one; then each
            row begins with the position of that row, under `PLACE`.
        key: The column that names the objects; chosen when the table is made, unless the
            rows came under keys.
    """

    name: str
    kind: Literal["record", "list"]
    parent: Draft | None = None
    key: str | None = None
    # As long as all rows have the same columns and came together, they are kept by column.
    _sheet: Sheet = field(default_factory=dict, init=False)
    _count: int = field(default=0, init=False)
    # Otherwise each is kept with its columns.
    _forms: list[Columns] = field(default_factory=list, init=False)
    _rows: list[Row] = field(default_factory=list, init=False)
    _names: list[Cell] = field(default_factory=list, init=False)

    def __len__(self) -> int:
        """How many rows there are."""
        return self._count or len(self._rows)

    def reserve(self) -> int:
        """Make place for a row that is not known yet.

        Returns:
            Its position.
        """
        self.add((), ())
        return len(self._rows) - 1

    def fill(self, position: int, row: DraftRow) -> None:
        """Put a row where place was made for it."""
        self._forms[position], self._rows[position] = tuple(row), tuple(row.values())

    def add(self, columns: Columns, row: Row) -> None:
        """Add a row."""
        if self._count:
            self._loosen()
        self._forms.append(columns)
        self._rows.append(row)

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows of any columns."""
        for row in rows:
            self.add(tuple(row), tuple(row.values()))

    def extend_alike(self, sheet: Sheet, count: int) -> None:
        """Add rows of the same columns, given by column."""
        if self._rows or (self._count and list(sheet) != list(self._sheet)):
            self._loosen()
            self._forms += [tuple(sheet)] * count
            self._rows += _rows_of(sheet, count)
        elif count:
            self._count += count
            for column, found in sheet.items():
                self._sheet.setdefault(column, []).extend(found)

    def _loosen(self) -> None:
        """Keep rows that are kept by column each with its columns."""
        self._forms += [tuple(self._sheet)] * self._count
        self._rows += _rows_of(self._sheet, self._count)
        self._sheet, self._count = {}, 0

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        if self._count:
            return [self._even()]
        forms, rows = tuple(dict.fromkeys(self._forms)), self._rows
        if not rows:
            return [self._table((), ())]
        self.key = self.key or key_among(self.name, forms[0], len(rows), self._cells)
        if len(forms) == 1:
            return [self._linked(forms[0], rows)]
        union = tuple(dict.fromkeys(chain.from_iterable(forms)))
        if sum(map(len, rows)) < _LEAST_FILLED * len(union) * len(rows):
            return self._parted(forms)
        spread = {form: _spreading(form, union) for form in forms}
        pairs = zip(self._forms, rows, strict=True)
        return [self._linked(union, [spread[form](row) for form, row in pairs if form])]

    def _even(self) -> Table:
        """The table of rows that are kept by column."""
        sheet = self._sheet
        self.key = self.key or key_among(self.name, sheet, self._count, sheet.__getitem__)
        if self.parent is not None:
            names = self.parent.names(sheet[PLACE])
            rest = {column: found for column, found in sheet.items() if column != PLACE}
            sheet = {self._link(self.parent, rest): names, **rest}
        return self._table(tuple(sheet), tuple(zip(*sheet.values(), strict=True)))

    def _parted(self, forms: Sequence[Columns]) -> list[Table]:
        """A table for each form of rows."""
        parts: dict[Columns, list[Row]] = {form: [] for form in forms}
        for form, row in zip(self._forms, self._rows, strict=True):
            parts[form].append(row)
        return [self._linked(form, rows) for form, rows in parts.items()]

    def _linked(self, columns: Columns, rows: Sequence[Row]) -> Table:
        """A table of rows, each of which names that of the parent."""
        if self.parent is not None:
            names = self.parent.names([row[0] for row in rows])
            rows = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
            columns = (self._link(self.parent, {*chain.from_iterable(self._forms)}), *columns[1:])
        return self._table(columns, tuple(rows) if columns else ())

    def _table(self, columns: Columns, rows: tuple[Row, ...]) -> Table:
        key = self.key if self.key in columns else None
        return Table(self.name, columns, rows, key, self.kind)

    def _link(self, parent: Draft, columns: Collection[str]) -> str:
        """The column that names the parent's row."""
        column = parent.key or "row"
        while column in columns:
            column = f"parent.{column}"
        return column

    def _cells(self, column: str) -> list[Cell]:
        """The cells of a column, one per row."""
        places = {form: form.index(column) for form in {*self._forms} if column in form}
        pairs = zip(self._forms, self._rows, strict=True)
        return [row[places[form]] if form in places else MISSING for form, row in pairs]

    def names(self, positions: list[Any]) -> list[Cell]:
        """What names some rows: the cells of the key, or the numbers of the rows."""
        if self.key is None:
            return [position + 1 for position in positions]
        if not self._names:
            found = self._sheet[self.key] if self._count else self._cells(self.key)
            self._names = [
                number if name is MISSING or name is None else name
                for number, name in enumerate(found, 1)
            ]
        return list(map(self._names.__getitem__, positions))


def _spreading(form: Columns, union: Columns) -> Callable[[Row], Row]:
    """What spreads the rows of a form over the columns of several."""
    if form == union:
        return tuple
    places = {column: place for place, column in enumerate(form)}
    spread = itemgetter(*[places.get(column, len(form)) for column in union])
    return lambda row: spread((*row, MISSING))


def free_name(column: str, row: DraftRow | Sheet) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name


def _rows_of(sheet: Sheet, count: int) -> list[Row]:
    return list(zip(*sheet.values(), strict=True)) if sheet else [()] * count
