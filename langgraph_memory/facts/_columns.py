"""Tables whose columns are set apart by blanks, read by the place of their cells.

A cell that is empty leaves blanks: what follows it is told by where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from langgraph_memory.facts._drafts import DraftRow
from langgraph_memory.facts._titles import are_titles, is_ruler
from langgraph_memory.facts._typing import spell_alike, typed

_WORD: Final = re.compile(r"\S+")
_GAP: Final = re.compile(r" {2,}")
_WIDEST: Final = 400
_FEWEST: Final = 2
_MOST_SINGLE: Final = 3
_UNTITLED: Final = "_"
_FIGURE: Final = re.compile(r"[-+$€£¥]?\d[\d.,:]*%?")


@dataclass(slots=True)
class _Gap:
    """Blanks before a word of the line of titles.

    Attributes:
        free: The places that are blank in all rows, too.
        wide: Whether there are several blanks, so that two columns must be parted here.
    """

    free: list[int]
    wide: bool

    @property
    def place(self) -> int:
        """Where to part: the last place of the longest run of blanks."""
        best = size = 0
        for number, place in enumerate(self.free):
            size = size + 1 if number and self.free[number - 1] == place - 1 else 1
            best = max(best, size)
            if size == best:
                found = place
        return found


def columns_at(lines: Sequence[str], start: int) -> tuple[list[DraftRow], int] | None:
    """The table by columns of blanks that begins at a line, if one does.

    Args:
        lines: All lines.
        start: Position of the line that would hold the titles.

    Returns:
        The rows, empty cells left out, and the position of the first line after them; or
        None.
    """
    head = lines[start].rstrip()
    if len(head) > _WIDEST or "\t" in head or not are_titles(_GAP.split(head.strip())):
        return None
    words = [found.span() for found in _WORD.finditer(head)]
    lead = _Gap(list(range(words[0][0])), wide=False)
    gaps = [
        _Gap(list(range(end, begin)), wide=begin - end > 1)
        for (_, end), (begin, _) in pairwise(words)
    ]
    rows, end = _rows(lines, start + 1, [lead, *gaps])
    if len(rows) < _FEWEST:
        return None
    index = _index(lead, rows)
    cuts = _cuts(gaps, rows, head)
    titles = _cells(head, cuts)
    read: list[DraftRow] = []
    for row, name in zip(rows, index or [""] * len(rows), strict=True):
        cells = zip(titles, _cells(row, cuts), strict=True)
        first: DraftRow = {_UNTITLED: typed(name)} if name else {}
        read.append(first | {title: typed(cell) for title, cell in cells if cell})
    spell_alike(read)
    return read, end


def _rows(lines: Sequence[str], start: int, gaps: list[_Gap]) -> tuple[list[str], int]:
    """The lines that leave every wide gap open, and where they end.

    The gaps learn what is blank in all of them.
    """
    rows: list[str] = []
    waiting: list[str] = []
    past = start
    for end in range(start, len(lines)):
        line = lines[end].rstrip()
        if is_ruler(line):
            continue
        single = not _GAP.search(line.strip())
        if not line or "\t" in line or (single and len(waiting) == _MOST_SINGLE):
            break
        free = [_blank(gap.free, [*waiting, line]) for gap in gaps]
        if any(gap.wide and not left for gap, left in zip(gaps, free, strict=True)):
            break
        # What has one cell is a row only where further ones follow.
        waiting.append(line)
        if not single:
            for gap, left in zip(gaps, free, strict=True):
                gap.free = left
            rows += waiting
            waiting, past = [], end + 1
    return rows, past


def _blank(places: Sequence[int], lines: Sequence[str]) -> list[int]:
    return [p for p in places if all(line[p : p + 1] in ("", " ") for line in lines)]


def _index(lead: _Gap, rows: list[str]) -> list[str]:
    """What stands left of all titles, taken from the rows; empty for mere numbering."""
    if not lead.free:
        return []
    place = lead.place
    found = [row[:place].strip() for row in rows]
    if not any(found):
        return []
    rows[:] = [" " * place + row[place:] for row in rows]
    counted = [list(map(str, range(n, n + len(found)))) for n in (0, 1)]
    return [] if found in counted else found


def _cuts(gaps: Sequence[_Gap], rows: Sequence[str], head: str) -> list[int]:
    """Where columns are parted: at wide gaps, and at others where rows show it."""
    wide = [gap.place for gap in gaps if gap.wide]
    narrow = {gap.place for gap in gaps if not gap.wide and gap.free}
    finer = sorted({*wide, *(place for place in narrow if _parts(place, rows))})
    finer = _filled(finer, narrow, rows)
    return finer if are_titles(_cells(head, finer)) else wide


def _parts(place: int, rows: Sequence[str]) -> bool:
    """Whether rows part columns at one blank: by more blanks, or numbers on one side."""
    if any(not row[place : place + 2].strip() for row in rows):
        return True
    if any(not row[place - 1 : place + 1].strip() for row in rows):
        return True
    left = [row[:place].split()[-1:] for row in rows]
    right = [row[place:].split()[:1] for row in rows]
    return any(
        all(cell and _FIGURE.fullmatch(cell[0]) for cell in side) for side in (left, right)
    )


def _filled(cuts: list[int], narrow: Collection[int], rows: Sequence[str]) -> list[int]:
    """The cuts without those at one blank that have nothing right of them."""
    ends = [*cuts[1:], _WIDEST * _WIDEST]
    return [
        cut
        for cut, end in zip(cuts, ends, strict=True)
        if cut not in narrow or any(row[cut:end].strip() for row in rows)
    ]


def _cells(line: str, cuts: Sequence[int]) -> list[str]:
    places = [0, *cuts, None]
    return [line[start:end].strip() for start, end in pairwise(places)]
