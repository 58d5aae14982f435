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
        columns: Values of the kept columns, constant ones included.
        constants: Columns that are equal in all rows, told once.
        table: The kept cells, best rows first.
        row_values: Worth of the kept rows, 0–1.
        total: Rows of the whole table that say anything.
    """

    columns: tuple[ColumnValue, ...]
    constants: dict[str, Cell]
    table: Table
    row_values: tuple[float, ...]
    total: int


def fit(
    table: Table,
    valued: TableValue,
    threshold: float,
    max_tokens: int,
    count: Callable[[str], int],
) -> Fitted:
    """Choose columns by their value, then rows in their order, until the room is used.

    A table that fits into 64 tokens keeps all its columns but ballast. Columns that are
    equal in all rows are told once, unless they name the objects.

    Args:
        table: The table.
        valued: What its cells are worth.
        threshold: Least value of a kept column, 0–1.
        max_tokens: Room for the rows and their header.
        count: Tokens of a text.

    Returns:
        What is kept; no columns when none is worth it, no rows when none says anything.
    """
    if not any(value.column.present for value in valued.columns):
        return Fitted((), {}, Table(table.name, (), (), None, "list"), (), 0)
    costs = {value.column.name: _cost(value, count) for value in valued.columns}
    telling = [value for value in valued.columns if _telling(value)]
    whole = _whole_cost(telling, costs, table) <= _FLOOR
    kept = [v for v in valued.columns if _kept(v, threshold) or (whole and _telling(v))]
    kind = table.kind if len(table.rows) == 1 else "list"
    room = max_tokens if kind == "record" else int(max_tokens * _SHARE)
    columns = _roomy([value for value in kept if not _hoisted(value)], costs, room)
    hoisted = _roomy([value for value in kept if _hoisted(value)], costs, room)
    names = tuple(value.column.name for value in columns)
    rows = [
        tuple(_clipped(value.column.cells[at]) for value in columns)
        for at in valued.rows.order
    ]
    shown = _shown(names, rows, max_tokens, count)
    key = table.key if table.key in names else None
    return Fitted(
        columns=(*columns, *hoisted),
        constants={v.column.name: _clipped(v.column.cells[0]) for v in hoisted},
        table=Table(table.name, names, tuple(rows[:shown]), key, kind),
        row_values=valued.rows.values[:shown],
        total=len(table.rows),
    )


def _kept(value: ColumnValue, threshold: float) -> bool:
    return value.total >= threshold and bool(value.column.present)


def _whole_cost(
    columns: Sequence[ColumnValue], costs: dict[str, int], table: Table
) -> float:
    sampled = max(1, min(_SAMPLE, len(table.rows)))
    return sum(costs[v.column.name] for v in columns) * len(table.rows) / sampled


def _cost(value: ColumnValue, count: Callable[[str], int]) -> int:
    sample = value.column.cells[:_SAMPLE]
    cells = sum(count(write(_clipped(cell))) + 1 for cell in sample)
    return cells + count(value.column.name)


def _telling(value: ColumnValue) -> bool:
    unsaid = "ballast" not in value.terms and "said" not in value.terms
    return unsaid and bool(value.column.present)


def _hoisted(value: ColumnValue) -> bool:
    column = value.column
    return column.constant and not (column.key or column.names)


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
