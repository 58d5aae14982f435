"""Following one dimension of one user, signal by signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import mul
from typing import Any

from langgraph_memory.preferences.contexts import PLACES
from langgraph_memory.preferences.drift import FORGET_AT, REPORT_AT, accumulated
from langgraph_memory.preferences.estimating import (
    KAPPA,
    Cell,
    add,
    experts,
    forget,
    obey,
)
from langgraph_memory.preferences.evidence import likelihoods, log_odds, weight
from langgraph_memory.preferences.showing import FUSION, kept_shown

Trust = tuple[float, ...]
"""Shares of the eight estimates, sum 1."""

Shares = list[float]
"""Shares of the values of a dimension, sum 1."""

_PLACES_SHARE = (0.4, 0.2, 0.2, 0.2)  # of everything, topic, day type, both
START: Trust = tuple(part * place for part in FUSION for place in _PLACES_SHARE)
"""How far each of the eight estimates is trusted at first."""

_SHARE = 0.03
_SETTLED = 4.0
_EXCEPTION = 2 * KAPPA
_MOST_CELLS = 64


@dataclass(frozen=True, kw_only=True)
class Track:
    """What is known of one dimension; a value, never changed in place.

    Attributes:
        values: How many values the dimension has.
        cells: Decayed evidence of each context, by its key, the newest last.
        trust: How far each of the eight estimates is trusted, sum 1: at all, and beside it
            on each kind of day, by the key of that context.
        sums: Log-odds for each value against the one that held in the long run.
        calm: Log-odds for each value against `told`.
        told: Place of the value that the user was last told of; -1 before any is clear.
        shown: Place of the value that the tags show, by context.
    """

    values: int
    cells: Mapping[str, Cell] = field(default_factory=dict)
    trust: Mapping[str, Trust] = field(default_factory=dict)
    sums: tuple[float, ...] = ()
    calm: tuple[float, ...] = ()
    told: int = -1
    shown: Mapping[str, int] = field(default_factory=dict)

    def shares(self, path: Sequence[str]) -> list[float]:
        """What is expected in a context: shares of the values.

        Args:
            path: Keys of the contexts that it stands in (`Context.path`).
        """
        key = tuple(path)
        if key not in self._expected:
            views = experts(self.cells, path, self.values)
            self._expected[key] = views, _fused(views, self.trusted(path))
        return self._expected[key][1]

    @cached_property
    def _expected(self) -> dict[tuple[str, ...], tuple[list[Shares], Shares]]:
        """What the estimates say, and say together, where that was asked: it is again."""
        return {}

    def trusted(self, path: Sequence[str]) -> Trust:
        """How far each of the eight estimates is trusted in a context, sum 1.

        What was learned on such days counts beside what was learned at all.

        Args:
            path: Keys of the contexts that it stands in.
        """
        whole, day = (self.trust.get(key, START) for key in _keys(path))
        if whole is START or day is START:  # one of them has learned nothing
            return day if whole is START else whole
        both = [a * b / start for a, b, start in zip(whole, day, START, strict=True)]
        total = sum(both)
        return tuple([share / total for share in both])

    def learned(
        self, path: Sequence[str], place: int, confidence: float, *, stated: bool = False
    ) -> Learned:
        """Take in one signal.

        Args:
            path: Keys of the contexts of its turn.
            place: Place of the value that it names.
            confidence: Probability, 0..1, that it names the right one.
            stated: Whether the user said so: then what contradicts it is forgotten.

        Returns:
            What is known after it, and what was noticed.
        """
        k = self.values
        self.shares(path)
        views = self._expected[tuple(path)][0]
        likely = likelihoods([view[place] for view in views], confidence, k)
        trust = {
            **self.trust,
            **{key: _learned(self.trust.get(key, START), likely) for key in _keys(path)},
        }
        lasting = views[PLACES]  # the long estimate of everything
        held = lasting.index(max(lasting))
        sums = accumulated(self.sums or [0.0] * k, held, (place, confidence))
        cells = dict(self.cells)
        alarm = max(sums) >= FORGET_AT or (stated and place != held)
        if alarm:
            sums = [0.0] * k
            forget(cells)
        add(cells, path, (place, weight(confidence, k)), k)
        if stated:
            obey(cells, path, place)
        while len(cells) > _MOST_CELLS:
            del cells[next(iter(cells))]
        calm, told = self._told(place, confidence, stated=stated)
        known = Track(
            values=k,
            cells=cells,
            trust=trust,
            sums=tuple(sums),
            calm=calm,
            told=told,
            shown=kept_shown(self.shown, cells, path, place if stated else None),
        )
        changed = (self.told, told) if -1 not in (self.told, told) else None
        return Learned(
            track=known,
            forgot=alarm,
            changed=None if changed and changed[0] == changed[1] else changed,
        )

    def excepted(self, path: Sequence[str], place: int, *, on_day: bool = False) -> Track:
        """Take in what the user said of one topic: it outweighs what holds elsewhere.

        Args:
            path: Keys of the contexts; only the topic's own are touched.
            place: Place of the value.
            on_day: Whether it was said of a kind of day: then that day's are.

        Returns:
            What is known after it.
        """
        cells = dict(self.cells)
        key = path[2] if on_day else path[1]
        add(cells, (key, path[3]), (place, _EXCEPTION), self.values)
        return replace(self, cells=cells, shown={**self.shown, key: place})

    def reordered(self, places: Sequence[int]) -> Track:
        """The same for values that are listed in another order.

        Args:
            places: Of each value, in the new order, where it stood before.
        """

        def moved(of_values: Sequence[float]) -> list[float]:
            return [of_values[place] for place in places] if of_values else []

        return replace(
            self,
            cells={key: (moved(a), moved(b)) for key, (a, b) in self.cells.items()},
            sums=tuple(moved(self.sums)),
            calm=tuple(moved(self.calm)),
            told=self.told if self.told < 0 else places.index(self.told),
            shown={key: places.index(place) for key, place in self.shown.items()},
        )

    def cleared(self) -> Track:
        """The same without what was seen: only of what the user was told is kept."""
        return Track(values=self.values, told=self.told)

    def _told(
        self, place: int, confidence: float, *, stated: bool
    ) -> tuple[tuple[float, ...], int]:
        k = self.values
        if stated:  # the user knows best
            return (0.0,) * k, place
        if self.told < 0:
            calm = list(self.calm or [0.0] * k)
            calm[place] += log_odds(confidence, k)
            first, second = sorted(calm, reverse=True)[:2]
            if first - second >= _SETTLED:
                return (0.0,) * k, calm.index(first)
            return tuple(calm), -1
        calm = accumulated(self.calm, self.told, (place, confidence))
        if max(calm) >= REPORT_AT:
            return (0.0,) * k, calm.index(max(calm))
        return tuple(calm), self.told

    def to_dict(self) -> dict[str, Any]:
        """The track as plain JSON data."""
        return {
            "cells": {
                key: [list(part) for part in cell] for key, cell in self.cells.items()
            },
            "trust": {key: list(shares) for key, shares in self.trust.items()},
            "sums": list(self.sums),
            "calm": list(self.calm),
            "told": self.told,
            "shown": dict(self.shown),
            "values": self.values,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Track:
        """The inverse of `to_dict`.

        Raises:
            ValueError: When the data is no track.
        """
        try:
            return cls(
                values=int(data["values"]),
                cells={
                    key: ([*map(float, short)], [*map(float, long)])
                    for key, (short, long) in data["cells"].items()
                },
                trust={
                    key: tuple(map(float, shares)) for key, shares in data["trust"].items()
                },
                sums=tuple(map(float, data["sums"])),
                calm=tuple(map(float, data["calm"])),
                told=int(data["told"]),
                shown={str(key): int(place) for key, place in data["shown"].items()},
            )
        except (AttributeError, KeyError, TypeError) as error:
            msg = f"no track of a preference: {error!r}"
            raise ValueError(msg) from error


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What one signal did.

    Attributes:
        track: What is known after it.
        forgot: Whether a change was noticed, so that older evidence was forgotten.
        changed: Places of the old and the new value, when the change is sure enough to be
            told to the user; None otherwise.
    """

    track: Track
    forgot: bool
    changed: tuple[int, int] | None


def _fused(views: Sequence[Sequence[float]], trust: Sequence[float]) -> list[float]:
    return [sum(map(mul, trust, column)) for column in zip(*views, strict=True)]


def _keys(path: Sequence[str]) -> tuple[str, str]:
    return path[0], path[2]  # everything, and the kind of day


def _learned(trust: Trust, likely: Sequence[float]) -> Trust:
    # Bayes over the estimates, and a fixed share back to the start, so that none is lost.
    grown = [old * found for old, found in zip(trust, likely, strict=True)]
    total = sum(grown)
    kept = (1 - _SHARE) / total
    return tuple(
        [kept * new + _SHARE * start for new, start in zip(grown, START, strict=True)]
    )
