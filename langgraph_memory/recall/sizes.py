"""Tokens of messages as they are and as they may stand, counted once per process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import BaseMessage

from langgraph_memory.recall.view import Recipe, Rows, Stand

Count = Callable[[Sequence[BaseMessage]], int]

_MOST_KNOWN = 50_000


class SizeMemo:
    """Counts by fingerprint and rows; it forgets all once it is full."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._known: dict[tuple[str, Rows | None, int], int] = {}

    def get(self, key: tuple[str, Rows | None, int]) -> int | None:
        """The count, or None when it is not known."""
        return self._known.get(key)

    def put(self, key: tuple[str, Rows | None, int], tokens: int) -> None:
        """Keep a count."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = tokens


@dataclass(frozen=True, kw_only=True)
class Draft:
    """The material of one view.

    Attributes:
        messages: The conversation.
        prints: One fingerprint per message.
        stands: By fingerprint, what can stand in place of tool results.
        turn: Position of the newest human message, or -1.
        reserved: Tokens of the memory block.
        count: Tokens of a list of messages; taken to add up over messages.
        memo: What was counted before.
    """

    messages: Sequence[BaseMessage]
    prints: Sequence[str]
    stands: Mapping[str, Stand]
    turn: int
    reserved: int
    count: Count
    memo: SizeMemo = field(default_factory=SizeMemo)


class Sizes:
    """Tokens of the parts of one draft."""

    def __init__(self, draft: Draft) -> None:
        """Take the draft.

        Args:
            draft: The material of the view.
        """
        self._draft = draft
        self._by_mark = dict(zip(draft.prints, draft.messages, strict=True))

    def of(self, mark: str, rows: Rows | None) -> int:
        """Tokens of one message.

        Args:
            mark: Its fingerprint.
            rows: How many rows of its cards stand in its place; None: it stands itself.

        Returns:
            The tokens.
        """
        stand = self._draft.stands.get(mark)
        # What stands under one fingerprint may have been replaced in the state.
        revision = len(self._by_mark[mark].content)
        if stand and rows is not None:
            revision = sum(2 * card.revision + bool(card.told) for card in stand.cards)
        key = (mark, rows, revision)
        size = self._draft.memo.get(key)
        if size is None:
            message = self._by_mark[mark]
            if rows is not None and stand is not None:
                message = message.model_copy(update={"content": stand.text(rows)})
            size = self._draft.count([message])
            self._draft.memo.put(key, size)
        return size

    def total(self, recipe: Recipe) -> int:
        """Tokens of the view that a recipe makes, the memory block included."""
        left_out = recipe.gone | recipe.hidden
        return self._draft.reserved + sum(
            self.of(mark, recipe.shown.get(mark))
            for mark in self._draft.prints
            if mark not in left_out
        )

    def history(self) -> int:
        """Tokens of the whole conversation as it is."""
        return sum(self.of(mark, None) for mark in self._draft.prints)
