"""Tokens of messages as they are and as they may stand, counted once per process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langchain_core.messages import BaseMessage

from langgraph_memory.recall.counting import Count
from langgraph_memory.recall.view import Recipe, standing

_MOST_KNOWN = 50_000


class SizeMemo:
    """Counts by fingerprint and content; it forgets all once it is full."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._known: dict[tuple[str, int | str], int] = {}

    def get(self, key: tuple[str, int | str]) -> int | None:
        """The count, or None when it is not known."""
        return self._known.get(key)

    def put(self, key: tuple[str, int | str], tokens: int) -> None:
        """Keep a count."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = tokens


class Sizes:
    """Tokens of the parts of one view."""

    def __init__(
        self,
        messages: Sequence[BaseMessage],
        prints: Sequence[str],
        count: Count,
        memo: SizeMemo,
    ) -> None:
        """Take a conversation.

        Args:
            messages: Its messages.
            prints: One fingerprint per message.
            count: Tokens of a list of messages; taken to add up over messages.
            memo: What was counted before.
        """
        self._by_mark = dict(zip(prints, messages, strict=True))
        self._count = count
        self._memo = memo

    def of(self, mark: str, text: str | None = None) -> int:
        """Tokens of one message.

        Args:
            mark: Its fingerprint.
            text: What stands in place of its content; None: it stands itself.
        """
        message = self._by_mark[mark]
        # What stands under one fingerprint may have been replaced in the state.
        key = mark, len(message.content) if text is None else text
        size = self._memo.get(key)
        if size is None:
            size = self._count([standing(message, text)])
            self._memo.put(key, size)
        return size

    def total(self, recipe: Recipe, texts: Mapping[str, str]) -> int:
        """Tokens of the messages that a recipe shows."""
        left_out = recipe.gone | recipe.hidden
        return sum(
            self.of(mark, texts.get(mark)) for mark in self._by_mark if mark not in left_out
        )

    def history(self) -> int:
        """Tokens of the whole conversation as it is."""
        return sum(self.of(mark) for mark in self._by_mark)
