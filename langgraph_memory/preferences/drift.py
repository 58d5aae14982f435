"""Noticing that a preference has changed: cumulative sums of log-odds, by direction.

For each value other than the present one, the evidence for it against the present one is
summed and never falls below 0 (Page's CUSUM). The sum is in natural log-odds, whatever the
dimension and however noisy the signals, so one threshold serves all.
"""

from __future__ import annotations

from collections.abc import Sequence

from langgraph_memory.preferences.evidence import log_odds

FORGET_AT = 5.0
"""Log-odds at which most of what was known is forgotten."""

REPORT_AT = 8.0
"""Log-odds at which a change is told to the user."""


def accumulated(
    sums: Sequence[float], present: int, signal: tuple[int, float]
) -> list[float]:
    """The sums after one signal.

    Args:
        sums: One for each value, at least 0.
        present: Place of the value that is thought to hold.
        signal: Place of the value that was signalled, and the confidence in it, 0..1.

    Returns:
        The new sums; 0 for the present value.
    """
    place, confidence = signal
    gain = log_odds(confidence, len(sums))
    if place == present:
        return [max(0.0, old - gain) for old in sums]
    new = list(sums)
    new[place] += gain
    new[present] = 0.0
    return new
