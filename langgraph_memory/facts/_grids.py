"""Tables drawn in text: Markdown, pipes, tabs, CSV, and columns set apart by blanks."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from typing import Final

from langgraph_memory.facts._columns import columns_at
from langgraph_memory.facts._drafts import DraftRow
from langgraph_memory.facts._titles import are_titles, is_ruler
from langgraph_memory.facts._typing import spell_alike, typed

Split = Callable[[str], list[str]]

_GAP: Final = re.compile(r" {2,}|\t+")
_PIPE: Final = re.compile(r"(?<!\\)\|")


def grid_at(lines: Sequence[str], start: int) -> tuple[list[DraftRow], int] | None:
    """The table that begins at a line, if one does.

    Args:
        lines: All lines.
        start: Position of the line that would hold the titles.

    Returns:
        The rows, blank cells left out, and the position of the first line after them; or
        None.
    """
    for split, least in _STYLES:
        placed = columns_at(lines, start) if split is _by_gaps else None
        titles = split(lines[start])
        if titles[1:] and not titles[0]:
            titles[0] = "_"  # The column of row names, which data frames leave untitled.
        if are_titles(titles):
            rows, end = _rows(lines, start + 1, titles, split)
            if len(rows) >= least and (not placed or placed[1] < end):
                return rows, end
        if placed:
            return placed
    return None


def _rows(
    lines: Sequence[str], start: int, titles: list[str], split: Split
) -> tuple[list[DraftRow], int]:
    rows: list[DraftRow] = []
    end = start
    while end < len(lines):
        line = lines[end]
        if not is_ruler(line):
            cells = split(line)
            if split is _by_gaps and len(cells) == len(titles) + 1:
                cells = cells[1:]  # The row numbers that data frames print.
            drawn = split is _by_pipes and line.lstrip().startswith("|")
            if len(cells) != len(titles) and not (drawn and 0 < len(cells) < len(titles)):
                break
            pairs = zip(titles, cells, strict=False)
            rows.append({title: typed(cell) for title, cell in pairs if cell})
        end += 1
    spell_alike(rows)
    return rows, end


def _by_pipes(line: str) -> list[str]:
    if "|" not in line or is_ruler(line):
        return []
    inner = line.strip().removeprefix("|").removesuffix("|")
    if "\\|" not in line:
        return [cell.strip(" \t*`") for cell in inner.split("|")]
    return [cell.replace("\\|", "|").strip(" \t*`") for cell in _PIPE.split(inner)]


def _by_tabs(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")] if "\t" in line else []


def _by_gaps(line: str) -> list[str]:
    return _GAP.split(line.strip()) if "  " in line or "\t" in line else []


def _by(delimiter: str) -> Split:
    def split(line: str) -> list[str]:
        # A blank after the delimiter is how sentences are written.
        if delimiter not in line:
            return []
        try:
            [cells] = csv.reader([line], delimiter=delimiter)
        except (csv.Error, ValueError):
            return []
        return [] if any(cell.startswith(" ") for cell in cells) else cells

    return split


# Each way to part a line, with the rows it takes to tell a table from chance.
_STYLES: Final[tuple[tuple[Split, int], ...]] = (
    (_by_pipes, 1),
    (_by_tabs, 1),
    (_by(","), 1),
    (_by(";"), 2),
    (_by_gaps, 2),
)
