"""Rows while cells are chosen: what may still be taken of each."""

from __future__ import annotations

from typing import NamedTuple

from langgraph_memory.cards.form.model import Cell, Path, Row, Table

Place = tuple[Table, Path]
"""A column."""

Offer = tuple[float, list[Cell], float]
"""Gain per token, the cells, and their tokens."""


class Option(NamedTuple):
    """A cell that may be chosen.

    Attributes:
        gain: Its score.
        again: The same once another cell says its value.
        tokens: About what it takes.
        title: What naming its column takes.
        value: Its value as it is compared.
        place: Its column.
        cell: The cell.
    """

    gain: float
    again: float
    tokens: float
    title: float
    value: str
    place: Place
    cell: Cell


def density(option: Option) -> float:
    """What a cell gains per token, without its opening."""
    return option.gain / option.tokens


class Line:
    """A row while cells are chosen.

    Attributes:
        row: The row.
        options: What may still be chosen of it, the densest first.
        gains: Scores by number of a cell.
        cues: What the conversation calls it by, the best first.
        unsaid: Those that were not chosen.
        many: Whether its table has other rows.
        open: Whether anything of it, or below it, was chosen.
        mass: What was kept of it, and below it where that has no cues.
        density: Gain per token with which it waits for its turn.
        offer: What is best to take of it.
        age: When that was found.
    """

    def __init__(self, row: Row, options: list[Option], cues: list[Cell]) -> None:
        self.row = row
        self.options = options
        self.gains = {option.cell.id: option.gain for option in options}
        self.cues = cues
        self.unsaid = list(cues)
        self.many = len(row.table.rows) > 1
        self.open = False
        self.mass = 0.0
        self.density = -1.0
        self.offer: Offer = (0.0, [], 0.0)
        self.age = -1

    def drop(self, chosen: set[int]) -> None:
        """Forget what was chosen."""
        self.options = [one for one in self.options if one.cell.id not in chosen]
        self.unsaid = [cell for cell in self.unsaid if cell.id not in chosen]
