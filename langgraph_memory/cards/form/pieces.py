"""Long texts in pieces that say something by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LONG: Final = 160
"""Characters from which a text is cut, and from which a sentence is cut further."""

_CUTS: Final = (
    # Sentences and lines.
    re.compile(r"(?:[^.!?。！？\n]++|[.!?](?!\s))*+(?:[.!?]\s+|[。！？]\s*|\n\s*|\Z)"),
    # Clauses, entries and parts of enumerations.
    re.compile(r"[^;；]*(?:[;；]\s*|\Z)"),
    re.compile(r"(?:[^,，、]++|,(?!\s))*+(?:,\s+|[，、]\s*|\Z)"),
    # Whatever blanks part.
    re.compile(rf".{{1,{LONG}}}(?:\s+|\Z)|\S+\s*|\s+", re.DOTALL),
)
_ROWS: Final = re.compile(r"(?<=>)</(\w+)>\s*(?=<\1[\s>])")
"""The end of an element that holds others and is followed by one of its name."""


def pieces(text: str) -> list[str]:
    """Cut a text into sentences, lines and rows of markup, and long ones into their parts.

    Linear in the length of the text.

    Args:
        text: Any text.

    Returns:
        The pieces, each with the blanks behind it: joined, they are the text. None is
        longer than `LONG` characters, unless there is nowhere to cut it.
    """
    return [piece for row in rows(text) for piece in _cut(row, 0)]


def rows(text: str) -> Iterator[str]:
    """Cut HTML or XML into its rows: elements that hold others, one behind the other.

    Args:
        text: Any text.

    Yields:
        The rows with what stands before and behind them: joined, they are the text.
    """
    start = 0
    for row in _ROWS.finditer(text):
        yield text[start : row.end()]
        start = row.end()
    yield text[start:]


def _cut(text: str, level: int) -> Iterator[str]:
    for part in _CUTS[level].findall(text):
        if len(part) > LONG and level + 1 < len(_CUTS):
            yield from _cut(part, level + 1)
        elif part:
            yield part
