"""What tells the rows of one output from each other, and finds them again in the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from langgraph_memory.cards.form.alike import DATE, is_own, named
from langgraph_memory.cards.form.keying import signature
from langgraph_memory.cards.form.model import Call, Output, Row, Table
from langgraph_memory.cards.form.spelling import spell

Identity = tuple[object, ...]
"""What is equal for two versions of one row of a table."""


def call_of(output: Output, table: Table) -> Call:
    """The scalar arguments of the call that rows without a name of their own answer."""
    if table.kind == "record" and table.key is not None:
        return ()
    given = output.args.items()
    return tuple((n, spell(v)) for n, v in given if not isinstance(v, dict | list))


def identified(table: Table, call: Call, output: Output) -> Iterable[tuple[Row, Identity]]:
    """The rows of an output, with what tells them from the others of their table."""
    if table.kind == "record" and table.key is not None:
        own, key = is_own(table.key), table.key
        rows = ((row, *named(row, key, output)) for row in table.rows)
        return [(row, (text, () if own else call)) for row, text, call in rows]
    if table.kind in ("record", "text", "value"):
        asked = tuple(sorted((name, spell(value)) for name, value in output.args.items()))
        return [(row, asked) for row in table.rows]
    if table.kind == "groups":
        return [
            (row, (call, *identity, tuple(row.groups)))
            for identity, row in told_apart(table.rows)
        ]
    return [(row, (call, *identity)) for identity, row in told_apart(table.rows)]


def told_apart(rows: Iterable[Row]) -> Iterable[tuple[Identity, Row]]:
    """Rows of one list by key and dates, or by all they say; equal ones are numbered."""
    seen: Counter[Identity] = Counter()
    for row in rows:
        key = row.table.key
        identity: Identity
        if key is not None and key in row.cells:
            dates = [
                cell.text
                for cell in row.cells.values()
                if type(cell.value) is str and DATE.match(cell.value)
            ]
            identity = (row.cells[key].text, *dates)
        else:
            identity = signature(row)
        seen[identity] += 1
        yield (*identity, seen[identity]), row
