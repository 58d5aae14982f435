"""What the facts of one observation are worth: each is scored as cells of the view are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from langgraph_memory.cards.card import CardValue
from langgraph_memory.cards.columns import Column, columns_of
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Cell as FormCell
from langgraph_memory.cards.form.model import Path, Row
from langgraph_memory.cards.form.model import Table as FormTable
from langgraph_memory.cards.selection.known import Known
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.parts import OBJECT, chance, value_of
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import MISSING, Cell, Table
from langgraph_memory.facts.tools import ToolSchema
from langgraph_memory.weights import Weights

_SAMPLE: Final = 16


@dataclass(frozen=True)
class Fact:
    """A cell or a sentence, and what its score is made of.

    Attributes:
        said: What it says.
        terms: By name, in log-odds.
        learned: What other conversations taught, a factor.
    """

    said: Cell
    terms: Mapping[str, float]
    learned: float

    @cached_property
    def score(self) -> float:
        """The chance that a later decision uses it, 0–1."""
        return chance(self.terms.values(), self.learned)

    @property
    def value(self) -> CardValue:
        """The same with its parts."""
        return value_of(self.terms, self.learned)

    @property
    def apart(self) -> Fact:
        """The same without what is said of its object: how its field compares."""
        terms = {n: t for n, t in self.terms.items() if n not in OBJECT}
        return Fact(self.said, terms, self.learned)


@dataclass(frozen=True, eq=False)
class ColumnWorth:
    """What the cells of a column are worth.

    Attributes:
        column: The column.
        cells: One per row, as the scorer knows them; None where nothing is said.
        scorer: Tells what they are worth.
        feeds: Parameters it can feed, as `tool(parameter)`, the surest first.
    """

    column: Column
    cells: tuple[FormCell | None, ...]
    scorer: Scorer
    feeds: tuple[str, ...]

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """Of each row's cell, the chance that a later decision uses it, 0–1."""
        return tuple(min(1.0, self.scorer.chance(c)) if c else 0.0 for c in self.cells)

    @cached_property
    def top(self) -> int:
        """The row whose cell is worth most, the first of equals."""
        return max(range(len(self.cells)), key=self.scores.__getitem__, default=0)

    @property
    def best(self) -> Fact | None:
        """That cell; None where the column says nothing."""
        return self.fact(self.top) if self.cells else None

    @cached_property
    def apart(self) -> Fact | None:
        """The best fact apart from what is said of its object: so columns are compared.

        It is looked for among the first 16, and the best one.
        """
        rows = dict.fromkeys((self.top, *range(min(_SAMPLE, len(self.cells)))))
        facts = [fact.apart for at in rows if (fact := self.fact(at))]
        return max(facts, key=lambda fact: fact.score, default=None)

    def fact(self, row: int) -> Fact | None:
        """What a row's cell says and is worth; None where it says nothing."""
        cell = self.cells[row] if self.cells else None
        return None if cell is None else fact_of(self.scorer, cell)


@dataclass(frozen=True)
class Worth:
    """What the facts of an observation are worth.

    Attributes:
        tables: The columns of each table, in order.
        sentences: One fact for each sentence.
    """

    tables: tuple[tuple[ColumnWorth, ...], ...]
    sentences: tuple[Fact, ...]


def worth_of(
    record: Record,
    tables: Sequence[Table],
    sentences: Sequence[str],
    context: CardContext,
    weights: Weights,
) -> Worth:
    """Value what an observation says.

    That the conversation says something already does not count: it will be read elsewhere.

    Args:
        record: The observation.
        tables: What was read of it.
        sentences: Its prose.
        context: The task, the talk and the tools.
        weights: Of the terms.

    Returns:
        The worth of all cells and sentences.
    """
    source = _source(record)
    form = Form()
    for table in tables:
        form.take(_table(source, table))
    if sentences:
        form.take(_text(source, sentences, failed=record.error))
    known = Known(form, len)
    known.refresh()
    scorer = Scorer(
        known,
        context.talk,
        _parameters(record, context),
        weights=weights,
        statistics=context.statistics,
        last_tool=record.tool or "",
    )
    return Worth(
        tables=tuple(
            tuple(_columns(scorer, made, table, record.tool))
            for made, table in zip(form.tables, tables, strict=False)
        ),
        sentences=tuple(
            fact_of(scorer, cell) for cell in (_items(form) if sentences else ())
        ),
    )


def _source(record: Record) -> str:
    """Whose words it is; of a call that failed nobody's: it did and computed nothing."""
    return "" if record.error else record.tool or record.kind


def _parameters(record: Record, context: CardContext) -> Parameters:
    if record.kind == "tool":
        return context.parameters
    # What people state and models conclude changes what is known, as an act would.
    speaker = ToolSchema(record.kind, "", (), changes=True)
    return replace(context, tools=(*context.tools, speaker)).parameters


def _table(tool: str, table: Table) -> FormTable:
    paths = tuple(map(_path, table.columns))
    made = FormTable(
        tool,
        _path(table.name) if table.name else (),
        table.kind,
        key=None if table.key is None else _path(table.key),
        columns=dict.fromkeys(paths),
    )
    for cells in table.rows:
        row = Row(made, None, 0)
        for path, cell in zip(paths, cells, strict=True):
            if cell is not MISSING:
                row.cells[path] = FormCell(path, cell, str(cell), row, 0)
        made.rows.append(row)
    return made


def _text(tool: str, sentences: Sequence[str], *, failed: bool) -> FormTable:
    made = FormTable(tool, (), "text")
    row = Row(made, None, 0, failed=failed)
    items = tuple(FormCell((), sentence, sentence, row, 0) for sentence in sentences)
    whole = "\n".join(sentences)
    row.cells[()] = FormCell((), whole, whole, row, 0, items)
    made.rows.append(row)
    return made


def _path(name: str) -> Path:
    return tuple(name.split("."))


def _items(form: Form) -> tuple[FormCell, ...]:
    [row] = form.tables[-1].rows
    return row.cells[()].items


def _columns(
    scorer: Scorer, made: FormTable, table: Table, tool: str | None
) -> list[ColumnWorth]:
    found = []
    for column in columns_of(table, tool):
        path = _path(column.name)
        cells = tuple(_said(row, path) for row in made.rows)
        found.append(ColumnWorth(column, cells, scorer, scorer.feeds(made, path)))
    return found


def _said(row: Row, path: Path) -> FormCell | None:
    cell = row.cells.get(path)
    return None if cell is None or cell.value is None else cell


def fact_of(scorer: Scorer, cell: FormCell) -> Fact:
    """A cell, and what its score is made of."""
    return Fact(cell.value, scorer.terms(cell), scorer.learned(cell))
