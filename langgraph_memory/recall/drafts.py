"""What a view is planned of, and what the planning gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import BaseMessage

from langgraph_memory.recall.counting import Count
from langgraph_memory.recall.retelling import Retelling
from langgraph_memory.recall.sizes import SizeMemo
from langgraph_memory.recall.view import Recipe


@dataclass(frozen=True, kw_only=True)
class Draft:
    """The material of one view.

    Attributes:
        messages: The conversation.
        prints: One fingerprint per message.
        retelling: What can stand in place of tool results.
        turn: Position of the newest human message, or -1.
        reserved: Tokens of the memory block of this turn where it stands alone.
        standing: Tokens of all memory blocks where those of earlier turns stand, too.
        count: Tokens of a list of messages; taken to add up over messages.
        protected: Fingerprints of results that are to stand as they are.
        memo: What was counted before.
    """

    messages: Sequence[BaseMessage]
    prints: Sequence[str]
    retelling: Retelling
    turn: int
    reserved: int
    count: Count
    protected: Collection[str] = frozenset()
    standing: int = 0
    memo: SizeMemo = field(default_factory=SizeMemo)


@dataclass(frozen=True)
class Planned:
    """A recipe, and what came of it.

    Attributes:
        recipe: How the view is built.
        texts: By fingerprint, what stands in tool messages in place of their contents.
        tokens: Tokens of the view, the memory block included.
    """

    recipe: Recipe
    texts: Mapping[str, str]
    tokens: int
