"""What rows begin with before their own cells: a place in the parent, a key, a group.

A lead has the cells of many rows by column; a base those of one row, or of rows that
begin alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any, Final

from langgraph_memory.facts._drafts import PLACE, Draft, Sheet, free_name
from langgraph_memory.facts._ragged import Form
from langgraph_memory.facts.names import singular
from langgraph_memory.facts.tables import Row

GROUP: Final = "group"
VALUE: Final = "value"

ALONE: Final = (VALUE,)
"""The columns of a scalar that nothing leads."""

PLACED: Final = (PLACE, VALUE)
"""Those of one led by the place of the parent's row."""


def extend(draft: Draft, lead: Sheet, found: Sheet) -> None:
    """Add rows of cells that follow a lead."""
    sheet = following(lead, found)
    draft.add(tuple(sheet), list(zip(*sheet.values(), strict=True)))


def following(lead: Sheet, found: Sheet) -> Sheet:
    """Cells that follow a lead, together with it."""
    sheet = lead.copy()
    for column, values in found.items():
        sheet[free_name(column, sheet)] = values
    return sheet


def within(columns: Form) -> Form:
    """The columns of the rows of inner lists, within those of an outer one."""
    return columns if GROUP in columns else (*columns[:-1], GROUP, VALUE)


def repeated(columns: Form, base: Row, count: int) -> Sheet:
    """What rows begin with that all begin alike."""
    return {c: [given] * count for c, given in zip(columns, base, strict=False)}


def times(lead: Sheet, counts: Sequence[int]) -> Sheet:
    """A lead with each of its rows so many times."""
    return {
        column: list(chain.from_iterable(map(repeat, given, counts)))
        for column, given in lead.items()
    }


def numbered(lead: Sheet, numbers: Iterable[int]) -> Sheet:
    """A lead with the numbers of groups, within those that it has."""
    if GROUP not in lead:
        return {**lead, GROUP: list(numbers)}
    outer = zip(lead[GROUP], numbers, strict=True)
    return {**lead, GROUP: [f"{group}.{number}" for group, number in outer]}


def key_column(name: str, children: Iterable[Any]) -> str:
    """The column for the keys of an object: what its name says, where that is free."""
    column = singular(name.rpartition(".")[2])
    if not column or column in {GROUP, VALUE}:
        return "key"
    for child in children:
        if type(child) is dict and column in child:
            return "key"
    return column
