"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
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
    """

    __slots__ = ("_form", "_forms", "_names", "_rows", "is_open", "key", "kind", "name")
    __slots__ += ("parent",)

    def __init__(
        self, name: str, kind: Literal["record", "list"], parent: Draft | None = None
    ) -> None:
        """Begin a table."""
        self.name = name
        self.kind = kind
        self.parent = parent
        self.key: str | None = None
        self.is_open = False
        self._rows: list[Row] = []
        # The columns of all rows, as long as they have the same; else those of each.
        self._form: Form = ()
        self._forms: list[Form] | None = None
        self._names: list[Cell] | None = None

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    @property
    def newest(self) -> int:
        """The position of the newest row, also of one that is still read."""
        return len(self._rows) if self.is_open else len(self._rows) - 1

    def add(self, columns: Form, row: Row) -> None:
        """Add a row."""
        if self._forms is not None:
            self._forms.append(columns)
        elif not self._rows:
            self._form = columns
        elif columns != self._form:
            self._told_apart().append(columns)
        self._rows.append(row)

    def add_all(self, columns: Form, rows: Sequence[Row]) -> None:
        """Add rows of the same columns."""
        if not rows:
            return
        if self._forms is not None:
            self._forms += [columns] * len(rows)
        elif not self._rows:
            self._form = columns
        elif columns != self._form:
            forms = self._told_apart()
            forms += [columns] * len(rows)
        self._rows += rows

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows of any columns."""
        for row in rows:
            self.add(tuple(row), tuple(row.values()))

    def _told_apart(self) -> list[Form]:
        """The columns of each row, to add some that are others."""
        self._forms = [self._form] * len(self._rows)
        return self._forms

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        first, forms, union = self._form, self._forms, self._form
        if forms is not None:
            first, distinct = forms[0], tuple(dict.fromkeys(forms))
            union = tuple(dict.fromkeys(chain.from_iterable(distinct)))
            if sum(map(len, self._rows)) >= _LEAST_FILLED * len(union) * len(self):
                self._spread(forms, distinct, union)
        rows = self._rows
        if rows and not self.key:
            self.key = key_among(self.name, first, len(rows), self._cells)
        if self._forms is not None:
            parts: dict[Form, list[Row]] = {form: [] for form in distinct}
            for form, row in zip(self._forms, rows, strict=True):
                parts[form].append(row)
            return [self._linked(form, part, union) for form, part in parts.items()]
        if forms is not None and () in distinct:
            rows = [row for form, row in zip(forms, rows, strict=True) if form]
        return [self._linked(union, rows, union)]

    def _spread(self, forms: list[Form], distinct: Iterable[Form], union: Form) -> None:
        """Give all rows the columns of all."""
        spread = {form: _spreading(form, union) for form in distinct}
        self._rows = [spread[form](row) for form, row in zip(forms, self._rows, strict=True)]
        self._form, self._forms = union, None

    def _linked(self, columns: Form, rows: Sequence[Row], union: Form) -> Table:
        """A table of rows, each of which names that of the parent."""
        if self.parent is not None and rows:
            names = self.parent.names([row[0] for row in rows])
            rows = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
            columns = (self._link(self.parent, union), *columns[1:])
        return self._table(columns, tuple(rows) if columns else ())

    def _table(self, columns: Form, rows: tuple[Row, ...]) -> Table:
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
        if self._forms is None:
            place = self._form.index(column)
            return [row[place] for row in self._rows]
        pairs = zip(self._forms, self._rows, strict=True)
        return [
            row[form.index(column)] if column in form else MISSING for form, row in pairs
        ]

    def names(self, positions: list[Any]) -> list[Cell]:
        """What names some rows: the cells of the key, or the numbers of the rows."""
        if self.key is None:
            return [position + 1 for position in positions]
        if self._names is None:
            self._names = [
                number if name is MISSING or name is None else name
                for number, name in enumerate(self._cells(self.key), 1)
            ]
        return list(map(self._names.__getitem__, positions))


@lru_cache(maxsize=256)
def _spreading(form: Form, union: Form) -> Callable[[Row], Row]:
    """What spreads the rows of a form over the columns of several."""
    if form == union[: len(form)]:
        rest = (MISSING,) * (len(union) - len(form))
        return lambda row: row + rest
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
