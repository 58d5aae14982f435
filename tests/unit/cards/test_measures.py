from __future__ import annotations

import pytest

from langgraph_memory.cards.measures import moment, number


@pytest.mark.parametrize(
    ("cell", "expected"),
    [(12, 12.0), ("$1,030", 1030.0), ("4.5/5", 4.5), ("1,200 km", 1200.0), ("-3", -3.0)],
)
def test_numbers_are_read_from_cells(cell: str | int, expected: float) -> None:
    """The first number of a cell counts, with thousands and units."""
    assert number(cell) == expected


@pytest.mark.parametrize("cell", [None, True, "soon", float("nan"), "x" * 50 + "1"])
def test_what_has_no_number_gives_none(cell: object) -> None:
    """Truth values, words, NaN and long texts are no numbers."""
    assert number(cell) is None  # type: ignore[arg-type]


def test_moments_compare_durations_clocks_and_days() -> None:
    """Durations, times of day and dates become minutes that order rightly."""
    assert moment("2 hours 24 minutes") == 144.0
    assert moment("3小时") == 180.0
    assert (moment("9:40") or 0) < (moment("13:05") or 0) < (moment("11:30 pm") or 0)
    assert (moment("2026-05-04T23:00") or 0) < (moment("2026-05-05 01:00") or 0)
