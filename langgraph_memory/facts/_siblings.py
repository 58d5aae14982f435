"""Tables side by side in one object: those that are alike are read together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from langgraph_memory.facts._cells import cell
from langgraph_memory.facts._drafts import Draft
from langgraph_memory.facts._leads import key_column
from langgraph_memory.facts._ragged import Form
from langgraph_memory.facts._sheets import columns_of
from langgraph_memory.facts.keyed import are_ids
from langgraph_memory.facts.tables import Cell, Row

_SEVERAL: Final = 4
_KEY: Final = "key"


class Siblings(NamedTuple):
    """Tables that fields of an object hold, all of them alike.

    Attributes:
        is_keyed: Whether the rows came under keys, which are their first cells.
        form: The columns of their rows, without that of the keys.
        rows: The rows of all, in the order of the fields.
        first: The object that the first row was.
    """

    is_keyed: bool
    form: Form
    rows: Iterator[Row]
    first: dict[str, Any]

    def add_next(self, count: int, draft: Draft, columns: Form, base: Row) -> None:
        """Add the rows of the next table, which begin alike but for their keys.

        Args:
            count: How many it has.
            draft: Takes the rows.
            columns: Of a scalar among the rows.
            base: The cells that each row begins with.
        """
        form = self.form
        if self.is_keyed:
            draft.key = column = key_column(draft.name, (self.first,))
            form = (column, *form)
        rows = list(islice(self.rows, count))
        if base:
            form = (*columns[:-1], *form)
            rows = [(*base, *row) for row in rows]
        draft.add(form, rows)


def siblings(value: Mapping[str, Any], levels: int) -> dict[str, Siblings]:
    """Read lists of objects, and objects under ids, where several fields hold such alike.

    Args:
        value: An object.
        levels: How many levels of objects and lists are read as such.

    Returns:
        What can be read at once, by the names of the fields.
    """
    alike: dict[tuple[Form, Form], list[str]] = {}
    for name, held in value.items():
        kind = type(held)
        if (kind is not list and kind is not dict) or not held:
            continue
        keys = tuple(held) if kind is dict else ()
        first = held[keys[0]] if keys else held[0]
        if type(first) is dict and first:
            names = alike.get((keys, tuple(first)))
            if names is None:
                alike[keys, tuple(first)] = [name]
            else:
                names.append(name)
    found: dict[str, Siblings] = {}
    for (keys, form), names in alike.items():
        if len(names) < _SEVERAL:
            continue
        tables = list(map(value.__getitem__, names))
        if not keys:
            read = _read(list(chain.from_iterable(tables)), [], levels)
        elif _KEY not in form and are_ids(keys, tables):
            rows = chain.from_iterable(map(dict.values, tables))
            read = _read(list(rows), list(map(cell, keys)) * len(tables), levels)
        else:
            read = None
        if read:
            found |= dict.fromkeys(names, read)
    return found


def _read(objects: list[Any], keys: list[Cell], levels: int) -> Siblings | None:
    """The rows of like tables; None where they are not alike or hold further tables."""
    if set(map(type, objects)) != {dict}:
        return None
    columns = columns_of(objects, levels)
    if columns is None or columns.lists:
        return None
    cells = columns.cells
    rows = zip(*([keys] if keys else []), *cells.values(), strict=True)
    return Siblings(bool(keys), tuple(cells), rows, objects[0])
