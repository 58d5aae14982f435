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
    found: list[str] = []
    start = 0
    for row in _ROWS.finditer(text):
        found += _cut(text[start : row.end()], 0)
        start = row.end()
    return [*found, *_cut(text[start:], 0)]


def _cut(text: str, level: int) -> Iterator[str]:
    for part in _CUTS[level].findall(text):
        if len(part) > LONG and level + 1 < len(_CUTS):
            yield from _cut(part, level + 1)
        elif part:
            yield part
