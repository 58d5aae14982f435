"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import chain, compress
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

    __slots__ = ("_names", "forms", "is_open", "key", "kind", "name", "parent", "rows")

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
        self.rows: list[Row] = []
        self._names: list[Cell] | None = None

    @property
    def newest(self) -> int:
        """The position of the newest row, also of one that is still read."""
        return len(self.rows) if self.is_open else len(self.rows) - 1

    def add(self, columns: Form, rows: Sequence[Row]) -> None:
        """Add rows of the same columns."""
        self.forms += [columns] * len(rows)
        self.rows += rows

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows of any columns."""
        self.forms += map(tuple, rows)
        self.rows += [tuple(row.values()) for row in rows]

    def tables(self) -> list[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        forms, rows = self.forms, self.rows
        if not rows:
            return [Table(self.name, (), (), None, self.kind)]
        first = forms[0]
        if forms.count(first) == len(forms):
            return [self._even(first, first)]
        distinct = tuple(dict.fromkeys(forms))
        union = tuple(dict.fromkeys(chain.from_iterable(distinct)))
        if sum(map(len, rows)) < _LEAST_FILLED * len(union) * len(rows):
            return self._parted(union)
        spread = {form: _spreading(form, union) for form in distinct}
        self.rows = [spread[form](row) for form, row in zip(forms, rows, strict=True)]
        self.forms = [union] * len(rows)
        return [self._even(first, union, [*map(bool, forms)] if () in spread else None)]

    def _even(
        self, first: Form, columns: Form, filled: Sequence[bool] | None = None
    ) -> Table:
        """The table of rows that have the same columns, `first` before any others."""
        rows = self.rows
        self.key = self.key or key_among(
            self.name, first, len(rows), lambda place: [row[place] for row in rows]
        )
        return self._linked(columns, [*compress(rows, filled)] if filled else rows, columns)

    def _parted(self, union: Form) -> list[Table]:
        """The tables of rows that have little in common, one for each form."""
        pairs = list(zip(self.forms, self.rows, strict=True))
        if not self.key:
            first, cells = self.forms[0], [dict(zip(*pair, strict=True)) for pair in pairs]
            self.key = key_among(
                self.name,
                first,
                len(cells),
                lambda place: [row.get(first[place], MISSING) for row in cells],
            )
        parts: dict[Form, list[Row]] = defaultdict(list)
        for form, row in pairs:
            parts[form].append(row)
        return [self._linked(form, part, union) for form, part in parts.items()]

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
            pairs = zip(self.forms, self.rows, strict=True)
            places = {form: form.index(key) for form in {*self.forms} if key in form}
            cells = [row[places[form]] if form in places else None for form, row in pairs]
            self._names = [
                number if name is MISSING or name is None else name
                for number, name in enumerate(cells, 1)
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
