"""Which texts give what a call still needs.

A card is of use to a call when one of its columns can be one of the call's arguments, and
that is told by the names of both, not by what else the card says. What a tool has given is
not what it is given next, though its name and those of its parameters stand there: on
recorded agents, arguments come from earlier results of the same tool in 1 % of cases, while
one card in five is of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from langgraph_memory.cards.selection.matching import Parameters, Strength
from langgraph_memory.facts.tools import Parameter, ToolSchema
from langgraph_memory.index.columns import Column
from langgraph_memory.index.hybrid import Findings, HybridIndex
from langgraph_memory.index.places import Flags, Floats

STRENGTHS: Final[dict[Strength, float]] = {
    "equal": 1.0,
    "partial": 0.7,
    "hint": 0.3,
    "none": 0.0,
}
"""What a column counts for a parameter, by how surely it can be its argument."""

BACKGROUND: Final = 10
"""Texts without such a column that are assumed beside those indexed, as for words."""


CERTAIN: Final = 1.0
"""What a text counts for having what the call that is about to be made needs: as much as
all that was said, which often is no more than `yes, go on`."""

LIKELY: Final = 0.5
"""The same where the call is guessed from the words for what is to be done."""


class Need(NamedTuple):
    """A parameter of a call that still lacks a value.

    Attributes:
        tool: The tool's name.
        parameter: The parameter's, dotted where it lies inside an object.
        description: What the tool's schema says of it.
    """

    tool: str
    parameter: str
    description: str = ""


@dataclass(frozen=True)
class Needs:
    """What is needed next.

    Attributes:
        parameters: The parameters.
        certain: Whether the call is known, not guessed.
        at_hand: Keys of the texts of this very conversation. When the call is known they
            need not prove that they bear on it, only how much.
    """

    parameters: tuple[Need, ...] = ()
    certain: bool = False
    at_hand: frozenset[str] = frozenset()


NOTHING: Final = Needs()
"""That nothing is known to be needed."""


@dataclass(frozen=True)
class Feeding:
    """Which of the texts that are looked at give what is needed.

    Attributes:
        scores: As a share of the text that gives most, 0–1, and of `CERTAIN` or `LIKELY`.
        found: Which of them have what a call that is known needs, by more than a hint.
    """

    scores: Floats
    found: Flags


def feeding(needs: Needs, index: HybridIndex, findings: Findings) -> Feeding:
    """Tell which texts give what is needed.

    A need counts the more, the fewer texts have something for it: what all have tells
    nothing apart.

    Args:
        needs: What is needed.
        index: The texts.
        findings: Those that are looked at.
    """
    places = findings.places
    if not needs.parameters:
        return Feeding(np.zeros(len(places)), np.zeros(len(places), np.bool_))
    given, found = np.zeros(findings.size), np.zeros(findings.size, np.bool_)
    for need in needs.parameters:
        strengths = index.strongest(_strength(need), findings.size)
        having = int(np.count_nonzero(strengths))
        if not having:
            continue
        lacking = max(0, findings.total - having) + BACKGROUND
        given += np.log1p((lacking + 0.5) / (having + 0.5)) * strengths
        found |= strengths >= STRENGTHS["partial"]
    if best := float(given.max(initial=0.0)):
        given *= (CERTAIN if needs.certain else LIKELY) / best
    return Feeding(given[places], found[places] & needs.certain)


@lru_cache(maxsize=1_024)
def _strength(need: Need) -> Callable[[Column], float]:
    parameter = Parameter(need.parameter, "", need.description, required=True)
    parameters = Parameters([ToolSchema(need.tool, "", (parameter,), changes=False)])

    def strength(column: Column) -> float:
        tool, name = column
        if tool == need.tool:
            return 0.0
        names = tuple(name.split(".")) if name else ()
        return STRENGTHS[parameters.match(tool, names).strength]

    return strength
