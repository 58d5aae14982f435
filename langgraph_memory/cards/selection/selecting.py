"""The choice of cells: greedy by gain per token, then the longest prefix that fits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from langgraph_memory.cards.form.placing import Told, tell
from langgraph_memory.cards.selection.greedy import Greedy
from langgraph_memory.cards.selection.scoring import Scorer

_OVERSHOOT: Final = 1.6
_PROBES: Final = 9
_FULL: Final = 0.98
_NEARLY: Final = 0.9
_SKIPS: Final = 4
_SCALE: Final = 1.2


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
    away: Collection[int] = (),
) -> Selected:
    """Choose the cells that are worth most, as far as they fit.

    Args:
        scorer: Knows the form and the moment.
        budget: Most tokens of the text.
        count: Tokens of a text.
        away: As for `tell`.

    Returns:
        The choice; empty when nothing fits.
    """
    greedy = Greedy(scorer, _OVERSHOOT * budget)
    steps = list(greedy.steps(_OVERSHOOT * budget))
    cues = frozenset(greedy.cues)

    def told(cells: frozenset[int]) -> Told:
        return tell(scorer.known.form, count, cells, cues, away=away)

    best = _Prefix(0, Told("", {}, 0, whole=False))
    for _ in range(_SKIPS):
        best = _longest(steps, best, budget, told)
        if best.told.tokens >= _NEARLY * budget or best.size >= len(steps):
            break
        # What comes next is too large; what comes after it may fit.
        del steps[best.size]
    return Selected(best.told, _cells(steps[: best.size]), cues)


class _Prefix(NamedTuple):
    """So many of the steps, as text."""

    size: int
    told: Told


_Step = tuple[float, int]
"""About the tokens up to a cell, and its number."""


def _longest(
    steps: Sequence[_Step],
    known: _Prefix,
    budget: int,
    tell_cells: Callable[[frozenset[int]], Told],
) -> _Prefix:
    """The longest prefix that fits, from one that does; a full one may be taken early."""
    best, high = known, len(steps) + 1
    scale = _SCALE
    for _ in range(_PROBES):
        if high - best.size <= 1 or best.told.tokens >= _FULL * budget:
            break
        size = sum(cost <= budget * scale for cost, _ in steps)
        size = min(max(size, best.size + 1), high - 1)
        told = tell_cells(_cells(steps[:size]))
        if told.tokens <= budget:
            best = _Prefix(size, told)
        else:
            high = size
        scale = steps[size - 1][0] / max(1, told.tokens)
    return best


def _cells(steps: Iterable[_Step]) -> frozenset[int]:
    return frozenset(cell for _, cell in steps)


def cues_of(scorer: Scorer) -> frozenset[int]:
    """Numbers of the cells by which the conversation calls their objects, one a row."""
    counts, normals = scorer.known.counts, scorer.known.normals
    found = set()
    for row in scorer.known.form.rows:
        if len(row.table.rows) > 1:
            said = [c for c in row.cells.values() if normals[c.id] and scorer.says(c)]
            if said:
                found.add(min(said, key=lambda cell: counts[normals[cell.id]]).id)
    return frozenset(found)
