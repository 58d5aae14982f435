"""What the calls that told of an object had asked of it."""

from __future__ import annotations

from collections.abc import Mapping

from langgraph_memory.cards.asking import differ, question_of
from langgraph_memory.cards.form.alike import named
from langgraph_memory.cards.form.identity import Identity
from langgraph_memory.cards.form.model import Output, Row, Table


def asking(table: Table, output: Output) -> Table:
    """A table whose records know what was asked of them, beside which object it is.

    Args:
        table: One that was read of an output.
        output: The output.
    """
    if table.kind == "record" and table.key is not None:
        for row in table.rows:
            called = str(row.cells[table.key].value)
            row.asks = question_of(output.tool, output.args, called)
            _, row.call = named(row, table.key, output)
    return table


def apart(identity: Identity, row: Row, known: Mapping[Identity, Row]) -> Identity:
    """What tells a row from one of its object that is of another question.

    Args:
        identity: What tells it from those of other objects.
        row: The row.
        known: Those of its table.

    Returns:
        The identity, with what the call asked where another call had asked otherwise.
    """
    old = known.get(identity)
    if old is None or not differ(old.asks, row.asks):
        return identity
    return (*identity, *sorted(row.asks.items()))
