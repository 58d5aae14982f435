"""The dense lane: which texts are near the query in meaning, and whether it is dead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from langgraph_memory.index.hybrid import Findings
from langgraph_memory.index.nearness import Range, range_of
from langgraph_memory.index.places import Flags, Floats

LIFT: Final = 0.3
"""How far above the other cosines one must be for the dense lane alone to make a hit, as a
share of the way from their median to 1. A share, since models differ in what cosine
unrelated texts have: questions about something else reach it in less than 5 % of cases."""

STATIC_LIFT: Final = 0.45
"""The same for sums of word vectors, which are near to each other for single words."""

_EQUAL: Final = 1e-6


@dataclass(frozen=True)
class Meaning:
    """The dense lane's opinion of the texts that are looked at.

    Attributes:
        scores: 0–1, higher is better, 0 where there is no cosine.
        lifts: How far a cosine is above the usual one, 0–1, as a share of the way to 1.
        found: Which texts it vouches for.
        equal: How many cosines, all equal, the lane was ignored for; 0: it was not.
    """

    scores: Floats
    lifts: Floats
    found: Flags
    equal: int = 0


def by_meaning(
    cosines: Floats | None,
    usual: Range | None,
    differ: Callable[[], bool],
    *,
    static: bool,
) -> Meaning | None:
    """Judge cosines.

    Args:
        cosines: By text, −1 to 1; what is no finite number is none.
        usual: These and all others of the same query in few numbers.
        differ: Tells whether the texts differ, so that their cosines should.
        static: Whether they are of sums of word vectors.

    Returns:
        The lane's opinion, or None where there is no cosine.
    """
    if cosines is None or usual is None:
        return None
    width = usual.best - usual.least
    if usual.texts > 1 and width < _EQUAL and differ():
        silent = np.zeros(len(cosines))
        return Meaning(silent, silent, np.zeros(len(cosines), np.bool_), usual.texts)
    there = np.isfinite(cosines)
    values = cosines if there.all() else np.where(there, cosines, usual.least)
    scores = (values - usual.least) / width if width else there.astype(float)
    if usual.texts == 1:
        return Meaning(scores, lifts := np.zeros(len(cosines)), lifts > 0)
    lifts = (values - usual.usual) / max(_EQUAL, 1.0 - usual.usual)
    found = lifts >= (STATIC_LIFT if static else LIFT)
    return Meaning(scores, lifts.clip(0.0, 1.0, out=lifts), found)


def given_cosines(
    given: Mapping[str, float], findings: Findings, place: Callable[[str], int | None]
) -> Findings:
    """Put cosines that somebody else worked out in their places.

    Args:
        given: Cosine with the query by key; keys that are not indexed are passed over.
        findings: What was found; the texts of these keys are among those looked at.
        place: Gives the place of a key.

    Returns:
        The findings with these cosines, and no others.
    """
    both = [(at, cosine) for key, cosine in given.items() if (at := place(key)) is not None]
    places, told = np.array(both, float).reshape(-1, 2).T
    rows, held = findings.rows(places.astype(np.intp))
    there = findings.there[rows]
    values = told[held][there]
    cosines = np.full(len(findings.keys), np.nan)
    cosines[rows[there]] = values
    return replace(findings, cosines=cosines, range=range_of(values))
