"""Tokens of messages and of texts, by one counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from langchain_core.messages import BaseMessage, ToolMessage

from langgraph_memory._checked import check_that
from langgraph_memory.recall.tokens import count_text, count_tokens

Count = Callable[[Sequence[BaseMessage]], int]


@dataclass(frozen=True)
class Counting:
    """A counter of messages that can count texts.

    Attributes:
        counter: The user's, or None for the own estimate.
    """

    counter: Count | None

    def __post_init__(self) -> None:
        """Refuse what cannot count.

        Raises:
            ConfigError: When the counter is no function.
        """
        wanted = "a function of a list of messages that gives their tokens"
        fits = self.counter is None or callable(self.counter)
        check_that(fits, "token_counter", self.counter, wanted)

    def messages(self, messages: Sequence[BaseMessage]) -> int:
        """Tokens of messages."""
        return (self.counter or count_tokens)(messages)

    def text(self, text: str) -> int:
        """Tokens of a text, without what frames a message."""
        if self.counter is None or self.counter is count_tokens:
            return count_text(text)
        return self._framed(text) - self._frame

    @cached_property
    def _frame(self) -> int:
        """Tokens of what frames a message."""
        return self._framed("")

    def _framed(self, text: str) -> int:
        return self.messages([ToolMessage(text, tool_call_id="")])
