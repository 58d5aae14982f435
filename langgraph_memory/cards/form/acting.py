"""What a call did to rows that were told before, where its answer only confirms it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.acting import end_by, set_by
from langgraph_memory.cards.columns import subject_words
from langgraph_memory.cards.deeds import object_words, verb_first
from langgraph_memory.cards.form.model import Cell, Output, Path, Row, Table
from langgraph_memory.cards.form.spelling import spell
from langgraph_memory.cards.words import name_words

_DONE: Final = "done"


class Did(NamedTuple):
    """A cell that says what a call did.

    Attributes:
        row: Its row.
        cell: The cell, which may take the place of another one.
    """

    row: Row
    cell: Cell


def did(output: Output, new: Table, rows: Iterable[Row]) -> list[Did]:
    """What a call set or ended of the rows that were told before it.

    Args:
        output: Its answer.
        new: The same as a table; one that tells of objects by their keys says so itself.
        rows: All rows; those that take a cell keep what it takes the place of.

    Returns:
        The new values where a call set them; of what it made an end of, that it did.
    """
    found = list(_did(output, rows)) if new.by_call and not output.failed else []
    for row, cell in found:
        mine, table = row.cells.get(cell.path), row.table
        row.was = row.was if mine is None else [mine, *row.was]
        table.columns[cell.path] = table.order[cell.path] = None
        table.top.version += 1
    return found


def _did(output: Output, rows: Iterable[Row]) -> Iterator[Did]:
    given = set_by(output.tool, output.args, output.content)
    ends = end_by(output.tool, output.args, output.content)
    told = given[2] if given else {}
    for name, key in [given[:2]] if given else [ends] if ends else []:
        for row in rows:
            at = output.position
            if row.output >= at or not _is(row, name, key, output.tool):
                continue
            if ends:
                path: Path = (output.tool,)
                yield Did(row, Cell(path, _DONE, spell(_DONE), row, at))
            for path, cell in row.cells.items():
                value = told.get(path[-1]) if path else None
                if value is not None and _fits(cell, value):
                    yield Did(row, Cell(path, value, spell(value), row, at))


def _is(row: Row, name: str, key: str, tool: str) -> bool:
    """Whether a row is of what an argument names: `order_id` and `order` of orders."""
    column = row.table.key
    if (
        row.gone
        or row.dropped
        or not column
        or column not in row.cells
        or str(row.cells[column].value) != key
    ):
        return False
    mine = _nouns(column[-1]) or subject_words(row.table.path[-1] if row.table.path else "")
    mine = mine or subject_words(row.table.tool)
    meant = _nouns(name) or object_words(verb_first(tool))
    return name == column[-1] or not meant.isdisjoint(mine)


def _nouns(name: str) -> frozenset[str]:
    return frozenset(name_words(name)) - lexicon.IDENTIFIER


def _fits(cell: Cell, value: Any) -> bool:
    """Whether a value is another one of the same kind as a cell's."""
    alike = isinstance(value, str) == isinstance(cell.value, str)
    return alike and not cell.items and cell.text != spell(value)
