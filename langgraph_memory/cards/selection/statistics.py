"""What other conversations taught: how often cells were used, against what was expected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

PRIOR: Final = 2.0
"""Uses that are added to both the observed and the expected ones."""

_ID: Final = re.compile(r".*[\d@].*|[0-9a-f]{8,}|.{65,}", re.ASCII | re.DOTALL)

Counts = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Statistics:
    """Uses of fields by decisions.

    Attributes:
        rates: By `tool|path` and `last tool|tool|path`, the uses expected and observed.
    """

    rates: Counts = field(default_factory=dict)

    def factor(self, last: str, tool: str, path: tuple[str, ...]) -> float:
        """What to multiply the chance of a field by.

        Args:
            last: The tool that was called last.
            tool: The tool that said the field.
            path: The field.

        Returns:
            Observed over expected uses after any tool, times the same after the last.
        """
        if not self.rates:
            return 1.0
        place = key_of(tool, path)
        first = self._ratio(place, self._scale)
        return first * self._ratio(f"{last}|{place}", self._scale * first)

    def _ratio(self, key: str, scale: float) -> float:
        expected, observed = self.rates.get(key, (0.0, 0.0))
        return (observed + PRIOR) / (expected * scale + PRIOR)

    @cached_property
    def _scale(self) -> float:
        """All observed uses over all expected ones: scores tell only which is likelier."""
        sums = [sum(pair) for pair in zip(*self.rates.values(), strict=True)]
        return sums[1] / sums[0] if sums and sums[0] > 0 else 1.0

    @classmethod
    def of_decision(cls, last: str, places: Counts) -> Statistics:
        """What one decision taught.

        Args:
            last: The tool that was called last before it.
            places: By `tool|path`, the uses expected and observed.
        """
        after = {f"{last}|{place}": pair for place, pair in places.items()}
        return cls({**places, **after})

    @classmethod
    def of_all(cls, taught: Iterable[Statistics]) -> Statistics:
        """What several taught."""
        expected: defaultdict[str, float] = defaultdict(float)
        observed: defaultdict[str, float] = defaultdict(float)
        for one in taught:
            for key, (e, o) in one.rates.items():
                expected[key] += e
                observed[key] += o
        return cls({key: (e, observed[key]) for key, e in expected.items()})

    def merged(self, other: Statistics) -> Statistics:
        """What both taught."""
        return Statistics.of_all((self, other))

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"rates": {key: list(pair) for key, pair in self.rates.items()}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Statistics:
        """The inverse of `to_dict`; missing parts are empty."""
        found = data.get("rates", {})
        return cls({key: (float(e), float(o)) for key, (e, o) in found.items()})


NOTHING_LEARNED: Final = Statistics()


def key_of(tool: str, path: tuple[str, ...]) -> str:
    """A field of a tool; in its path, ids and what is too long for a name become `*`."""
    return f"{tool}|{'.'.join('*' if _ID.fullmatch(name) else name for name in path)}"
