"""What the columns of a table are: their words, roles and spread of values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.polarity import clauses
from langgraph_memory.cards.words import name_words, stems
from langgraph_memory.facts.tables import MISSING, Cell, Table

_VERBS = stems(
    "get search find list book create update cancel delete fetch lookup look read show "
    "modify detail details info by of for query check view make add remove set all data "
    "result results"
)
_LISTED = re.compile(r"\s*(?:[,;|&、，；]|\band\b)\s*")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_EMPTY = (None, "", "[]", "{}")
_LONG = 120
_REPEATED = 0.7


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        name: Its dotted path.
        cells: Its cells, one per row of the table.
        key: Whether it is the column that names the objects.
        subject: Stems of what the table is about (of the tool's and the table's name).
        first: Whether it stands first in a table inside another, where a row says to which
            row of the outer table it belongs.
    """

    name: str
    cells: tuple[Cell, ...]
    key: bool
    subject: frozenset[str]
    first: bool = False

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Stems of the last part of the path."""
        return name_words(self.name.rsplit(".", 1)[-1])

    @cached_property
    def path(self) -> frozenset[str]:
        """Stems of the whole path."""
        return _path(self.name)

    @cached_property
    def present(self) -> tuple[Cell, ...]:
        """The cells that say something: neither absent nor null nor empty."""
        return tuple(c for c in self.cells if c is not MISSING and c not in _EMPTY)

    @cached_property
    def constant(self) -> bool:
        """Whether every row says the same, and there is more than one."""
        first = self.cells[0] if self.cells else None
        return len(self.cells) > 1 and all(
            c == first and type(c) is type(first) for c in self.cells
        )

    @cached_property
    def long(self) -> bool:
        """Whether its texts are long on average, beyond 120 characters."""
        texts = [cell for cell in self.present if isinstance(cell, str)]
        return bool(texts) and sum(map(len, texts)) > _LONG * len(texts)

    @cached_property
    def names(self) -> bool:
        """Whether users would call the object by this column."""
        rest = set(self.words) - lexicon.NAME
        return bool(set(self.words) & lexicon.NAME) and rest <= self.subject

    @cached_property
    def cue(self) -> bool:
        """Whether users, or rows of other tables, refer to the object by it."""
        return self.has(lexicon.CUE) or (self.first and self.identifies)

    @cached_property
    def identifies(self) -> bool:
        """Whether its cells are identifiers."""
        return bool(self.words) and self.words[-1] in lexicon.IDENTIFIER and not self.rating

    @cached_property
    def tags(self) -> tuple[tuple[str, ...], ...]:
        """The parts of each cell that lists something: `Soup, Grill, Tea`."""
        return tuple(
            ()
            if not isinstance(cell, str) or len(cell) > _LONG
            else (cell,)
            if self.names
            else tuple(part for part in _LISTED.split(cell) if part)
            for cell in self.cells
        )

    @cached_property
    def affirmed(self) -> dict[str, tuple[str, ...]]:
        """The stems that each of these parts affirms; none where it denies something."""
        return {tag: _affirmed(tag) for tags in self.tags for tag in tags}

    @cached_property
    def named(self) -> frozenset[str]:
        """All stems that its parts affirm."""
        return frozenset().union(*self.affirmed.values())

    @cached_property
    def days(self) -> tuple[frozenset[str], ...]:
        """The ISO days each cell names."""
        return tuple(
            frozenset(_ISO_DAY.findall(cell)) if isinstance(cell, str) else frozenset()
            for cell in self.cells
        )

    @cached_property
    def kinds(self) -> bool:
        """Whether it sorts the objects into few kinds, by its name or by repetition."""
        if self.names or self.identifies or self.long:
            return False
        found = [tag for tags in self.tags for tag in tags]
        repeated = len(set(found)) <= _REPEATED * len(found)
        return bool(found) and (repeated or self.has(lexicon.KIND))

    @cached_property
    def money(self) -> bool:
        """Whether its cells are sums of money."""
        found = self.path & lexicon.MONEY
        return bool(found) and (found != {"total"} or self.words[-1:] == ("total",))

    @cached_property
    def price(self) -> bool:
        """Whether its cells are what an option costs."""
        return self.money and self.has(lexicon.PRICE)

    @cached_property
    def rating(self) -> bool:
        """Whether its cells are ratings."""
        return self.has(lexicon.RATING)

    def has(self, vocabulary: frozenset[str]) -> bool:
        """Whether its path has a word of a vocabulary."""
        return not self.path.isdisjoint(vocabulary)


def columns_of(table: Table, tool: str | None) -> tuple[Column, ...]:
    """The columns of a table.

    Args:
        table: The table.
        tool: Name of the tool that gave it, or None.

    Returns:
        One column per column of the table, in order.
    """
    subject = subject_words(tool or "") | frozenset(name_words(table.name))
    return tuple(
        Column(
            name=name,
            cells=tuple(row[at] for row in table.rows),
            key=name == table.key,
            subject=subject,
            first=at == 0 and bool(table.name) and table.kind == "list",
        )
        for at, name in enumerate(table.columns)
    )


@lru_cache(maxsize=4096)
def _path(name: str) -> frozenset[str]:
    return frozenset(name_words(name))


@lru_cache(maxsize=4096)
def _affirmed(tag: str) -> tuple[str, ...]:
    # What a rule denies ("No pets") is no kind that anybody could wish for.
    parts = clauses(tag)
    if any(part.denied for part in parts):
        return ()
    return tuple(word for part in parts for word in part.affirmed)


@lru_cache(maxsize=1024)
def subject_words(tool: str) -> frozenset[str]:
    """What a tool is about: the words of its name that are not its verb."""
    return frozenset(name_words(tool)) - _VERBS
