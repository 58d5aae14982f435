"""The dense lane: which texts are near the query in meaning, and whether it is dead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from langgraph_memory.index.hybrid import Findings, Flags
from langgraph_memory.index.places import Floats, middle_of_least

LIFT: Final = 0.3
"""How far above the other cosines one must be for the dense lane alone to make a hit, as a
share of the way from their median to 1. A share, since models differ in what cosine
unrelated texts have: questions about something else reach it in less than 5 % of cases."""

STATIC_LIFT: Final = 0.45
"""The same for sums of word vectors, which are near to each other for single words."""

_EQUAL: Final = 1e-6


@dataclass(frozen=True)
class Meaning:
    """The dense lane's opinion, by place.

    Attributes:
        scores: 0–1, higher is better, 0 where there is no cosine.
        lifts: How far a cosine is above the usual one, 0–1, as a share of the way to 1.
        found: Which places it vouches for.
        equal: How many cosines, all equal, the lane was ignored for; 0: it was not.
    """

    scores: Floats
    lifts: Floats
    found: Flags
    equal: int = 0


def by_meaning(
    cosines: Floats | None, differ: Callable[[], bool], *, static: bool
) -> Meaning | None:
    """Judge cosines.

    Args:
        cosines: By place, −1 to 1; what is no finite number is none.
        differ: Tells whether the texts differ, so that their cosines should.
        static: Whether they are of sums of word vectors.

    Returns:
        The lane's opinion, or None where there is no cosine.
    """
    if cosines is None or not (there := np.isfinite(cosines)).any():
        return None
    whole = bool(there.all())
    values = cosines if whole else cosines[there]
    least, width = float(values.min()), float(np.ptp(values))
    if len(values) > 1 and width < _EQUAL and differ():
        silent = np.zeros(len(cosines))
        return Meaning(silent, silent, np.zeros(len(cosines), np.bool_), len(values))
    near = (values - least) / width if width else np.ones(len(values))
    far = _lifts(values)
    if not whole:
        scores, lifts = np.zeros(len(cosines)), np.zeros(len(cosines))
        scores[there], lifts[there] = near, far
        near, far = scores, lifts
    return Meaning(near, far, far >= (STATIC_LIFT if static else LIFT))


def _lifts(values: Floats) -> Floats:
    others = len(values) - 1
    if not others:
        return np.zeros(1)
    # The best one is not asked what is usual: it is the median of the others.
    usual = middle_of_least(values, others)
    lifts: Floats = values - usual
    lifts /= max(_EQUAL, 1.0 - usual)
    return lifts.clip(0.0, 1.0, out=lifts)


def given_cosines(
    given: Mapping[str, float], findings: Findings, place: Callable[[str], int | None]
) -> Floats:
    """Put cosines that somebody else worked out in their places.

    Args:
        given: Cosine with the query by key; keys that are not indexed are passed over.
        findings: What tells which places there are.
        place: Gives the place of a key.

    Returns:
        Cosines by place, not a number where none was given.
    """
    cosines = np.full(len(findings.keys), np.nan)
    for key, cosine in given.items():
        at = place(key)
        if at is not None and at < len(cosines) and findings.there[at]:
            cosines[at] = cosine
    return cosines
