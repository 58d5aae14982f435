"""Success by setting, and how sure it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.tuning import cell, interval

RUNS = st.lists(st.lists(st.sampled_from([0.0, 1.0]), max_size=8), max_size=8)


@given(RUNS)
def test_the_interval_holds_the_share(groups: list[list[float]]) -> None:
    """Whatever the runs, 0 <= low <= share <= high <= 1."""
    low, high = interval(groups)
    every = [one for group in groups for one in group]
    share = sum(every) / len(every) if every else 0.5
    assert 0.0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1.0


def test_runs_of_one_task_each_make_wilsons_interval() -> None:
    """Eight of ten: 0.49 to 0.94."""
    assert interval([[1.0]] * 8 + [[0.0]] * 2) == pytest.approx((0.490, 0.943), abs=0.001)


def test_runs_of_a_task_that_always_end_alike_count_once() -> None:
    """Eight runs each of ten tasks, alike within each, say no more than ten runs."""
    alike = interval([[1.0] * 8] * 8 + [[0.0] * 8] * 2)
    assert alike == pytest.approx(interval([[1.0]] * 8 + [[0.0]] * 2), abs=0.02)
    mixed = interval([[1.0, 1.0, 1.0, 1.0, 0.0]] * 10)
    assert mixed[1] - mixed[0] < alike[1] - alike[0]


def test_a_cell_takes_the_first_runs_and_leaves_out_what_has_no_score() -> None:
    """Two of three runs count, the one without a score does not."""
    made = cell(
        [[1.0, None, 0.0], [0.2, 0.7, 1.0], [None, None, 1.0]],
        k=3,
        samples=2,
        temperature=0.5,
        success=0.6,
    )
    assert (made.k, made.samples, made.temperature) == (3, 2, 0.5)
    assert (made.tasks, made.runs, made.left_out) == (2, 3, 3)
    assert made.success == pytest.approx(2 / 3)
    assert made.solved == 1.0
    assert made.score == pytest.approx((1.0 + 0.2 + 0.7) / 3)


def test_a_setting_without_runs_says_that_it_knows_nothing() -> None:
    """Its interval is all there is."""
    made = cell([[None]], k=0, samples=1, temperature=None, success=0.5)
    assert (made.runs, made.low, made.high, made.left_out) == (0, 0.0, 1.0, 1)
