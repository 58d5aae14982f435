"""Like objects as columns, all of a column at once: the common case, and a fast one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter, ne
from typing import Any

from langgraph_memory.facts._cells import (
    SCALARS,
    cell,
    cells,
    column_name,
    joined,
    opened,
)
from langgraph_memory.facts._drafts import Sheet
from langgraph_memory.facts.keyed import is_keyed
from langgraph_memory.facts.tables import MISSING


@dataclass(slots=True)
class Columns:
    """What like objects hold.

    Attributes:
        cells: The columns of their table.
        lists: For each table of its own, how deep it lies and one list per object.
    """

    cells: Sheet = field(default_factory=dict)
    lists: dict[str, tuple[int, list[list[Any]]]] = field(default_factory=dict)


def columns_of(objects: Sequence[dict[str, Any]], levels: int) -> Columns | None:
    """Read objects that have the same fields, down to the same nested ones.

    Args:
        objects: One or more objects, none of them empty.
        levels: How many levels of objects and lists are read as such.

    Returns:
        What they hold, by column; None when the columns differ from object to object.
    """
    found = Columns()
    return found if _are_read(objects, "", levels, found) else None


def _are_read(
    objects: Sequence[dict[str, Any]], prefix: str, levels: int, found: Columns
) -> bool:
    form = tuple(objects[0])
    if tuple(objects[-1]) != form or list(map(tuple, objects)).count(form) < len(objects):
        return False
    for key in form:
        values = list(map(itemgetter(key), objects))
        if not _is_read(values, prefix + column_name(key), levels, found):
            return False
    return True


def _is_read(values: list[Any], column: str, levels: int, found: Columns) -> bool:
    """Put the values of a field where they belong, if they all belong there."""
    if column in found.cells or column in found.lists:
        return False
    values, kinds = opened(values)
    if kinds <= SCALARS:
        found.cells[column] = cells(values, kinds)
    elif not levels:
        found.cells[column] = list(map(cell, values))
    elif kinds == {dict}:
        return not any(map(is_keyed, values)) and _are_read(
            values, f"{column}.", levels - 1, found
        )
    elif kinds == {list}:
        texts = list(map(joined, values))
        parted = texts.count(MISSING)
        if not parted:
            found.cells[column] = texts
        elif parted == len(texts):
            found.lists[column] = levels - 1, values
        else:
            return False
    else:
        return False
    return True


def starts_of(objects: list[dict[str, Any]]) -> list[int]:
    """Where objects begin that have the same fields as those after them."""
    forms = list(map(dict.keys, objects))
    changes = map(ne, forms[1:], forms)
    return [0, *(number for number, change in enumerate(changes, 1) if change)]
