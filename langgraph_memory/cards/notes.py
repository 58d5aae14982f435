"""Prose: its sentences, and which of them bound options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.form.pieces import pieces, rows
from langgraph_memory.cards.words import listed

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？；])|\n+")
_LONG = 400
_ABBREVIATED = listed("St. Mt. Mr. Mrs. Ms. Dr. No. vs. e.g. i.e. approx.")


def sentences(lines: Iterable[str]) -> list[str]:
    """Part lines of prose into sentences, blank ones left out.

    Args:
        lines: Lines, each possibly of several sentences.

    Returns:
        Sentences without line breaks, in order.
    """
    found: list[list[str]] = []
    for line in lines:
        for piece in _SENTENCE.split(line):
            parts = piece.split()
            if found and parts and found[-1][-1] in _ABBREVIATED:
                found[-1] += parts
            elif parts:
                found.append(parts)
    return [" ".join(parts) for parts in found]


def portions(lines: Iterable[str]) -> list[str]:
    """Part lines into what can be kept by itself: sentences, and rows of HTML or XML.

    Args:
        lines: Lines of any text.

    Returns:
        Sentences and rows, in order; very long ones are cut further, between clauses or
        words.
    """
    cut = (row for line in lines for row in rows(line))
    return [
        part.strip()
        for sentence in sentences(cut)
        for part in (pieces(sentence) if len(sentence) > _LONG else (sentence,))
        if part.strip()
    ]


def undoubled(said: Sequence[str]) -> list[str]:
    """Leave out what is said again to no purpose.

    A line that comes again under another one, as a heading or a state does of several
    objects, says something new: it is kept once under each line that stands only once.

    Args:
        said: Sentences, lines or rows, in order.

    Returns:
        Those that tell something where they stand.
    """
    counts = Counter(said)
    kept: dict[tuple[str, str], None] = {}
    above = ""
    for text in said:
        if counts[text] == 1:
            above = text
        kept[above, text] = None
    return [text for _, text in kept]


def bounds(text: str) -> bool:
    """Whether a sentence excludes or bounds options."""
    said = f"{text.casefold()} "
    return any(phrase in said for phrase in lexicon.NOTHING + lexicon.GONE)


def clip(text: str, limit: int) -> str:
    """Shorten a text and say by how much.

    Args:
        text: Any text.
        limit: Most characters kept.

    Returns:
        The text itself, or its beginning with `… (+N characters)`.
    """
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()}… (+{len(text) - limit} characters)"
