"""The keyed objects of the outside world that a card is about, or has rows of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from langgraph_memory.cards.asking import question_of
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.slots import OBJECT
from langgraph_memory.facts.tables import Cell, Row, Table

Object = tuple[str, str]
"""Noun and key: `order`, `W123`."""

Told = Mapping[str, Cell]
"""What is told of an object, by column."""


def subject_of(card: DecisionCard) -> Object | None:
    """The one object that a card is about; of an inner table, the one it belongs to."""
    return subject_in(card.slot, card.table.name if card.table is not None else "")


def subject_in(slot: str, path: str) -> Object | None:
    """The one object that a slot is of.

    Args:
        slot: The slot.
        path: The name of an inner table, which ends it; empty of none.
    """
    if not slot.startswith(OBJECT):
        return None
    whole = slot.removesuffix(f".{path}") if path else slot
    noun, _, key = whole.removeprefix(OBJECT).partition("=")
    return noun, key


def asked_in(card: DecisionCard) -> dict[str, str]:
    """What the call of a card asks of its object; nothing where it is about none."""
    subject = subject_of(card)
    if subject is None or card.tool is None:
        return {}
    return question_of(card.tool, card.args, subject[1])


def named_in(card: DecisionCard) -> frozenset[Object]:
    """The objects that a card shows; see `objects_of`."""
    return frozenset(of for of, _, _ in _rows(card))


def objects_of(card: DecisionCard) -> Iterator[tuple[Object, Told]]:
    """The objects that a card shows, each with what it tells of it.

    An object that stands as a part of another one is none of them, nor is one that has
    several rows.
    """
    for of, table, row in _rows(card):
        told = dict(zip(table.columns, row, strict=True))
        if table.kind == "list":
            told |= card.constants
        yield of, {name: cell for name, cell in told.items() if name != table.key}


def _rows(card: DecisionCard) -> Iterator[tuple[Object, Table, Row]]:
    table, subject = card.table, subject_of(card)
    tool = card.tool or ("" if card.corrected else None)
    if table is None or tool is None or not table.rows:
        return
    if table.kind == "record":
        if subject is not None and not table.name:
            yield subject, table, table.rows[0]
    elif table.key is not None and subject is None:
        at, noun = table.columns.index(table.key), noun_of(table.key, table.name, tool)
        times = Counter(str(row[at]) for row in table.rows)
        for row in table.rows:
            if times[key := str(row[at])] == 1:
                yield (noun, key), table, row
