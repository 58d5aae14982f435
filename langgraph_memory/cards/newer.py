"""What cards that are shown side by side say newer of one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.conflicts import OBJECT
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.recency import dates_itself, is_older
from langgraph_memory.facts.tables import MISSING, Cell

_MOST, _LONGEST = 4, 80

Object = tuple[str, str]
Told = Mapping[str, Cell]


def newer_than(card: DecisionCard, beside: Sequence[DecisionCard]) -> str | None:
    """What newer cards contradict of a card.

    Rows and single objects are the same when noun and key are; their columns of one name
    are compared. Answers to calls that gave a parameter different values are about
    different matters, as are objects as a part of others: they are not compared.

    Args:
        card: A card.
        beside: The cards it is shown with.

    Returns:
        One line, which names at most four values and the cards they are in; None when
        nothing is contradicted.
    """
    own = dict(_objects(card))
    found: dict[tuple[Object, str], tuple[DecisionCard, Cell]] = {}
    for other in beside if own else ():
        if not is_older(card, other) or not _comparable(card, other):
            continue
        for of, told in _objects(other):
            for name, cell in _changes(own.get(of, {}), told):
                last = found.get((of, name))
                if last is None or is_older(last[0], other):
                    found[of, name] = other, cell
    listed = card.table is not None and card.table.kind == "list"
    parts = [
        f"{of[1]} {name} {_brief(cell)} in card {other.key[:SHORT_KEY]}"
        if listed
        else f"{name} {_brief(cell)} in card {other.key[:SHORT_KEY]}"
        for (of, name), (other, cell) in found.items()
    ]
    return f"note: newer: {', '.join(parts[:_MOST])}" if parts else None


def _comparable(card: DecisionCard, other: DecisionCard) -> bool:
    shared = card.args.keys() & other.args.keys()
    return all(card.args[name] == other.args[name] for name in shared)


def _objects(card: DecisionCard) -> Iterator[tuple[Object, Told]]:
    """The keyed objects that a card shows, each with its noun and key."""
    table, tool = card.table, card.tool
    if table is None or tool is None:
        return
    if table.kind == "record":
        noun, found, key = card.slot.removeprefix(OBJECT).partition("=")
        if card.slot.startswith(OBJECT) and found and not table.name and table.rows:
            told = dict(zip(table.columns, table.rows[0], strict=True))
            yield (noun, key), {n: c for n, c in told.items() if n != table.key}
        return
    if table.key is None or card.slot.startswith(OBJECT):
        return
    at, noun = table.columns.index(table.key), noun_of(table.key, table.name, tool)
    keys = [str(row[at]) for row in table.rows]
    for key, row in zip(keys, table.rows, strict=True):
        if keys.count(key) == 1:
            told = dict(zip(table.columns, row, strict=True)) | card.constants
            yield (noun, key), {n: c for n, c in told.items() if n != table.key}


def _changes(old: Told, new: Told) -> Iterator[tuple[str, Cell]]:
    for name, cell in new.items():
        known = old.get(name)
        if _silent(known) or _silent(cell) or dates_itself(name):
            continue
        if _said(cell) != _said(known):
            yield name, cell


def _silent(cell: Cell) -> bool:
    return cell is None or cell is MISSING or cell == ""


def _said(cell: Cell) -> str | float:
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return cell
    return str(cell).strip().casefold()


def _brief(cell: Cell) -> str:
    return clip(" ".join(str(cell).split()), _LONGEST)
