"""Cells in the order of their worth: greedy by gain per token, openings charged."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Final, NamedTuple

from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.form.writing import noun
from langgraph_memory.cards.selection.known import key_cell
from langgraph_memory.cards.selection.lines import (
    Line,
    Offer,
    Option,
    Place,
    Sheet,
    density,
)
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
        self._age = 0
        self._changed: dict[Line, None] = {}
        self._titles: dict[str, float] = {"": 0.0}
        self._sheets: dict[Table, Sheet] = {}
        self._lines = [self._line(row) for row in self._known.form.rows]
        self._heap: list[tuple[float, int]] = []

    def steps(self, most: float) -> Iterator[Step]:
        """Cells in the order of their worth, up to so many tokens."""
        for line in self._lines:
            self._push(line)
        spent = 0.0
        while self._heap and spent < most:
            density, number = heapq.heappop(self._heap)
            line = self._lines[number]
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
        sheet = self._sheet(row.table)
        options: list[Option] = []
        said: dict[Cell, int] = {}
        best, place = (_OWN if row.children else 0.0), len(row.cells)
        for at, cell in enumerate([] if row.dropped else row.leaves(), 1):
            if scorer.says(cell):
                said[cell] = at
                if scorer.covers(cell):
                    continue
            if tokens[cell.id] <= self._largest:
                gain, is_id = scorer.chance_of(cell)
                if gain > 0.0:
                    options.append(self._option(cell, sheet, gain, is_id=is_id))
                if gain > best:
                    best, place = gain, at
        options.sort(key=density, reverse=True)
        cues = self._ranked(said, place) if said else []
        key = key_cell(row) if sheet.many else None
        named = (key, self._place(sheet, key.path)) if key is not None else None
        return Line(row, sheet, options, cues, named)

    def _sheet(self, table: Table) -> Sheet:
        sheet = self._sheets.get(table)
        if sheet is None:
            name = table.path[-1] if table.path else noun(table.tool)
            cost = self._known.count(name) + _HEADER
            sheet = self._sheets[table] = Sheet(cost, many=len(table.rows) > 1)
        return sheet

    def _place(self, sheet: Sheet, path: Path) -> Place:
        place = sheet.places.get(path)
        if place is None:
            place = sheet.places[path] = Place(self._named(path[-1] if path else ""))
        return place

    def _option(self, cell: Cell, sheet: Sheet, gain: float, *, is_id: bool) -> Option:
        # A sentence that was said tells nothing more where it is said again.
        once = is_id or cell.row.table.kind == "text"
        return Option(
            gain,
            gain * (AGAIN if once else LIKE),
            self._known.costs[cell.id] + _MARK,
            self._place(sheet, cell.path),
            self._known.normals[cell.id],
            cell,
        )

    def _named(self, name: str) -> float:
        """What naming a column costs."""
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
        best = line.density = self._offer(line)[0]
        if best > 0.0:
            heapq.heappush(self._heap, (-best, line.row.id))

    def _offer(self, line: Line) -> Offer:
        """What is best to take of a row as things are."""
        if line.age != self._age:
            line.offer, line.age = self._best(line), self._age
        return line.offer

    def _best(self, line: Line) -> Offer:
        """The cells of a row that gain most per token together, and what they cost."""
        cost = 0.0 if line.open else self._opening(line)
        mass, best, taken = 0.0, 0.0, []
        kept, enough = self._kept, line.sheet.enough
        for gain, again, tokens, place, value, cell in line.options:
            more = cost + tokens
            if not 0 < enough <= place.filled:
                more += place.title
            worth = mass + (again if value in kept else gain)
            density = worth / more
            if density <= best:
                break
            mass, cost, best = worth, more, density
            taken.append(cell)
        if line.open and line.unsaid and line.mass:
            gain, tokens, cell = self._next_cue(line)
            if gain / tokens > best:
                return gain / tokens, [cell], tokens
        return best, taken, cost

    def _next_cue(self, line: Line) -> tuple[float, float, Cell]:
        cell = line.unsaid[0]
        share = CUE
        if len(line.unsaid) < len(line.cues):
            counts, normals = self._known.counts, self._known.normals
            first, this = (normals[one.id] for one in (line.cues[0], cell))
            share = FURTHER_CUE * counts[first] / counts[this]
        title = line.sheet.title(self._place(line.sheet, cell.path))
        return share * line.mass, self._known.tokens[cell.id] + _MARK + title, cell

    def _opening(self, line: Line) -> float:
        """What a row costs that has nothing chosen yet, and those around it."""
        sheet = line.sheet
        cost = _LINE if sheet.opened else _LINE + sheet.cost
        if line.key is not None:
            key, place = line.key
            cost += self._known.tokens[key.id] + _MARK + sheet.title(place)
        if line.row.parent is not None:
            around = self._lines[line.row.parent.id]
            if not around.open:
                cost += self._opening(around)
        return cost

    def _take(self, line: Line, cells: list[Cell]) -> list[Cell]:
        """Choose cells, with what has to be chosen before them; those that are new."""
        self._age += 1
        self._changed.clear()
        fresh = self._open(line)
        fresh += [cell for cell in cells if cell.id not in self._chosen]
        chosen, normals = self._chosen, self._known.normals
        touched: dict[Line, None] = {}
        for cell in fresh:
            around = self._lines[cell.row.id]
            chosen.add(cell.id)
            self._place(around.sheet, cell.path).filled += 1
            self._kept.add(normals[cell.id])
            touched[around] = None
            self._add_mass(around, around.gains.get(cell.id, 0.0))
        self._age += 1
        numbers = frozenset([cell.id for cell in fresh])
        for other in touched:
            other.drop(numbers)
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
        around = self._lines[line.row.parent.id]
        self._add_mass(around, gain)
        if around.unsaid:
            self._changed[around] = None

    def _open(self, line: Line) -> list[Cell]:
        if line.open:
            return []
        row = line.row
        forced = self._open(self._lines[row.parent.id]) if row.parent else []
        line.open = True
        self._changed[line] = None
        if line.key is not None and line.key[0].id not in self._chosen:
            forced.append(line.key[0])
        line.sheet.open()
        if line.sheet.opened == 1:
            for other in row.table.rows:
                if other is not row:
                    self._push(self._lines[other.id])
        return forced
