"""Rows of results, and how far they would vary with other tasks."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from tests.benchmarks.replay.running import Replayed

_RESAMPLED: Final = 1_000
_SEED: Final = 0
RATES: Final = ("hard_recall", "binding", "all_present")


@dataclass(frozen=True, kw_only=True)
class Row:
    """Results of one policy; rates are means over the decisions, from 0 to 1.

    Attributes:
        set: File name without suffix, and `_x3` where three traces were woven into one.
        policy: Its name.
        learned: Whether it knew statistics of other users' traces.
        budget: Share of the tokens of the tool outputs so far.
        hard_recall: See `scoring.Score`, as for the next two and `utilisation`.
        binding: The same.
        all_present: The same.
        tool_token_share: Tokens that stood for tool outputs over those of the outputs,
            both summed over the decisions.
        utilisation: The same.
        decisions: Those that needed a value which only tools had said.
        ms_per_decision: Median CPU milliseconds of the policy.
    """

    set: str
    policy: str
    learned: bool
    budget: float
    hard_recall: float
    binding: float
    all_present: float
    tool_token_share: float
    utilisation: float
    decisions: int
    ms_per_decision: float

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(
            {k: round(v, 4) if type(v) is float else v for k, v in asdict(self).items()}
        )


def row_of(
    name: str, policy: str, budget: float, replayed: Sequence[Replayed], *, learned: bool
) -> Row:
    """Sum up what a policy showed.

    Args:
        name: Of the set.
        policy: Name of the policy.
        budget: What it was allowed.
        replayed: At least one decision.
        learned: Whether it had learned.
    """
    scores = [one.score for one in replayed]
    return Row(
        set=name,
        policy=policy,
        learned=learned,
        budget=budget,
        hard_recall=statistics.fmean(score.hard_recall for score in scores),
        binding=statistics.fmean(score.binding for score in scores),
        all_present=statistics.fmean(score.all_present for score in scores),
        tool_token_share=sum(one.shown for one in replayed)
        / sum(one.raw for one in replayed),
        utilisation=statistics.fmean(score.utilisation for score in scores),
        decisions=len(replayed),
        ms_per_decision=statistics.median(one.milliseconds for one in replayed),
    )


def intervals(replayed: Sequence[Replayed]) -> dict[str, tuple[float, float]]:
    """95 % intervals of the rates, by a bootstrap over tasks.

    Tasks are drawn with replacement, each with all its decisions: the tries of one task
    resemble each other (B. Efron and R. Tibshirani, An Introduction to the Bootstrap,
    1993, chapters 8 and 13).
    """
    tasks: dict[str, list[list[float]]] = defaultdict(list)
    for one in replayed:
        tasks[one.task].append([getattr(one.score, rate) for rate in RATES])
    sums = np.array([[len(rows), *np.sum(rows, axis=0)] for rows in tasks.values()])
    draws = np.random.default_rng(_SEED).integers(len(sums), size=(_RESAMPLED, len(sums)))
    totals = sums[draws].sum(axis=1)
    low, high = np.percentile(totals[:, 1:] / totals[:, :1], [2.5, 97.5], axis=0)
    return {rate: (float(a), float(b)) for rate, a, b in zip(RATES, low, high, strict=True)}
