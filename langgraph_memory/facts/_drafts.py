"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Literal

from langgraph_memory.facts.keys import choose_key, key_among
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
    _rows: list[DraftRow] = field(default_factory=list, init=False)

    def __len__(self) -> int:
        """How many rows there are."""
        return self._count or len(self._rows)

    def add(self, row: DraftRow) -> None:
        """Add a row that may still grow."""
        if self._count:
            self.extend(())
        self._rows.append(row)

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows of any columns."""
        if self._count:
            self._rows = _rows_of(self._sheet, self._count)
            self._sheet, self._count = {}, 0
        self._rows += rows

    def extend_alike(self, sheet: Sheet, count: int) -> None:
        """Add rows of the same columns, given by column."""
        if self._rows or (self._count and list(sheet) != list(self._sheet)):
            self.extend(_rows_of(sheet, count))
        elif count:
            self._count += count
            for column, found in sheet.items():
                self._sheet.setdefault(column, []).extend(found)

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        rows = self._rows
        if rows and self.parent is None:
            columns = tuple(rows[0])
            if len(rows) == 1 or list(map(tuple, rows)).count(columns) == len(rows):
                return [self._plain(columns)]
        if rows:
            form = _form(rows)
            if form is None:
                return self._different()
            self._sheet = {column: list(map(itemgetter(column), rows)) for column in form}
            self._count, self._rows = len(rows), []
        sheet = self._sheet
        if self._count and not self.key:
            self.key = key_among(self.name, sheet, self._count, sheet.__getitem__)
        if self.parent is not None and sheet:
            names = self.parent.names(sheet[PLACE])
            rest = {column: found for column, found in sheet.items() if column != PLACE}
            sheet = {self._link(self.parent, rest): names, **rest}
        return [self._table(tuple(sheet), tuple(zip(*sheet.values(), strict=True)))]

    def _plain(self, columns: Columns) -> Table:
        """The table of rows that have the same columns in the same order."""
        rows = self._rows
        self.key = self.key or key_among(
            self.name, columns, len(rows), lambda column: [row[column] for row in rows]
        )
        cells = tuple([tuple(row.values()) for row in rows]) if columns else ()
        return self._table(columns, cells)

    def _different(self) -> list[Table]:
        rows = self._rows
        self.key = self.key or choose_key(self.name, rows)
        if self.parent is not None:
            column = self._link(self.parent, {c for row in rows for c in row})
            names = self.parent.names([row.pop(PLACE) for row in rows])
            rows = [{column: name, **row} for name, row in zip(names, rows, strict=True)]
        return [self._table(columns, part) for columns, part in _parted(rows)]

    def _table(self, columns: Columns, rows: tuple[Row, ...]) -> Table:
        key = self.key if self.key in columns else None
        return Table(self.name, columns, rows, key, self.kind)

    def _link(self, parent: Draft, columns: Collection[str]) -> str:
        """The column that names the parent's row."""
        column = parent.key or "row"
        while column in columns:
            column = f"parent.{column}"
        return column

    def names(self, positions: list[Any]) -> list[Cell]:
        """What names some rows: the cells of the key, or the numbers of the rows."""
        if self.key is None:
            return [position + 1 for position in positions]
        if self._rows:
            names = [self._rows[place].get(self.key, MISSING) for place in positions]
        else:
            names = list(map(self._sheet[self.key].__getitem__, positions))
        if None not in names and MISSING not in names:
            return names
        return [
            position + 1 if name is MISSING or name is None else name
            for name, position in zip(names, positions, strict=True)
        ]


def free_name(column: str, row: DraftRow | Sheet) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name


def _rows_of(sheet: Sheet, count: int) -> list[DraftRow]:
    if not sheet:
        return [{} for _ in range(count)]
    rows = zip(*sheet.values(), strict=True)
    return [dict(zip(sheet, row, strict=True)) for row in rows]


def _form(rows: Sequence[DraftRow]) -> Columns | None:
    """The columns of rows that all have the same; else None."""
    form = rows[0].keys()
    return tuple(form) if all(map(form.__eq__, map(dict.keys, rows))) else None


def _parted(rows: Sequence[DraftRow]) -> Iterable[tuple[Columns, tuple[Row, ...]]]:
    """All rows together, or, if most cells would be absent, rows of equal columns."""
    union = tuple(dict.fromkeys(chain.from_iterable(rows)))
    if sum(map(len, rows)) >= _LEAST_FILLED * len(union) * len(rows):
        filled = [row for row in rows if row]
        cells = [[row.get(column, MISSING) for row in filled] for column in union]
        yield union, tuple(zip(*cells, strict=True))
        return
    parts: dict[Columns, list[Row]] = {}
    for row in rows:
        parts.setdefault(tuple(row), []).append(tuple(row.values()))
    for columns, part in parts.items():
        yield columns, tuple(part if columns else ())
