"""The user's likings that bear on what he asks to be recommended or planned."""

from __future__ import annotations

from typing import Final

from langgraph_memory.cards.slots import STATEMENT
from langgraph_memory.cards.themes import asked_themes, liked_themes
from langgraph_memory.nodes._lanes import Lane

_MOST: Final = 4


def themed(lane: Lane, request: str) -> frozenset[str]:
    """The keys of the newest likings of a theme in which a choice is asked for.

    Args:
        lane: The user's cards.
        request: What he asks.

    Returns:
        Four keys at most; none where nothing is to be chosen.
    """
    themes = asked_themes(request)
    if not themes:
        return frozenset()
    stated = (
        lane.entries[key]
        for slot, keys in tuple(lane.slots.items())
        if slot.startswith(STATEMENT)
        for key in tuple(keys)
        if key in lane.entries
    )
    near = [
        entry
        for entry in stated
        if not entry.retired
        and entry.everywhere
        and any(themes & liked_themes(line) for line in entry.candidate.text.split("\n"))
    ]
    near.sort(key=lambda entry: (entry.observed, entry.candidate.key), reverse=True)
    return frozenset(entry.candidate.key for entry in near[:_MOST])
