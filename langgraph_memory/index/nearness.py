"""How near texts are to a query in meaning, and how near texts usually are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from langgraph_memory.index.places import Floats, Places, middle_of_least

BEST: Final = 64
"""Texts, the best by words and as many of the best by meaning, whose cosines are exact
where others are estimated. More of them find no more (measured on LoCoMo as a whole)."""

_SAMPLE: Final = 1_024
_LEAST: Final = 4  # of a sample, by which the best of all are told
_MARGIN: Final = 0.05  # by which an estimate may fall short, as a share of the way to 1


class Range(NamedTuple):
    """The cosines of all texts in few numbers.

    Attributes:
        texts: How many there are, at least one.
        least: The least.
        usual: The median of all but the best; that one is not asked what is usual.
        best: The best.
    """

    texts: int
    least: float
    usual: float
    best: float


@dataclass(frozen=True)
class Nearness:
    """Cosines with a query.

    Attributes:
        cosines: By place, −1 to 1, not a number where there is no vector.
        range: All in few numbers; None where there is none.
        exactly: Works cosines out where they are estimates; None where they are not.
    """

    cosines: Floats
    range: Range | None
    exactly: Callable[[Places], Floats] | None = None

    def far(self, share: float) -> Places:
        """Places whose cosines may stand out.

        Args:
            share: How far above the usual one, as a share of the way to 1.
        """
        if self.range is None:
            return np.zeros(0, np.intp)
        if self.exactly is not None:
            share -= _MARGIN
        bar = self.range.usual + share * (1.0 - self.range.usual)
        return np.flatnonzero(self.cosines >= bar)

    def at(self, places: Places, scores: Floats) -> Floats:
        """The cosines at some places, exact at those that score best.

        Args:
            places: The places.
            scores: What else is said for each of them.
        """
        cosines: Floats = self.cosines[places]
        if self.exactly is not None:
            best = _best(scores, BEST)
            cosines[best] = self.exactly(places[best])
        return cosines


def range_of(cosines: Floats) -> Range | None:
    """Tell cosines in few numbers.

    Args:
        cosines: Cosines; what is no finite number is none.

    Returns:
        The numbers; None where there is no cosine.
    """
    there = np.isfinite(cosines)
    values = cosines if there.all() else cosines[there]
    if not len(values):
        return None
    least, best = float(values.min()), float(values.max())
    usual = middle_of_least(values, len(values) - 1) if len(values) > 1 else best
    return Range(len(values), least, usual, best)


def estimated(
    estimates: Floats,
    texts: int,
    exactly: Callable[[Places], Floats],
    strange: Places,
) -> Nearness:
    """Take estimates for cosines, and work out the best ones.

    What is usual is told by a sample, which among thousands tells it well.

    Args:
        estimates: By place, not a number where there is no vector; at the best ones the
            cosines are put in.
        texts: How many places have a vector, at least one.
        exactly: Works cosines out.
        strange: Places of which the estimates say little.
    """
    best = np.concatenate([strange, _best(estimates, BEST)])
    estimates[best] = exactly(best)
    sample = estimates[:: max(1, len(estimates) // _SAMPLE)]
    sample = sample[np.isfinite(sample)]
    least, most = float(np.fmin.reduce(estimates)), float(estimates[best].max())
    middle = len(sample) // 2
    usual = float(np.partition(sample, middle)[middle]) if len(sample) else least
    return Nearness(estimates, Range(texts, least, usual, most), exactly)


def _best(scores: Floats, most: int) -> Places:
    """The best, about so many and never more than twice as many."""
    if len(scores) <= most:
        return np.flatnonzero(np.isfinite(scores))
    step = max(1, len(scores) // _SAMPLE)
    at = max(_LEAST, most // step) - 1
    # What is no number comes last in any order.
    best = np.flatnonzero(scores >= -np.partition(-scores[::step], at)[at])
    if len(best) > 2 * most:
        best = best[np.argpartition(-scores[best], 2 * most)[: 2 * most]]
    return best
