"""The score of a cell: the chance that a later decision uses it, as named terms."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.selection.known import Known, key_cell, names_of, siblings
from langgraph_memory.cards.selection.matching import Match, Parameters
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.cards.selection.talk import Talk
from langgraph_memory.cards.selection.weights import PRECISE, Weights
from langgraph_memory.cards.words import name_words, words

Terms = dict[str, float]

_LONG: Final = 20
_OLD: Final = 4
_INHERITED: Final = 0.3


class _ColumnScore(NamedTuple):
    match: Match
    terms: Terms
    total: float
    factor: float
    money: bool


class _RowScore(NamedTuple):
    terms: Terms
    total: float
    recent: float
    next: bool


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
        self.talk = talk
        self._parameters = parameters
        self._weights = weights
        self._statistics = statistics
        self._last = last_tool
        self._columns: dict[tuple[Table, Path], _ColumnScore] = {}
        self._rows: dict[Row, _RowScore] = {}
        self._lists: dict[tuple[Table, Row | None], Row | None] = {}
        self._objects: dict[Table, Counter[tuple[str, str]]] = {}
        self._items: dict[Cell, Cell | None] = {}
        self._ages = self._batches()
        self._said: dict[str, bool] = {}

    def says(self, cell: Cell) -> bool:
        """Whether the visible conversation already says a value."""
        value = self.known.normals[cell.id]
        said = self._said.get(value)
        if said is None:
            said = self._said[value] = value in self.talk.all
        return said

    def score(self, cell: Cell) -> float:
        """The chance that a later decision takes its value from this cell, 0–1."""
        value = self.known.normals[cell.id]
        if cell.value is None or self.says(cell):
            return 0.0
        column = self._column(cell.row.table, cell.path)
        row = self._row(cell.row)
        total = column.total + row.total
        if value:
            total += math.fsum(self._cell_terms(cell, column, row).values())
        return column.factor / (1.0 + math.exp(-total))

    def why(self, cell: Cell) -> Terms:
        """The terms of a cell's score.

        Args:
            cell: One of the form.

        Returns:
            Each term that is not 0, in log-odds; then `said` when the conversation says
            the value, which makes the score 0, `learned`, the factor learned from other
            conversations, and `score`.
        """
        column, row = self._column(cell.row.table, cell.path), self._row(cell.row)
        terms = column.terms | row.terms | self._cell_terms(cell, column, row)
        told = {name: term for name, term in terms.items() if term}
        if self.says(cell):
            told["said"] = 1.0
        return told | {"learned": column.factor, "score": self.score(cell)}

    def names(self, cell: Cell) -> bool:
        """Whether a cell is an id, so that saying it once says all."""
        return self._column(cell.row.table, cell.path).match.is_id

    def _batches(self) -> dict[int, int]:
        positions = sorted({row.output for row in self.known.form.rows}, reverse=True)
        return {position: age for age, position in enumerate(positions)}

    def _column(self, table: Table, path: Path) -> _ColumnScore:
        found = self._columns.get((table, path))
        if found is None:
            found = self._columns[table, path] = self._column_score(table, path)
        return found

    def _column_score(self, table: Table, path: Path) -> _ColumnScore:
        weights, names = self._weights, names_of(table, path)
        match = self._match(table, path)
        about = _stems(names)
        lately = self.talk.wishes
        terms: Terms = {
            "start": weights.start,
            "asked_column": weights.asked_column * (not lately.isdisjoint(about)),
            "asked_tool": weights.asked_tool * self._parameters.relevance(match, lately),
            "content": weights.content * (not about.isdisjoint(lexicon.CONTENT)),
        }
        terms["together"] = weights.together * self._together(table, match)
        if match.is_id:
            strong = match.strength in ("equal", "partial")
            terms["id_match"] = weights.id_match if strong else weights.id_hint
        elif match.strength != "none":
            terms["match"] = weights.match
            terms["asked_match"] = weights.asked_match * (not lately.isdisjoint(about))
        else:
            terms["unmatched"] = weights.unmatched * self._parameters.known
        factor = self._statistics.factor(self._last, table.tool, names)
        money = not about.isdisjoint(lexicon.MONEY)
        return _ColumnScore(match, terms, math.fsum(terms.values()), factor, money)

    def _together(self, table: Table, match: Match) -> bool:
        """Whether rows hold several fields of one object that some tool takes."""
        if not match.objects:
            return False
        if table not in self._objects:
            self._objects[table] = Counter(
                found
                for path in table.columns
                for found in self._match(table, path).objects
            )
        return any(self._objects[table][found] > 1 for found in match.objects)

    def _match(self, table: Table, path: Path) -> Match:
        return self._parameters.match(table.tool, names_of(table, path))

    def _row(self, row: Row) -> _RowScore:
        found = self._rows.get(row)
        if found is None:
            found = self._rows[row] = self._row_score(row)
        return found

    def _row_score(self, row: Row) -> _RowScore:
        weights, talk = self._weights, self.talk
        age = self._ages[row.output]
        cues = [cell for cell in row.cells.values() if self.says(cell)]
        normals = self.known.normals
        recent, user = 0.0, 0.0
        for cell in cues:
            value = normals[cell.id]
            told = self._telling(cell)
            if told > recent and value in talk.recent:
                recent = told
            if told > user and value in talk.user:
                user = told
        if row.parent is not None:
            recent = max(recent, _INHERITED * self._row(row.parent).recent)
        key = key_cell(row)
        terms: Terms = {
            "age": (weights.newest, weights.second, 0.0, 0.0)[age]
            if age < _OLD
            else weights.old,
            "siblings": weights.siblings * math.log2(len(siblings(row))),
            "recent_cues": weights.recent_cues * recent,
            "user_cues": weights.user_cues * user,
            "common_cues": weights.common_cues * len(cues) / max(1, len(row.cells)),
            "parent_known": weights.parent_known * self._parent_known(row),
            "key_lately": weights.key_lately
            * (key is not None and normals[key.id] in talk.recent),
            "unavailable": weights.unavailable * _unavailable(row),
            "former": weights.former * row.gone,
        }
        upcoming = self._next_unused(row) is row
        return _RowScore(terms, math.fsum(terms.values()), recent, upcoming)

    def _telling(self, cell: Cell) -> float:
        """How well a cell tells its object from others of the table, 0–1."""
        table = cell.row.table
        alike = self.known.alike[table, cell.path, self.known.normals[cell.id]]
        return 1.0 - (alike - 1) / (len(table.rows) - 1) if len(table.rows) > 1 else 0.0

    def _parent_known(self, row: Row) -> bool:
        here: Row | None = row
        while here is not None:
            key = key_cell(here)
            if key is not None and self.says(key):
                return True
            here = here.parent
        return False

    def _next_unused(self, row: Row) -> Row | None:
        """The first row after those that earlier calls named, of a list of several."""
        place = (row.table, row.parent)
        if place not in self._lists:
            rows = siblings(row)
            keys = [key_cell(one) for one in rows]
            used = [key is not None and self._used(key) for key in keys]
            open_rows = [one for one, was in zip(rows, used, strict=True) if not was]
            self._lists[place] = open_rows[0] if any(used) and open_rows else None
        return self._lists[place]

    def _used(self, cell: Cell) -> bool:
        return self.known.normals[cell.id] in self.talk.used

    def _cell_terms(self, cell: Cell, column: _ColumnScore, row: _RowScore) -> Terms:
        weights = self._weights
        value = cell.value
        number = isinstance(value, int | float) and not isinstance(value, bool)
        terms: Terms = {}
        if number:
            if column.money and self._parameters.calculating:
                terms["money"] = weights.money
            else:
                terms["number"] = weights.number
        elif isinstance(value, str) and len(value) > _LONG:
            if value.count(" ") >= _LONG:
                terms["long"] = weights.long
            if not _text_stems(value).isdisjoint(self.talk.wishes):
                terms["asked_value"] = weights.asked_value
        if column.match.strength != "none" and not column.match.is_id:
            terms["cued_match"] = weights.cued_match * row.recent
        owner = self.known.owners.get(cell.id)
        if owner is not None:
            terms["siblings"] = weights.siblings * math.log2(len(owner.items))
            if self._next_item(owner) is cell:
                terms["next_of_list"] = weights.next_of_list
        elif row.next and cell.path == cell.row.table.key:
            terms["next_of_list"] = weights.next_of_list
        if cell.path != cell.row.table.key and self.known.normals[cell.id] in self.known.keys:
            terms["own_row"] = weights.listed if owner else weights.own_row
        whole = owner or cell
        if cell.row.cells.get(cell.path) is not whole:
            terms["former"] = weights.former
        return terms

    def _next_item(self, listing: Cell) -> Cell | None:
        """The first item after those that earlier calls named, of a list of several."""
        if listing not in self._items:
            used = [self._used(item) for item in listing.items]
            left = [i for i, was in zip(listing.items, used, strict=True) if not was]
            self._items[listing] = left[0] if any(used) and left else None
        return self._items[listing]


@lru_cache(maxsize=4096)
def _stems(names: Path) -> frozenset[str]:
    return frozenset(stem for name in names[-2:] for stem in name_words(name))


@lru_cache(maxsize=4096)
def _text_stems(text: str) -> frozenset[str]:
    return frozenset(words(text))


def _unavailable(row: Row) -> bool:
    return any(_bars(path, cell.value) for path, cell in row.cells.items())


def _bars(path: Path, value: object) -> bool:
    """Whether a cell says that its object cannot be had."""
    if isinstance(value, str):
        return value.casefold() in lexicon.GONE
    none = value is False or (value == 0 and value is not None)
    return none and not _stems(path[-1:]).isdisjoint(lexicon.STOCK)
