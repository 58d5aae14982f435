"""JSON values as tables: a dict is a record, dicts that are alike are rows.

Time and cells are linear in the value: names are cut, and what is nested beyond a few
levels is kept as JSON text.
"""

from __future__ import annotations

from typing import Any

from langgraph_memory.facts._drafts import Draft
from langgraph_memory.facts._leads import ALONE, VALUE
from langgraph_memory.facts._walk import Walk
from langgraph_memory.facts.keyed import is_keyed
from langgraph_memory.facts.tables import Table


def tables_of(value: Any, name: str = "") -> tuple[Table, ...]:
    """Shape a JSON value into tables.

    Args:
        value: What JSON holds.
        name: Path of the value, the beginning of its tables' names.

    Returns:
        The tables, parents before children; an empty object or list is a table without
        columns, a scalar one with the column `value`.
    """
    walk = Walk()
    draft = walk.drafts[name] = Draft(name, "list")
    if isinstance(value, list):
        walk.items(value, draft, 0, {})
    elif isinstance(value, dict) and value and is_keyed(value):
        walk.keyed(value, draft, ALONE, (), 0)
    else:
        draft.kind = "record"
        walk.record(value if isinstance(value, dict) else {VALUE: value}, {}, draft, 0)
    tables = [table for draft in walk.drafts.values() for table in draft.tables()]
    return tuple([table for table in tables if table.columns]) or tuple(tables[:1])
