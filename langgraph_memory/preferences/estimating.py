"""The eight estimates of a dimension: short and long, of each context of a turn.

A context with little evidence of its own is shrunk to its parents: topic × day type to
topic and day type, these to everything, and everything to indifference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence

Mass = list[float]
"""Decayed evidence for each value of a dimension."""

Cell = tuple[Mass, Mass]
"""Of one context: short and long."""

SHORT_KEPT, LONG_KEPT = 0.8, 0.95
KAPPA = 3.0
"""Evidence at which a context counts as much as its parent."""

_KEPT_OF_ALL, _KEPT_OF_TOPICS = 0.25, 0.4
_LEFT_OF_OTHERS = 0.5


def experts(
    cells: Mapping[str, Cell], path: Sequence[str], values: int
) -> list[list[float]]:
    """What each estimate says in a context.

    Args:
        cells: Evidence of each context, by its key.
        path: Keys of the contexts a turn stands in: everything, topic, day, both.
        values: How many values the dimension has.

    Returns:
        Shares of the values: four short estimates, then four long ones, along the path.
    """
    found = []
    none = [1 / values] * values
    here = [cells.get(key) for key in path]
    for horizon in range(2):
        whole, topic, day, both = [cell and cell[horizon] for cell in here]
        of_all = _shrunk(whole, none)
        on_topic, on_day = _shrunk(topic, of_all), _shrunk(day, of_all)
        parents = [(a + b) / 2 for a, b in zip(on_topic, on_day, strict=True)]
        found += [of_all, on_topic, on_day, _shrunk(both, parents)]
    return found


def alone(
    cells: Mapping[str, Cell], keys: Sequence[str], values: int, fusion: tuple[float, float]
) -> list[list[float]]:
    """What is thought of contexts, each by itself and by fixed weights.

    Args:
        cells: Evidence of each context, by its key.
        keys: Everything, then topics or kinds of day.
        values: How many values the dimension has.
        fusion: Weights of the short and the long estimate, sum 1.

    Returns:
        Shares of the values, of each context.
    """
    fused = [[0.0] * values for _ in keys]
    here = [cells.get(key) for key in keys]
    for horizon, part in enumerate(fusion):
        parent = [1 / values] * values
        for at, cell in enumerate(here):
            shares = _shrunk(cell and cell[horizon], parent)
            fused[at] = [a + part * b for a, b in zip(fused[at], shares, strict=True)]
            parent = shares if at == 0 else parent
    return fused


def _shrunk(mass: Mass | None, parent: list[float]) -> list[float]:
    # (S + κ·q)/(N + κ): of the mean S/N, N parts; of the parent, κ.
    if mass is None:
        return parent
    part = 1 / (sum(mass) + KAPPA)
    kept = KAPPA * part
    return [s * part + kept * q for s, q in zip(mass, parent, strict=True)]


def add(
    cells: MutableMapping[str, Cell],
    path: Iterable[str],
    evidence: tuple[int, float],
    values: int,
) -> None:
    """Add evidence to every context of a turn.

    The sums decay and the shares are of what is left (E ← βE + w·e, N ← βN + w), so that
    the first observations count in full.

    Args:
        cells: Evidence of each context; changed.
        path: Keys of the contexts.
        evidence: Place of the value, and the weight of what speaks for it.
        values: How many values the dimension has.
    """
    place, weight = evidence
    for key in path:
        old = cells.pop(key, None) or ([0.0] * values, [0.0] * values)
        short = [SHORT_KEPT * mass for mass in old[0]]
        long = [LONG_KEPT * mass for mass in old[1]]
        short[place] += weight
        long[place] += weight
        cells[key] = (short, long)  # the newest stand last


def obey(cells: MutableMapping[str, Cell], path: Iterable[str], place: int) -> None:
    """Have a statement outweigh what was known where it was said.

    Args:
        cells: Evidence of each context, the statement's among it; changed.
        path: Keys of the contexts in which it was said.
        place: Place of the value that was stated.
    """
    for key in path:
        short, long = cells[key]
        cells[key] = (_yielding(short, place), _yielding(long, place))


def _yielding(mass: Mass, place: int) -> Mass:
    # The other values keep at most half of what speaks for the one that was stated.
    others = sum(mass) - mass[place]
    kept = min(1.0, _LEFT_OF_OTHERS * mass[place] / others) if others else 1.0
    return [m if at == place else kept * m for at, m in enumerate(mass)]


def forget(cells: MutableMapping[str, Cell]) -> None:
    """Forget most of the evidence, three quarters of what holds for all topics.

    Of topics more is kept: what the user wants there may well outlive the change.

    Args:
        cells: Evidence of each context; changed.
    """
    for key, (short, long) in cells.items():
        kept = _KEPT_OF_ALL if key == "" or key.startswith("d:") else _KEPT_OF_TOPICS
        cells[key] = ([kept * mass for mass in short], [kept * mass for mass in long])
