"""How preferences are followed, as curves: around a change, and over β; all synthetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from tests.benchmarks.preferences_methods import FUSED, LONG, METHODS, Method, Seed
from tests.benchmarks.preferences_users import User, user

BETAS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
FOLLOWED = ("pamu_plus", "pamu_seed", "window", "ema", "last")
SWEPT = ("stationary", "drift_1", "drift_8", "story")
BEFORE, AFTER = 20, 80
"""Turns around a change that are drawn."""

Curve = list[float]


def around(method: str, users: Sequence[User]) -> Curve:
    """Shares of right predictions around changes that come alone and at once.

    Args:
        method: One of `METHODS`.
        users: Users of the profile `drift_1`.

    Returns:
        Percent of users and dimensions, for each turn from `BEFORE` before the change to
        `AFTER` after it; turns that nobody has are 0.
    """
    hits: list[list[bool]] = [[] for _ in range(BEFORE + AFTER)]
    for one in users:
        seen = rights(METHODS[method](), one)
        for dimension, course in enumerate(one.changes):
            for change in course:
                for at, found in enumerate(hits, change.turn - BEFORE):
                    if 0 <= at < len(seen):
                        found.append(seen[at][dimension])
    return [100 * fmean(found) if found else 0.0 for found in hits]


def over_beta(
    fusion: tuple[float, float], users: Sequence[User], betas: Sequence[float]
) -> Curve:
    """Percent of right predictions of PAMU by what its long estimate keeps.

    Args:
        fusion: Weights of short and long.
        users: The users.
        betas: The values of β.
    """
    return [accuracy(partial(Seed, fusion, beta), users) for beta in betas]


def accuracy(make: Callable[[], Method], users: Sequence[User]) -> float:
    """Percent of the predictions that are right."""
    seen = [right for one in users for turn in rights(make(), one) for right in turn]
    return 100 * fmean(seen)


def rights(method: Method, one: User) -> list[list[bool]]:
    """For each turn and dimension, whether it was predicted."""
    found = []
    for turn in one.turns:
        guesses = method.predict(turn)
        found.append([a == b for a, b in zip(guesses, turn.truth, strict=True)])
        method.observe(turn)
    return found


def draw(
    folder: Path,
    seeds: Sequence[int],
    *,
    betas: Sequence[float] = BETAS,
    profiles: Sequence[str] = SWEPT,
) -> str | None:
    """Draw `drift.png` and `beta.png`.

    Args:
        folder: Where they go.
        seeds: The users.
        betas: The values of β.
        profiles: The profiles of users for which β is varied.

    Returns:
        Why nothing could be drawn, or None.
    """
    if find_spec("matplotlib") is None:
        return "no curves were drawn: matplotlib is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    told = f"{len(seeds)} synthetic users of each kind"
    changing = [user("drift_1", seed) for seed in seeds]
    turns = range(-BEFORE, AFTER)
    lines = [Line(name, turns, around(name, changing)) for name in FOLLOWED]
    _draw(folder / "drift.png", f"One abrupt change; {told}", "turns since then", lines)
    names = [f"{beta:g}" for beta in betas]
    lines = []
    for number, profile in enumerate(profiles):
        users = [user(profile, seed) for seed in seeds]
        for fusion, what, form in ((LONG, "EMA alone", "o--"), (FUSED, "fused", "o-")):
            found, label = over_beta(fusion, users, betas), f"{profile}, {what}"
            lines.append(Line(label, names, found, form, f"C{number}"))
    _draw(folder / "beta.png", f"PAMU by its β; {told}", "β of the long estimate", lines)
    return None


class Line(NamedTuple):
    """A curve of a picture."""

    label: str
    x: Sequence[Any]
    y: Curve
    form: str = "-"
    colour: str | None = None


def _draw(file: Path, title: str, x: str, lines: Sequence[Line]) -> None:
    import matplotlib as mpl  # noqa: PLC0415 - takes long, and is for this alone

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - it needs the line before

    figure, axis = plt.subplots(figsize=(9, 4.8), layout="constrained")
    for line in lines:
        axis.plot(line.x, line.y, line.form, color=line.colour, label=line.label)
    axis.set(title=title, xlabel=x, ylabel="% predicted right")
    axis.grid(visible=True, alpha=0.3)
    figure.legend(loc="outside right upper")
    figure.savefig(file, dpi=110)
    plt.close(figure)
