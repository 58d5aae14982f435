"""Inner lists that an answer shows to be empty, and what that says of other cards."""

from __future__ import annotations

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.facts.tables import Cell

_NO_ITEMS = frozenset({"[]", "{}"})


def emptied(card: DecisionCard) -> frozenset[str]:
    """The slots of the inner lists that a card's source says are empty.

    Args:
        card: A card.

    Returns:
        One slot for each list: `call:get_tasks().open` of `{"open": []}`.
    """
    return frozenset(f"{card.slot}.{name}" for name in _empty_columns(card))


def outer_slot(card: DecisionCard) -> str | None:
    """The slot of the answer that an inner list lies in; None of what lies in none."""
    path = card.table.name if card.table is not None else ""
    inner = path and card.slot.endswith(f".{path}")
    return card.slot.removesuffix(f".{path}") if inner else None


def leaves_nothing(new: DecisionCard, old: DecisionCard) -> bool:
    """Whether a newer card leaves nothing of an older one, of an inner list and its answer.

    Args:
        new: The newer card.
        old: The older one.

    Returns:
        Whether the newer answer says that the older one's inner list is empty by now, or
        the newer inner list is the one that was all the older answer said was empty.
    """
    if old.slot in emptied(new):
        return True
    return not old.rows_total and not old.notes and new.slot in emptied(old)


def _empty_columns(card: DecisionCard) -> set[str]:
    table = card.table
    if table is None or outer_slot(card) is not None:
        return set()
    row: dict[str, Cell] = dict(card.left_out)  # only single objects leave something out
    if table.kind == "record" and table.rows:
        row |= zip(table.columns, table.rows[0], strict=True)
    return {name for name, cell in row.items() if cell is None or cell in _NO_ITEMS}
