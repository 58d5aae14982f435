"""What the user puts right of his own words: `I meant 600`, `Actually my budget is 600`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from langgraph_memory.cards.amending.reading import Amendment, without_opening
from langgraph_memory.cards.amending.stating import same, shape
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.slots import STATEMENT
from langgraph_memory.cards.statements import read_statement, replaces

_IN_PLACE: Final = "in place of: "
_WORD: Final = re.compile(r"[^\s,;!?，。；！？]*\d[^\s,;!?，。；！？]*")
_TRIM: Final = ".:"


def restated(card: DecisionCard, amendment: Amendment, said: Iterable[str]) -> DecisionCard:
    """The card of a statement as one in place of what the user had stated before.

    Args:
        card: The card, of the user's words.
        amendment: What they put right.
        said: His sentences before, the newest first.

    Returns:
        The card with a note of what it stands in place of, where one sentence says
        something else of the same, or has the one value that is meant; else itself.
    """
    for sentence in said:
        text = _again(amendment, sentence)
        if text is not None:
            slot = STATEMENT + read_statement(text).topic
            return replace(card, slot=slot, notes=(text, f"{_IN_PLACE}{sentence}"))
    return card


def restates(new: DecisionCard, old: DecisionCard) -> bool:
    """Whether a card says of itself that it stands in place of another one."""
    return f"{_IN_PLACE}{old.notes[0]}" in new.notes


def _again(amendment: Amendment, sentence: str) -> str | None:
    """What a sentence says with the right value."""
    if not amendment.own:
        said = without_opening(amendment.sentence)
        old, new = read_statement(sentence), read_statement(said)
        if replaces(read_statement(amendment.sentence), old):
            return None  # as it is
        alike = (old.relation, old.subject) == (new.relation, new.subject)
        return amendment.sentence if alike and new.relation and new.subject else None
    found = [(m.start(), m[0].rstrip(_TRIM)) for m in _WORD.finditer(sentence)]
    if amendment.former:
        values = [one for one in found if same(amendment.former, one[1])]
    else:
        values = [one for one in found if shape(one[1]) == shape(amendment.value)]
    if len(values) != 1:
        return None
    [(at, value)] = values
    return f"{sentence[:at]}{amendment.value}{sentence[at + len(value) :]}"
