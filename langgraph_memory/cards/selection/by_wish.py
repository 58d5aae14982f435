"""What the task's wishes add: whether an option suits, and which columns tell so.

This is the option constraint among the parts of decision value: what excludes options, what
bounds them, and what they are compared by.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from types import NoneType
from typing import Final, NamedTuple

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.columns import Column, subject_words
from langgraph_memory.cards.form.model import Call, Path, Row, Table
from langgraph_memory.cards.judging import BREACH, judge
from langgraph_memory.cards.ordering import order_rows
from langgraph_memory.cards.wishes import Wishes
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.tables import MISSING, Cell
from langgraph_memory.weights import OptionWeights

_MIDDLE: Final = 0.5
_FIRST: Final = 3
_LATER: Final = 0.25
"""How much less suits each further one than the first few, when their number doubles."""

_SCALARS: Final = frozenset({str, int, float, bool, NoneType})
_LEAST: Final = 2
_MOST: Final = 500


class Judged(NamedTuple):
    """Options under the task's wishes.

    Attributes:
        rows: How well each row suits, from -1 to 1.
        telling: The columns by which some do not.
        compared: The columns by which the task compares options.
    """

    rows: dict[Row, float]
    telling: frozenset[Path]
    compared: frozenset[Path]


_State = tuple[int, tuple[tuple[int, int, int], ...]]
"""What a list is known by: how many columns its table has, and of each row which it is,
the newest output that told of it, and how often that said something else."""

NOTHING: Final = Judged({}, frozenset(), frozenset())


class Group(NamedTuple):
    """Options of one list: what one call found, or what lies in one object.

    Attributes:
        rows: The options.
        columns: What they are judged by.
    """

    rows: list[Row]
    columns: dict[Path, Column]


class Options:
    """The rows of a table as options, read once, and how they were judged last.

    Attributes:
        version: Of the table, when it was read.
        groups: Lists of options; none where rows are no options: objects that were asked
            for one by one, one alone, or too many.
        wishes: By which wishes they were judged, if they were.
        parts: How, by list.
        judged: How, all together.
    """

    def __init__(self, table: Table, before: Options | None = None) -> None:
        """Read a table; lists that are what they were `before` are not read again."""
        self.version = table.told
        self.wishes: Wishes | None = before.wishes if before else None
        self.parts: dict[_State, Judged] = {}
        self.judged: Judged | None = None
        self.weights: OptionWeights | None = before.weights if before else None
        paths = [path for path in table.columns if path]
        known = before.groups if before else {}
        self.groups: dict[_State, Group] = {}
        for rows in _lists(table):
            state = len(paths), tuple([(r.id, r.output, len(r.was)) for r in rows])
            self.groups[state] = known.get(state) or Group(
                rows, {path: _column(table, path, rows) for path in paths}
            )
            if before and state in before.parts:
                self.parts[state] = before.parts[state]

    def judge(self, wishes: Wishes, weights: OptionWeights) -> Judged:
        """Judge them by some wishes; what was judged by the same ones is known."""
        if (wishes, weights) != (self.wishes, self.weights):
            self.wishes, self.parts, self.judged = wishes, {}, None
            self.weights = weights
        if self.judged is None:
            for state, group in self.groups.items():
                if state not in self.parts:
                    self.parts[state] = _judge(group, wishes, weights)
            self.judged = _together(self.parts[state] for state in self.groups)
        return self.judged


Before = dict[Table, Options]


class WishScorer:
    """Judges options at one moment, each table once."""

    def __init__(self, wishes: Wishes, before: Before, weights: OptionWeights) -> None:
        """Take what the task asks for, and what was judged before of the same form."""
        self._wishes = wishes
        self._weights = weights
        self._before = before
        self._judged: dict[Table, Judged] = {}

    def suits(self, row: Row) -> float:
        """How well an option suits, from -1 to 1; 0 where nothing is wished for."""
        return self._of(row.table).rows.get(row, 0.0)

    def tells(self, table: Table, path: Path) -> bool:
        """Whether a column tells which options suit."""
        return path in self._of(table).telling

    def compares(self, table: Table, path: Path) -> bool:
        """Whether the task compares options by a column."""
        return path in self._of(table).compared

    def _of(self, table: Table) -> Judged:
        found = self._judged.get(table)
        if found is None:
            found = self._judged[table] = self._anew(table)
        return found

    def _anew(self, table: Table) -> Judged:
        options = self._before.get(table)
        if options is None or options.version != table.told:
            options = self._before[table] = Options(table, options)
        return options.judge(self._wishes, self._weights)


def _lists(table: Table) -> list[list[Row]]:
    """The rows that are options beside each other."""
    lists: dict[tuple[Row | None, Call], list[Row]] = {}
    for row in table.rows if table.kind != "record" else ():
        if not row.gone:
            lists.setdefault((row.parent, row.call), []).append(row)
    return [rows for rows in lists.values() if _LEAST <= len(rows) <= _MOST]


def _judge(group: Group, wishes: Wishes, weights: OptionWeights) -> Judged:
    rows, columns = group
    judged = judge([*columns.values()], len(rows), wishes)
    met = {column for one in judged for column, _ in one.wishes}
    barring = {
        reason.rpartition(": ")[0]
        for one in judged
        if one.against >= BREACH
        for reason in one.reasons
    }
    telling = {path for path, column in columns.items() if column.name in barring}
    compared = {
        path
        for path, column in columns.items()
        if column.name in met or _aimed(column, wishes)
    }
    if not telling and not compared:
        return NOTHING
    ordered = order_rows([*columns.values()], judged, wishes, weights)
    values = enumerate(zip(ordered.order, ordered.values, strict=True))
    return Judged(
        {
            rows[at]: (value - _MIDDLE) / _MIDDLE - _LATER * log2(1 + rank / _FIRST)
            for rank, (at, value) in values
        },
        frozenset(telling),
        frozenset(compared),
    )


def _aimed(column: Column, wishes: Wishes) -> bool:
    aims = wishes.aims
    return (
        ("cheap" in aims and column.price)
        or ("rated" in aims and column.rating)
        or (bool(aims & {"soon", "late"}) and column.has(lexicon.START))
        or ("near" in aims and column.has(lexicon.DISTANCE))
        or ("fast" in aims and column.has(lexicon.DURATION))
    )


def _together(parts: Iterable[Judged]) -> Judged:
    found = list(parts)
    return Judged(
        {row: suits for part in found for row, suits in part.rows.items()},
        frozenset().union(*(part.telling for part in found)),
        frozenset().union(*(part.compared for part in found)),
    )


def _column(table: Table, path: Path, rows: list[Row]) -> Column:
    name = table.path[-1] if table.path else ""
    return Column(
        name=".".join(path),
        cells=tuple(_cell(row, path) for row in rows),
        key=path == table.key,
        subject=subject_words(table.tool) | frozenset(name_words(name)),
    )


def _cell(row: Row, path: Path) -> Cell:
    cell = row.cells.get(path)
    if cell is None:
        return MISSING
    value = cell.value
    return value if type(value) in _SCALARS else str(value)
