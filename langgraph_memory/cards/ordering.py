"""The order of a table's rows: any prefix of it is the best short form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.judging import BREACH, Judged, Wish
from langgraph_memory.cards.measures import moment, number
from langgraph_memory.cards.wishes import Aim, Wishes
from langgraph_memory.facts.tables import Cell
from langgraph_memory.weights import OptionWeights

_PICKED = 60
_FIRST = 3
_GROUP = "group"
_FITTING, _DOUBTFUL, _BAD = (0.5, 1.0), (0.3, 0.5), (0.2, 0.3)


@dataclass(frozen=True)
class Ordered:
    """Rows in order of worth.

    Attributes:
        order: Indices of the rows, best first.
        values: Their worth in that order, 0–1, never rising.
        judged: What speaks for and against each row, in the source's order.
    """

    order: tuple[int, ...]
    values: tuple[float, ...]
    judged: tuple[Judged, ...]


def order_rows(
    columns: Sequence[Column],
    judged: Sequence[Judged],
    wishes: Wishes,
    weights: OptionWeights,
) -> Ordered:
    """Put the rows of a table in order of worth.

    Rows against which less speaks come first. Among like rows each next one is the one that
    adds most to those before it, where a wish that several rows meet already adds little:
    a greedy choice on a gain with diminishing returns, so that each prefix is close to the
    best choice of its length (Nemhauser, Wolsey and Fisher 1978).

    Args:
        columns: The table's columns.
        judged: What speaks for and against each row.
        wishes: What the task asks for.
        weights: What a row adds.

    Returns:
        The order and the worth.
    """
    count = len(judged)
    lanes = tuple(_lanes(columns, wishes, weights))
    static = [weights.source * (1 - at / max(1, count)) for at in range(count)]
    for lane in lanes:
        static = [total + share for total, share in zip(static, lane.shares(), strict=True)]
    leads = _leads([lane for lane in lanes if lane.aimed], judged)
    units = [_Unit.of(rows, judged, static, leads) for rows in _groups(columns, count)]
    order: list[int] = []
    gains: list[float] = []
    for unit, gain in _picked(units, weights):
        order += unit.rows
        gains += [gain] * len(unit.rows)
    against = [judged[at].against for at in order]
    return Ordered(tuple(order), _values(against, gains), tuple(judged))


@dataclass(frozen=True)
class _Unit:
    """Rows that are chosen together: usually one, else those of one group."""

    rows: tuple[int, ...]
    against: float
    static: float
    wishes: frozenset[Wish]
    leads: frozenset[Wish]

    @classmethod
    def of(
        cls,
        rows: tuple[int, ...],
        judged: Sequence[Judged],
        static: Sequence[float],
        leads: Sequence[set[Wish]],
    ) -> _Unit:
        if len(rows) == 1:
            [at] = rows
            one = judged[at]
            found = frozenset(one.wishes), frozenset(leads[at])
            return cls(rows, one.against, static[at], *found)
        return cls(
            rows=rows,
            against=max(judged[at].against for at in rows),
            static=fsum(static[at] for at in rows) / len(rows),
            wishes=frozenset().union(*(judged[at].wishes for at in rows)),
            leads=frozenset(leads[rows[0]]).intersection(*(leads[at] for at in rows)),
        )

    def gain(self, met: Counter[Wish], weights: OptionWeights) -> float:
        # fsum: the order in which a set is summed must not show in the last digit.
        return self.static + fsum(
            steps[min(met[wish], len(steps) - 1)]
            for steps, found in ((weights.wish, self.wishes), (weights.lead, self.leads))
            for wish in found
        )


def _groups(columns: Sequence[Column], count: int) -> list[tuple[int, ...]]:
    # Items of inner lists (the legs of a journey) carry their list's number.
    grouping = next((c for c in columns if c.name == _GROUP), None)
    if grouping is None:
        return [(at,) for at in range(count)]
    groups: dict[Cell, list[int]] = {}
    for at, cell in enumerate(grouping.cells):
        groups.setdefault(cell, []).append(at)
    return [tuple(rows) for rows in groups.values()]


def _picked(
    units: Sequence[_Unit], weights: OptionWeights
) -> Iterator[tuple[_Unit, float]]:
    met: Counter[Wish] = Counter()
    picks = _PICKED
    for level in sorted({unit.against for unit in units}):
        left = [unit for unit in units if unit.against == level]
        while left and picks:
            best = max(left, key=lambda unit: (unit.gain(met, weights), -unit.rows[0]))
            yield best, best.gain(met, weights)
            left.remove(best)
            met.update(best.wishes | best.leads)
            picks -= 1
        for unit in sorted(left, key=lambda unit: (-unit.static, unit.rows[0])):
            yield unit, unit.static


@dataclass(frozen=True)
class _Lane:
    """One way to compare the rows: the sizes of a column, smallest or largest first."""

    name: str
    sizes: tuple[float | None, ...]
    upward: bool
    weight: float
    aimed: bool

    def shares(self) -> list[float]:
        """What each row gains by its place in the lane."""
        ranked = sorted(
            {size for size in self.sizes if size is not None}, reverse=self.upward
        )
        place = {size: 1 - at / max(1, len(ranked) - 1) for at, size in enumerate(ranked)}
        return [0.0 if s is None else self.weight * place[s] for s in self.sizes]

    def first(self, rows: Sequence[int]) -> list[int]:
        """The first three of some rows, and those level with them."""
        sized = sorted(
            ((size, at) for at in rows if (size := self.sizes[at]) is not None),
            reverse=self.upward,
        )
        level = {size for size, _ in sized[:_FIRST]}
        return [at for size, at in sized if size in level]


_LANES: tuple[
    tuple[Aim, Callable[[Column], bool], Callable[[Cell], float | None], bool], ...
] = (
    ("cheap", lambda c: c.price, number, False),
    ("rated", lambda c: c.rating and not c.money, number, True),
    ("soon", lambda c: c.has(lexicon.START), moment, False),
    ("late", lambda c: c.has(lexicon.START), moment, True),
    ("near", lambda c: c.has(lexicon.DISTANCE), number, False),
    ("fast", lambda c: c.has(lexicon.DURATION), moment, False),
)


def _lanes(
    columns: Sequence[Column], wishes: Wishes, weights: OptionWeights
) -> Iterator[_Lane]:
    mild = {"cheap": weights.cheap, "rated": weights.rated}
    for aim, fits, measure, upward in _LANES:
        aimed = aim in wishes.aims
        weight = weights.aimed if aimed else mild.get(aim, 0.0)
        column = _primary([c for c in columns if fits(c)], measure, wishes)
        if column is not None and weight:
            sizes = tuple(measure(cell) for cell in column.cells)
            yield _Lane(column.name, sizes, upward, weight, aimed)


def _primary(
    columns: Sequence[Column], measure: Callable[[Cell], float | None], wishes: Wishes
) -> Column | None:
    # Of several prices the one of the kind that the task names counts.
    sized = [c for c in columns if any(measure(cell) is not None for cell in c.present)]
    return max(
        sized,
        key=lambda c: (len(c.path & wishes.wanted), -len(c.path - wishes.wanted)),
        default=None,
    )


def _leads(lanes: Sequence[_Lane], judged: Sequence[Judged]) -> list[set[Wish]]:
    least = min((row.against for row in judged), default=0.0)
    fitting = [at for at, row in enumerate(judged) if row.against == least]
    leads: list[set[Wish]] = [set() for _ in judged]
    for lane in lanes:
        for at in lane.first(fitting):
            leads[at].add((lane.name, "first"))
    return leads


def _values(against: Sequence[float], gains: Sequence[float]) -> tuple[float, ...]:
    largest = max(gains, default=0.0) or 1.0
    values: list[float] = []
    ceiling = 1.0
    for objections, gain in zip(against, gains, strict=True):
        low, high = (
            _FITTING if not objections else _DOUBTFUL if objections < BREACH else _BAD
        )
        ceiling = min(ceiling, low + (high - low) * max(0.0, gain) / largest)
        values.append(round(ceiling, 4))
    return tuple(values)
