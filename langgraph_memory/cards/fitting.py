"""Which columns and rows of a valued table a card has room for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.card import CardValue
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.quoting import write
from langgraph_memory.cards.selection.parts import together
from langgraph_memory.cards.words import name_words
from langgraph_memory.cards.worth import ColumnWorth
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

_FLOOR, _FEW = 64, 256
_LONGEST_CELL, _LONGEST_LEFT, _LONGEST_ECHO = 400, 200, 80
_SHARE = 0.4
_SAMPLE = 3
_DIGITS = 6

SILENT, SAID, LITTLE, FULL = (
    "it says nothing",
    "the call says it",
    "a later decision is too unlikely to use it",
    "there is no room left in its card",
)
"""Why a column is not kept."""


@dataclass(frozen=True)
class Fitted:
    """The part of a table that a card keeps.

    Attributes:
        worths: The kept columns, constant ones included, and what they are worth.
        constants: Columns that are equal in all rows, told once.
        table: The kept cells, best rows first.
        row_values: Worth of the kept rows, 0–1, never rising.
        row_places: Their places in the table; empty where they rise.
        total: Rows of the whole table that say anything.
        value: Of all that is kept.
        left: By name of the other columns, why they are not kept.
    """

    worths: tuple[ColumnWorth, ...]
    constants: dict[str, Cell]
    table: Table
    row_values: tuple[float, ...]
    row_places: tuple[int, ...]
    total: int
    value: CardValue
    left: dict[str, str]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The kept columns."""
        return tuple(worth.column for worth in self.worths)


def fit(
    table: Table,
    worths: Sequence[ColumnWorth],
    args: Mapping[str, object],
    threshold: float,
    max_tokens: int,
    count: Callable[[str], int],
    *,
    changes: bool = False,
) -> Fitted:
    """Choose columns by what they are worth, then rows, until the room is used.

    What objects are called by, what limits them and whether they can be had is kept with
    whatever is kept of them. A table that fits into 64 tokens keeps all its columns but
    ballast; one of up to three rows also addresses, numbers and links, as long as it takes
    no more than 256. Columns that are equal in all rows are told once, unless they name the
    objects; what the call's arguments say is left to the head, but of a call that changes
    something: there it is what holds from now on, and is compared with what held before.

    Args:
        table: The table.
        worths: What its columns are worth.
        args: Arguments of the call.
        threshold: Least chance, 0–1, that a decision uses a cell of a kept column, apart
            from what is said of its object.
        max_tokens: Room for the rows and their header.
        count: Tokens of a text.
        changes: Whether the call changed something.

    Returns:
        What is kept; no columns when none is worth it, no rows when none says anything.
    """
    if not any(worth.column.present for worth in worths):
        nothing = Table(table.name, (), (), None, "list")
        return Fitted((), {}, nothing, (), (), 0, together(()), {})
    left = _unsaid(worths, args, changes=changes)
    open_ = [worth for worth in worths if worth.column.name not in left]
    costs = {worth.column.name: _cost(worth.column, count) for worth in open_}
    useful = [worth for worth in open_ if not _ballast(worth)]
    whole = _whole_cost(useful, costs, table) <= _FLOOR
    kept = [w for w in open_ if _kept(w, threshold) or (whole and w in useful)]
    kept = _with_ways(open_, kept, costs, table)
    left |= {w.column.name: LITTLE for w in open_ if w not in kept}
    kind = table.kind if len(table.rows) == 1 else "list"
    room = max_tokens if kind == "record" else int(max_tokens * _SHARE)
    columns = _roomy([w for w in kept if not _hoisted(w.column)], costs, room)
    hoisted = _roomy([w for w in kept if _hoisted(w.column)], costs, room)
    left |= {w.column.name: FULL for w in kept if w not in columns and w not in hoisted}
    order, values = _ordered(columns, len(table.rows))
    names = tuple(worth.column.name for worth in columns)
    rows = [tuple(_clipped(w.column.cells[at]) for w in columns) for at in order]
    shown = _shown(names, rows, max_tokens, count)
    key = table.key if table.key in names else None
    return Fitted(
        worths=(*columns, *hoisted),
        constants={w.column.name: _clipped(w.column.cells[0]) for w in hoisted},
        table=Table(table.name, names, tuple(rows[:shown]), key, kind),
        row_values=values[:shown],
        row_places=_places(order[:shown]),
        total=len(table.rows),
        value=_value(columns, order[:shown], hoisted),
        left=left,
    )


def _value(
    columns: Sequence[ColumnWorth], rows: Sequence[int], hoisted: Sequence[ColumnWorth]
) -> CardValue:
    facts = [worth.fact(at) for worth in columns for at in rows]
    facts += [worth.best for worth in hoisted]
    return together(fact.value for fact in facts if fact is not None)


def _unsaid(
    worths: Sequence[ColumnWorth], args: Mapping[str, object], *, changes: bool
) -> dict[str, str]:
    """Of which columns nothing needs to be said, and why."""
    columns = [worth.column for worth in worths]
    silent = {c.name: SILENT for c in columns if not c.present}
    open_ = [column for column in columns if column.present]
    said = [column for column in open_ if _in_call(column, args)]
    if changes:
        said = [column for column in said if column.key or not _brief(column)]
        said = said if len(said) < len(open_) else []
    return silent | {column.name: SAID for column in said}


