"""Track records, and when an experience is forgotten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.utility import Track, total, useless
from tests.unit.experiences.runs import NOW, experience

CONFIG = ExperienceConfig()
LATER = datetime.fromisoformat(NOW) + timedelta(days=2)
EVENTS = st.lists(
    st.sampled_from(["retrieved", "shown", "helped", "harmed", "used", None]), max_size=30
)


def verdict(now: datetime = LATER, created_at: str = NOW, **counts: int) -> str | None:
    """Whether an experience of such a record is useless."""
    return useless(experience(created_at=created_at), Track(**counts), CONFIG, now)


@given(EVENTS)
def test_totals_are_counts_of_events(names: list[str | None]) -> None:
    """Each event counts once, in any order; other events do not count."""
    track = total({"event": name, "at": NOW} for name in reversed(names))
    assert track.shown == names.count("shown")
    assert track.helped == names.count("helped")
    assert track.harmed == names.count("harmed")
    assert track.retrieved >= max(names.count("retrieved"), track.shown)


def test_no_events_are_an_empty_record() -> None:
    """An experience without events has done nothing yet."""
    assert total([]) == Track()


def test_more_harm_than_help_is_a_reason() -> None:
    """Harm counts at once, help outweighs it."""
    assert "harmed 1" in (verdict(harmed=1) or "")
    assert verdict(harmed=1, helped=1) is None


def test_the_rule_of_utility_needs_enough_retrievals() -> None:
    """From five retrievals on, half of the uses have to help."""
    assert verdict(retrieved=4, shown=4) is None
    assert "helped in 2 of 5" in (verdict(retrieved=5, shown=5, helped=2) or "")
    assert verdict(retrieved=6, shown=6, helped=3) is None


def test_what_was_never_shown_is_not_blamed() -> None:
    """Being found without being shown proves nothing."""
    assert verdict(retrieved=50) is None


def test_the_first_hour_is_spared_from_the_rule_of_utility() -> None:
    """The retrievals of one conversation do not condemn, harm does."""
    soon = datetime.fromisoformat(NOW) + timedelta(minutes=59)
    assert verdict(soon, retrieved=9, shown=9) is None
    assert verdict(soon + timedelta(minutes=1), retrieved=9, shown=9)
    assert verdict(soon, harmed=1)


def test_settings_decide() -> None:
    """Other limits give other verdicts."""
    strict = ExperienceConfig(min_retrievals=1, min_utility=1.0)
    track = Track(retrieved=1, shown=2, helped=1)
    assert useless(experience(), track, strict, LATER)


@pytest.mark.parametrize(
    ("created_at", "now", "spared"),
    [
        ("2026-03-01T12:00:00", datetime(2026, 3, 1, 12, 30, tzinfo=UTC), True),
        ("2026-03-01T21:00:00+09:00", datetime(2026, 3, 1, 12, 30, tzinfo=UTC), True),
        ("2026-03-01T12:00:00Z", datetime(2026, 3, 1, 12, 30), True),  # noqa: DTZ001  the case
        (
            "2026-03-01T12:00:00Z",
            datetime(2026, 3, 1, 22, 30, tzinfo=timezone(timedelta(hours=9))),
            False,
        ),
        ("", datetime(2026, 3, 1, 12, 30, tzinfo=UTC), False),
        ("not a time", datetime(2026, 3, 1, 12, 30, tzinfo=UTC), False),
    ],
)
def test_case_103_times_of_every_kind_are_compared(
    created_at: str, now: datetime, *, spared: bool
) -> None:
    """Naive times are UTC, zones are converted, and an unknown age earns no grace."""
    reason = verdict(now, created_at, retrieved=9, shown=9)
    assert (reason is None) is spared
