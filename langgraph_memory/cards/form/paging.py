"""Answers to the same call that are further pages of one list.

A later answer to the same call that lacks rows of the earlier one takes them back, unless
it is another page: it names another place in the list (`page`, `offset`, `next_cursor`), or
the tool's name says that it goes on (`next_page`), and none of its rows was in the answer
before. The rows of a page then last until that page is read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph_memory.cards.form.identity import told_apart
from langgraph_memory.cards.form.model import Output, Path, Row, Table
from langgraph_memory.cards.form.spelling import spell
from langgraph_memory.cards.paging import goes_on, moved, place_in


def next_page(old: Row, new: Row) -> bool:
    """Whether an object that holds a list is a further page of it.

    Args:
        old: The answer before.
        new: The answer to the same call.
    """
    if not old.children or not moved(_place(old), _place(new)):
        return False
    return all(
        known.isdisjoint(dict(told_apart(rows)))
        for path, rows in new.children.items()
        if (known := {at for at, row in told_apart(_newest(old, path))})
    )


def turned(old: Row, new: Row) -> int | None:
    """Note the place of a further page.

    Args:
        old: The answer before, which holds the pages so far.
        new: The page.

    Returns:
        Where the same page was read before, whose rows it replaces; None where never.
    """
    before = {spell(_place(old)): old.output, **old.pages}
    place = spell(_place(new))
    old.pages = {**before, place: new.output}
    return before.get(place)


def passing(row: Row) -> frozenset[Path]:
    """What an answer says of its page alone, and not of its list."""
    names = {".".join(path): path for path in row.cells}
    flags = [path for path, cell in row.cells.items() if type(cell.value) is bool]
    return frozenset([*(names[name] for name in _place(row)), *flags, *row.children])


def next_list(output: Output, new: Table, added: Sequence[Row]) -> bool:
    """Whether an answer that is a list goes on with the one before.

    Args:
        output: The answer.
        new: The same as a table.
        added: The rows of it that no answer had so far, and those below them.
    """
    if not goes_on(output.tool):
        return False
    if new.kind == "value":
        return all(cell.value == [] for row in new.rows for cell in row.cells.values())
    return new.kind == "list" and sum(row.parent is None for row in added) == len(new.rows)


def _place(row: Row) -> Mapping[str, Any]:
    return place_in((".".join(path), cell.value) for path, cell in row.cells.items())


def _newest(row: Row, path: Path) -> list[Row]:
    """The rows below it that the last answer had."""
    return [one for one in row.children.get(path, []) if one.output == row.output]
