"""Rows and tables while cells are chosen: what may still be taken, what was."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from langgraph_memory.cards.form.model import Cell, Path, Row

Offer = tuple[float, list[Cell], float]
"""Gain per token, the cells, and their tokens."""

_DENSE: Final = 3


class Place:
    """A column while cells are chosen.

    Attributes:
        title: What naming it takes, in tokens.
        filled: How many of its cells were chosen.
    """

    __slots__ = ("filled", "title")

    def __init__(self, title: float) -> None:
        self.title = title
        self.filled = 0


class Sheet:
    """A table while cells are chosen.

    Attributes:
        places: Its columns, as far as they were looked at.
        cost: What its header takes, in tokens.
        many: Whether it has several rows.
        opened: Of how many rows anything was chosen.
        enough: From how many cells on a column is in the header; 0 where there is none.
    """

    __slots__ = ("cost", "enough", "many", "opened", "places")

    def __init__(self, cost: float, *, many: bool) -> None:
        self.places: dict[Path, Place] = {}
        self.cost = cost
        self.many = many
        self.opened = 0
        self.enough = 1.0 if many else 0.0

    def open(self) -> None:
        """Note that the first of a row was chosen."""
        self.opened += 1
        if self.many:
            self.enough = max(1.0, self.opened / _DENSE)

    def title(self, place: Place) -> float:
        """What naming a column costs, unless the header does."""
        return 0.0 if 0 < self.enough <= place.filled else place.title


class Option(NamedTuple):
    """A cell that may be chosen.

    Attributes:
        gain: Its score.
        again: The same once another cell says its value.
        tokens: About what it takes.
        place: Its column.
        value: Its value as it is compared.
        cell: The cell.
    """

    gain: float
    again: float
    tokens: float
    place: Place
    value: str
    cell: Cell


def density(option: Option) -> float:
    """What a cell gains per token, without its opening."""
    return option.gain / option.tokens


class Line:
    """A row while cells are chosen.

    Attributes:
        row: The row.
        sheet: Its table.
        options: What may still be chosen of it, the densest first.
        gains: Scores by number of a cell.
        cues: What the conversation calls it by, the best first.
        unsaid: Those that were not chosen.
        key: What names it among others, which is chosen with anything of it, and the
            column of that.
        open: Whether anything of it, or below it, was chosen.
        mass: What was kept of it, and below it where that has no cues.
        density: Gain per token with which it waits for its turn.
        offer: What is best to take of it.
        age: When that was found.
    """

    __slots__ = (
        *("age", "cues", "density", "gains", "key", "mass", "offer", "open", "options"),
        *("row", "sheet", "unsaid"),
    )

    def __init__(
        self,
        row: Row,
        sheet: Sheet,
        options: list[Option],
        cues: list[Cell],
        key: tuple[Cell, Place] | None,
    ) -> None:
        self.row = row
        self.sheet = sheet
        self.options = options
        self.gains = {option.cell.id: option.gain for option in options}
        self.cues = cues
        self.unsaid = cues
        self.key = key
        self.open = False
        self.mass = 0.0
        self.density = -1.0
        self.offer: Offer = (0.0, [], 0.0)
        self.age = -1

    def drop(self, fresh: Collection[int]) -> None:
        """Forget what was chosen just now."""
        gone = sum(number in self.gains for number in fresh)
        first = self.options[:gone]
        if all(one.cell.id in fresh for one in first):  # the densest, as a rule
            self.options = self.options[gone:]
        else:
            self.options = [one for one in self.options if one.cell.id not in fresh]
        if self.unsaid:
            self.unsaid = [cell for cell in self.unsaid if cell.id not in fresh]
