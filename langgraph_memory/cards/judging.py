"""What speaks for and against each row of a table, under the task's wishes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.measures import number
from langgraph_memory.cards.polarity import clauses, may_deny
from langgraph_memory.cards.wishes import Wishes
from langgraph_memory.cards.words import stems, words
from langgraph_memory.facts.tables import Cell

GONE, BREACH, TIGHT, OTHER_KIND, DOUBT = 1.5, 1.0, 0.75, 0.6, 0.5
"""How much speaks against a row: it cannot be had; it breaks a demand; it is too small for
all at once; it is of another kind than the one asked for; it may not fit."""

_OPEN = stems("available availability stock open active 可用")
_SHUT = stems("sold closed cancelled canceled full expired unavailable")
_UNSORTED = lexicon.BALLAST | lexicon.TIME
_ROOM = lexicon.STOCK | stems("sleeps")
_FILLERS = stems("allowed is has have included free friendly ok permitted accepted")
_GONE = re.compile("|".join(map(re.escape, lexicon.GONE)))
_READ = 2_000
_STATUS = 40


Wish = tuple[str, str]


@dataclass
class Judged:
    """What is known of a row.

    Attributes:
        against: How much speaks against it; 0 when it fits.
        reasons: Why, as `column: cell`.
        wishes: The wishes it meets, each as the column and what was wished.
        gone: The column and cell that say it cannot be had at all, or None.
    """

    against: float = 0.0
    reasons: list[str] = field(default_factory=list)
    wishes: set[Wish] = field(default_factory=set)
    gone: tuple[str, Cell] | None = None

    def object(self, weight: float, column: Column, cell: Cell) -> None:
        """Note what speaks against the row."""
        self.against += weight
        self.reasons.append(f"{column.name}: {cell}")
        if weight >= GONE:
            self.gone = (column.name, cell)


def judge(columns: Sequence[Column], count: int, wishes: Wishes) -> tuple[Judged, ...]:
    """Judge the rows of a table.

    Args:
        columns: Its columns.
        count: How many rows it has.
        wishes: What the task asks for.

    Returns:
        One judgement per row.
    """
    rows = tuple(Judged() for _ in range(count))
    _availability(columns, rows, wishes)
    for column in columns:
        for rule in _RULES:
            rule(column, rows, wishes)
    return rows


_Rule = Callable[[Column, Sequence[Judged], Wishes], None]


def _availability(
    columns: Sequence[Column], rows: Sequence[Judged], wishes: Wishes
) -> None:
    stocks = [c for c in columns if c.has(lexicon.STOCK) and not c.identifies]
    asked = [c for c in stocks if wishes.wanted.issuperset(c.words)] or stocks
    for at, row in enumerate(rows):
        counts = [(c, n) for c in asked if (n := number(c.cells[at])) is not None]
        if counts and all(n <= 0 for _, n in counts):
            row.object(GONE, counts[0][0], counts[0][1])


def _status(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    for row, cell in zip(rows, column.cells, strict=True):
        if isinstance(cell, bool):
            open_, shut = column.has(_OPEN), column.has(_SHUT)
            if (open_ and not shut and not cell) or (shut and cell):
                row.object(GONE, column, cell)
        elif isinstance(cell, str) and len(cell) <= _STATUS and not column.names:
            gone = _GONE.search(cell.casefold())
            if gone and wishes.wanted.isdisjoint(words(cell)):
                row.object(GONE, column, cell)


def _flags(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    about = set(column.words) - _FILLERS
    wanted, unwanted = about & wishes.wanted, about & wishes.unwanted
    if not wanted and not unwanted:
        return
    for row, cell in zip(rows, column.cells, strict=True):
        truth = _truth(cell)
        if truth is not None:
            if truth == bool(wanted):
                row.wishes.add((column.name, "yes"))
            else:
                row.object(BREACH, column, cell)


def _denials(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    if column.names or column.identifies:
        return
    for row, cell in zip(rows, column.cells, strict=True):
        if not isinstance(cell, str) or not may_deny(cell[:_READ]):
            continue
        for clause in clauses(cell[:_READ]):
            about = clause.denied[0] if clause.denied else ""
            if about in wishes.wanted and not about.isdigit():
                row.object(BREACH, column, cell)
            elif about in wishes.unwanted:
                row.wishes.add((column.name, f"no {about}"))


def _kinds(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    if column.identifies or column.constant or column.has(_UNSORTED):
        return
    read = column.affirmed
    named = column.named
    if named.isdisjoint(wishes.wanted) and named.isdisjoint(wishes.unwanted):
        return
    tagged = [[read[tag] for tag in tags if read[tag]] for tags in column.tags]
    distinct = {tag for tags in tagged for tag in tags}
    seen = Counter(word for tag in distinct for word in set(tag))
    common = frozenset(w for w, n in seen.items() if n > 1 and 2 * n > len(distinct))
    met = [{t for t in tags if _asked(t, column, common, wishes.wanted)} for tags in tagged]
    single = sum(len(tags) > 1 for tags in tagged) * 5 <= len(tagged)
    exclusive = column.kinds and single and any(met)
    for row, cell, tags, found in zip(rows, column.cells, tagged, met, strict=True):
        row.wishes |= {(column.name, " ".join(tag)) for tag in found}
        if any(_whole(tag, common, wishes.unwanted) for tag in tags):
            row.object(BREACH, column, cell)
        elif exclusive and not found:
            row.object(OTHER_KIND, column, cell)


def _asked(
    tag: tuple[str, ...], column: Column, common: frozenset[str], wanted: frozenset[str]
) -> bool:
    # English puts what tells kinds apart first: the wish for whole cabins is one for the
    # kind "Whole house or flat", the wish for food is none for the kind "Cold food".
    telling = [word for word in tag if word not in common]
    if telling and column.kinds and not telling[0].isdigit() and telling[0] in wanted:
        return True
    return _whole(tag, common, wanted)


def _whole(tag: tuple[str, ...], common: frozenset[str], named: frozenset[str]) -> bool:
    telling = [word for word in tag if word not in common]
    spelled = any(not word.isdigit() for word in telling)
    return spelled and all(word in named for word in telling)


def _bounds(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    if not _bounding(column, wishes):
        return
    for row, cell in zip(rows, column.cells, strict=True):
        size = number(cell)
        if size is None:
            continue
        for weight in _breaches(column, size, wishes):
            row.object(weight, column, cell)


def _bounding(column: Column, wishes: Wishes) -> bool:
    """Whether the task bounds what the column tells."""
    if column.has(lexicon.PERSON) or column.words == ("capacity",):
        return wishes.people is not None
    if column.has(lexicon.NIGHT) and wishes.nights is not None and wishes.nights_each:
        return True
    return column.price and wishes.money is not None


def _breaches(column: Column, size: float, wishes: Wishes) -> Iterator[float]:
    least, most = column.has(lexicon.LEAST), column.has(lexicon.MOST)
    if column.has(lexicon.PERSON) or column.words == ("capacity",):
        roomy = most or (not least and column.has(_ROOM))
        if wishes.people is not None and roomy and 0 < size < wishes.people:
            yield TIGHT
        if wishes.people is not None and least and size > wishes.people:
            yield BREACH
    elif column.has(lexicon.NIGHT) and wishes.nights is not None and wishes.nights_each:
        if least and size > wishes.nights_each:
            yield BREACH if size > wishes.nights else DOUBT
        if most and size < wishes.nights_each:
            yield BREACH
    elif column.price and wishes.money is not None and size > wishes.money:
        yield BREACH


def _days(column: Column, rows: Sequence[Judged], wishes: Wishes) -> None:
    if not wishes.days or column.constant or not column.has(lexicon.TIME):
        return
    for row, days in zip(rows, column.days, strict=True):
        met = days & wishes.days or {day[5:] for day in days} & wishes.days
        row.wishes |= {(column.name, day) for day in met}


def _truth(cell: Cell) -> bool | None:
    if isinstance(cell, bool):
        return cell
    said = cell.strip().casefold() if isinstance(cell, str) else ""
    return True if said in lexicon.YES else False if said in lexicon.NO else None


_RULES: tuple[_Rule, ...] = (_status, _flags, _denials, _kinds, _bounds, _days)
