"""The choice of cells: greedy by gain per token, then the longest prefix that fits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.placing import Told, tell
from langgraph_memory.cards.selection.greedy import Greedy, Step
from langgraph_memory.cards.selection.known import key_cell
from langgraph_memory.cards.selection.scoring import Scorer

_OVERSHOOT: Final = 1.7
_PROBES: Final = 9
_IDLE: Final = 0.0005
"""Worth of a token, below which it is better spent on what objects are called by."""

_GUESSES: Final = 3
_FULL: Final = (0.985, 0.985, 0.97)
"""Shares of the budget that are enough, at the first guesses and from the third on."""

_AIM: Final = 0.992
_NEARLY: Final = 0.9
_SKIPS: Final = 4
_RATE: Final = 2 / 3
"""Written tokens for each of the steps' own, before anything was tried."""

_UNTOLD: Final = Told("", {}, 0, whole=False)


@dataclass(frozen=True)
class Selected:
    """What was chosen.

    Attributes:
        told: The form with the chosen cells.
        cells: Numbers of the chosen cells.
        cues: Numbers of those by which the conversation tells their objects.
    """

    told: Told
    cells: frozenset[int]
    cues: frozenset[int]


def select(
    scorer: Scorer,
    budget: int,
    count: Callable[[str], int],
    *,
    away: Collection[int] = (),
    acting: Collection[str] = (),
) -> Selected:
    """Choose the cells that are worth most, as far as they fit.

    Args:
        scorer: Knows the form and the moment.
        budget: Most tokens of the text.
        count: Tokens of a text.
        away: As for `tell`.
        acting: As for `tell`.

    Returns:
        The choice; empty when nothing fits.
    """
    greedy = Greedy(scorer, _OVERSHOOT * budget)
    steps = list(greedy.steps(_OVERSHOOT * budget))
    cues = frozenset(greedy.cues)

    def told(cells: frozenset[int], *, again: bool = False) -> Told:
        return tell(
            scorer.known.form, count, cells, cues, away=away, again=again, acting=acting
        )

    nothing = _UNTOLD._replace(silent=frozenset(range(len(scorer.known.form.outputs))))
    best = _Prefix(0, nothing)
    for _ in range(_SKIPS):
        best = _longest(steps, best, budget, told)
        if best.told.tokens >= _NEARLY * budget or best.size >= len(steps):
            break
        # What comes next is too large; what comes after it may fit.
        steps = _without(steps, best.size, scorer.known.form)
    if best.told.tokens and steps[best.size - 1].worth < _IDLE:
        again = partial(told, again=True)
        rate = best.told.tokens / steps[best.size - 1].spent
        best = _longest(steps, _Prefix(0, nothing), budget, again, rate)
    return Selected(best.told, _cells(steps[: best.size]), cues)


def _without(steps: list[Step], at: int, form: Form) -> list[Step]:
    """Leave out a step; where it names an object, with all that follows of the object."""
    cell = form.cells[steps[at].cell]
    named = cell.row if cell is key_cell(cell.row) else None
    rest = (s for s in steps[at + 1 :] if form.cells[s.cell].row is not named)
    return [*steps[:at], *rest]


class _Prefix(NamedTuple):
    """So many of the steps, as text."""

    size: int
    told: Told


def _longest(
    steps: Sequence[Step],
    known: _Prefix,
    budget: int,
    tell_cells: Callable[[frozenset[int]], Told],
    rate: float = _RATE,
) -> _Prefix:
    """The longest prefix that fits, from one that does; a full one may be taken early.

    What is written grows about as the steps' own tokens do: the next to be tried is where
    the line through the two nearest sizes meets the budget, and after some such guesses
    the one halfway.
    """
    best, high = known, _Prefix(len(steps) + 1, _UNTOLD)
    for probe in range(_PROBES):
        enough = _FULL[min(probe, len(_FULL) - 1)] * budget
        if high.size - best.size <= 1 or best.told.tokens >= enough:
            break
        spent = steps[best.size - 1].spent if best.size else 0.0
        most = spent + (_AIM * budget - best.told.tokens) / rate
        size = bisect_right(steps, most, key=attrgetter("spent"))
        if probe >= _GUESSES:
            size = (best.size + high.size) // 2
        size = min(max(size, best.size + 1), high.size - 1)
        tried = _Prefix(size, tell_cells(_cells(steps[:size])))
        low = best
        if tried.told.tokens <= budget:
            best = tried
        else:
            high = tried
        other = high if tried is best and high.told.tokens else low
        rate = _rate(steps, tried, other)
    return best


def _rate(steps: Sequence[Step], one: _Prefix, other: _Prefix) -> float:
    """Written tokens for each of the steps' own, between two sizes."""
    first, second = (steps[p.size - 1].spent if p.size else 0.0 for p in (one, other))
    written, own = one.told.tokens - other.told.tokens, first - second
    return written / own if written * own > 0 else 1.0


def _cells(steps: Iterable[Step]) -> frozenset[int]:
    return frozenset([step.cell for step in steps])


def cues_of(scorer: Scorer) -> frozenset[int]:
    """Numbers of the cells by which the conversation calls their objects, one a row."""
    counts, normals = scorer.known.counts, scorer.known.normals
    found = set()
    for row in scorer.known.form.rows:
        said = [c for c in row.cells.values() if scorer.calls(c)]
        if said:
            found.add(min(reversed(said), key=lambda cell: counts[normals[cell.id]]).id)
    return frozenset(found)
