"""What is compared: the profile, the seed's fusion, its halves, and simple controls.

Each method is asked for all dimensions before it is shown a turn, and never sees the truth;
the oracle alone is told which of the user's rules is in force.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import log
from random import Random
from typing import Protocol

from langgraph_memory.preferences.contexts import Context
from langgraph_memory.preferences.dimensions import Dimension
from langgraph_memory.preferences.notes import Note, Signal, stamp
from langgraph_memory.preferences.pamu import Pamu
from langgraph_memory.preferences.profile import PreferenceProfile
from tests.benchmarks.preferences_users import DIMENSIONS, VALUES, Turn

FUSED, SHORT, LONG = (0.4, 0.6), (1.0, 0.0), (0.0, 1.0)
"""Weights of the short and the long estimate."""

NAMES = tuple(f"d{number}" for number in range(DIMENSIONS))
_VALUES = tuple("abc"[:VALUES])
_FOLLOWED = tuple(Dimension(name=name, values=_VALUES) for name in NAMES)
_FIRST_TURNS, _NEIGHBOURS = 10, 5


class Method(Protocol):
    """What can be asked, and shown what a turn was like."""

    def predict(self, turn: Turn, /) -> list[int]: ...

    def observe(self, turn: Turn, /) -> None: ...


class Plus:
    """The profile; also tells when it noticed changes, and which it reported."""

    def __init__(self) -> None:
        self.profile = PreferenceProfile(dimensions=_FOLLOWED)
        self.turn = 0

    def predict(self, turn: Turn) -> list[int]:
        found = self.profile.predict(_context(turn), turn=self.turn)
        return [_VALUES.index(found[name].value) if name in found else 0 for name in NAMES]

    def observe(self, turn: Turn) -> None:
        signals = tuple(
            Signal(
                dimension=NAMES[dimension],
                value=_VALUES[sign.value],
                confidence=sign.confidence,
                stated=sign.stated,
                once=sign.once,
            )
            for dimension, sign in turn.signs.items()
        )
        self.profile = self.profile.noted(
            Note(
                key=str(self.turn),
                at=stamp(turn.at),
                signals=signals,
                context=_context(turn),
                turn=self.turn,
            )
        )
        self.turn += 1


class Seed:
    """PAMU, or one of its halves by its fusion; each signal counts as its value."""

    def __init__(self, fusion: tuple[float, float], beta: float = 0.95) -> None:
        self.pamu = Pamu(dimensions=_FOLLOWED, fusion=fusion, long_beta=beta)

    def predict(self, _turn: Turn) -> list[int]:
        known = self.pamu.get_context()
        return [_VALUES.index(known[name].value) if name in known else 0 for name in NAMES]

    def observe(self, turn: Turn) -> None:
        seen = {NAMES[d]: _VALUES[sign.value] for d, sign in turn.signs.items()}
        self.pamu = self.pamu.observed(seen)


class Counted:
    """Methods that count signals: which ones, is what a rule decides.

    The rule is given the turn to predict, the dimension and all signals so far, as pairs of
    turn and sign with the number of the turn.
    """

    def __init__(self, rule: Callable[[Turn, int, list[Seen]], Counter[int]]) -> None:
        self.rule = rule
        self.seen: list[list[Seen]] = [[] for _ in range(DIMENSIONS)]
        self.number = 0

    def predict(self, turn: Turn) -> list[int]:
        counts = [self.rule(turn, d, self.seen[d]) for d in range(DIMENSIONS)]
        return [max(range(VALUES), key=lambda value: one[value]) for one in counts]

    def observe(self, turn: Turn) -> None:
        for dimension, sign in turn.signs.items():
            self.seen[dimension].append((self.number, turn, sign.value))
        self.number += 1


Seen = tuple[int, Turn, int]


class Oracle:
    """Knows the change points: sums the evidence of the rule that is in force, so far."""

    def __init__(self) -> None:
        self.cells: Mapping[tuple[int, str], list[float]] = defaultdict(
            lambda: [0.0] * VALUES
        )

    def predict(self, turn: Turn) -> list[int]:
        sums = [self.cells[d, rule] for d, rule in enumerate(turn.rules)]
        return [max(range(VALUES), key=one.__getitem__) for one in sums]

    def observe(self, turn: Turn) -> None:
        for dimension, sign in turn.signs.items():
            gain = log((VALUES - 1) * sign.confidence / (1 - sign.confidence))
            self.cells[dimension, turn.rules[dimension]][sign.value] += gain


def _none(_turn: Turn, _dimension: int, _seen: list[Seen]) -> Counter[int]:
    return Counter()


def _static(_turn: Turn, _dimension: int, seen: list[Seen]) -> Counter[int]:
    return Counter(
        value for number, _, value in seen[:_FIRST_TURNS] if number < _FIRST_TURNS
    )


def _last(_turn: Turn, _dimension: int, seen: list[Seen]) -> Counter[int]:
    return Counter(value for _, _, value in seen[-1:])


def _nearest(turn: Turn, dimension: int, seen: list[Seen]) -> Counter[int]:
    # Likeness alone, as a store of facts that pile up is searched: age says nothing.
    alike = [v for _, t, v in seen if (t.topic, t.weekend) == (turn.topic, turn.weekend)]
    random = Random(f"{turn.at} {dimension}")  # noqa: S311 - a draw among equals
    return Counter(random.sample(alike, min(_NEIGHBOURS, len(alike))))


METHODS: Mapping[str, Callable[[], Method]] = {
    "pamu_plus": Plus,
    "pamu_seed": lambda: Seed(FUSED),
    "window": lambda: Seed(SHORT),
    "ema": lambda: Seed(LONG),
    "last": lambda: Counted(_last),
    "static": lambda: Counted(_static),
    "nearest": lambda: Counted(_nearest),
    "none": lambda: Counted(_none),
    "oracle": Oracle,
}


def _context(turn: Turn) -> Context:
    return Context(topic=turn.topic, day="weekend" if turn.weekend else "weekday")
