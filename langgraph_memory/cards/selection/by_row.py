"""What a row adds to the score of its cells: whether its object is the one spoken of."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from langgraph_memory.cards.form.model import Call, Cell, Path, Row, Table
from langgraph_memory.cards.selection.by_column import Terms
from langgraph_memory.cards.selection.by_wish import WishScorer
from langgraph_memory.cards.selection.known import Known, key_cell, names, siblings
from langgraph_memory.cards.selection.talk import Talk
from langgraph_memory.weights import Weights

_OLD: Final = 4
_INHERITED: Final = 0.3
_LEFT: Final = 2
_PART: Final = 0.7
"""How well a part of a name tells an object, beside the whole."""


class RowScore(NamedTuple):
    """The part of a score that all cells of a row share.

    Attributes:
        terms: By name, in log-odds.
        total: Their sum.
        recent: How well the newest messages tell the object from others, 0–1.
        next: Whether it is the first unused row of a partly used list.
    """

    terms: Terms
    total: float
    recent: float
    next: bool


class RowScorer:
    """Scores rows at one moment, each once."""

    def __init__(
        self,
        known: Known,
        talk: Talk,
        weights: Weights,
        said: Mapping[str, bool],
        in_part: Collection[int],
        suiting: WishScorer,
    ) -> None:
        """Prepare to score.

        Args:
            known: The form.
            talk: What the visible conversation says.
            weights: Of the terms.
            said: Whether it says a value.
            in_part: Numbers of the names of which it says a part that tells them.
            suiting: Judges options.
        """
        self._known = known
        self._talk = talk
        self._weights = weights
        self._said = said
        self._in_part = in_part
        self._titles: dict[Table, list[Path]] = {}
        self._suiting = suiting
        self._scores: dict[Row, RowScore] = {}
        self._called: dict[Table, frozenset[Row]] = {}
        self._next: dict[tuple[Table, Row | None], Row | None] = {}
        self._left: dict[tuple[Table, Row | None, Call], bool] = {}
        positions = sorted({row.output for row in known.form.rows}, reverse=True)
        self._ages = {position: age for age, position in enumerate(positions)}

    def score(self, row: Row) -> RowScore:
        """The score of a row."""
        found = self._scores.get(row)
        if found is None:
            found = self._scores[row] = self._score(row)
        return found

    def _score(self, row: Row) -> RowScore:
        weights = self._weights
        normals, said, in_part = self._known.normals, self._said, self._in_part
        cues = [c for c in row.cells.values() if said[normals[c.id]] or c.id in in_part]
        recent, user = self._told_by(cues)
        if row.parent is not None:
            recent = max(recent, _INHERITED * self.score(row.parent).recent)
        key = key_cell(row)
        lately = key is not None and key in cues and normals[key.id] in self._talk.recent
        suits = self._suiting.suits(row)
        terms: Terms = {
            "age": self._age(row),
            "siblings": weights.siblings * math.log2(len(siblings(row))),
            "recent_cues": weights.recent_cues * recent,
            "user_cues": weights.user_cues * user,
            "common_cues": weights.common_cues * len(cues) / max(1, len(row.cells)),
            "parent_known": weights.parent_known * self._parent_known(row),
            "key_lately": weights.key_lately * lately,
            "aside": weights.aside * self._aside(row),
            "unavailable": weights.unavailable * self._unavailable(row),
            "spent": weights.spent * (bool(suits) and self._spent(row)),
            "again": weights.again * (row.asked > 1),
            "suits": weights.suits * suits,
            "gone": weights.former * row.gone,
            "sole": weights.sole * _share(row),
        }
        upcoming = self._next_unused(row) is row
        return RowScore(terms, math.fsum(terms.values()), recent, upcoming)

    def _age(self, row: Row) -> float:
        age, weights = self._ages[row.output], self._weights
        if age >= _OLD:
            return weights.old
        return (weights.newest, weights.second, 0.0, 0.0)[age]

    def _told_by(self, cues: list[Cell]) -> tuple[float, float]:
        """How well the newest messages, and the user's, tell an object from others."""
        recent = user = 0.0
        for cell in cues:
            others = len(cell.row.table.rows) - 1
            if not others:
                break
            value = self._known.normals[cell.id]
            alike = self._known.alike[cell.row.table, cell.path, value]
            told = 1.0 - (alike - 1) / others
            if value not in self._talk.all:  # called by a part of it
                recent, user = max(recent, _PART * told), max(user, _PART * told)
                continue
            if told > recent and value in self._talk.recent:
                recent = told
            if told > user and value in self._talk.user:
                user = told
        return recent, user

    def _says(self, cell: Cell) -> bool:
        return self._said[self._known.normals[cell.id]] or cell.id in self._in_part

    def _aside(self, row: Row) -> bool:
        """Whether the user's newest message calls others of the list, and not this one."""
        called = self._called.get(row.table)
        if called is None:
            rows = row.table.rows if len(row.table.rows) > 1 else ()
            called = self._called[row.table] = frozenset(filter(self._by_user, rows))
        return bool(called) and row not in called

    def _by_user(self, row: Row) -> bool:
        """Whether the user's newest message calls an object by its key or its name."""
        newest, normals = self._talk.newest, self._known.normals
        return any(
            cell.id in self._in_part or normals[cell.id] in newest
            for path in self._naming(row.table)
            if (cell := row.cells.get(path)) is not None and self._says(cell)
        )

    def _naming(self, table: Table) -> list[Path]:
        """The columns that call objects: their key, their name."""
        if table not in self._titles:
            self._titles[table] = [
                path for path in table.columns if path == table.key or names(path)
            ]
        return self._titles[table]

    def _parent_known(self, row: Row) -> bool:
        here: Row | None = row
        while here is not None:
            key = key_cell(here)
            if key is not None and self._says(key):
                return True
            here = here.parent
        return False

    def _next_unused(self, row: Row) -> Row | None:
        place = (row.table, row.parent)
        if place not in self._next:
            rows = siblings(row)
            keys = [key_cell(one) for one in rows]
            used = [key is not None and self._used(key) for key in keys]
            left = [one for one, was in zip(rows, used, strict=True) if not was]
            self._next[place] = left[0] if any(used) and left else None
        return self._next[place]

    def _spent(self, row: Row) -> bool:
        """Whether earlier calls chose from the list, and the newest ones left it alone."""
        place = (row.table, row.parent, row.call)
        if place not in self._left:
            keys = [key_cell(one) for one in siblings(row) if one.call == row.call]
            rounds = [self._talk.used(self._known.normals[k.id]) for k in keys if k]
            newest = max(rounds, default=0)
            self._left[place] = 0 < newest <= self._talk.rounds - _LEFT
        return self._left[place]

    def _unavailable(self, row: Row) -> bool:
        """Whether a cell says that the object cannot be had."""
        barring = self._known.barring
        return bool(barring) and any(c.id in barring for c in row.cells.values())

    def _used(self, cell: Cell) -> bool:
        return self._talk.used(self._known.normals[cell.id]) > 0


def called_in_part(known: Known, talk: Talk, said: Mapping[str, bool]) -> frozenset[int]:
    """Numbers of the names of which the user said a word that no other of the list has.

    A word of what he calls in whole, such as a city, means no more than that.
    """
    candidates = talk.named & known.named.keys()
    if not candidates:
        return frozenset()
    whole = {word for value, is_said in said.items() if is_said for word in value.split()}
    found: set[int] = set()
    for word in candidates - whole:
        tables = Counter(cell.row.table for cell in known.named[word])
        found.update(c.id for c in known.named[word] if tables[c.row.table] == 1)
    return frozenset(found)


def _share(row: Row) -> float:
    """How much each value is of all that an output says; 0 where that is a list or a text.

    Over the square of their number: an answer was asked for one thing or two.
    """
    if row.table.kind not in ("record", "value", "text") or row.parent is not None:
        return 0.0
    cells = row.cells.values()
    several = len(cells) > 1 and row.table.kind == "text"
    if not cells or several or row.children or any(len(cell.items) > 1 for cell in cells):
        return 0.0
    return 1.0 / len(cells) ** 2
