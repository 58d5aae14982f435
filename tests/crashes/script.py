"""What every writer does, step by step, so that others can tell what has to be there."""

from __future__ import annotations

from typing import NamedTuple

from langgraph.store.base import PutOp

ROOT = ("shared",)
_STRETCH = 100
_KEYS = 25


class Spot(NamedTuple):
    """Where an item lies."""

    namespace: tuple[str, ...]
    key: str


class Step(NamedTuple):
    """One write.

    Attributes:
        spot: Where it writes.
        number: What it leaves there; None for a deletion.
    """

    spot: Spot
    number: int | None

    def op(self, who: str) -> PutOp:
        """The step as an operation."""
        value = None
        if self.number is not None:
            value = {"text": f"{who} wrote {self.number}", "n": self.number}
        return PutOp(self.spot.namespace, self.spot.key, value)


def step(who: str, n: int) -> Step:
    """The n-th step of a writer; every other stretch of steps empties its namespace."""
    stretch, within = divmod(n, _STRETCH)
    spot = Spot((*ROOT, str(stretch % 6)), f"{who}-{n % _KEYS}")
    emptying = stretch % 2 == 0 and within >= _STRETCH - _KEYS
    return Step(spot, None if emptying or n % 7 == 3 else n)


def outcome(who: str, numbers: range) -> dict[Spot, int | None]:
    """What some steps, done in one batch, leave behind."""
    return dict(step(who, n) for n in numbers)
