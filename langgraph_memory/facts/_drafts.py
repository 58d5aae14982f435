"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
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
        form, rows = self._form, self._rows
        if self._ragged is not None:
            return self._uneven(self._ragged)
        self._choose_key(form, lambda place: [row[place] for row in rows])
        return self._linked([(form, rows)], form)

    def _uneven(self, ragged: Ragged) -> list[Table]:
        """The tables of rows of several forms: one where they have much in common."""
        first, union = ragged.forms[0], ragged.union()
        if ragged.is_sparse(union):
            self._choose_key(first, lambda place: ragged.column(first[place]))
            return self._linked(ragged.parts.items(), union)
        rows = ragged.spread(union)
        self._choose_key(first, lambda place: [row[place] for row in rows])
        return self._linked([(union, rows)], union)

    def _choose_key(self, first: Form, cells: Callable[[int], list[Cell]]) -> None:
        if self.key is None:
            self.key = key_among(self.name, first, len(self), cells)

    def _linked(
        self, parts: Iterable[tuple[Form, Sequence[Row]]], union: Form
    ) -> list[Table]:
        """The tables of rows by their columns, each row naming that of the parent."""
        name, kind, key, parent = self.name, self.kind, self.key, self.parent
        made = []
        for form, part in parts:
            columns, rows = form, part
            if parent is not None and part:
                names = parent.names([row[0] for row in part])
                rows = [(n, *row[1:]) for n, row in zip(names, part, strict=True)]
                columns = (self._link(parent, union), *form[1:])
            own = key if key in columns else None
            made.append(Table(name, columns, tuple(rows) if columns else (), own, kind))
        return made

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
