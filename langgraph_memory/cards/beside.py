"""Cards that are shown side by side: which was observed when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.instants import instant

_MINUTE, _SECOND = "%Y-%m-%dT%H:%MZ", "%Y-%m-%dT%H:%M:%SZ"


def times_of(cards: Iterable[DecisionCard]) -> dict[str, str]:
    """When cards were observed, where their day alone does not tell them apart.

    Args:
        cards: Cards that are shown together.

    Returns:
        By the card's key, its time in ISO 8601: to the minute, or to the second where the
        minute does not tell those of its day apart either. Cards that are alone on their
        day, or were observed at one instant, are not among them.
    """
    days: defaultdict[date, dict[str, datetime]] = defaultdict(dict)
    for card in cards:
        at = instant(card.as_of)
        if at is not None:
            days[at.date()][card.key] = at.replace(microsecond=0)
    times: dict[str, str] = {}
    for day in days.values():
        instants = set(day.values())
        if len(instants) > 1:
            apart = len({at.strftime(_MINUTE) for at in instants}) == len(instants)
            form = _MINUTE if apart else _SECOND
            times |= {key: at.strftime(form) for key, at in day.items()}
    return times
