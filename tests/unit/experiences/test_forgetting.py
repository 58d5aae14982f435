"""When experiences are forgotten, demoted, and brought back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.forgetting import (
    Fate,
    applied,
    fates,
    restored,
    threshold_for,
    warning,
)
from langgraph_memory.experiences.utility import Track, Tracks
from tests.unit.experiences.runs import NOW, experience

CREDIT, REME = ExperienceConfig(), ExperienceConfig(policy="reme")
LATER = datetime.fromisoformat(NOW) + timedelta(days=2)


def fate(
    config: ExperienceConfig = CREDIT,
    now: datetime = LATER,
    created_at: str = NOW,
    demoted: str = "",
    **counts: int,
) -> Fate | None:
    """What becomes of an experience of such a record, alone in its pool."""
    pool = {"e": experience(created_at=created_at, demoted=demoted)}
    found = fates(pool, Tracks(of={"e": Track(**counts)}), config, now)
    return found[0] if found else None


def pool_of(count: int) -> dict[str, Experience]:
    """A pool of experiences."""
    return {str(i): experience(key=str(i)) for i in range(count)}


def test_more_harm_than_help_is_a_reason() -> None:
    """Harm counts at once, help outweighs it."""
    gone = fate(harmed=1, fired=1)
    assert gone is not None
    assert (gone.action, "harmed 1" in gone.reason) == ("forget", True)
    assert fate(harmed=1, helped=1, fired=2) is None


def test_what_never_fires_is_demoted_and_not_deleted() -> None:
    """From twenty retrievals on; once it fires it is promoted again."""
    assert fate(retrieved=19) is None
    idle = fate(retrieved=20)
    assert idle is not None
    assert idle.action == "demote"
    assert fate(retrieved=20, fired=1) is None
    assert fate(retrieved=40, demoted="idle") is None
    again = fate(retrieved=40, fired=1, demoted="idle")
    assert again is not None
    assert again.action == "promote"


def test_what_many_runs_refute_is_forgotten() -> None:
    """As soon as it would not be admitted any more; the threshold is that of its kind."""
    pool = {"e": experience(key="e", confidence=0.35, against=("a", "b"))}
    assert fates(pool, Tracks(), CREDIT, LATER) == []
    strict = ExperienceConfig(thresholds={"recovery": 0.4})
    (gone,) = fates(pool, Tracks(), strict, LATER)
    assert (gone.action, gone.reason) == ("forget", "2 runs show the opposite")


@pytest.mark.parametrize("wrong", [{"recovery": 2.0}, {"luck": 0.5}, {"success": "high"}])
def test_thresholds_of_kinds_are_checked(wrong: Any) -> None:
    """Unknown kinds and values out of range are refused by name."""
    with pytest.raises(ConfigError, match="thresholds"):
        ExperienceConfig(thresholds=wrong)


def test_runs_that_fail_are_not_held_against_what_did_nothing() -> None:
    """By credit to the action, being found for failing runs proves nothing."""
    assert fate(retrieved=19, shown=19, succeeded=0) is None


@pytest.mark.parametrize(
    ("size", "least"), [(1, 0.3), (99, 0.3), (100, 0.5), (300, 0.5), (301, 0.65)]
)
def test_the_rule_of_reme_hangs_on_the_size_of_the_pool(size: int, least: float) -> None:
    """It is relaxed below 100 experiences and tightened above 300."""
    assert threshold_for(size, REME) == pytest.approx(least)
    tracks = Tracks(of={"0": Track(retrieved=100, succeeded=round(100 * least) - 1)})
    assert [f.key for f in fates(pool_of(size), tracks, REME, LATER)] == ["0"]
    tracks = Tracks(of={"0": Track(retrieved=100, succeeded=round(100 * least))})
    assert fates(pool_of(size), tracks, REME, LATER) == []
    part = {"0": experience(key="0")}
    assert fates(part, tracks, REME, LATER, size=size) == []


def test_the_rule_of_reme_needs_enough_retrievals() -> None:
    """Five, as in the paper."""
    assert fate(REME, retrieved=4) is None
    assert fate(REME, retrieved=5) is not None


def test_a_library_that_the_rule_of_reme_would_empty_is_warned_of() -> None:
    """When fewer runs succeed than the rule asks for; not by credit to the action."""
    poor, fair = Tracks(runs=100, successes=25), Tracks(runs=100, successes=35)
    assert "25% of 100 runs" in (warning(10, poor, REME) or "")
    assert warning(10, fair, REME) is None
    assert warning(200, fair, REME) is not None
    assert warning(10, poor, CREDIT) is None
    assert warning(10, Tracks(runs=4), REME) is None


def test_the_first_hour_is_spared_from_the_rule_of_reme() -> None:
    """The retrievals of one conversation do not condemn, harm does."""
    soon = datetime.fromisoformat(NOW) + timedelta(minutes=59)
    assert fate(REME, soon, retrieved=9) is None
    assert fate(REME, soon + timedelta(minutes=1), retrieved=9) is not None
    assert fate(CREDIT, soon, harmed=1) is not None


def test_one_run_forgets_at_most_its_share_the_most_harmful_first() -> None:
    """What is left goes next time."""
    pool = pool_of(10)
    tracks = Tracks(of={str(i): Track(harmed=1 + i, fired=9) for i in range(10)})
    assert [f.key for f in fates(pool, tracks, CREDIT, LATER, most=0.2)] == ["9", "8"]


@pytest.mark.parametrize(
    ("size", "most", "gone"),
    [(10, 0.2, 2), (8, 0.2, 1), (10, 0.3, 3), (3, 0.2, 1), (3, 0.0, 0), (3, 1.0, 3)],
)
def test_a_share_is_not_rounded_up_but_to_one(size: int, most: float, gone: int) -> None:
    """A fifth of eight is one; where there are few, one may go all the same."""
    tracks = Tracks(of={str(i): Track(harmed=1) for i in range(size)})
    assert len(fates(pool_of(size), tracks, CREDIT, LATER, most=most)) == gone


def test_what_was_forgotten_is_left_alone_and_can_be_brought_back() -> None:
    """A tombstone keeps the lesson and the reason."""
    pool = {"e": experience(key="e")}
    tracks = Tracks(of={"e": Track(harmed=2)})
    gone = applied(pool, fates(pool, tracks, CREDIT, LATER))
    assert gone["e"].forgotten == "harmed 2 times, helped 0"
    assert fates(gone, tracks, CREDIT, LATER) == []
    assert Experience.from_dict(gone["e"].to_dict()) == gone["e"]
    assert restored(gone["e"]) == pool["e"]


def test_demotion_is_recorded_and_undone_by_acting() -> None:
    """The reason stands in the experience until a run acts on it."""
    pool = {"e": experience(key="e")}
    idle = applied(pool, fates(pool, Tracks(of={"e": Track(retrieved=30)}), CREDIT, LATER))
    assert idle["e"] == replace(
        pool["e"], demoted="retrieved 30 times, and no run acted on it"
    )
    used = Tracks(of={"e": Track(retrieved=31, fired=1)})
    assert applied(idle, fates(idle, used, CREDIT, LATER)) == pool


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
    assert (fate(REME, now, created_at, retrieved=9) is None) is spared
