"""Lists of items of several kinds: those of a kind are read together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice, repeat
from typing import Any, Final

from langgraph_memory.facts._cells import (
    SCALARS,
    cells,
    column_name,
    column_names,
    opened,
    opens,
)
from langgraph_memory.facts._drafts import Draft, Sheet
from langgraph_memory.facts._leads import ALONE, VALUE, following, numbered, times
from langgraph_memory.facts._ragged import Form
from langgraph_memory.facts._sheets import columns_of
from langgraph_memory.facts.tables import Row

_Kind = Form | type
"""What items have in common: the fields of objects; or being scalars, or being lists."""

_KINDS: Final[dict[Any, type]] = {**dict.fromkeys(SCALARS, str), list: list}
_FEWEST: Final = 4
_FEWEST_KINDS: Final = 2


def add_mixed(items: list[Any], draft: Draft, levels: int, lead: Sheet) -> bool:
    """Add the rows of a list of items that are not all alike, if they are simple.

    Args:
        items: Scalars, and objects and lists that are not empty.
        draft: Takes the rows.
        levels: How many levels of objects and lists are read as such.
        lead: What the row of each item begins with.

    Returns:
        Whether the rows were added. They are not where there are nearly as many kinds as
        items, an object holds a table, or a list anything but scalars.
    """
    kinds: list[_Kind] = []
    parts = _parts(items, kinds)
    if len(parts) < _FEWEST_KINDS:
        return False
    sheets: dict[_Kind, Sheet] = {}
    for kind, places in parts.items():
        sheet = _sheet(kind, [items[place] for place in places], levels)
        # What an object in the row holds is named by the field, whose name must be free.
        if sheet is None or not (isinstance(kind, type) or _are_free(kind, lead)):
            return False
        begin: Sheet = {c: [given[p] for p in places] for c, given in lead.items()}
        if kind is list:
            counts = [len(items[place]) for place in places]
            numbers = map(repeat, [place + 1 for place in places], counts)
            begin = numbered(times(begin, counts), chain.from_iterable(numbers))
        sheets[kind] = following(begin, sheet)
    forms = {kind: tuple(sheet) for kind, sheet in sheets.items()}
    if len(set(forms.values())) < len(forms):
        return False
    rows: dict[Form, list[Row]] = {
        forms[kind]: list(zip(*sheet.values(), strict=True))
        for kind, sheet in sheets.items()
    }
    draft.merge(map(forms.__getitem__, kinds), rows)
    return True


def add_various(items: list[Any], draft: Draft, lead: Sheet) -> bool:
    """Add the rows of objects of any fields and of scalars, if they hold nothing else.

    Args:
        items: Scalars, and objects and lists that are not empty.
        draft: Takes the rows.
        lead: What the row of each item begins with; only without are rows added.

    Returns:
        Whether the rows were added. They are not where keys are no names of columns.
    """
    held = [item.values() if type(item) is dict else (item,) for item in items]
    values = list(chain.from_iterable(held))
    if lead or not SCALARS.issuperset(map(type, values)):
        return False
    keys = list(chain.from_iterable([item for item in items if type(item) is dict]))
    values, types = opened(values)
    if not types <= SCALARS or column_names(keys) != keys:
        return False
    found = iter(cells(values, types))
    forms = [tuple(item) if type(item) is dict else ALONE for item in items]
    rows: dict[Form, list[Row]] = {}
    for form in forms:
        row = tuple(islice(found, len(form)))
        part = rows.get(form)
        if part is None:
            rows[form] = [row]
        else:
            part.append(row)
    draft.merge(forms, rows)
    return True


def _parts(items: Sequence[Any], kinds: list[_Kind]) -> dict[_Kind, list[int]]:
    """The places of the items of each kind; none where there are too many kinds.

    The kind of each row is added to those given.
    """
    parts: dict[_Kind, list[int]] = {}
    most = len(items) // _FEWEST
    for place, item in enumerate(items):
        known = type(item)
        kind = tuple(item) if known is dict else _KINDS[known]
        if kind is list:
            kinds += [kind] * len(item)
        else:
            kinds.append(kind)
        places = parts.get(kind)
        if places is not None:
            places.append(place)
        elif len(parts) < most:
            parts[kind] = [place]
        else:
            return {}
    return parts


def _are_free(keys: Form, lead: Sheet) -> bool:
    return not lead or lead.keys().isdisjoint(map(column_name, keys))


def _sheet(kind: _Kind, items: list[Any], levels: int) -> Sheet | None:
    """The cells of items of one kind, where they are simple."""
    if isinstance(kind, tuple):
        found = columns_of(items, levels)
        return found.cells if found and not found.lists else None
    if kind is list:
        items = list(chain.from_iterable(items))
    types = set(map(type, items))
    if kind is list and not (levels and types <= SCALARS):
        return None
    if kind is list and str in types and opens(items):
        return None
    return {VALUE: cells(items, types)}
