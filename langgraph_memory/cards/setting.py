"""What calls say they set, where their answers do not tell: `update_event(): ok`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph_memory.cards.acting import set_by
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.deeds import verb_first
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.objects import Object, Told, subject_of


def set_in(card: DecisionCard) -> tuple[Object, Told] | None:
    """What a call set of an object where its answer does not tell: `update_event(): ok`.

    Args:
        card: The card of the answer.

    Returns:
        The object and the values that it was given; None where the answer names an object,
        or it is not clear which one is meant or that the call had its way.
    """
    plain = card.table is None or card.table.kind == "record"
    if not plain or card.tool is None or subject_of(card) is not None:
        return None
    return setting(card.tool, card.args, card.summary)


def setting(tool: str, args: Mapping[str, Any], summary: str) -> tuple[Object, Told] | None:
    """What a call set of which object.

    Args:
        tool: The tool.
        args: What it was given.
        summary: The line of its card: the call, and what it answered.

    Returns:
        The object and its new values; None where it is not clear; see `set_by`.
    """
    _, _, said = summary.partition("): ")
    found = set_by(tool, args, said)
    if found is None:
        return None
    name, key, told = found
    return (noun_of(name, "", verb_first(tool)), key), told
