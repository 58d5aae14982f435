"""What names the objects of a table that was read, and which of them are one."""

from __future__ import annotations

from typing import Any, Final

from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.facts.keys import key_among
from langgraph_memory.facts.names import words
from langgraph_memory.facts.tables import MISSING

_ROWS_FOR_KEY: Final = 64


def name_keys(table: Table) -> None:
    """Choose what names the objects of a table, and those of all child tables.

    Args:
        table: One with all its rows; takes the keys.
    """
    table.key = () if table.kind == "keyed" and not table.label else table.label
    if table.key is None and table.kind != "value":
        table.key = _key(table)
    for child in table.tables.values():
        name_keys(child)


def _key(table: Table) -> Path | None:
    name = table.path[-1] if table.path else table.tool
    for path in table.rows[0].cells:
        if len(path) == 1 and "id" in path[0].lower():
            parts = words(path[0])
            if parts[1:] and parts[-1] == "id" and set(parts[:-1]).issubset(words(name)):
                return path
    sample = table.rows[:_ROWS_FOR_KEY]
    if table.kind == "groups":
        sample = list({signature(row): row for row in sample}.values())
    paths = {".".join(path): path for path in sample[0].cells}
    columns = tuple(paths)

    def cells(place: int) -> list[Any]:
        path = paths[columns[place]]
        return [_hashable(row.cells.get(path)) for row in sample]

    chosen = key_among(name, columns, len(sample), cells)
    return paths[chosen] if chosen is not None else None


def _hashable(cell: Cell | None) -> Any:
    if cell is None:
        return MISSING
    return cell.text if isinstance(cell.value, dict | list) else cell.value


def join_groups(table: Table) -> None:
    """Keep an object that stands in several groups once, with the numbers of all.

    Args:
        table: One of groups, with its key; takes the rows.
    """
    if table.key is None:
        return
    kept: list[Row] = []
    numbers: list[list[int]] = []
    places: dict[Any, int] = {}
    last = -1
    group = 0
    for row in table.rows:
        [number] = row.groups
        last = -1 if number != group else last
        group = number
        place = -1
        if table.key in row.cells and not row.children:
            place = places.setdefault(signature(row), len(kept))
        if last < place < len(kept):
            numbers[place].append(number)
            last = place
        else:
            last = len(kept)
            kept.append(row)
            numbers.append([number])
    table.rows = kept
    for row, found in zip(kept, numbers, strict=True):
        row.groups = found


def signature(row: Row) -> tuple[tuple[Path, str], ...]:
    """All that a row says by itself, to compare it with others."""
    return tuple([(path, cell.text) for path, cell in row.cells.items()])
