"""Words of a text as typed cells."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.facts.tables import Scalar

_INTEGER: Final = re.compile(r"-?(?:0|[1-9]\d{0,14})", re.ASCII)
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9]\d{0,14})\.\d{1,15}", re.ASCII)
_WORDS: Final[dict[str, Scalar]] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}


def typed(text: str) -> Scalar:
    """What a written cell says: a number, a truth value, nothing, or its text.

    Args:
        text: The cell as it is written.

    Returns:
        The value. Digits that begin with a zero, or are more than 15, name something and
        stay text, and so does a number with its unit.
    """
    text = text.strip()
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
