"""A line of the recall benchmark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured of one method on one set; None where it says nothing."""

    set: str
    method: str
    found_at_1: float | None = None
    found_at_5: float | None = None
    found_at_10: float | None = None
    all_at_10: float | None = None
    ms_per_query: float | None = None
    ms_per_item: float | None = None
    rejected_unrelated: float | None = None
