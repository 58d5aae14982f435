"""Blocks of pairs under lines that say what they are about, as rows with titles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from langgraph_memory.facts._drafts import DraftRow, free_name
from langgraph_memory.facts._typing import spell_alike

_TITLES: Final = ("title", "heading")
_TEXT: Final = "text"
_LONGEST: Final = 60
_NO_ENDS: Final = tuple(".!?;,。！？；，")
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)、]|[-*•·–])\s+(?P<bulleted>\S.*)")
_STRONG: Final = re.compile(r"(?:\d{1,3}[.)、]\s+)?(?:\*\*|__).+(?:\*\*|__)[:：]?")
_EMPHASIS: Final = re.compile(r"\*\*|__")
_DIGITS: Final = re.compile(r"\d+")
_SHARED: Final = 0.5


@dataclass(slots=True)
class Block:
    """Rows that stand together in a text.

    Attributes:
        rows: Cells by name.
        above: The lines of prose right above, down from the last blank line or block.
        before: The lines between those and the block before.
        titled: Whether the last of them names the block by its form.
        inset: Whether the rows are indented deeper than the line above them.
        beside: Whether they lie beside what heads the block before.
    """

    rows: list[DraftRow]
    above: list[str]
    before: list[str]
    titled: bool = False
    inset: bool = False
    beside: bool = False

    def headings(self) -> list[int]:
        """Which of the lines above may say what the block is about."""
        return [] if self.titled else [n for n, s in enumerate(self.above) if may_head(s)]

    def is_headed(self) -> bool:
        """Whether the line above heads the block: alone, bold, numbered or outdented."""
        if not self.headings() or self.headings()[-1] < len(self.above) - 1:
            return False
        last = self.above[-1]
        marked = _STRONG.fullmatch(last) or _NUMBERED.fullmatch(last)
        return self.inset or len(self.above) == 1 or bool(marked)


class Head(NamedTuple):
    """A pair that may say what the pairs below it are about.

    Attributes:
        name: Its name.
        indent: How far it is indented.
        numbered: Whether the row above begins with the same name and another number.
    """

    name: str
    indent: int
    numbered: bool


def is_next(name: str, first: str) -> bool:
    """Whether a name differs from another one by its number alone: `Day 2` from `Day 1`."""
    if name == first or not _DIGITS.search(name):
        return False
    return _DIGITS.sub("0", name) == _DIGITS.sub("0", first)


def cut_off(row: DraftRow, name: str) -> DraftRow:
    """Take the cells from a name on out of a row."""
    names = list(row)
    return {later: row.pop(later) for later in names[names.index(name) :]}


def with_titles(rows: list[DraftRow]) -> list[DraftRow]:
    """Rows that begin with `Day 1: …`, `Day 2: …`, with that as their titles."""
    first, *rest = [next(iter(row), "") for row in rows]
    if not rest or not all(is_next(name, first) for name in rest):
        return rows
    column = _title_column(rows)
    return [
        {
            column: f"{name}: {row[name]}",
            **{n: cell for n, cell in row.items() if n != name},
        }
        for name, row in zip([first, *rest], rows, strict=True)
    ]


def series(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Part blocks into runs of those that are alike and may all have a heading.

    Args:
        blocks: In the order of the text.

    Yields:
        All blocks, in lists of one where nothing is like the next.
    """
    run: list[Block] = []
    for block in blocks:
        joins = run and run[0].headings() and block.headings()
        if joins and are_alike(block.rows[0], run[-1].rows[-1]):
            run.append(block)
        else:
            if run:
                yield run
            run = [block]
    if run:
        yield run


def titled_rows(blocks: Sequence[Block]) -> tuple[list[str], list[DraftRow]]:
    """The rows of blocks that are alike, each led by the heading of its block.

    Args:
        blocks: Two or more that `series` put together. As many lines above each as above
            the one with the fewest are taken for its own.

    Returns:
        Lines of prose that belong to none of them, and the rows.
    """
    depth = min(len(block.headings()) for block in blocks)
    column = _title_column([row for block in blocks for row in block.rows])
    prose: list[str] = []
    rows: list[DraftRow] = []
    for block in blocks:
        place = block.headings()[-depth]
        prose += [*block.before, *block.above[:place]]
        said = " ".join(block.above[place + 1 :])
        for row in block.rows:
            titled: DraftRow = {free_name(column, row): plain_heading(block.above[place])}
            titled |= row
            if said:
                titled[free_name(_TEXT, titled)] = said
            rows.append(titled)
    spell_alike(rows)
    return prose, rows


def _title_column(rows: Sequence[DraftRow]) -> str:
    names = {name.casefold() for row in rows for name in row}
    return next((name for name in _TITLES if name not in names), _TITLES[0])


def plain_heading(line: str) -> str:
    """A heading without its bullet, its marks of emphasis and its colon."""
    numbered = _NUMBERED.fullmatch(line)
    line = numbered["bulleted"] if numbered else line
    return _EMPHASIS.sub("", line).strip(" *_#:：")


def are_alike(one: DraftRow, other: DraftRow) -> bool:
    """Whether two rows have at least half of their columns in common."""
    return len(one.keys() & other.keys()) >= _SHARED * max(len(one), len(other))


def may_head(line: str) -> bool:
    """Whether a line is short and no sentence."""
    bare = plain_heading(line)
    return 0 < len(bare) <= _LONGEST and not line.endswith(_NO_ENDS)
