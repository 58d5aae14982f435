"""Runs of lines that tell of one thing each, of whatever form the lines are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

_LEAD: Final = re.compile(r"\s*(?:[-*•#]+\s*)?[^\W\d_]+")
_LEAST: Final = 3
"""Stanzas from which they are no chance."""

_SHORT, _MOSTLY = 60, 0.7


@lru_cache(maxsize=256)
def stanzas(pieces: tuple[str, ...]) -> tuple[range, ...]:
    """Find the runs of a text: between blank lines, or from lines that begin alike.

    Args:
        pieces: Of a text, each with the blanks behind it.

    Returns:
        Runs of two pieces or more on average, in order; none where the text has no such,
        or is prose.
    """
    if not _are_lines(pieces):
        return ()
    blank = [at + 1 for at, piece in enumerate(pieces) if _breaks(piece) > 1]
    runs = list(_between([0, *blank, len(pieces)]))
    if len(runs) < _LEAST or len(pieces) < 2 * len(runs):
        runs = list(_between([*_starts(pieces), len(pieces)]))
    return tuple(runs) if len(runs) >= _LEAST and _size(runs) >= 2 * len(runs) else ()


def _are_lines(pieces: Sequence[str]) -> bool:
    """Whether most pieces are short lines of their own, and not sentences of prose."""
    short = sum(len(piece) <= _SHORT and _breaks(piece) > 0 for piece in pieces)
    return short >= _MOSTLY * len(pieces)


def _between(places: Sequence[int]) -> Iterator[range]:
    return (range(*pair) for pair in pairwise(places) if pair[0] < pair[1])


def _size(runs: Sequence[range]) -> int:
    return sum(map(len, runs))


def _starts(pieces: Sequence[str]) -> list[int]:
    """Where lines stand that begin as the first or second one does, and are as deep."""
    leads: list[str] = []
    indent = ""
    for piece in pieces:
        found = _LEAD.match(indent + piece)
        leads.append(found[0] if found else "")
        before, mark, after = piece.rpartition("\n")
        # What goes on in the line before begins none.
        indent = after if mark and not after.strip() and before.strip() else "\0"
    counts = Counter(leads)
    lead = next((lead for lead in leads[:2] if lead and counts[lead] >= _LEAST), None)
    return [at for at, found in enumerate(leads) if found == lead] if lead else []


def _breaks(piece: str) -> int:
    return piece[len(piece.rstrip()) :].count("\n")
