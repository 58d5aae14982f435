"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from typing import Any, Final, Literal

from langgraph_memory.facts._ragged import Form, Ragged
from langgraph_memory.facts.keys import key_among
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

DraftRow = dict[str, Cell]
Sheet = dict[str, list[Cell]]
"""Cells by column, one per row."""

PLACE: Final = "\0"
"""The column for the position of the parent's row; no name that is read has this letter."""


class Draft:
    """A table of which not all rows are known yet.

    Attributes:
        name: Dotted path.
        kind: As in `Table`.
        parent: The table in whose rows these rows were found, if there is one; then each
            row begins with the position of that row, under `PLACE`.
        key: The column that names the objects; chosen when the table is made, unless the
            rows came under keys.
        is_open: Whether a row is read that is not here yet.
    """

    __slots__ = (
        "_form", "_names", "_ragged", "_rows", "is_open", "key", "kind", "name", "parent"
    )  # fmt: skip

    def __init__(
        self, name: str, kind: Literal["record", "list"], parent: Draft | None = None
    ) -> None:
        """Begin a table."""
        self.name = name
        self.kind = kind
        self.parent = parent
        self.key: str | None = None
        self.is_open = False
        # The rows, while all of them have one form; else they are ragged.
        self._form: Form = ()
        self._rows: list[Row] = []
        self._ragged: Ragged | None = None
        self._names: list[Cell] | None = None

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._rows if self._ragged is None else self._ragged.forms)

    @property
    def newest(self) -> int:
        """The position of the newest row, also of one that is still read."""
        return len(self) if self.is_open else len(self) - 1

    def append(self, columns: Form, row: Row) -> None:
        """Add a row."""
        if self._ragged is not None:
            self._ragged.append(columns, row)
        elif columns == self._form:
            self._rows.append(row)
        else:
            self.add(columns, [row])

    def add(self, columns: Form, rows: list[Row]) -> None:
        """Add rows of the same columns."""
        if not rows:
            return
        if self._ragged is None and not self._rows:
            self._form, self._rows = columns, rows
        elif self._ragged is None and columns == self._form:
            self._rows += rows
        else:
            self.merge([columns] * len(rows), {columns: rows})

    def merge(self, forms: Iterable[Form], rows: dict[Form, list[Row]]) -> None:
        """Add rows of several columns each, in the order that their forms have."""
        if self._ragged is None:
            self._ragged = Ragged(self._form, self._rows)
        self._ragged.merge(forms, rows)

    def extend(self, rows: Iterable[DraftRow]) -> None:
        """Add rows of any columns."""
        for row in rows:
            self.append(tuple(row), tuple(row.values()))

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        form, rows, ragged = self._form, self._rows, self._ragged
        if ragged is None:
            if rows and self.key is None:
                self.key = key_among(
                    self.name, form, len(rows), lambda place: [row[place] for row in rows]
                )
            return [self._linked(form, rows, form)]
        first, union = ragged.forms[0], ragged.union()
        if ragged.is_sparse(union):
            self.key = self.key or key_among(
                self.name, first, len(self), lambda place: ragged.column(first[place])
            )
            return [self._linked(form, part, union) for form, part in ragged.parts.items()]
        even = ragged.spread(union)
        self.key = self.key or key_among(
            self.name, first, len(even), lambda place: [row[place] for row in even]
        )
        return [self._linked(union, [*compress(even, ragged.forms)], union)]

    def _linked(self, columns: Form, rows: Sequence[Row], union: Form) -> Table:
        """A table of rows, each of which names that of the parent."""
        if self.parent is not None and rows:
            names = self.parent.names([row[0] for row in rows])
            rows = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
            columns = (self._link(self.parent, union), *columns[1:])
        key = self.key if self.key in columns else None
        return Table(self.name, columns, tuple(rows) if columns else (), key, self.kind)

    def _link(self, parent: Draft, columns: Collection[str]) -> str:
        """The column that names the parent's row."""
        column = parent.key or "row"
        while column in columns:
            column = f"parent.{column}"
        return column

    def names(self, positions: list[Any]) -> list[Cell]:
        """What names some rows: the cells of the key, or the numbers of the rows."""
        key = self.key
        if key is None:
            return [position + 1 for position in positions]
        if self._names is None:
            self._names = [
                number if name is MISSING or name is None else name
                for number, name in enumerate(self._column(key), 1)
            ]
        return list(map(self._names.__getitem__, positions))

    def _column(self, column: str) -> list[Cell]:
        if self._ragged is not None:
            return self._ragged.column(column)
        if column not in self._form:
            return [MISSING] * len(self._rows)
        place = self._form.index(column)
        return [row[place] for row in self._rows]


def free_name(column: str, row: DraftRow | Sheet) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name
