"""JSON that stands within some words: behind a line of prose, or in a fence."""

from __future__ import annotations

import re
from typing import Any, Final

from langgraph_memory.facts.loading import find_json

_FENCE: Final = re.compile(r"\A\s*`{3,}\w*\s*\Z")
_SHARE: Final = 0.6
_DIGITS: Final = "0123456789"
_WORDS, _DATA = "text", "data"


def load_within(text: str) -> Any:
    """Read a text that is mostly JSON, with some words around it.

    Args:
        text: Any text.

    Returns:
        Of a single value with nothing but a fence around it the value; else an object with
        the words, under `text`, and the values, under `data`, in their order, numbered
        where there are several; values that follow each other are a
        list. None where less than three fifths of the text is JSON.
    """
    found = list(find_json(text))
    if not found or sum(end - start for start, end, _ in found) < _SHARE * len(text):
        return None
    parts: list[tuple[str, Any]] = []
    position = 0
    for start, end, value in (*found, (len(text), len(text), None)):
        words = _unfenced(text[position:start])
        if words:
            parts.append((_WORDS, words))
        if start < end and parts and parts[-1][0] == _DATA:
            parts[-1][1].append(value)
        elif start < end:
            parts.append((_DATA, [value]))
        position = end
    values = [(n, v[0] if n == _DATA and len(v) == 1 else v) for n, v in parts]
    if len(values) == 1:
        return values[0][1]
    named: dict[str, Any] = {}
    for name, value in values:
        several = sum(name == other for other, _ in values) > 1
        number = sum(other.rstrip(_DIGITS) == name for other in named) + 1
        named[f"{name}{number}" if several else name] = value
    return named


def _unfenced(words: str) -> str:
    """The words without lines that are fences."""
    lines = [line for line in words.split("\n") if not _FENCE.match(line)]
    return "\n".join(lines).strip()
