"""A plain count of tokens, the same for every setting that is compared."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage

_LETTERS_PER_TOKEN = 3.5
_PER_MESSAGE = 4


def count_tokens(messages: Sequence[BaseMessage]) -> int:
    """Tokens of some messages: one per 3.5 ASCII characters, one per other character.

    Args:
        messages: The messages; texts and tool calls are counted, and 4 for each message.
    """
    return sum(_PER_MESSAGE + _tokens(_text(message)) for message in messages)


def _text(message: BaseMessage) -> str:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    written = [
        json.dumps([call["name"], call["args"]], ensure_ascii=False) for call in calls
    ]
    return "".join((message.text, *written))


def _tokens(text: str) -> int:
    plain = sum(char.isascii() for char in text)
    return math.ceil(plain / _LETTERS_PER_TOKEN) + len(text) - plain
