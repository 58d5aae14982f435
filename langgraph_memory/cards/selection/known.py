"""What is known of a form whatever the conversation: found once, kept while it grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Cell, Path, Row, Table
from langgraph_memory.cards.form.placing import Told, tell
from langgraph_memory.cards.selection.by_column import ColumnScore, name_stems
from langgraph_memory.cards.selection.by_wish import Before
from langgraph_memory.cards.selection.lasting import Lasting
from langgraph_memory.cards.selection.talk import normal

_SIZES: Final = 16_384
_LONGEST_NAME: Final = 60
_SHORTEST_WORD: Final = 3


class Known:
    """A form, with the normal forms and the sizes of its cells.

    Attributes:
        form: The form.
        count: Tokens of a text.
        normals: By number of a cell, its value as it is compared.
        tokens: By number of a cell, about how many tokens it takes.
        costs: The same, items of one list or text at their mean: that one is short does
            not speak for it.
        counts: How many cells have a value.
        alike: How many cells of a column have a value.
        owners: By number of an item, the cell that lists it.
        least: About the tokens that the form takes at least: those of all different
            values of the columns, and a line for each row.
        keys: The values that name an object with a row of its own.
        barring: Numbers of the cells that say that their object cannot be had.
        named: The cells of which a word is part of the name that they give their object.
        judged: Options as they were judged last.
        columns: Scores of columns as they were found last.
    """

    def __init__(self, form: Form, count: Callable[[str], int]) -> None:
        """Know a form that may grow."""
        self.form = form
        self.count = lru_cache(maxsize=_SIZES)(count)
        self.normals: list[str] = []
        self.tokens: list[int] = []
        self.costs: list[float] = []
        self.counts: Counter[str] = Counter()
        self.alike: Counter[tuple[Table, Path, str]] = Counter()
        self.owners: dict[int, Cell] = {}
        self.least = 0
        self._rows = 0
        self.keys: set[str] = set()
        self.barring: set[int] = set()
        self.named: dict[str, list[Cell]] = {}
        self.judged: Before = {}
        self.columns: Lasting[ColumnScore] = Lasting()

    def whole(
        self,
        cues: Collection[int],
        count: Callable[[str], int],
        *,
        away: Collection[int] = (),
        acting: Collection[str] = (),
    ) -> Told:
        """All that the form says, with the cells that call their objects."""
        return tell(self.form, count, None, cues, away=away, again=True, acting=acting)

    def refresh(self) -> None:
        """Take in the cells that came since."""
        self.least += len(self.form.rows) - self._rows
        self._rows = len(self.form.rows)
        new = self.form.cells[len(self.normals) :]
        counts, alike = self.counts, self.alike
        for cell in new:
            value, tokens = normal(cell.value), self.count(f" {cell.text}")
            self.normals.append(value)
            self.tokens.append(tokens)
            counts[value] = counts.get(value, 0) + 1
            place = cell.row.table, cell.path, value
            before = alike.get(place, 0)
            if not before and not self._within(cell):
                self.least += tokens
            alike[place] = before + 1
            self._note(cell, value)
            for item in cell.items:
                self.owners[item.id] = cell
        self.costs += self.tokens[len(self.costs) :]
        for cell in new:
            if cell.items:
                mean = sum(self.tokens[i.id] for i in cell.items) / len(cell.items)
                for item in cell.items:
                    self.costs[item.id] = mean

    def _note(self, cell: Cell, value: str) -> None:
        """Take in what a cell says of its object: what it is called, that it is gone."""
        if cell.row.table.key == cell.path:
            self.keys.add(value)
        if _bars(cell):
            self.barring.add(cell.id)
        if " " in value and len(cell.text) <= _LONGEST_NAME and names(cell.path):
            for word in set(value.split()):
                if len(word) >= _SHORTEST_WORD and word.isalpha():
                    self.named.setdefault(word, []).append(cell)

    def _within(self, cell: Cell) -> bool:
        """Whether it is counted elsewhere: a list by its items, a text as a whole."""
        if type(cell.value) is list:
            return bool(cell.items)
        owner = self.owners.get(cell.id)
        return owner is not None and type(owner.value) is str

    def whole_of(self, cell: Cell) -> Cell:
        """The cell of a row that something is an item or a piece of."""
        while cell.id in self.owners:
            cell = self.owners[cell.id]
        return cell


def _bars(cell: Cell) -> bool:
    """Whether a cell says that its object cannot be had."""
    value = cell.value
    if type(value) is str:
        return value.casefold() in lexicon.GONE
    if value or type(value) not in (bool, int) or not cell.path:
        return False
    return not name_stems(cell.path[-1:]).isdisjoint(lexicon.STOCK)


def names(path: Path) -> bool:
    """Whether a column is the name of its objects."""
    return bool(path) and not name_stems(path[-1:]).isdisjoint(lexicon.NAME)


def siblings(row: Row) -> list[Row]:
    """The rows of the same list, itself among them."""
    if row.parent is None:
        return row.table.rows
    return row.parent.children[row.table.path]


def key_cell(row: Row) -> Cell | None:
    """What names the object."""
    key = row.table.key
    return row.cells.get(key) if key is not None else None