def _brief(column: Column) -> bool:
    return len(str(column.present[0])) <= _LONGEST_ECHO


def _in_call(column: Column, args: Mapping[str, object]) -> bool:
    if len(set(map(str, column.cells))) > 1:
        return False
    said = column.present[0]
    echoes = lexicon.ECHO.issuperset(column.words)
    return any(
        _same(value, said) and (echoes or not column.path.isdisjoint(name_words(name)))
        for name, value in args.items()
    )


def _same(left: object, right: object) -> bool:
    return str(left).strip().casefold() == str(right).strip().casefold()


def _kept(worth: ColumnWorth, threshold: float) -> bool:
    return _telling(worth) or _score(worth) >= threshold


def _telling(worth: ColumnWorth) -> bool:
    """Whether objects are called, limited or barred by a column."""
    column = worth.column
    if column.key or column.names or column.cue:
        return True
    return column.has(lexicon.LIMIT | lexicon.STOCK) and not _ballast(worth)


def _score(worth: ColumnWorth) -> float:
    return 0.0 if worth.apart is None else worth.apart.score


def _ballast(worth: ColumnWorth) -> bool:
    # All cells of a column share this term.
    fact = next((fact for at in range(len(worth.cells)) if (fact := worth.fact(at))), None)
    return fact is not None and "ballast" in fact.terms


def _whole_cost(
    worths: Sequence[ColumnWorth], costs: Mapping[str, int], table: Table
) -> float:
    sampled = max(1, min(_SAMPLE, len(table.rows)))
    return sum(costs[w.column.name] for w in worths) * len(table.rows) / sampled


def _with_ways(
    worths: Sequence[ColumnWorth],
    kept: Sequence[ColumnWorth],
    costs: Mapping[str, int],
    table: Table,
) -> list[ColumnWorth]:
    """Of few objects also where they are and how they are reached, the shortest first."""
    chosen = list(kept)
    rest = [w for w in worths if w not in kept and not _unreadable(w.column)]
    if len(table.rows) <= _SAMPLE:
        for worth in sorted(rest, key=lambda w: costs[w.column.name]):
            if _ballast(worth) and _whole_cost([*chosen, worth], costs, table) <= _FEW:
                chosen.append(worth)
    return [worth for worth in worths if worth in chosen]


def _unreadable(column: Column) -> bool:
    return column.long or not lexicon.OPAQUE.isdisjoint(column.words[-1:])


def _cost(column: Column, count: Callable[[str], int]) -> int:
    cells = sum(count(write(_clipped(cell))) + 1 for cell in column.cells[:_SAMPLE])
    return cells + count(column.name)


def _hoisted(column: Column) -> bool:
    return column.constant and not (column.key or column.names)


def _roomy(
    worths: Sequence[ColumnWorth], costs: Mapping[str, int], room: int
) -> list[ColumnWorth]:
    def rank(worth: ColumnWorth) -> tuple[bool, bool, float]:
        return not worth.column.key, not worth.column.names, -_score(worth)

    chosen: set[str] = set()
    for worth in sorted(worths, key=rank):
        cost = costs[worth.column.name]
        if not chosen or cost <= room:
            chosen.add(worth.column.name)
            room -= cost
    return [worth for worth in worths if worth.column.name in chosen]


def _ordered(
    worths: Sequence[ColumnWorth], rows: int
) -> tuple[list[int], tuple[float, ...]]:
    """The rows, first those of which most uses are expected, and how many, up to 1."""
    scores = zip(*(worth.scores for worth in worths), strict=True)
    expected = [round(fsum(row), _DIGITS) for row in scores] or [0.0] * rows
    order = sorted(range(rows), key=lambda at: -expected[at])
    return order, tuple(min(1.0, expected[at]) for at in order)


def _places(order: Sequence[int]) -> tuple[int, ...]:
    return () if sorted(order) == list(order) else tuple(order)


def _shown(
    names: tuple[str, ...], rows: Sequence[Row], room: int, count: Callable[[str], int]
) -> int:
    if not names:
        return 0
    room -= count(" | ".join(names))
    for at, row in enumerate(rows):
        room -= count(" | ".join(write(cell, " | ") for cell in row)) + 1
        if room < 0 and at:
            return at
    return len(rows)


def _clipped(cell: Cell) -> Cell:
    return clip(cell, _LONGEST_CELL) if isinstance(cell, str) else cell


def left_out_of(table: Table, fitted: Fitted) -> dict[str, Cell]:
    """What a single object has beyond its card, long values aside.

    Args:
        table: The table of the record.
        fitted: What of it is kept.
    """
    if table.kind != "record" or not table.rows:
        return {}
    shown = {*fitted.table.columns, *fitted.constants}
    return {
        name: cell
        for name, cell in zip(table.columns, table.rows[0], strict=True)
        if name not in shown and cell is not MISSING and len(str(cell)) <= _LONGEST_LEFT
    }
