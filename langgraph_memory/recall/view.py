"""The view: the messages the model is shown for one step, built from a recipe.

System messages stay as they are, byte for byte; the newest human message stays verbatim;
a tool call and its results stay together or go together. What a recipe changes is the
content of old tool results: their cards, or a line that names the record, stand in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import render

Rows = tuple[int, ...]

_PIECE = 400
"""Characters of one piece of a result that left no card."""


@dataclass(frozen=True)
class Recipe:
    """How a view is built; plain data by `to_dict`.

    Attributes:
        shown: By fingerprint of a tool result, how many rows of each of its cards stand in
            its place; a result that is not named is shown verbatim.
        gone: Fingerprints of messages no longer shown.
        hidden: Fingerprints of answers of failed attempts, shown to the user but not to the
            model that tries again.
        told: Fingerprints of those shown whose cards stand as a model told them; the other
            ones stand as rules made them.
    """

    shown: Mapping[str, Rows] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()

    def to_dict(self) -> dict[str, Any]:
        """The recipe as plain data."""
        return {
            "shown": {mark: list(rows) for mark, rows in self.shown.items()},
            "gone": sorted(self.gone),
            "hidden": sorted(self.hidden),
            "told": sorted(self.told),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """The inverse of `to_dict`; missing parts are empty."""
        return cls(
            shown={mark: tuple(rows) for mark, rows in data.get("shown", {}).items()},
            gone=frozenset(data.get("gone", ())),
            hidden=frozenset(data.get("hidden", ())),
            told=frozenset(data.get("told", ())),
        )


@dataclass(frozen=True)
class Stand:
    """What can stand in place of one tool result.

    Attributes:
        cards: Its cards, perhaps none.
        trace: One line that names the record, for when no row is shown.
        raw: The result itself, whose beginning stands in where it left no card.
        factors: What the worth of each card is multiplied by; empty: 1 each.
        hint: One line that says how to read what the cards leave out; empty: none.
    """

    cards: tuple[DecisionCard, ...]
    trace: str
    raw: str = ""
    factors: tuple[float, ...] = ()
    hint: str = ""

    @property
    def none(self) -> Rows:
        """No row of any card, and no piece of the result itself."""
        return (0,) * (len(self.cards) + 1)

    @property
    def full(self) -> Rows:
        """All rows of all cards."""
        return (*(rows_of(card) for card in self.cards), 0)

    @property
    def whole(self) -> bool:
        """Whether its cards hold every row of their sources, so that no text is missing."""
        return bool(self.cards) and all(
            card.table is not None and len(card.table.rows) >= card.rows_total
            for card in self.cards
        )

    def rows(self, index: int) -> int:
        """How many rows there are to show.

        Args:
            index: Which of its cards; their number for the pieces of the result itself.

        Returns:
            Rows of that card, or pieces.
        """
        if index < len(self.cards):
            return rows_of(self.cards[index])
        return -(-len(self.raw) // _PIECE)

    def text(self, rows: Rows) -> str:
        """The text with so many rows of each card and so many pieces of the result.

        Args:
            rows: One number per card, 0 leaves it out; and last, how many pieces of the
                result's beginning follow.

        Returns:
            The text that stands in place of the tool result; at least the trace.
        """
        parts = [
            render(card, count)
            for card, count in zip(self.cards, rows, strict=False)
            if count > 0
        ]
        pieces = rows[len(self.cards)] if len(rows) > len(self.cards) else 0
        if pieces:
            parts.append(self._beginning(pieces))
        elif parts and self.hint and not (self.whole and rows == self.full):
            parts.append(self.hint)
        return "\n".join(parts) or self.trace

    def _beginning(self, pieces: int) -> str:
        length = pieces * _PIECE
        if length >= len(self.raw):
            return self.raw
        cut = f"[cut at {length} of {len(self.raw)} characters] {self.trace}"
        return f"{self.raw[:length]}\n{cut}"


def rows_of(card: DecisionCard) -> int:
    """How many rows a card can show; a card of notes alone counts as one."""
    return len(card.table.rows) if card.table is not None else 1


def build(
    messages: Sequence[BaseMessage],
    prints: Sequence[str],
    recipe: Recipe,
    stands: Mapping[str, Stand],
    block: HumanMessage | None,
) -> list[BaseMessage]:
    """Build the view.

    Args:
        messages: The conversation.
        prints: One fingerprint per message.
        recipe: What to change.
        stands: By fingerprint, what stands in place of tool results; a result whose stand
            is missing is shown verbatim.
        block: The memory block, put directly before the newest human message, or at the end
            when there is none.

    Returns:
        A fresh list; unchanged messages are the same objects.
    """
    newest = max(
        (i for i, m in enumerate(messages) if isinstance(m, HumanMessage)),
        default=len(messages),
    )
    view: list[BaseMessage] = []
    for i, (message, mark) in enumerate(zip(messages, prints, strict=True)):
        if i == newest and block is not None:
            view.append(block)
        if mark in recipe.gone or mark in recipe.hidden:
            continue
        rows = recipe.shown.get(mark)
        if rows is not None and isinstance(message, ToolMessage) and mark in stands:
            text = stands[mark].text(rows)
            view.append(message.model_copy(update={"content": text, "artifact": None}))
        else:
            view.append(message)
    if block is not None and newest == len(messages):
        view.append(block)
    return view


def groups(messages: Sequence[BaseMessage]) -> list[range]:
    """Split a conversation into parts that must stay together.

    Args:
        messages: The conversation.

    Returns:
        Consecutive ranges of positions: a model message with the results of its calls, or
        one message alone.
    """
    parts: list[range] = []
    start = 0
    while start < len(messages):
        end = start + 1
        message = messages[start]
        if isinstance(message, AIMessage) and message.tool_calls:
            while end < len(messages) and isinstance(messages[end], ToolMessage):
                end += 1
        parts.append(range(start, end))
        start = end
    return parts
