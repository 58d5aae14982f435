"""Text that is not JSON, line by line: drawn tables, pairs, and prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from langgraph_memory.facts._drafts import Draft, DraftRow
from langgraph_memory.facts._grids import grid_at
from langgraph_memory.facts._headings import (
    Block,
    Head,
    are_alike,
    cut_off,
    is_next,
    may_head,
    plain_heading,
    series,
    titled_rows,
    with_titles,
)
from langgraph_memory.facts._pairs import inline_pairs, line_pair
from langgraph_memory.facts._typing import spell_alike, typed
from langgraph_memory.facts.tables import Table

_FENCE: Final = re.compile(r"```\w*|[-=_*`~.,;:|+)\]}>#]+")
_TITLE: Final = re.compile(
    r"#{1,6}\s+(?P<ruled>.{1,60})|\[(?P<section>[^\[\]]{1,60})\]|(?P<colon>.{1,60}?)\s*[:：]"
)
_SENTENCE: Final = 8


class LineReader:
    """One pass over lines; collects tables and prose in their order."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.prose: list[str] = []
        self._rows: list[DraftRow] = []
        self._lines: list[str] = []
        # The pair that may begin a row, as it heads what is below it.
        self._head: Head | None = None
        # Lines of prose since the last block or blank line, those before, and all blocks.
        self._above: list[str] = []
        self._before: list[str] = []
        self._indent = self._floor = 0
        self._inset = self._parted = self._beside = False
        self._blocks: list[Block] = []

    def read(self, text: str) -> None:
        """Read further lines.

        Args:
            text: Any text, clean.
        """
        lines = text.split("\n")
        position = 0
        drawn: list[tuple[str, range]] = []
        while position < len(lines):
            line = lines[position].strip()
            if not line or _FENCE.fullmatch(line):
                self._parted = True
                position += 1
                continue
            grid = grid_at(lines, position)
            if grid:
                line, start = self._heading(), len(self.tables)
                self._finish()
                rows, position = grid
                self._add(rows, "list" if len(rows) > 1 else "record")
                drawn.append((line, range(start, len(self.tables))))
                continue
            self._line(line, len(lines[position]) - len(lines[position].lstrip()))
            position += 1
        self._finish()
        if sum(bool(line) for line, _ in drawn) > 1:
            self._name(drawn)

    def title(self) -> str:
        """What the newest line of prose calls that which follows it; or empty."""
        return _title(self.prose[-1]) if self.prose else ""

    def _heading(self) -> str:
        """The line that stands alone right above and may head a table; or empty."""
        if self._parted or self._rows or len(self._above) != 1:
            return ""
        [line] = self._above
        return line if may_head(line) else ""

    def _name(self, drawn: Iterable[tuple[str, range]]) -> None:
        """Name tables that have no name by the lines right above them, which go."""
        used: Counter[str] = Counter()
        for line, places in drawn:
            unnamed = [p for p in places if line and not self.tables[p].name]
            used[line] += bool(unnamed)
            for place in unnamed:
                self.tables[place] = replace(self.tables[place], name=plain_heading(line))
        prose, self.prose = self.prose, []
        for line in prose:
            if used[line]:
                used[line] -= 1
            else:
                self.prose.append(line)

    def _line(self, line: str, indent: int) -> None:
        row = inline_pairs(line)
        pair = None if row else line_pair(line)
        if not row and not pair:
            self._close()
            self._speak(line, indent)
            return
        if self._inset and self._above and indent <= self._floor:
            # It lies beside the line that heads the block, not below it.
            self._close()
            self._indent, self._beside = indent, True
        if not self._rows:
            self._inset, self._floor = indent > self._indent, self._indent
        if row:
            if self._rows and not are_alike(row, self._rows[-1]):
                self._close()
            self._rows.append(row)
        elif pair:
            if self._rows and line.startswith("- ") and indent < self._indent:
                # A block within an item ends where the next one begins.
                self._rows.append({})
            self._pair(*pair, indent)
        self._parted = False
        self._lines.append(line)

    def _pair(self, name: str, value: str, indent: int) -> None:
        """Add a cell to the newest row, or begin a row where it has one of that name."""
        rows = self._rows
        if not rows:
            rows.append({})
        elif name in rows[-1]:
            head = self._head
            led = head is not None and (head.numbered or indent > head.indent)
            rows.append(cut_off(rows[-1], head.name) if head and led else {})
            self._head = None
        elif rows[-1]:
            numbered = is_next(name, next(iter(rows[-1])))
            if numbered or indent < self._indent:
                self._head = Head(name, indent, numbered)
        self._indent = indent
        rows[-1][name] = typed(value)

    def _speak(self, line: str, indent: int) -> None:
        """Take a line of prose, which may head what comes below it."""
        if self._parted:
            self._before += self._above
            self._above = []
        self._parted = False
        self._above.append(line)
        self._indent = indent

    def _close(self) -> None:
        """Make a block of the rows collected so far."""
        rows, lines, head = self._rows, self._lines, self._head
        self._rows, self._lines, self._head = [], [], None
        if len(lines) == 1 and len(rows[0]) == 1 and len(lines[0].split()) > _SENTENCE:
            self._above += lines
        elif rows:
            if head and head.numbered and len(rows) > 1:
                rows.append(cut_off(rows[-1], head.name))
            rows = with_titles(rows)
            titled = bool(self._above) and bool(_title(self._above[-1]))
            said = self._above, self._before
            self._blocks.append(Block(rows, *said, titled, self._inset, self._beside))
            self._above, self._before, self._beside = [], [], False

    def _finish(self) -> None:
        """Make tables and prose of all that was collected so far."""
        self._close()
        headed = sum(block.is_headed() for block in self._blocks) > 1
        for alike in series(self._blocks):
            if len(alike) > 1:
                prose, rows = titled_rows(alike)
                self.prose += prose
                self._add(rows, "list")
                continue
            [block] = alike
            self.prose += [*block.before, *block.above]
            spell_alike(block.rows)
            name = "" if block.beside else self.title()
            if headed and block.is_headed():
                name = plain_heading(block.above[-1])
            self._add(block.rows, "record" if len(block.rows) == 1 else "list", name)
        self.prose += [*self._before, *self._above]
        self._blocks, self._above, self._before = [], [], []

    def _add(
        self, rows: list[DraftRow], kind: Literal["record", "list"], name: str | None = None
    ) -> None:
        draft = Draft(self.title() if name is None else name, kind)
        draft.extend(rows)
        self.tables += draft.tables()


def _title(line: str) -> str:
    found = _TITLE.fullmatch(line)
    title = found["ruled"] or found["section"] or found["colon"] if found else ""
    return title.strip(" *_:：")
