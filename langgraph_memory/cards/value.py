"""Decision value: how much later decisions would change without a fact.

One logistic score per column, as a sum of named terms, and one order of the rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.card import CardValue
from langgraph_memory.cards.columns import Column, columns_of
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.ordering import Ordered, order_rows
from langgraph_memory.cards.parameters import PART, Feed, feeds
from langgraph_memory.cards.wishes import Wishes, read_wishes
from langgraph_memory.cards.words import name_words
from langgraph_memory.config import TaskMode
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import Table


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Terms of a column's necessity, in log-odds.

    Attributes:
        start: What any column starts with.
        siblings: Times log2 of the number of rows: long tables keep only telling columns.
        parameter: Times the strength of the surest match with a tool's parameter.
        name: It is the key, or users call the object by it.
        cue: Users refer to objects by such columns (type, city, colour, status, …).
        decides: Options are compared by it (money, time, rating).
        bounds: It limits options or says whether they can be had.
        asked: The task has the column's word.
        answers: Some of its cells meet a wish of the task.
        kinds: It sorts the rows into few kinds.
        content: It holds what the object says (text, body, summary); half of it when
            something is to be planned.
        number: It holds numbers.
        calculating: It holds money or numbers, and a tool calculates.
        changed: Times the state change: results of acts matter whole.
        ballast: Coordinates, links, phone numbers and the like, unless asked for.
        long: Its texts are long.
        said: The call's own arguments say the same.
        alone: No column of the table tells more than this one might.
    """

    start: float = -1.2
    siblings: float = -0.3
    parameter: float = 4.0
    name: float = 4.5
    cue: float = 3.0
    decides: float = 3.0
    bounds: float = 3.0
    asked: float = 3.0
    answers: float = 2.5
    kinds: float = 1.5
    content: float = 3.0
    number: float = 0.3
    calculating: float = 0.7
    changed: float = 1.5
    ballast: float = -4.0
    long: float = -1.0
    said: float = -20.0
    alone: float = 2.0


DEFAULT_WEIGHTS = Weights()

_PARTS: dict[TaskMode, tuple[float, float, float]] = {
    "precise": (1.0, 1.0, 1.0),
    "gathering": (1.0, 0.8, 0.8),
    "creative": (0.9, 0.6, 0.7),
}
"""Share of necessity, constraint and change that counts, by the kind of task."""

_LIMITS, _STOCKS, _SPENT = 0.8, 0.7, 0.5
_ACTED, _COMPUTED, _CONCLUDED = 1.0, 0.8, 0.6


@dataclass(frozen=True)
class ColumnValue:
    """What a column is worth.

    Attributes:
        column: The column.
        terms: The terms of its necessity, by name, in log-odds; those that are 0 left out.
        necessity: Their logistic sum, 0–1.
        constraint: How much it excludes or bounds options, 0–1.
        total: Both together, 0–1, by the kind of task.
        feeds: Parameters it can feed, the surest first.
    """

    column: Column
    terms: dict[str, float]
    necessity: float
    constraint: float
    total: float
    feeds: tuple[Feed, ...]


@dataclass(frozen=True)
class TableValue:
    """What the cells of a table are worth: by column, and by row.

    Attributes:
        columns: One value per column, in the table's order.
        rows: The rows in order of worth.
    """

    columns: tuple[ColumnValue, ...]
    rows: Ordered


def score_cells(
    table: Table,
    record: Record,
    context: CardContext,
    weights: Weights = DEFAULT_WEIGHTS,
) -> TableValue:
    """Value the cells of a table.

    Args:
        table: The table.
        record: The observation it was read from.
        context: The task, the talk and the tools.
        weights: The terms' weights.

    Returns:
        The value of each column and the order of the rows.
    """
    wishes = read_wishes(context.task)
    columns = columns_of(table, record.tool)
    rows = order_rows(columns, len(table.rows), wishes, context.said)
    answering = {column for row in rows.judged for column, _ in row.wishes}
    barring = {row.gone[0] for row in rows.judged if row.gone is not None}
    fed = [tuple(feeds(column, context.tools)) for column in columns]
    terms = [
        _terms(column, found, record, context, weights)
        | ({"answers": weights.answers} if column.name in answering else {})
        for column, found in zip(columns, fed, strict=True)
    ]
    if not any(math.fsum(found.values()) > 0.0 for found in terms):
        terms = [found | {"alone": weights.alone} for found in terms]
    valued = []
    for column, found, parts in zip(columns, fed, terms, strict=True):
        necessity = _logistic(math.fsum(parts.values()))
        constraint = max(_constraint(column, wishes), _STOCKS * (column.name in barring))
        total = together(necessity, constraint, 0.0, context.task_mode)
        valued.append(ColumnValue(column, parts, necessity, constraint, total, found))
    return TableValue(tuple(valued), rows)


