"""Tables of one record, joined where that tells the same in less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langgraph_memory.facts.tables import Table


def inlined(tables: Sequence[Table]) -> list[Table]:
    """Tell nested lists of one item with the single object they belong to.

    Args:
        tables: The tables of one record, parents first.

    Returns:
        The tables, those of one row within a single object joined to it as dotted columns.
    """
    if not tables or tables[0].kind != "record" or not tables[0].rows:
        return list(tables)
    top, *rest = tables
    single = {id(table): table for table in rest if table.name and len(table.rows) == 1}
    columns = list(top.columns)
    row = list(top.rows[0])
    for table in single.values():
        columns += [f"{table.name}.{column}" for column in table.columns]
        row += table.rows[0]
    if len(set(columns)) < len(columns):
        return list(tables)
    others = [table for table in rest if id(table) not in single]
    return [replace(top, columns=tuple(columns), rows=(tuple(row),)), *others]
