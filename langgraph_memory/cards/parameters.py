"""Which parameters of which tools a column can feed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from langgraph_memory.cards.columns import Column, subject_words
from langgraph_memory.cards.lexicon import IDENTIFIER, NAME
from langgraph_memory.cards.words import name_words, stems
from langgraph_memory.facts.tools import ToolSchema

_GENERIC = IDENTIFIER | NAME | stems("value text type content data query input item amount")

EQUAL, NOUN_ID, PART, FRAGMENT, WEAK = 1.0, 0.9, 0.75, 0.5, 0.25
"""How surely a column feeds a parameter: same words; noun and id; a suffix or subset of its
words; the other way round; only a word in common."""


@dataclass(frozen=True, order=True)
class Feed:
    """A column can feed a parameter.

    Attributes:
        strength: How surely, 0–1.
        target: The parameter, as `tool(parameter)`.
    """

    strength: float
    target: str


def feeds(column: Column, tools: Iterable[ToolSchema]) -> list[Feed]:
    """The parameters a column can feed.

    Args:
        column: The column.
        tools: The tools that can still be called.

    Returns:
        The surest first; equally sure ones in order of their names.
    """
    found = [
        Feed(strength, f"{tool.name}({parameter.name})")
        for tool in tools
        for parameter in tool.parameters
        if (strength := _match(column, parameter.name, tool.name)) > 0
    ]
    return sorted(found, key=lambda feed: (-feed.strength, feed.target))


def _match(column: Column, parameter: str, tool: str) -> float:
    key = set(column.words)
    *around, last = (part for part in parameter.replace("[]", "").split(".") if part)
    wanted = set(name_words(last))
    if not key or not wanted:
        return 0.0
    about = column.path | column.subject
    target = subject_words(tool).union(*map(name_words, around))
    if wanted <= _GENERIC:
        return _match_generic(key, wanted, about, target)
    telling = key - _GENERIC
    grades = (
        (EQUAL, key == wanted),
        (NOUN_ID, key <= wanted <= key | about),
        (PART, wanted <= key),
        (FRAGMENT, key <= wanted and bool(telling)),
        (WEAK, bool(telling & wanted)),
    )
    return next((strength for strength, holds in grades if holds), 0.0)


def _match_generic(
    key: set[str], wanted: set[str], about: frozenset[str], target: frozenset[str]
) -> float:
    # A bare `id` or `name` says nothing: what counts is whether it is of the same thing.
    if not wanted <= key:
        return 0.0
    if key == wanted:
        return EQUAL if about & target else WEAK if about and target else FRAGMENT
    return NOUN_ID if key - wanted <= target else 0.0
