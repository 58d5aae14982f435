"""Why a card keeps what it keeps, as it is stored with the card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from langgraph_memory.cards.fitting import LITTLE, Fitted
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.noting import Note
from langgraph_memory.cards.reason import Reason, reasoned
from langgraph_memory.cards.source import Source
from langgraph_memory.cards.worth import ColumnWorth, Fact
from langgraph_memory.facts.tables import Cell

_LONGEST = 60
_MOST_LEFT = 20
_DIGITS, _OF_TERMS = 4, 2


def column_reasons(
    source: Source, worths: Sequence[ColumnWorth], fitted: Fitted
) -> list[Reason]:
    """Why the columns of a table were kept or not: one reason each, of its best cell.

    A column that is worth too little is so apart from what is said of its objects.

    Args:
        source: The record.
        worths: What all columns are worth.
        fitted: What is kept.

    Returns:
        In the order of the columns; of very many that are not kept only the likeliest.
    """
    names = next((worth.column for worth in worths if worth.column.key), None)
    reasons = []
    for worth in worths:
        because = fitted.left.get(worth.column.name, "")
        apart = because == LITTLE
        best = worth.apart if apart else worth.best
        called: Cell = None
        if best and names and names is not worth.column and not apart:
            called = names.cells[worth.top]
        reasons.append(_reason(source, best, worth.column.name, called, because))
    left = sorted((r for r in reasons if not r.kept), key=lambda reason: -reason.score)
    told = {reason.field for reason in left[:_MOST_LEFT]}
    return [reason for reason in reasons if reason.kept or reason.field in told]


def note_reasons(source: Source, notes: Iterable[Note]) -> Iterator[Reason]:
    """Why sentences were kept."""
    for note in notes:
        yield _reason(source, note.fact)


def _reason(
    source: Source,
    fact: Fact | None,
    field: str = "",
    object: Cell = None,  # noqa: A002  the word of a reason
    because: str = "",
) -> Reason:
    # What is not kept is not kept here either.
    said = fact.said if fact and not because else None
    terms = reasoned(fact.terms, fact.learned) if fact else {}
    return Reason(
        tool=source.record.tool or source.record.kind,
        field=field,
        value=clip(said, _LONGEST) if isinstance(said, str) else said,
        object="" if object is None else clip(str(object), _LONGEST),
        terms={name: round(term, _OF_TERMS) for name, term in terms.items()},
        score=round(fact.score, _DIGITS) if fact else 0.0,
        kept=not because,
        because=because,
    )
