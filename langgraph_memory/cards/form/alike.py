"""What tells objects apart: whether two rows, or rows of two tables, are of one thing."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.cards.asking import answers
from langgraph_memory.cards.columns import subject_words
from langgraph_memory.cards.form.model import Call, Output, Path, Row, Table
from langgraph_memory.cards.form.spelling import spell
from langgraph_memory.facts.names import words

DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def same_thing(one: Table, other: Table) -> bool:
    """Whether equal keys in two tables name one object.

    A key of its own (`order_id`) does whatever tool says it; a bare `id` or `name` only
    where the tools are about the same.
    """
    if one.key is None or one.key != other.key:
        return False
    if one.tool == other.tool or is_own(one.key):
        return True
    return not subject_words(one.tool).isdisjoint(subject_words(other.tool))


def named(row: Row, key: Path, output: Output) -> tuple[str, Call]:
    """What tells a record from the others of its table.

    Its key, and those arguments of its call that say neither the key nor a field: a query
    of another table names another object; where the key is no bare one, only those by which
    the call asks one thing of the object rather than another.
    """
    text = row.cells[key].text
    fields = {path[-1] for path in row.cells if path}
    asked = sorted(
        (name, spell(value))
        for name, value in output.args.items()
        if not isinstance(value, dict | list) and spell(value) != text
    )
    call = tuple(argument for argument in asked if argument[0] not in fields)
    if is_own(key):
        return text, tuple(argument for argument in call if argument[0] in row.asks)
    return text, call


def outdates(newest: Row, row: Row) -> bool:
    """Whether a record is a newer version of a row of a list: of one key and one date."""
    key = newest.table.key
    mine = row.cells.get(key) if key is not None else None
    if key is None or mine is None or mine.text != newest.cells[key].text:
        return False
    shared = row.cells.keys() & newest.cells.keys()
    if 2 * len(shared) < len(row.cells):
        return False
    told = {path[-1]: cell.value for path, cell in row.cells.items() if path}
    if not answers(newest.asks, told):
        return False
    said = {cell.text for cell in newest.cells.values()}
    dates = [text for _, text in row.call if DATE.match(text)]
    dates += [row.cells[path].text for path in shared if DATE.match(row.cells[path].text)]
    return said.issuperset(dates)


def is_own(key: Path) -> bool:
    """Whether a key says by its name of what it is: `order_id`, no bare `id`."""
    return bool(key) and len(words(key[-1])) > 1


def takes(table: Table, new: Table) -> bool:
    """Whether the rows of a new output belong into a table."""
    if (table.kind, table.label, table.key) != (new.kind, new.label, new.key):
        return False
    untold = new.kind in ("text", "value") or not same_thing(table, new)
    if table.tool != new.tool and untold:
        return False
    return _overlap(table, new) and _agree(table, new)


def _overlap(table: Table, new: Table) -> bool:
    shared = len(table.columns.keys() & new.columns.keys())
    return 2 * shared >= min(len(table.columns), len(new.columns))


def _agree(table: Table, new: Table) -> bool:
    """Whether child tables at equal paths hold the same kinds of rows."""
    for path, child in new.tables.items():
        mine = table.tables.get(path)
        if mine is None:
            continue
        if (mine.kind, mine.label) != (child.kind, child.label) or not _agree(mine, child):
            return False
    return True
