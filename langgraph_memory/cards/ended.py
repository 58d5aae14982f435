"""What calls say they did, whatever they answer: `delete_event(id=ev1)` ended a thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from langgraph_memory.cards.acting import end_by
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.deeds import verb_first
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.objects import Object, subject_of

_DAY: Final = 10


def ended(tool: str, args: Mapping[str, Any], said: str) -> Object | None:
    """The object that a call made an end of.

    Args:
        tool: The tool.
        args: What it was given.
        said: What it answered.

    Returns:
        Noun and key; None where it is not clear which object is meant; see `end_by`.
    """
    found = end_by(tool, args, said)
    return None if found is None else (noun_of(found[0], "", verb_first(tool)), found[1])


def end_in(card: DecisionCard) -> Object | None:
    """The object that the call of a card made an end of; None where it made none."""
    subject = subject_of(card)
    if card.tool is None or subject is None:
        return None
    _, _, said = card.summary.partition("): ")
    return subject if ended(card.tool, card.args, said) == subject else None


def with_known(new: DecisionCard, old: DecisionCard) -> DecisionCard:
    """The card of an end with what an older card shows of its object, to be found by it.

    Args:
        new: A card of a call that says nothing but that it is done.
        old: One of the object.
    """
    if new.table is not None or old.table is None or old.table.kind != "record":
        return new
    known = ", ".join(old.table.columns)
    notes = (*new.notes, f"as of {old.as_of[:_DAY]}: {known}")
    rows = len(old.table.rows)
    values = (new.value.total,) * rows
    return replace(new, table=old.table, rows_total=rows, row_values=values, notes=notes)
