"""Track records of experiences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.utility import Track, interval, total

NAMES = ["retrieved", "shown", "fired", "help", "harm", "used", None]
EVENTS = st.lists(st.sampled_from(NAMES), max_size=30)


@given(EVENTS)
def test_totals_are_counts_of_events(names: list[str | None]) -> None:
    """Each event counts once, in any order; other events do not count."""
    events = [
        {"event": name, "experience": "e", "run": str(i)} for i, name in enumerate(names)
    ]
    track = total(reversed(events))["e"]
    assert track.shown == names.count("shown")
    assert track.retrieved == names.count("shown") + names.count("retrieved")
    assert track.fired == names.count("fired")
    assert (track.helped, track.harmed) == (names.count("help"), names.count("harm"))


def test_a_run_that_found_and_showed_a_lesson_retrieved_it_once() -> None:
    """Retrievals are runs, whatever was done with what was found."""
    names = ("retrieved", "shown")
    track = total({"event": n, "experience": "e", "run": "r"} for n in names)["e"]
    assert (track.retrieved, track.shown) == (1, 1)


def test_the_ends_of_runs_give_the_base_rate_and_the_credit_of_being_found() -> None:
    """A lesson succeeded with the runs that it was found for."""
    found = [{"event": "shown", "experience": "e", "run": run} for run in "abc"]
    ends = [{"event": "run", "run": run, "success": run in "ad"} for run in "abd"]
    tracks = total([*found, *ends])
    assert (tracks.runs, tracks.successes) == (3, 2)
    assert tracks["e"].succeeded == 1


def test_no_events_are_an_empty_record() -> None:
    """An experience without events has done nothing yet."""
    assert total([])["e"] == Track()


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (9, 10, 0.596, 0.982), (0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596)],
)
def test_intervals_are_those_of_wilson(hits: int, of: int, low: float, high: float) -> None:
    """Published values."""
    assert interval(hits, of) == pytest.approx((low, high), abs=5e-4)


def test_the_uncertainty_of_credit_is_told() -> None:
    """Little evidence leaves a wide interval."""
    few, many = Track(helped=1), Track(helped=100)
    assert few.help_share[0] < many.help_share[0] < 1.0


def test_records_are_a_mapping_of_those_to_whom_something_happened() -> None:
    """They can be gone through and asked for; whoever is unknown has an empty record."""
    events = [{"event": "shown", "experience": key, "run": "r"} for key in "ab"]
    tracks = total(events)
    assert list(tracks) == ["a", "b"]
    assert dict(tracks.items()) == dict(tracks) == {key: tracks[key] for key in "ab"}
    assert (len(tracks), "a" in tracks, "c" in tracks, 0 in tracks) == (
        2,
        True,
        False,
        False,
    )
    assert tracks["c"] == Track()
    assert tracks.get("c") is None
    assert tracks.get("a", Track()).shown == 1
