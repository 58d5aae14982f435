"""The measurements of preferences, on few synthetic users."""

from __future__ import annotations

import json
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from langgraph_memory.preferences.notes import stamp
from tests.benchmarks import preferences
from tests.benchmarks.preferences_methods import FUSED, METHODS, NAMES, Plus
from tests.benchmarks.preferences_plots import BEFORE, around, over_beta
from tests.benchmarks.preferences_users import PROFILES, user

KEYS = (
    "profile method accuracy low high false_alarms_per_1000 delay_turns power".split()  # noqa: SIM905  as they are written
)


@pytest.fixture(scope="module")
def story() -> dict[str, float]:
    """Accuracy of every method on the story."""
    rows = [preferences.row("story", method, range(6)) for method in METHODS]
    return {row["method"]: row["accuracy"] for row in rows}


def test_prints_one_line_for_each_profile_and_method(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each line has the promised keys, and alarms are told of the method that has them."""
    methods = ["--methods", "pamu_plus", "none"]
    preferences.main(["--seeds", "0:1", "--profiles", "stationary", "drift_1", *methods])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(row) for row in rows] == [KEYS] * 4
    assert rows[0]["false_alarms_per_1000"] is not None
    assert rows[2]["power"] is not None
    assert rows[1]["power"] is None


def test_the_profile_is_ahead_of_all_but_the_oracle(story: dict[str, float]) -> None:
    """On the story it is right more often than what it is compared with."""
    others = {name: right for name, right in story.items() if name != "oracle"}
    assert max(others, key=lambda name: others[name]) == "pamu_plus"
    assert story["oracle"] > story["pamu_plus"]
    assert story["pamu_seed"] > story["last"] > story["static"]


def test_statements_are_obeyed_at_the_next_turn() -> None:
    """Whatever was seen before, what is said holds at the very next turn."""
    obeyed = said = 0
    for seed in range(3):
        method, turns = Plus(), user("drift_8", seed).turns
        for turn, following in pairwise(turns):
            method.observe(turn)
            for dimension, sign in turn.signs.items():
                if sign.stated:
                    said += 1
                    obeyed += method.predict(following)[dimension] == sign.value
    assert said > 5
    assert obeyed == said


@pytest.mark.parametrize("profile", PROFILES)
def test_users_are_the_same_for_the_same_seed(profile: str) -> None:
    """A seed names a user."""
    assert user(profile, 7) == user(profile, 7)
    assert user(profile, 7) != user(profile, 8)


def test_reported_changes_are_mostly_real() -> None:
    """At least seven of ten changes that the user is told of are those of the user."""
    reported = real = 0
    for seed in range(4):
        method, turns = Plus(), user("drift_8", seed).turns
        for turn in turns:
            method.observe(turn)
        times = [stamp(turn.at) for turn in turns]
        for change in method.profile.changes:
            at, dimension = times.index(change.at), NAMES.index(change.dimension)
            around = [turn.truth[dimension] for turn in turns[max(0, at - 8) : at + 8]]
            reported += 1
            real += around.count("abc".index(change.new)) > len(around) / 2
    assert reported > 20
    assert real >= 0.7 * reported


def test_curves_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Around a change and over β, where there is matplotlib; else it is said."""
    folder = tmp_path / "new"
    arguments = ["--seeds", "0:1", "--profiles", "drift_1", "--methods", "none"]
    preferences.main([*arguments, "--plot", str(folder)])
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 1
    drawn = sorted(file.name for file in folder.glob("*.png"))
    assert drawn == (["beta.png", "drift.png"] if find_spec("matplotlib") else [])
    assert bool(told.err) is not bool(drawn)


def test_a_change_is_seen_in_the_curve_around_it() -> None:
    """Predictions are right before it, mostly wrong just after, and right again later."""
    curve = around("pamu_plus", [user("drift_1", seed) for seed in range(6)])
    before, after, later = curve[BEFORE - 5], curve[BEFORE + 2], curve[-5]
    assert after < 40
    assert min(before, later) > 70


def test_what_the_long_estimate_should_keep_depends_on_the_user() -> None:
    """More for users who stay as they are than for those who change."""
    for profile, steady in (("stationary", True), ("drift_8", False)):
        users = [user(profile, seed) for seed in range(3)]
        less, more = over_beta(FUSED, users, (0.8, 0.95))
        assert (more > less) is steady
