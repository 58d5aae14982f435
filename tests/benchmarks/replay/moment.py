"""What a policy is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from langchain_core.messages import BaseMessage, ToolMessage

from tests.benchmarks.replay.schemas import Schema
from tests.benchmarks.replay.tokens import Count

FLOOR: Final = 64
"""Tokens that a budget has at least."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A moment before a decision: what came before it, and nothing else.

    Attributes:
        seed: For policies that draw lots; the same at the same moment.
        messages: All messages before the one that decides.
        tools: Schemas of the tools that may be called.
        share: Budget, as a share of the tokens of all tool outputs so far.
        count: Tokens of a text.
    """

    seed: str
    messages: tuple[BaseMessage, ...]
    tools: tuple[Schema, ...]
    share: float
    count: Count

    @property
    def outputs(self) -> tuple[str, ...]:
        """Texts of the tool outputs, oldest first."""
        return tuple(str(m.content) for m in self.messages if isinstance(m, ToolMessage))

    @property
    def budget(self) -> int:
        """Tokens that may stand for all tool outputs."""
        return max(FLOOR, int(self.share * sum(map(self.count, self.outputs))))


View = tuple[str, ...]
"""Texts that stand for the tool outputs, in the order in which a model reads them."""

Policy = Callable[[Moment], View]
