"""Lists of rows that are lists themselves, with or without titles."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from langgraph_memory.facts._cells import SCALARS, cells, column_name
from langgraph_memory.facts._drafts import Sheet

_WIDEST: Final = 16


def is_no_matrix(lists: list[list[Any]]) -> bool:
    """Whether a glance at some lists tells that they are no rows of scalars."""
    return all(lists) and (
        len(lists) == 1 or len(lists[0]) == 1 or type(lists[0][0]) not in SCALARS
    )


def may_be_matrix(value: list[Any]) -> bool:
    """Whether a glance at a list cannot rule out that it holds rows of scalars."""
    first = value[0]
    return (
        type(first) is list
        and len(value) > 1
        and 1 < len(first) <= _WIDEST
        and type(first[0]) in SCALARS
    )


def begins_untitled(items: list[Any]) -> bool:
    """Whether some items may be rows of which the first has no titles."""
    first = items[0]
    titles = isinstance(first, list) and bool(first) and isinstance(first[0], str)
    return len(items) > 1 and not titles


def matrix(value: list[Any]) -> Sheet | None:
    """Lists of scalars, all of one length, as columns; None for other lists."""
    width = len(value[0]) if isinstance(value[0], list) else 0
    if not 1 < width <= _WIDEST or set(map(type, value)) != {list}:
        return None
    kinds = set(map(type, chain.from_iterable(value)))
    if {*map(len, value[1:])} != {width} or not kinds <= SCALARS:
        return None
    names = _titles(value)
    if names:
        value = value[1:]
    else:
        names = [str(number + 1) for number in range(width)]
    columns = map(list, zip(*value, strict=True))
    read = [cells(column, set(map(type, column))) for column in columns]
    return dict(zip(names, read, strict=True))


def _titles(rows: list[list[Any]]) -> list[str]:
    """The titles that the first row is: distinct texts above cells of another type."""
    first, *rest = rows
    if set(map(type, first)) != {str}:
        return []
    names = list(map(column_name, first))
    others = set(map(type, chain.from_iterable(rest))) - {str}
    return names if others and len(set(names)) == len(names) else []
