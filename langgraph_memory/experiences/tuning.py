"""How well runs went by setting, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

_Z: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What came of one setting.

    Attributes:
        k: Lessons that a run was shown at most.
        samples: Runs of each task.
        temperature: The model's temperature; None: its own.
        tasks: Tasks with at least one scored run.
        runs: Runs that were scored.
        success: Share of the runs that succeeded, 0..1.
        low: Lower end of its confidence interval at 95 %.
        high: Upper end.
        solved: Share of the tasks that at least one run solved, 0..1.
        score: Mean score, 0..1.
        left_out: Runs that could not be scored.
    """

    k: int
    samples: int
    temperature: float | None
    tasks: int
    runs: int
    success: float
    low: float
    high: float
    solved: float
    score: float
    left_out: int


def cell(
    scores: Sequence[Sequence[float | None]],
    *,
    k: int,
    samples: int,
    temperature: float | None,
    success: float,
) -> Cell:
    """Sum up the runs of one setting.

    Args:
        scores: By task, the scores of its runs; None for one that could not be scored.
        k: Lessons shown at most.
        samples: How many runs of each task count, the first ones.
        temperature: The model's temperature.
        success: The score, 0..1, from which a run succeeded.

    Returns:
        The cell; its shares are 0 where no run was scored, within an interval of 0 to 1.
    """
    kept = [[one for one in task[:samples] if one is not None] for task in scores]
    good = [[float(one >= success) for one in task] for task in kept if task]
    every = [one for task in good for one in task]
    low, high = interval(good)
    return Cell(
        k=k,
        samples=samples,
        temperature=temperature,
        tasks=len(good),
        runs=len(every),
        success=fmean(every) if every else 0.0,
        low=low,
        high=high,
        solved=fmean(map(max, good)) if good else 0.0,
        score=fmean(one for task in kept for one in task) if every else 0.0,
        left_out=sum(one is None for task in scores for one in task[:samples]),
    )


def interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Between which shares a success rate lies at 95 %, where runs come in groups.

    Runs of one task are alike, so that eight runs of a task say less than runs of eight
    tasks. Wilson's interval (1927) for the effective number of runs, n / (1 + (m − 1) ρ),
    with ρ the correlation within tasks by the analysis of variance, and m runs of a task
    (Kish 1965).

    Args:
        groups: By task, 1 for each run that succeeded and 0 for each that failed.

    Returns:
        Lower and upper end; (0, 1) where there are no runs.
    """
    held = [group for group in groups if group]
    total = sum(map(len, held))
    if not total:
        return 0.0, 1.0
    share = sum(map(sum, held)) / total
    weighted = sum(len(group) ** 2 for group in held) / total
    effective = total / (1 + (weighted - 1) * _correlation(held, share))
    spread = _Z**2 / effective
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / effective + spread / (4 * effective))
    half /= 1 + spread
    return max(0.0, middle - half), min(1.0, middle + half)


def _correlation(groups: Sequence[Sequence[float]], share: float) -> float:
    """The correlation of runs within a task, 0..1; 1 where it cannot be told."""
    total, count = sum(map(len, groups)), len(groups)
    if total == count:  # one run each
        return 0.0
    if count < 2:  # noqa: PLR2004  between tasks, two are needed
        return 1.0
    means = [fmean(group) for group in groups]
    between = sum(
        len(g) * (mean - share) ** 2 for g, mean in zip(groups, means, strict=True)
    )
    within = sum(
        (one - mean) ** 2 for g, mean in zip(groups, means, strict=True) for one in g
    )
    between, within = between / (count - 1), within / (total - count)
    usual = (total - sum(len(group) ** 2 for group in groups) / total) / (count - 1)
    spread = between + (usual - 1) * within
    return min(1.0, max(0.0, (between - within) / spread)) if spread > 0 else 1.0
