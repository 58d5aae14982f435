"""What cards that are shown side by side say newer of one object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from langgraph_memory.cards.asking import answers
from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.ended import end_in
from langgraph_memory.cards.meeting import Names, common, comparable, names_of
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.objects import Told, asked_in, named_in, objects_of, subject_of
from langgraph_memory.cards.recency import dates_itself, is_older
from langgraph_memory.facts.tables import MISSING, Cell

_MOST, _LONGEST = 4, 80


def newer_than(card: DecisionCard, beside: Sequence[DecisionCard]) -> str | None:
    """What newer cards contradict of a card.

    What both tell of one thing is compared by the names of its columns, see `meeting`; what
    is told of a part of another thing is not compared.

    Args:
        card: A card.
        beside: The cards it is shown with.

    Returns:
        One line, which names at most four values and the cards they are in; None when
        nothing is contradicted.
    """
    found: dict[tuple[str, str], tuple[DecisionCard, Cell]] = {}
    for other in beside:
        if not is_older(card, other):
            continue
        for key, known, told in common(card, other):
            for name, cell in _said_of(known, told, other):
                last = found.get((key, name))
                if last is None or is_older(last[0], other):
                    found[key, name] = other, cell
    listed = card.table is not None and card.table.kind == "list"
    parts = [
        f"{key} {name} {_brief(cell)} in card {other.key[:SHORT_KEY]}"
        if listed
        else f"{name} {_brief(cell)} in card {other.key[:SHORT_KEY]}"
        for (key, name), (other, cell) in found.items()
    ]
    return f"note: newer: {', '.join(parts[:_MOST])}" if parts else None


def retold(card: DecisionCard, other: DecisionCard) -> bool:
    """Whether a newer list leaves nothing of the card of one object to be told.

    Args:
        card: A card.
        other: Another one, of another record.

    Returns:
        Whether the card is about one keyed object, and the other a newer list whose one row
        of that object has a value for all that the card shows of it, and another for some.
    """
    subject = subject_of(card)
    lists = other.table is not None and other.table.kind == "list"
    if subject is None or not lists or subject not in named_in(other):
        return False
    known, told = dict(objects_of(card)).get(subject), dict(objects_of(other))[subject]
    if known is None or not is_older(card, other) or not comparable(card, other):
        return False
    if not answers(asked_in(card), told):
        return False
    untold = {name: cell for name, cell in known.items() if _silent(told.get(name))}
    # What the call itself says is no column of its rows.
    covers = all(_silent(c) or other.args.get(name) == c for name, c in untold.items())
    return covers and not card.notes and any(_changes(known, told))


def told_twice(
    cards: Sequence[DecisionCard], names_of: Callable[[DecisionCard], Names] = names_of
) -> list[DecisionCard]:
    """Those of some cards that may tell of a thing of which another one tells, too.

    Args:
        cards: The cards.
        names_of: Reads what a card calls things by.
    """
    names = list(map(names_of, cards))
    met = {
        at
        for one, other in combinations(range(len(cards)), 2)
        if names[one].may_meet(names[other])
        for at in (one, other)
    }
    return [card for at, card in enumerate(cards) if at in met]


def _changes(old: Told, new: Told) -> Iterator[tuple[str, Cell]]:
    for name, cell in new.items():
        known = old.get(name)
        if _silent(known) or _silent(cell) or dates_itself(name):
            continue
        if not _is_same(cell, known):
            yield name, cell


def _said_of(old: Told, new: Told, card: DecisionCard) -> Iterator[tuple[str, Cell]]:
    """What a newer card says otherwise of a thing, or that it is no more."""
    if end_in(card) is not None:
        yield card.tool or "", "done"
    yield from _changes(old, new)


def _silent(cell: Cell) -> bool:
    return cell is None or cell is MISSING or cell == ""


def _is_same(one: Cell, other: Cell) -> bool:
    """Whether two cells say the same, one of them perhaps in the text of a number."""
    first, second = _said(one), _said(other)
    if isinstance(first, str) is isinstance(second, str):
        return first == second
    try:
        return float(first) == float(second)
    except ValueError:
        return False


def _said(cell: Cell) -> str | float:
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return cell
    return str(cell).strip().casefold()


def _brief(cell: Cell) -> str:
    return clip(" ".join(str(cell).split()), _LONGEST)
