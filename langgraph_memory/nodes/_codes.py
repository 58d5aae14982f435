"""By which codes the matter of a stored card is told from others in like words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from langgraph_memory.cards.instants import number_in
from langgraph_memory.cards.slots import OBJECT


def codes_of(told: Mapping[str, Any]) -> frozenset[str]:
    """What tells the matter of a stored item from others, beside its words.

    Args:
        told: Its value.

    Returns:
        Of a card about a keyed object that object; the numbers that its call was given; and
        those that are the keys of its rows: `room=7` tells it from `room=3`. Nothing for
        items that are no cards of tools.
    """
    slot = str(told.get("slot", ""))
    codes = {slot} if slot.startswith(OBJECT) else set[str]()
    args, table = told.get("args"), told.get("table")
    pairs = args.items() if isinstance(args, Mapping) else ()
    codes |= {f"{name}={value}" for name, value in pairs if _is_number(value)}
    if isinstance(table, Mapping):
        codes |= {f"{table['key']}={cell}" for cell in _keys(table) if _is_number(cell)}
    return frozenset(codes)


def _keys(table: Mapping[str, Any]) -> Iterator[Any]:
    key, columns = table.get("key"), list(table.get("columns") or ())
    if key in columns:
        at = columns.index(key)
        yield from (row[at] for row in table.get("rows") or () if len(row) > at)


def _is_number(value: Any) -> bool:
    return isinstance(value, str | int | float) and number_in(value) is not None
