"""Text that is not JSON, line by line: drawn tables, pairs, and prose."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.facts._drafts import Draft, DraftRow
from langgraph_memory.facts._grids import grid_at
from langgraph_memory.facts._pairs import inline_pairs, line_pair
from langgraph_memory.facts._typing import typed
from langgraph_memory.facts.tables import Table

_FENCE: Final = re.compile(r"```\w*|[-=_*`~.,;:|+)\]}>#]+")
_TITLE: Final = re.compile(
    r"#{1,6}\s+(?P<ruled>.{1,60})|\[(?P<section>[^\[\]]{1,60})\]|(?P<colon>.{1,60}?)\s*[:：]"
)
_SENTENCE: Final = 8
_SHARED: Final = 0.5


class LineReader:
    """One pass over lines; collects tables and prose in their order."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.prose: list[str] = []
        self._rows: list[DraftRow] = []
        self._lines: list[str] = []

    def read(self, text: str) -> None:
        """Read further lines.

        Args:
            text: Any text, clean.
        """
        lines = text.split("\n")
        position = 0
        while position < len(lines):
            line = lines[position].strip()
            if not line or _FENCE.fullmatch(line):
                position += 1
                continue
            grid = grid_at(lines, position)
            if grid:
                self._close()
                self._rows, position = grid
                self._close()
                continue
            self._line(line)
            position += 1
        self._close()

    def title(self) -> str:
        """What the newest line of prose calls that which follows it; or empty."""
        found = _TITLE.fullmatch(self.prose[-1]) if self.prose else None
        title = found["ruled"] or found["section"] or found["colon"] if found else ""
        return title.strip(" *_:：")

    def _line(self, line: str) -> None:
        row = inline_pairs(line)
        pair = None if row else line_pair(line)
        if row:
            if self._rows and not _alike(row, self._rows[-1]):
                self._close()
            self._rows.append(row)
        elif pair:
            name, value = pair
            if not self._rows or name in self._rows[-1]:
                self._rows.append({})
            self._rows[-1][name] = typed(value)
        else:
            self._close()
            self.prose.append(line)
            return
        self._lines.append(line)

    def _close(self) -> None:
        """Make a table of the rows collected so far."""
        rows, lines = self._rows, self._lines
        self._rows, self._lines = [], []
        if len(lines) == 1 and len(rows[0]) == 1 and len(lines[0].split()) > _SENTENCE:
            self.prose += lines
        elif rows:
            draft = Draft(self.title(), "record" if len(rows) == 1 else "list")
            draft.extend(rows)
            self.tables += draft.tables()


def _alike(one: DraftRow, other: DraftRow) -> bool:
    return len(one.keys() & other.keys()) >= _SHARED * max(len(one), len(other))
