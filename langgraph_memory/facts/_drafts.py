"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final, Literal

from langgraph_memory.facts.keys import choose_key, key_among
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

Columns = tuple[str, ...]
DraftRow = dict[str, Cell]

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
    # As long as all rows have the same columns and came together, they are kept as such.
    _columns: Columns = field(default=(), init=False)
    _alike: list[Row] = field(default_factory=list, init=False)
    _rows: list[DraftRow] = field(default_factory=list, init=False)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._alike) or len(self._rows)

    def add(self, row: DraftRow) -> None:
        """Add a row that may still grow."""
        self.extend((row,))

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows of any columns."""
        if self._alike:
            self._rows, self._alike = _by_column(self._columns, self._alike), []
        self._rows += rows

    def extend_alike(self, columns: Columns, rows: Sequence[Row]) -> None:
        """Add rows of the same columns."""
        if self._rows or (self._alike and columns != self._columns):
            self.extend(_by_column(columns, rows))
        elif rows:
            self._columns = columns
            self._alike += rows

    def tables(self) -> Iterator[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        if self._rows and (form := _form(self._rows)) is not None:
            self._columns, self._alike = form, _cells(self._rows, form)
            self._rows = []
        if self._rows:
            yield from self._different()
            return
        self.key = self.key or key_among(self.name, self._columns, self._column)
        columns, rows = self._columns, self._alike
        if self.parent is not None and columns:
            columns = (self._link(self.parent, columns), *columns[1:])
            names = self.parent.names([row[0] for row in rows])
            rows = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
        yield Table(self.name, columns, tuple(rows if columns else ()), self.key, self.kind)

    def _different(self) -> Iterator[Table]:
        self.key = self.key or choose_key(self.name, self._rows)
        rows = self._rows
        if self.parent is not None:
            column = self._link(self.parent, {c for row in rows for c in row})
            names = self.parent.names([row.pop(PLACE) for row in rows])
            rows = [{column: name, **row} for name, row in zip(names, rows, strict=True)]
        for columns, part in _parted(rows):
            key = self.key if self.key in columns else None
            yield Table(self.name, columns, tuple(_cells(part, columns)), key, self.kind)

    def _column(self, column: str) -> list[Cell]:
        position = self._columns.index(column)
        return [row[position] for row in self._alike]

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
            rows = self._rows
            names = [rows[position].get(self.key, MISSING) for position in positions]
        else:
            key = self._columns.index(self.key)
            names = [self._alike[position][key] for position in positions]
        return [
            position + 1 if name is MISSING or name is None else name
            for name, position in zip(names, positions, strict=True)
        ]


def free_name(column: str, row: DraftRow | dict[str, list[Cell]]) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name


def _by_column(columns: Columns, rows: Iterable[Row]) -> list[DraftRow]:
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _form(rows: Sequence[DraftRow]) -> Columns | None:
    """The columns of rows that all have the same; else None."""
    form = rows[0].keys()
    return tuple(form) if all([row.keys() == form for row in rows]) else None


def _cells(rows: Sequence[DraftRow], columns: Columns) -> list[Row]:
    if sum(map(len, rows)) < len(rows) * len(columns):
        return [tuple([row.get(c, MISSING) for c in columns]) for row in rows if row]
    if len(columns) > 1:
        return list(map(itemgetter(*columns), rows))
    return [tuple(row.values()) for row in rows]


def _parted(rows: Sequence[DraftRow]) -> Iterable[tuple[Columns, Sequence[DraftRow]]]:
    """All rows together, or, if most cells would be absent, rows of equal columns."""
    union: dict[str, None] = {}
    for row in rows:
        if not row.keys() <= union.keys():
            union |= dict.fromkeys(row)
    filled = sum(map(len, rows))
    if filled >= _LEAST_FILLED * len(union) * len(rows):
        return [(tuple(union), rows)]
    parts: dict[Columns, list[DraftRow]] = {}
    for row in rows:
        parts.setdefault(tuple(row), []).append(row)
    return parts.items()
