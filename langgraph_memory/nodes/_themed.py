"""What the user said of himself that bears on what he asks, in whatever words."""

from __future__ import annotations

from typing import Final

from langgraph_memory.cards.oneself.asked import asked_kinds, told_kinds
from langgraph_memory.cards.oneself.themes import asked_themes, liked_themes, warns
from langgraph_memory.nodes._entry import Entry
from langgraph_memory.nodes._lanes import Lane

_MOST: Final = 8


def themed(lane: Lane, request: str) -> frozenset[str]:
    """The statements that answer a question about the user, or bear on a choice.

    A liking bears on what is to be recommended or planned in its theme.

    Args:
        lane: The user's cards.
        request: What he asks.

    Returns:
        Eight keys at most, of dislikes before those of likes, of each the newest; none
        where he asks for no choice and nothing of himself.
    """
    if not lane.statements:
        return frozenset()
    themes, kinds = asked_themes(request), asked_kinds(request)
    if not themes and not kinds:
        return frozenset()
    held = map(lane.entries.get, tuple(lane.statements))
    stated = (entry for entry in held if entry is not None)
    near = [
        entry
        for entry in stated
        if not entry.retired
        and entry.everywhere
        and any(
            themes & liked_themes(line) or kinds & told_kinds(line)
            for line in _lines(entry)
        )
    ]
    near.sort(
        key=lambda one: (any(map(warns, _lines(one))), one.observed, one.candidate.key),
        reverse=True,
    )
    return frozenset(entry.candidate.key for entry in near[:_MOST])


def _lines(entry: Entry) -> list[str]:
    return entry.candidate.text.split("\n")
