"""What a view is worth to a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.benchmarks.replay.decisions import Decision, Needed
from tests.benchmarks.replay.moment import View
from tests.benchmarks.replay.tokens import Count
from tests.benchmarks.replay.words import END, Places, Words, apart, words


@dataclass(frozen=True, kw_only=True)
class Score:
    """Scores of one view for one decision; each from 0 to 1.

    Attributes:
        hard_recall: Share of the needed values that the view holds.
        binding: Share of them that it holds near their cue; for those without a cue,
            that it holds.
        all_present: 1 when it holds all of them.
        utilisation: Share of its tokens that are values which this decision or a later
            one gives to a tool.
    """

    hard_recall: float
    binding: float
    all_present: float
    utilisation: float


def score(view: View, decision: Decision, used: Mapping[Words, str], count: Count) -> Score:
    """Score a view.

    Args:
        view: What stands for the tool outputs.
        decision: It needs at least one value.
        used: Values of this and of later calls, and their texts.
        count: Tokens of a text.
    """
    places = Places([word for text in view for word in (*words(text), END)])
    needed = decision.needed
    held = sum(one.value in places for one in needed)
    tokens = sum(map(count, view))
    spent = sum(places.count(value) * count(text) for value, text in used.items())
    return Score(
        hard_recall=held / len(needed),
        binding=sum(_bound(one, places) for one in needed) / len(needed),
        all_present=float(held == len(needed)),
        utilisation=min(1.0, spent / tokens) if tokens else 0.0,
    )


def used_from(decisions: Sequence[Decision]) -> list[dict[Words, str]]:
    """For each decision of a trace the values that it or a later one gives to a tool."""
    used: dict[Words, str] = {}
    found = []
    for decision in reversed(decisions):
        used = {**used, **{given.value: given.text for given in decision.given}}
        found.append(used)
    return found[::-1]


def _bound(needed: Needed, places: Places) -> bool:
    if needed.bond is None:
        return needed.value in places
    cue, sizes = needed.bond.cue, (len(needed.value), len(needed.bond.cue))
    starts = list(places.find(cue))
    return any(
        apart(start, other, sizes) <= needed.bond.within
        for start in places.find(needed.value)
        for other in starts
    )
