"""Cards as items of the store, and the tokens of texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.messages import ToolMessage

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.nodes._settings import Settings


def card_value(card: DecisionCard) -> dict[str, Any]:
    """The item value of a card; `text` is what is searched and embedded."""
    return card.to_dict() | {"text": card.text}


def text_counter(settings: Settings) -> Callable[[str], int]:
    """The settings' counter of messages as a counter of texts, each counted once."""

    def count(text: str) -> int:
        key = "", text  # no message has an empty fingerprint
        size = settings.sizes.get(key)
        if size is None:
            size = settings.count([ToolMessage(text, tool_call_id="")])
            settings.sizes.put(key, size)
        return size

    return count
