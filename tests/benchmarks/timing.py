"""Taking the time of several things fairly, and what to make of the numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import TypeVar

K = TypeVar("K")

Call = Callable[[int], object]
_LEAST = 3  # rounds of what is slow


def interleaved(calls: Mapping[K, Call], rounds: int, patience: float) -> dict[K, float]:
    """Take the times of several calls in turns, so that whatever drifts hits all alike.

    Args:
        calls: What is timed; each is given the number of the round, and once -1 before.
        rounds: How often.
        patience: Seconds that each may take in all; what needs more is timed less often,
            but three times at least.

    Returns:
        The median of each, in milliseconds.
    """
    times: dict[K, list[float]] = {key: [] for key in calls}
    for call in calls.values():
        call(-1)
    for number in range(rounds):
        for key, call in calls.items():
            if len(times[key]) >= _LEAST and sum(times[key]) > patience:
                continue
            start = perf_counter()
            call(number)
            times[key].append(perf_counter() - start)
    return {key: 1_000 * median(taken) for key, taken in times.items()}


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """How a time grows with a size: the slope of its logarithm over the size's.

    Args:
        sizes: At least two, each another.
        times: The time at each, more than 0.

    Returns:
        0 for what does not grow, 1 for what grows with the size.
    """
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return across / sum((a - x) ** 2 for a in xs)
