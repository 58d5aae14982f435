"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, Literal

from langgraph_memory.facts.keys import key_among
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

Form = tuple[str, ...]
DraftRow = dict[str, Cell]
Sheet = dict[str, list[Cell]]
"""Cells by column, one per row."""

PLACE: Final = "\0"
"""The column for the position of the parent's row; no name that is read has this letter."""

_LEAST_FILLED: Final = 0.25


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
        forms: The columns of each row.
        parts: The rows by their columns, those that begin first before others.
    """

    __slots__ = ("_names", "forms", "is_open", "key", "kind", "name", "parent", "parts")

    def __init__(
        self, name: str, kind: Literal["record", "list"], parent: Draft | None = None
    ) -> None:
        """Begin a table."""
        self.name = name
        self.kind = kind
        self.parent = parent
        self.key: str | None = None
        self.is_open = False
        self.forms: list[Form] = []
        self.parts: dict[Form, list[Row]] = {}
        self._names: list[Cell] | None = None

    @property
    def newest(self) -> int:
        """The position of the newest row, also of one that is still read."""
        return len(self.forms) if self.is_open else len(self.forms) - 1

    def append(self, columns: Form, row: Row) -> None:
        """Add a row."""
        self.forms.append(columns)
        if columns in self.parts:
            self.parts[columns].append(row)
        else:
            self.parts[columns] = [row]

    def add(self, columns: Form, rows: list[Row]) -> None:
        """Add rows of the same columns."""
        self.merge([columns] * len(rows), {columns: rows})

    def merge(self, forms: Iterable[Form], rows: Mapping[Form, list[Row]]) -> None:
        """Add rows of several columns each, in the order that their forms have."""
        self.forms += forms
        for columns, part in rows.items():
            if columns in self.parts:
                self.parts[columns] += part
            elif part:
                self.parts[columns] = part

    def extend(self, rows: Iterable[DraftRow]) -> None:
        """Add rows of any columns."""
        for row in rows:
            self.append(tuple(row), tuple(row.values()))

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        parts = self.parts
        if not parts:
            return [Table(self.name, (), (), None, self.kind)]
        first = next(iter(parts))
        self.key = self.key or key_among(
            self.name, first, len(self.forms), lambda place: self._column(first[place])
        )
        if len(parts) == 1:
            return [self._linked(first, parts[first], first)]
        union = tuple(dict.fromkeys(chain.from_iterable(parts)))
        cells = sum([len(form) * len(part) for form, part in parts.items()])
        if cells < _LEAST_FILLED * len(union) * len(self.forms):
            return [self._linked(form, part, union) for form, part in parts.items()]
        spread = {form: _spread(form, part, union) for form, part in parts.items() if form}
        return [self._linked(union, self._in_order(spread), union)]

    def _column(self, column: str) -> list[Cell]:
        """The cells of a column, one for each row."""
        found = {form: _cells_of(column, form, part) for form, part in self.parts.items()}
        if len(found) == 1:
            return found[self.forms[0]]
        return self._in_order({form: iter(cells) for form, cells in found.items()})

    def _in_order(self, found: Mapping[Form, Iterator[Any]]) -> list[Any]:
        """What was found for the rows of each form, in the order of the rows."""
        forms = self.forms if len(found) == len(self.parts) else filter(None, self.forms)
        return list(map(next, map(found.__getitem__, forms)))

    def _linked(self, columns: Form, rows: Sequence[Row], union: Form) -> Table:
        """A table of rows, each of which names that of the parent."""
        if self.parent is not None:
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


def _spread(form: Form, rows: Sequence[Row], union: Form) -> Iterator[Row]:
    """Rows of a form, spread over the columns of several."""
    cells = dict(zip(form, zip(*rows, strict=True), strict=True))
    absent = (MISSING,) * len(rows)
    return zip(*[cells.get(column, absent) for column in union], strict=True)


def _cells_of(column: str, form: Form, rows: Sequence[Row]) -> list[Cell]:
    """The cells of one column of rows of one form."""
    if column not in form:
        return [MISSING] * len(rows)
    place = form.index(column)
    return [row[place] for row in rows]


def free_name(column: str, row: DraftRow | Sheet) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name
