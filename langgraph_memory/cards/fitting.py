"""Which columns and rows of a valued table a card has room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.quoting import write
from langgraph_memory.cards.value import ColumnValue, TableValue
from langgraph_memory.facts.tables import Cell, Row, Table

_FLOOR = 64
_LONGEST_CELL = 400
_SHARE = 0.4
_SAMPLE = 3


@dataclass(frozen=True)
class Fitted:
    """The part of a table that a card keeps.

    Attributes:
        columns: Values of the kept columns, in the table's order.
        constants: Columns that are equal in all rows, told once.
        order: Indices of the kept rows in the table, best first.
        table: The kept cells.
    """

    columns: tuple[ColumnValue, ...]
    constants: dict[str, Cell]
    order: tuple[int, ...]
    table: Table


def fit(
    table: Table,
    value: TableValue,
    threshold: float,
    max_tokens: int,
    count: Callable[[str], int],
) -> Fitted:
    """Choose columns by their value, then rows in their order, until the room is used.

    A table that fits into 64 tokens keeps all its columns but ballast. Columns that are
    equal in all rows are told once, unless they name the objects.

    Args:
        table: The table.
        value: What its cells are worth.
        threshold: Least value of a kept column, 0–1.
        max_tokens: Room for the rows and their header.
        count: Tokens of a text.

    Returns:
        What is kept; no columns when none is worth it.
    """
    costs = {v.column.name: _cost(v, table, count) for v in value.columns}
    lossless = [v for v in value.columns if _telling(v)]
    if sum(costs[v.column.name] for v in lossless) * len(table.rows) <= _FLOOR * _sampled(
        table
    ):
        kept = lossless
    else:
        kept = [v for v in value.columns if v.total >= threshold and v.column.present]
    hoisted = [v for v in kept if _hoisted(v, table)]
    columns = [v for v in kept if v not in hoisted]
    room = max_tokens if table.kind == "record" else int(max_tokens * _SHARE)
    columns = _roomy(columns, costs, room)
    constants = {v.column.name: _clipped(v.column.cells[0]) for v in hoisted}
    places = [table.columns.index(v.column.name) for v in columns]
    rows = [tuple(_clipped(table.rows[at][i]) for i in places) for at in value.rows.order]
    names = tuple(table.columns[i] for i in places)
    shown = _shown(names, rows, max_tokens, count)
    key = table.key if table.key in names else None
    return Fitted(
        columns=tuple(columns),
        constants=constants,
        order=value.rows.order[:shown],
        table=Table(table.name, names, tuple(rows[:shown]), key, table.kind),
    )


def _cost(value: ColumnValue, table: Table, count: Callable[[str], int]) -> int:
    sample = value.column.cells[:_SAMPLE]
    cells = sum(count(write(_clipped(cell))) + 1 for cell in sample)
    return cells + count(value.column.name)


def _sampled(table: Table) -> int:
    return max(1, min(_SAMPLE, len(table.rows)))


def _telling(value: ColumnValue) -> bool:
    unsaid = "ballast" not in value.terms and "said" not in value.terms
    return unsaid and bool(value.column.present)


def _hoisted(value: ColumnValue, table: Table) -> bool:
    column = value.column
    return table.kind == "list" and column.constant and not (column.key or column.names)


def _roomy(
    columns: Sequence[ColumnValue], costs: dict[str, int], room: int
) -> list[ColumnValue]:
    ranked = sorted(columns, key=lambda v: (not v.column.key, not v.column.names, -v.total))
    chosen: set[str] = set()
    for value in ranked:
        cost = costs[value.column.name]
        if not chosen or cost <= room:
            chosen.add(value.column.name)
            room -= cost
    return [value for value in columns if value.column.name in chosen]


def _shown(
    names: tuple[str, ...], rows: Sequence[Row], room: int, count: Callable[[str], int]
) -> int:
    if not names:
        return 0
    room -= count(" | ".join(names))
    for at, row in enumerate(rows):
        room -= count(" | ".join(write(cell, " | ") for cell in row)) + 1
        if room < 0 and at:
            return at
    return len(rows)


def _clipped(cell: Cell) -> Cell:
    return clip(cell, _LONGEST_CELL) if isinstance(cell, str) else cell
