"""The score of a cell: the chance that a later decision uses it, as named terms.

It is σ of the sum of what its column, its row and the cell itself add, times what other
conversations taught of its field. A value that the visible conversation already says need
not be said again: its score is 0.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.form.model import Cell, Path, Table
from langgraph_memory.cards.selection.by_column import (
    ColumnScore,
    ColumnScorer,
    Moment,
    Terms,
)
from langgraph_memory.cards.selection.by_piece import PieceScorer
from langgraph_memory.cards.selection.by_row import RowScore, RowScorer, called_in_part
from langgraph_memory.cards.selection.by_wish import WishScorer
from langgraph_memory.cards.selection.known import Known, siblings
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.cards.selection.talk import Talk
from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.cards.words import words
from langgraph_memory.weights import PRECISE, Weights

_LONG: Final = 20
_SHORT: Final = 3
_PLAIN: Final = lexicon.YES | lexicon.NO


class Scorer:
    """Scores the cells of one form at one moment."""

    def __init__(
        self,
        known: Known,
        talk: Talk,
        parameters: Parameters,
        *,
        weights: Weights = PRECISE,
        statistics: Statistics = NOTHING_LEARNED,
        last_tool: str = "",
    ) -> None:
        """Prepare to score.

        Args:
            known: The form.
            talk: What the visible conversation says.
            parameters: Of the tools that can be called.
            weights: Of the terms.
            statistics: What was learned from other conversations.
            last_tool: The tool that was called last.
        """
        self.known = known
        self._talk = talk
        self._weights = weights
        wishes = read_wishes(talk.task)
        suiting = WishScorer(wishes, known.judged, weights.options)
        last = last_tool if statistics.rates else ""
        moment = Moment(parameters, talk.wishes, weights, statistics, last, wishes)
        self._columns = ColumnScorer(moment, suiting, known.columns)
        self._said = {value: value in talk.all for value in known.counts}
        self._called = called_in_part(known, talk, self._said)
        self._rows = RowScorer(known, talk, weights, self._said, self._called, suiting)
        self._pieces = PieceScorer(talk.wishes, weights)
        self._next: dict[Cell, Cell | None] = {}

    def says(self, cell: Cell) -> bool:
        """Whether the visible conversation says a value, or a part that tells it."""
        return self._said[self.known.normals[cell.id]] or cell.id in self._called

    def covers(self, cell: Cell) -> bool:
        """Whether a value need not be said again, since the conversation says it.

        A small number that was said may have been that of anything; and what was done or
        computed is told whole, with its call.
        """
        value = self.known.normals[cell.id]
        if not (self._said[value] and _telling(value)):
            return False
        table = cell.row.table
        return not (table.by_call and self._columns.acts(table))

    def calls(self, cell: Cell) -> bool:
        """Whether the conversation calls an object by a cell: a plain yes tells none."""
        value = self.known.normals[cell.id]
        return bool(value) and value not in _PLAIN and self.says(cell)

    def score(self, cell: Cell) -> float:
        """What it is worth to tell a cell: its chance, but 0 where it need not be told.

        Args:
            cell: One of the form.

        Returns:
            From 0 up; at most 1 where nothing was learned.
        """
        return 0.0 if self.covers(cell) else self.chance(cell)

    def chance(self, cell: Cell) -> float:
        """The chance that a later decision takes its value from this cell, said or not.

        Args:
            cell: One of the form.

        Returns:
            From 0 up; at most 1 where nothing was learned.
        """
        return self.chance_of(cell)[0]

    def chance_of(self, cell: Cell) -> tuple[float, bool]:
        """The chance of a cell, and whether it is an id: saying that once says all."""
        column = self._columns.score(cell.row.table, cell.path)
        if cell.value is None:
            return 0.0, column.match.is_id
        row = self._rows.score(cell.row)
        own = sum(self._own_terms(cell, column, row).values())
        odds = column.total + row.total + own
        return column.factor / (1.0 + math.exp(-odds)), column.match.is_id

    def terms(self, cell: Cell) -> Terms:
        """What the chance of a cell is made of.

        Args:
            cell: One of the form.

        Returns:
            Each term that is not 0, in log-odds, by the name of its weight; but `age` is
            `newest`, `second` or `old`, `items` is `siblings` of a list of values, and
            `gone` is `former` of a whole object.
        """
        column = self._columns.score(cell.row.table, cell.path)
        row = self._rows.score(cell.row)
        terms = column.terms | row.terms | self._own_terms(cell, column, row)
        return {name: term for name, term in terms.items() if term}

    def learned(self, cell: Cell) -> float:
        """The factor that other conversations taught; 1 where they taught nothing."""
        return self._columns.score(cell.row.table, cell.path).factor

    def why(self, cell: Cell) -> Terms:
        """Explain the score of a cell.

        Args:
            cell: One of the form.

        Returns:
            Its terms; then `said`, 1 when the conversation says the value; `learned`, and
            `score`.
        """
        told = self.terms(cell)
        if self.covers(cell):
            told["said"] = 1.0
        return told | {"learned": self.learned(cell), "score": self.score(cell)}

    def feeds(self, table: Table, path: Path) -> tuple[str, ...]:
        """The parameters that a column can feed, as `tool(parameter)`."""
        return self._columns.score(table, path).match.feeds

    def _own_terms(self, cell: Cell, column: ColumnScore, row: RowScore) -> Terms:
        """What the cell adds to what its column and its row do."""
        weights, row_key = self._weights, cell.row.table.key
        terms = self._value_terms(cell.value, column)
        if row.recent and not column.match.is_id and column.match.strength != "none":
            terms["cued_match"] = weights.cued_match * row.recent
        if row.recent and column.asked:
            terms["asked_here"] = weights.asked_here * row.recent
        listing = self.known.owners.get(cell.id)
        if column.acts:
            beside = len(listing.items if listing else siblings(cell.row))
            terms["acted"] = weights.acted / math.sqrt(beside)
        if cell.row.failed and (listing is None or listing.items[0] is cell):
            terms["failed"] = weights.failed
        if listing is not None:
            terms["items"] = weights.siblings * math.log2(len(listing.items))
            terms |= self._pieces.terms(cell, listing)
        if self._next_item(listing) is cell or (row.next and cell.path == row_key):
            terms["next_of_list"] = weights.next_of_list
        if cell.path != row_key and self.known.normals[cell.id] in self.known.keys:
            terms["own_row"] = weights.listed if listing else weights.own_row
        if cell.row.was and self.known.whole_of(cell) in cell.row.was:
            terms["former"] = weights.former
        return terms

    def _value_terms(self, value: Any, column: ColumnScore) -> Terms:
        terms: Terms = {}
        kind = type(value)
        if kind is str:
            if column.joined:
                terms["joined"] = self._weights.joined
            if len(value) > _LONG:
                self._add_text(terms, value)
        elif kind is int or kind is float:
            name = "money" if column.money else "number"
            terms[name] = self._weights.money if column.money else self._weights.number
        return terms

    def _add_text(self, terms: Terms, text: str) -> None:
        if text.count(" ") >= _LONG:
            terms["long"] = self._weights.long
        if not _stems(text).isdisjoint(self._talk.wishes):
            terms["asked_value"] = self._weights.asked_value

    def _next_item(self, listing: Cell | None) -> Cell | None:
        """The first item that is unused, of a list of which earlier calls used some."""
        if listing is None or type(listing.value) is not list:
            return None
        if listing not in self._next:
            values = [self.known.normals[item.id] for item in listing.items]
            used = [self._talk.used(value) > 0 for value in values]
            left = [i for i, was in zip(listing.items, used, strict=True) if not was]
            self._next[listing] = left[0] if any(used) and left else None
        return self._next[listing]


def _telling(value: str) -> bool:
    """Whether a value is the same one wherever it is said; small numbers are not."""
    return len(value) >= _SHORT and not (value.isdigit() and len(value) == _SHORT)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(words(text))
