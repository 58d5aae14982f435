"""How well preferences that change are followed, on synthetic users.

    python -m tests.benchmarks.preferences --seeds 1000:1200 --plot build/preferences

Every dimension is predicted before each turn. One JSON line for each profile of users and
method; everything in it is **synthetic** and says nothing about real conversations.

- `accuracy`: percent of the predictions that were right; `low`, `high`: 95 % interval over
  users (bootstrap).
- For the method that notices changes: `false_alarms_per_1000`, alarms of users who never
  change, per 1,000 turns of a dimension; `delay_turns`, median number of turns from a
  change to the first alarm after it; `power`, the share of changes that were noticed before
  the next one, or before the end. Others have null there.

`window`, `ema` and `pamu_seed` are PAMU's ablation: its short estimate alone, its long one
alone, and both fused. Fused comes first where a lasting taste changes now and then (the
story, drift_1), as PAMU says; the window alone does where it changes often or shows in few
signs (drift_8, drift_16, sparse).

`--plot DIR` also draws, for the first forty users of each kind, how often one is right
around a change (`drift.png`), and over β, what the long estimate keeps (`beta.png`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from tests.benchmarks.preferences_methods import METHODS, NAMES, Plus
from tests.benchmarks.preferences_plots import draw
from tests.benchmarks.preferences_users import DIMENSIONS, PROFILES, TURNS, User, user

_DRAWS = 500
_DRAWN = 40


@dataclass
class Outcome:
    """What one method did with one user.

    Attributes:
        right: Share of right predictions, 0..1.
        alarms: For each dimension, the turns at which a change was noticed.
    """

    right: float
    alarms: list[list[int]] = field(default_factory=list)


def follow(method: str, one: User) -> Outcome:
    """Let a method follow a user from the first turn to the last."""
    asked, right = METHODS[method](), 0
    alarms: list[list[int]] = [[] for _ in range(DIMENSIONS)]
    for number, turn in enumerate(one.turns):
        guesses = asked.predict(turn)
        right += sum(a == b for a, b in zip(guesses, turn.truth, strict=True))
        asked.observe(turn)
        if isinstance(asked, Plus):
            for dimension, name in enumerate(NAMES):
                if asked.profile.standing.noticed.get(name) == str(number):
                    alarms[dimension].append(number)
    found = alarms if isinstance(asked, Plus) else []
    return Outcome(right / (len(one.turns) * DIMENSIONS), found)


def row(profile: str, method: str, seeds: Sequence[int]) -> dict[str, Any]:
    """One line of the results."""
    users = [user(profile, seed) for seed in seeds]
    outcomes = [follow(method, one) for one in users]
    low, high = interval([one.right for one in outcomes])
    noticed = detection(users, outcomes) if outcomes[0].alarms else {}
    return {
        "profile": profile,
        "method": method,
        "accuracy": round(100 * mean(one.right for one in outcomes), 1),
        "low": round(100 * low, 1),
        "high": round(100 * high, 1),
        "false_alarms_per_1000": noticed.get("false"),
        "delay_turns": noticed.get("delay"),
        "power": noticed.get("power"),
    }


def detection(users: Sequence[User], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Alarms of users who never change, or delay and power where they do."""
    delays: list[int] = []
    changes = alarms = 0
    for one, outcome in zip(users, outcomes, strict=True):
        for course, found in zip(one.changes, outcome.alarms, strict=True):
            starts = [change.turn for change in course]
            changes, alarms = changes + len(starts), alarms + len(found)
            for start, end in pairwise([*starts, TURNS]):
                delays += [turn - start for turn in found if start <= turn < end][:1]
    if not changes:
        turns = len(users) * DIMENSIONS * TURNS
        return {"false": round(1_000 * alarms / turns, 2)}
    return {
        "delay": median(delays) if delays else None,
        "power": round(len(delays) / changes, 3),
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """95 % of what the mean could have been with other users."""
    random = Random(0)  # noqa: S311 - a bootstrap
    means = sorted(mean(random.choices(values, k=len(values))) for _ in range(_DRAWS))
    return means[_DRAWS // 40], means[-_DRAWS // 40 - 1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line for each profile and method."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("--seeds", default="0:200", help="FIRST:BEHIND_LAST")
    parser.add_argument("--profiles", nargs="*", default=PROFILES, choices=PROFILES)
    parser.add_argument("--methods", nargs="*", default=METHODS, choices=tuple(METHODS))
    parser.add_argument("--plot", metavar="DIR", type=Path, help="draw the curves there")
    given = parser.parse_args(arguments)
    seeds = range(*map(int, given.seeds.split(":")))
    for profile in given.profiles:
        for method in given.methods:
            print(json.dumps(row(profile, method, seeds)), flush=True)  # noqa: T201
    if given.plot and (problem := draw(given.plot, seeds[:_DRAWN])):
        print(problem, file=sys.stderr)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
