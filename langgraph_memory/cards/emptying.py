"""Inner lists: which page one is, which are empty, and what that says of other cards."""

from __future__ import annotations

from dataclasses import replace

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.paging import place_in
from langgraph_memory.cards.slots import CALL, of_page, without_page
from langgraph_memory.facts.tables import Cell, Table

_NO_ITEMS = frozenset({"[]", "{}"})


def emptied(card: DecisionCard) -> frozenset[str]:
    """The slots of the inner lists that a card's source says are empty.

    Args:
        card: A card.

    Returns:
        One slot for each list: `call:get_tasks().open` of `{"open": []}`.
    """
    empty = {f"{card.slot}.{name}" for name in _empty_columns(card)}
    place = place_in(_columns(card).items()) if empty else {}
    return frozenset(of_page(slot, place) for slot in empty)


def outer_slot(card: DecisionCard) -> str | None:
    """The slot of the answer that an inner list lies in; None of what lies in none."""
    path = card.table.name if card.table is not None else ""
    slot = without_page(card.slot)
    inner = path and slot.endswith(f".{path}")
    return slot.removesuffix(f".{path}") if inner else None


def on_page(card: DecisionCard, outer: Table) -> DecisionCard:
    """The card of an inner list as one of a page, where its answer is a page.

    Args:
        card: The card.
        outer: The answer.

    Returns:
        The card, with a slot of which no card of another page takes the place.
    """
    inner = card.table is not None and card.table.name and card.slot.startswith(CALL)
    if not inner or outer.kind != "record" or not outer.rows:
        return card
    place = place_in(zip(outer.columns, outer.rows[0], strict=True))
    return replace(card, slot=of_page(card.slot, place))


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
    if card.table is None or outer_slot(card) is not None:
        return set()
    return {n for n, cell in _columns(card).items() if cell is None or cell in _NO_ITEMS}


def _columns(card: DecisionCard) -> dict[str, Cell]:
    row: dict[str, Cell] = dict(card.left_out)  # only single objects leave something out
    table = card.table
    if table is not None and table.kind == "record" and table.rows:
        row |= zip(table.columns, table.rows[0], strict=True)
    return row
