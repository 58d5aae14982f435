"""Cards as items of the store and as they are shown, and the tokens of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from langchain_core.messages import ToolMessage

from langgraph_memory.cards.beside import times_of
from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.meeting import Names, names_of
from langgraph_memory.cards.newer import newer_than, told_twice
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.rendering import render
from langgraph_memory.facts.tables import Table
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.recall.tokens import MESSAGE_TOKENS, count_text, count_tokens

_MOST_NAMED: Final = 4
_LONGEST_NAME: Final = 40
_TEXT, _CUT, _NAMES = range(3)  # forms in which a card is kept


def card_value(card: DecisionCard, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The item value of a card; `text` is what is searched and embedded.

    Args:
        card: The card.
        before: The value that it takes the place of, if any: what others put beside the
            card's own parts stays.
    """
    return {**(before or {}), **card.to_dict(), "text": card.text}


def card_text(
    settings: Settings,
    card: DecisionCard,
    rows: int,
    when: str | None = None,
    *,
    replaced: bool = False,
) -> str:
    """So many rows of a card as they are shown, and how its record is read back.

    Args:
        settings: The memory's settings.
        card: The card.
        rows: How many of its rows.
        when: The time of observation as it is told; None: its day.
        replaced: Whether to tell which card has replaced it.
    """
    form = _TEXT, rows, settings.reads_back, when, replaced
    make = partial(_shown, settings, card, rows, when, replaced=replaced)
    return settings.rendered.of(card, form, make)


def side_by_side(
    settings: Settings,
    cards: Mapping[str, DecisionCard],
    rows: Mapping[str, int],
    texts: Mapping[str, str],
) -> Iterator[str]:
    """Cards as they are shown together: when each was observed, and what replaced it.

    Args:
        settings: The memory's settings.
        cards: The cards by key, in order.
        rows: By key, how many rows of each.
        texts: By key, the texts by themselves of those that are to be shown.
    """
    times = times_of(cards.values())
    made = settings.rendered.of

    def cut_to(card: DecisionCard, most: int) -> DecisionCard:
        if card.table is None or most >= len(card.table.rows):
            return card
        return made(card, (_CUT, most), partial(_with_rows, card, card.table, most))

    def names(card: DecisionCard) -> Names:
        return made(card, _NAMES, partial(names_of, card))

    seen = [cut_to(card, rows[key]) for key, card in cards.items()]
    rivals = told_twice(seen, names)
    for (key, card), cut in zip(cards.items(), seen, strict=True):
        if key in texts:
            text = texts[key]
            replaced = card.superseded_by in cards
            if key in times or replaced:
                when = times.get(key)
                text = card_text(settings, card, rows[key], when, replaced=replaced)
            newer = newer_than(cut, rivals) if rivals else None
            yield text if newer is None else f"{text}\n{settings.redact(newer)}"


def _with_rows(card: DecisionCard, table: Table, rows: int) -> DecisionCard:
    return replace(card, table=replace(table, rows=table.rows[:rows]))


def _shown(
    settings: Settings,
    card: DecisionCard,
    rows: int,
    when: str | None,
    *,
    replaced: bool = False,
) -> str:
    # What was shown does not change when the card is replaced later.
    stands = replaced or card.superseded_by is None
    text = render(card if stands else replace(card, superseded_by=None), rows, when)
    table = card.table
    whole = table is not None and rows >= len(table.rows) >= card.rows_total
    left = card.fields_left
    if (left or card.notes_left or not whole) and settings.reads_back:
        text = f'{text}\nmore: {RECALL_TOOL}(id="{card.key[:SHORT_KEY]}"){_named(left)}'
    return settings.redact(text)  # once more, for what other programs put into the store


def _named(fields: Sequence[str]) -> str:
    """The fields that only the record has: some by name, the others counted."""
    named = [clip(" ".join(name.split()), _LONGEST_NAME) for name in fields[:_MOST_NAMED]]
    further = len(fields) - len(named)
    counted = f" and {further} more fields" if further else ""
    return f" for {', '.join(named)}{counted}" if fields else ""


def text_counter(settings: Settings) -> Callable[[str], int]:
    """The settings' counter of messages as a counter of texts, each counted once."""
    own = settings.count is count_tokens

    def count(text: str) -> int:
        key = "", text  # no message has an empty fingerprint
        size = settings.sizes.get(key)
        if size is None:
            size = MESSAGE_TOKENS + count_text(text) if own else _framed(settings, text)
            settings.sizes.put(key, size)
        return size

    return count


def _framed(settings: Settings, text: str) -> int:
    return settings.count([ToolMessage(text, tool_call_id="")])
