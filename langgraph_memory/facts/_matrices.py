"""Lists of rows that are lists themselves, with or without titles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from types import NoneType
from typing import Any, Final

from langgraph_memory.facts._cells import SCALARS, cells, column_name
from langgraph_memory.facts._drafts import Sheet
from langgraph_memory.facts.names import singular, words

_WIDEST: Final = 16
_TITLES_OR_ROWS: Final = frozenset({str, list})
_CALLED: Final = frozenset({"header", "heading", "column", "col", "field"})


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
    if set(map(type, first)) != {str} or any(map(_is_figure, first)):
        return []
    names = list(map(column_name, first))
    if len(set(names)) < len(names):
        return []
    return names if any(map(_holds_no_text, zip(*rest, strict=True))) else []


def _is_figure(text: str) -> bool:
    """Whether a text is a number or a date, which is no title."""
    return text[:1].isdigit() and text[-1:].isdigit() and not any(map(str.isalpha, text))


def _holds_no_text(column: Iterable[Any]) -> bool:
    kinds = set(map(type, column)) - {NoneType}
    return bool(kinds) and str not in kinds


def single_row(value: list[Any]) -> list[Any]:
    """A list of one list that is a row, as a query gives it, with numbers for titles.

    Args:
        value: A list of JSON.

    Returns:
        The row as an object, where its cells are scalars of several types; else the list.
    """
    if len(value) != 1 or type(value[0]) is not list or len(value[0]) > _WIDEST:
        return value
    kinds = set(map(type, value[0]))
    if not kinds <= SCALARS or len(kinds - {NoneType}) < 2:  # noqa: PLR2004 - "several"
        return value
    return [{str(number): item for number, item in enumerate(value[0], 1)}]


def under_titles(value: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where an object has the titles of a table and where its rows, if it does.

    Args:
        value: An object as JSON holds it.

    Returns:
        The name of a list of different texts that is called titles, such as `columns`, and
        the name of a list of lists of scalars as long as that one.
    """
    firsts = {
        name: type(item[0])
        for name, item in value.items()
        if type(item) is list and item and type(item[0]) in _TITLES_OR_ROWS
    }
    for name, kind in firsts.items():
        titles = value[name]
        if kind is list or set(map(type, titles)) != {str}:
            continue
        if len(set(titles)) < len(titles):
            continue
        if _CALLED.isdisjoint(map(singular, words(name))):
            continue
        for place in firsts:
            rows = value[place]
            if set(map(type, rows)) != {list} or set(map(len, rows)) != {len(titles)}:
                continue
            if set(map(type, chain.from_iterable(rows))) <= SCALARS:
                return name, place
    return None
