"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, count, repeat
from operator import itemgetter
from typing import Any, Final, Literal, TypeVar

from langgraph_memory.facts.keys import key_among
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

T = TypeVar("T")

Form = tuple[str, ...]
DraftRow = dict[str, Cell]
Sheet = dict[str, list[Cell]]
"""Cells by column, one per row."""

PLACE: Final = "\0"
"""The column for the position of the parent's row; no name that is read has this letter."""

_LEAST_FILLED: Final = 0.25
_ABSENT: Final = repeat(MISSING)


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

    __slots__ = (
        "_names", "_places", "forms", "is_open", "key", "kind", "name", "parent", "parts"
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
        self.forms: list[Form] = []
        self.parts: dict[Form, list[Row]] = {}
        self._names: list[Cell] | None = None
        self._places: list[dict[str, int]] = []

    @property
    def newest(self) -> int:
        """The position of the newest row, also of one that is still read."""
        return len(self.forms) if self.is_open else len(self.forms) - 1

    def append(self, columns: Form, row: Row) -> None:
        """Add a row."""
        self.forms.append(columns)
        part = self.parts.get(columns)
        if part is None:
            self.parts[columns] = [row]
        else:
            part.append(row)

    def add(self, columns: Form, rows: list[Row]) -> None:
        """Add rows of the same columns."""
        self.forms += [columns] * len(rows)
        self._keep(columns, rows)

    def merge(self, forms: Iterable[Form], rows: Mapping[Form, list[Row]]) -> None:
        """Add rows of several columns each, in the order that their forms have."""
        self.forms += forms
        for columns, part in rows.items():
            self._keep(columns, part)

    def _keep(self, columns: Form, rows: list[Row]) -> None:
        part = self.parts.get(columns)
        if part is not None:
            part += rows
        elif rows:
            self.parts[columns] = rows

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
        if len(parts) == 1:
            return [self._even(first, first, parts[first])]
        union = tuple(dict.fromkeys(chain.from_iterable(parts)))
        cells = sum([len(form) * len(part) for form, part in parts.items()])
        if cells < _LEAST_FILLED * len(union) * len(self.forms):
            self._choose_key(first, lambda place: self._column(first[place]))
            return [self._linked(form, part, union) for form, part in parts.items()]
        rows = self._in_order({f: _spread(f, part, union) for f, part in parts.items()})
        return [self._even(first, union, rows)]

    def _even(self, first: Form, columns: Form, rows: list[Row]) -> Table:
        """The table of rows that have the same columns, `first` before any others."""
        self._choose_key(first, lambda place: [row[place] for row in rows])
        filled = compress(rows, self.forms) if () in self.parts else rows
        return self._linked(columns, [*filled], columns)

    def _choose_key(self, first: Form, cells: Callable[[int], list[Cell]]) -> None:
        self.key = self.key or key_among(self.name, first, len(self.forms), cells)

    def _column(self, column: str) -> list[Cell]:
        """The cells of a column, one for each row."""
        if not self._places:
            self._places = [dict(zip(form, count())) for form in self.parts]
        found = {
            form: map(itemgetter(places[column]), rows) if column in places else _ABSENT
            for places, (form, rows) in zip(self._places, self.parts.items(), strict=True)
        }
        return self._in_order(found)

    def _in_order(self, found: Mapping[Form, Iterator[T]]) -> list[T]:
        """What was found for the rows of each form, in the order of the rows."""
        return list(map(next, map(found.__getitem__, self.forms)))

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
    if form == union[: len(form)]:
        rest = (MISSING,) * (len(union) - len(form))
        return iter([row + rest for row in rows])
    cells = dict(zip(form, zip(*rows, strict=True), strict=True))
    absent = (MISSING,) * len(rows)
    return zip(*[cells.get(column, absent) for column in union], strict=True)


def free_name(column: str, row: DraftRow | Sheet) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name
