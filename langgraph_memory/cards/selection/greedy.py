"""Cells in the order of their worth: greedy by gain per token, openings charged."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.form.writing import noun
from langgraph_memory.cards.selection.known import key_cell
from langgraph_memory.cards.selection.lines import Line, Offer, Option, Place, density
from langgraph_memory.cards.selection.scoring import Scorer

AGAIN: Final = 0.05
"""Share of its score that a value still gains when another cell says it already."""

LIKE: Final = 0.3
"""The same for a value that is no id: it tells something else of another object."""

CUE: Final = 0.6
"""Share of what a row holds that its best cue gains."""

FURTHER_CUE: Final = 0.1
"""The same for its other cues."""

_OWN: Final = 0.1
_LINE: Final = 1.0
_HEADER: Final = 4.0
_MARK: Final = 0.3
_DENSE: Final = 3


class Step(NamedTuple):
    """A cell that was chosen.

    Attributes:
        spent: About the tokens up to it.
        cell: Its number.
        worth: What it gains per token.
    """

    spent: float
    cell: int
    worth: float


class Greedy:
    """One pass of choosing.

    Attributes:
        cues: Numbers of the chosen cells by which the conversation tells their objects.
    """

    def __init__(self, scorer: Scorer, largest: float) -> None:
        """Begin; cells of more than about `largest` tokens are passed over."""
        self._largest = largest
        self._scorer = scorer
        self._known = scorer.known
        self.cues: set[int] = set()
        self._kept: set[str] = set()
        self._chosen: set[int] = set()
        self._filled: Counter[Place] = Counter()
        self._opened: Counter[Table] = Counter()
        self._age = 0
        self._changed: dict[Line, None] = {}
        self._titles: dict[str, float] = {"": 0.0}
        self._lines = {row: self._line(row) for row in self._known.form.rows}
        self._heap: list[tuple[float, int]] = []

    def steps(self, most: float) -> Iterator[Step]:
        """Cells in the order of their worth, up to so many tokens."""
        for line in self._lines.values():
            self._push(line)
        spent = 0.0
        while self._heap and spent < most:
            density, number = heapq.heappop(self._heap)
            line = self._lines[self._known.form.rows[number]]
            if -density != line.density:
                continue
            best, cells, cost = self._offer(line)
            if self._heap and best < -self._heap[0][0]:
                line.density = best
                heapq.heappush(self._heap, (-best, number))
                continue
            if best <= 0.0:
                break
            fresh = self._take(line, cells)
            spent += cost
            for cell in fresh:
                yield Step(spent, cell.id, best)

    def _line(self, row: Row) -> Line:
        scorer, tokens = self._scorer, self._known.tokens
        options: list[Option] = []
        said: dict[Cell, int] = {}
        best, place = (_OWN if row.children else 0.0), len(row.cells)
        for at, cell in enumerate(row.leaves(), 1):
            if scorer.says(cell):
                said[cell] = at
                if scorer.covers(cell):
                    continue
            if tokens[cell.id] <= self._largest:
                gain = scorer.chance(cell)
                if gain > 0.0:
                    options.append(self._option(cell, gain))
                if gain > best:
                    best, place = gain, at
        options.sort(key=density, reverse=True)
        return Line(row, options, self._ranked(said, place))

    def _option(self, cell: Cell, gain: float) -> Option:
        # A sentence that was said tells nothing more where it is said again.
        text = cell.row.table.kind == "text"
        return Option(
            gain,
            gain * (AGAIN if self._scorer.names(cell) or text else LIKE),
            self._known.costs[cell.id] + _MARK,
            self._named(cell.path),
            self._known.normals[cell.id],
            (cell.row.table, cell.path),
            cell,
        )

    def _named(self, path: Path) -> float:
        """What naming a column costs."""
        name = path[-1] if path else ""
        title = self._titles.get(name)
        if title is None:
            title = self._titles[name] = self._known.count(name) + _MARK
        return title

    def _ranked(self, said: dict[Cell, int], place: int) -> list[Cell]:
        """Cues, the rarest first; of equally rare ones that nearest to the best cell."""
        counts, normals = self._known.counts, self._known.normals
        return sorted(
            said, key=lambda cell: (counts[normals[cell.id]], abs(said[cell] - place))
        )

    def _push(self, line: Line) -> None:
        line.density = self._offer(line)[0]
        if line.density > 0.0:
            heapq.heappush(self._heap, (-line.density, line.row.id))

    def _offer(self, line: Line) -> Offer:
        """What is best to take of a row as things are."""
        if line.age != self._age:
            line.offer, line.age = self._best(line), self._age
        return line.offer

    def _best(self, line: Line) -> Offer:
        """The cells of a row that gain most per token together, and what they cost."""
        cost = 0.0 if line.open else self._opening(line)
        mass, best, taken = 0.0, 0.0, []
        kept, filled, enough = self._kept, self._filled, self._enough(line)
        for gain, again, tokens, title, value, place, cell in line.options:
            more = cost + tokens
            if title and not 0 < enough <= filled[place]:
                more += title
            worth = mass + (again if value in kept else gain)
            density = worth / more
            if density <= best:
                break
            mass, cost, best = worth, more, density
            taken.append(cell)
        if line.open:
            cue = self._next_cue(line)
            if cue and cue[0] / cue[1] > best:
                return cue[0] / cue[1], [cue[2]], cue[1]
        return best, taken, cost

    def _next_cue(self, line: Line) -> tuple[float, float, Cell] | None:
        if not line.unsaid or not line.mass:
            return None
        cell = line.unsaid[0]
        share = CUE
        if len(line.unsaid) < len(line.cues):
            counts, normals = self._known.counts, self._known.normals
            first, this = (normals[one.id] for one in (line.cues[0], cell))
            share = FURTHER_CUE * counts[first] / counts[this]
        cost = self._known.tokens[cell.id] + _MARK + self._title(line, cell)
        return share * line.mass, cost, cell

    def _enough(self, line: Line) -> float:
        """From how many cells on a column is in the header; 0 where there is none."""
        return max(1.0, self._opened[line.row.table] / _DENSE) if line.many else 0.0

    def _title(self, line: Line, cell: Cell) -> float:
        """What naming the column costs, unless the header does."""
        if 0 < self._enough(line) <= self._filled[line.row.table, cell.path]:
            return 0.0
        return self._named(cell.path)

    def _opening(self, line: Line) -> float:
        """What a row costs that has nothing chosen yet, and those around it."""
        row, cost = line.row, _LINE
        if not self._opened[row.table]:
            name = row.table.path[-1] if row.table.path else noun(row.table.tool)
            cost += self._known.count(name) + _HEADER
        key = self._forced(row)
        if key is not None:
            cost += self._known.tokens[key.id] + _MARK + self._title(line, key)
        if row.parent is not None and not self._lines[row.parent].open:
            cost += self._opening(self._lines[row.parent])
        return cost

    @staticmethod
    def _forced(row: Row) -> Cell | None:
        return key_cell(row) if len(row.table.rows) > 1 else None

    def _take(self, line: Line, cells: list[Cell]) -> list[Cell]:
        """Choose cells, with what has to be chosen before them; those that are new."""
        self._age += 1
        self._changed.clear()
        fresh = self._open(line)
        fresh += [cell for cell in cells if cell.id not in self._chosen]
        chosen, normals, lines = self._chosen, self._known.normals, self._lines
        touched = {}
        for cell in fresh:
            row = cell.row
            chosen.add(cell.id)
            self._filled[row.table, cell.path] += 1
            self._kept.add(normals[cell.id])
            touched[row] = lines[row]
            self._add_mass(lines[row], line.gains.get(cell.id, 0.0))
        self._age += 1
        for other in touched.values():
            other.drop(chosen)
        if line.cues and line.cues[0] in fresh:
            self.cues.add(line.cues[0].id)
        self._changed[line] = None
        for changed in self._changed:
            self._push(changed)
        return fresh

    def _add_mass(self, line: Line, gain: float) -> None:
        """Note what was kept of a row; one without cues is told by the row around it."""
        line.mass += gain
        if line.cues or line.row.parent is None or not gain:
            return
        around = self._lines[line.row.parent]
        self._add_mass(around, gain)
        if around.unsaid:
            self._changed[around] = None

    def _open(self, line: Line) -> list[Cell]:
        if line.open:
            return []
        row = line.row
        forced = self._open(self._lines[row.parent]) if row.parent else []
        line.open = True
        self._changed[line] = None
        key = self._forced(row)
        if key is not None and key.id not in self._chosen:
            forced.append(key)
        self._opened[row.table] += 1
        if self._opened[row.table] == 1:
            for other in row.table.rows:
                if other is not row:
                    self._push(self._lines[other])
        return forced
