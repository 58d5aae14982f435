"""Tables in the making: rows by column, until all of them are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final, Literal

from langgraph_memory.facts.keys import choose_key
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

Columns = tuple[str, ...]
DraftRow = dict[str, Cell]

_LEAST_FILLED: Final = 0.25


@dataclass
class Draft:
    """A table of which not all rows are known yet.

    Attributes:
        name: Dotted path.
        kind: As in `Table`.
        parent: The table in whose rows these rows were found, if there is one.
        rows: Cells by column.
        positions: For each row, that of the parent's row it was found in.
        key: The column that names the objects; chosen when the table is made, unless the
            rows came under keys.
    """

    name: str
    kind: Literal["record", "list"]
    parent: Draft | None = None
    rows: list[DraftRow] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    key: str | None = None

    def add(self, lead: DraftRow) -> DraftRow:
        """Begin a row with some cells, found in the newest row of the parent."""
        row = lead.copy()
        self.rows.append(row)
        if self.parent:
            self.positions.append(len(self.parent.rows) - 1)
        return row

    def extend(self, rows: Sequence[DraftRow]) -> None:
        """Add rows that were found in the newest row of the parent."""
        self.rows += rows
        if self.parent:
            self.positions += [len(self.parent.rows) - 1] * len(rows)

    def tables(self) -> Iterator[Table]:
        """The finished table; several of one name when the rows have little in common.

        Parents must be finished before their children.
        """
        self.key = self.key or choose_key(self.name, self.rows)
        rows = list(self._linked(self.parent)) if self.parent else self.rows
        for columns, part in _alike(rows):
            key = self.key if self.key in columns else None
            yield Table(self.name, columns, _cells(part, columns), key, self.kind)

    def _linked(self, parent: Draft) -> Iterator[DraftRow]:
        """The rows, each led by what names the row it was found in."""
        column = parent.key or "row"
        if any(column in row for row in self.rows):
            column = f"parent.{column}"
        for row, position in zip(self.rows, self.positions, strict=True):
            name = parent.rows[position].get(parent.key or "", MISSING)
            yield {column: position + 1 if name is MISSING or name is None else name, **row}


def free_name(column: str, row: DraftRow) -> str:
    """A name for a further cell of a row, different from those it has."""
    name, number = column, len(row)
    while name in row:
        name = f"{column}#{number}"
        number += 1
    return name


def _cells(rows: Sequence[DraftRow], columns: Columns) -> tuple[Row, ...]:
    if sum(map(len, rows)) < len(rows) * len(columns):
        return tuple([tuple([row.get(c, MISSING) for c in columns]) for row in rows if row])
    if len(columns) > 1:
        return tuple(map(itemgetter(*columns), rows))
    return tuple([(row[column],) for column in columns for row in rows])


def _alike(rows: Sequence[DraftRow]) -> Iterable[tuple[Columns, Sequence[DraftRow]]]:
    """All rows together, or, if most cells would be absent, rows of equal columns."""
    form = rows[0].keys() if rows else ()
    if all(map(form.__eq__, map(dict.keys, rows))):
        return [(tuple(form), rows)]
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