def why(
    table: Table, record: Record, context: CardContext, column: str
) -> dict[str, float]:
    """Explain the value of one column.

    Args:
        table: The table.
        record: The observation it was read from.
        context: The task, the talk and the tools.
        column: Name of the column.

    Returns:
        Each term in log-odds, then `necessity`, `constraint` and `total`, 0–1.

    Raises:
        KeyError: When the table has no such column.
    """
    for value in score_cells(table, record, context).columns:
        if value.column.name == column:
            return value.terms | {
                "necessity": value.necessity,
                "constraint": value.constraint,
                "total": value.total,
            }
    raise KeyError(column)


def state_change(record: Record, context: CardContext) -> float:
    """How much an observation tells of a changed world, 0–1.

    Results of tools that change the world count most, computed results next, then
    conclusions of the model; what was only looked up does not count.
    """
    if record.kind == "model":
        return _CONCLUDED
    if record.tool is None or record.error:
        return 0.0
    if any(tool.name == record.tool and tool.changes for tool in context.tools):
        return _ACTED
    return _COMPUTED if lexicon.CALCULATING & set(name_words(record.tool)) else 0.0


def together(necessity: float, constraint: float, change: float, mode: TaskMode) -> float:
    """The three parts of decision value as one number.

    Args:
        necessity: 0–1.
        constraint: 0–1.
        change: 0–1.
        mode: The kind of task, which weighs the parts.

    Returns:
        The noisy-or of the weighted parts, 0–1: one strong part is enough.
    """
    missing = 1.0
    for part, share in zip((necessity, constraint, change), _PARTS[mode], strict=True):
        missing *= 1.0 - part * share
    return 1.0 - missing


def card_value(
    necessity: float, constraint: float, change: float, mode: TaskMode
) -> CardValue:
    """The decision value of a card from its three parts, each 0–1."""
    return CardValue(
        necessity=round(necessity, 4),
        constraint=round(constraint, 4),
        change=round(change, 4),
        total=round(together(necessity, constraint, change, mode), 4),
    )


def _terms(
    column: Column,
    fed: tuple[Feed, ...],
    record: Record,
    context: CardContext,
    weights: Weights,
) -> dict[str, float]:
    wishes = read_wishes(context.task)
    matched = fed[0].strength if fed else 0.0
    asked = not wishes.wanted.isdisjoint(set(column.words) - lexicon.IDENTIFIER)
    numbers = any(isinstance(c, int | float) for c in column.present)
    calculates = any(lexicon.CALCULATING & set(name_words(t.name)) for t in context.tools)
    spared = asked or matched >= PART
    planning = context.task_mode == "precise"
    terms = {
        "start": weights.start,
        "siblings": weights.siblings * math.log2(max(1, len(column.cells))),
        "parameter": weights.parameter * matched,
        "name": weights.name * (column.key or column.names),
        "cue": weights.cue * column.cue,
        "decides": weights.decides
        * (column.money or column.rating or column.has(lexicon.TIME)),
        "bounds": weights.bounds * column.has(lexicon.LIMIT | lexicon.STOCK),
        "asked": weights.asked * asked,
        "kinds": weights.kinds * column.kinds,
        "content": weights.content * column.has(lexicon.CONTENT) * (0.5 if planning else 1),
        "number": weights.number * numbers,
        "calculating": weights.calculating * (calculates and (numbers or column.money)),
        "changed": weights.changed * state_change(record, context),
        "ballast": weights.ballast * (column.has(lexicon.BALLAST) and not spared),
        "long": weights.long * column.long,
        "said": weights.said * _in_call(column, record),
    }
    return {name: term for name, term in terms.items() if term}


def _constraint(column: Column, wishes: Wishes) -> float:
    if column.has(lexicon.BALLAST):
        return 0.0
    if column.has(lexicon.LIMIT):
        return _LIMITS
    if column.has(lexicon.STOCK):
        return _STOCKS
    return _SPENT if column.money and "cheap" in wishes.aims else 0.0


def _in_call(column: Column, record: Record) -> bool:
    if not column.present or len(set(map(str, column.cells))) > 1:
        return False
    said = column.present[0]
    echoes = lexicon.ECHO.issuperset(column.words)
    return any(
        _same(value, said) and (echoes or not column.path.isdisjoint(name_words(name)))
        for name, value in record.args.items()
    )


def _same(left: object, right: object) -> bool:
    return str(left).strip().casefold() == str(right).strip().casefold()


def _logistic(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))
