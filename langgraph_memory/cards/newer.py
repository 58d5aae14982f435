"""What cards that are shown side by side say newer of one object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.objects import Object, Told, named_in, objects_of, subject_of
from langgraph_memory.cards.recency import dates_itself, is_older
from langgraph_memory.facts.tables import MISSING, Cell

_MOST, _LONGEST = 4, 80


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
    own = dict(objects_of(card))
    found: dict[tuple[Object, str], tuple[DecisionCard, Cell]] = {}
    for other in beside if own else ():
        if not is_older(card, other) or not _comparable(card, other):
            continue
        for of, told in objects_of(other):
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
    if known is None or not is_older(card, other) or not _comparable(card, other):
        return False
    untold = {name: cell for name, cell in known.items() if _silent(told.get(name))}
    # What the call itself says is no column of its rows.
    covers = all(_silent(c) or other.args.get(name) == c for name, c in untold.items())
    return covers and not card.notes and any(_changes(known, told))


def told_twice(cards: Sequence[DecisionCard]) -> list[DecisionCard]:
    """Those of some cards that tell of an object of which another one tells, too."""
    objects = [named_in(card) for card in cards]
    times = Counter(of for told in objects for of in told)
    both = zip(cards, objects, strict=True)
    return [card for card, told in both if any(times[of] > 1 for of in told)]


def _comparable(card: DecisionCard, other: DecisionCard) -> bool:
    shared = card.args.keys() & other.args.keys()
    return all(card.args[name] == other.args[name] for name in shared)


def _changes(old: Told, new: Told) -> Iterator[tuple[str, Cell]]:
    for name, cell in new.items():
        known = old.get(name)
        if _silent(known) or _silent(cell) or dates_itself(name):
            continue
        if not _is_same(cell, known):
            yield name, cell


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
