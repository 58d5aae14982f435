"""Which of two cards is newer, by what their sources say or by when they were read."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.instants import bare_day, instant
from langgraph_memory.cards.words import listed, name_words, stems
from langgraph_memory.facts.tables import MISSING, Cell

_CHANGED = stems("updated modified refreshed")
_BESIDE = _CHANGED | listed("last at on time date timestamp utc")
_AS_OF = ("as", "of")


def is_older(card: DecisionCard, other: DecisionCard) -> bool:
    """Whether a card is older than another one.

    Args:
        card: A card.
        other: Another card of the same matter.

    Returns:
        Where both sources say as of when they are (`as_of`, `updated_at`,
        `last_modified`) and these differ, whether the card's is the earlier; days are
        compared where one names a day alone. Else whether it was observed earlier.
    """
    own, others = _told(card), _told(other)
    if own is not None and others is not None:
        (at, day), (than, day_alone) = own, others
        if day or day_alone:
            at, than = _midnight(at), _midnight(than)
        if at != than:
            return at < than
    return card.as_of < other.as_of


@lru_cache(maxsize=4_096)
def dates_itself(column: str) -> bool:
    """Whether a column says as of when its source is."""
    words = name_words(column)
    if words[: len(_AS_OF)] == _AS_OF:
        return _BESIDE.issuperset(words[len(_AS_OF) :])
    return not _CHANGED.isdisjoint(words) and _BESIDE.issuperset(words)


def _told(card: DecisionCard) -> tuple[datetime, bool] | None:
    """The latest time at which a single object says that it is, and whether a bare day."""
    found = [
        (at, bare_day(cell))
        for name, cell in _cells(card).items()
        if dates_itself(name) and cell is not MISSING and (at := instant(cell))
    ]
    return max(found, default=None)


def _cells(card: DecisionCard) -> dict[str, Cell]:
    table = card.table
    if table is None or table.kind != "record" or not table.rows:
        return {}
    return card.left_out | dict(zip(table.columns, table.rows[0], strict=True))


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)
