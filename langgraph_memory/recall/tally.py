"""Uses of fields as they are stored: one event a decision, old ones folded into a tally."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from langgraph_memory._covering import Covering, covered, covered_in
from langgraph_memory.cards.selection.statistics import (
    NOTHING_LEARNED,
    Counts,
    Statistics,
)

DECISION: Final = "decision"

_FLOOR: Final = 0.03
"""Expected uses below which a field that was not used is left out of an event."""

_MOST_PLACES: Final = 64
_MOST_RATES: Final = 2_000
_MOST_PAST: Final = 2_000
_LONGEST: Final = 300


def event_of(last: str, places: Counts) -> dict[str, Any]:
    """What is stored of one decision: names of tools and fields, and numbers.

    Args:
        last: The tool that was called last before it.
        places: By `tool|path`, the uses expected and observed.

    Returns:
        The value of the event: at most 64 fields, those that were used first, then those
        most expected. Names of more than 300 characters are left out.
    """
    telling = [
        (place, (round(e, 3), round(o, 3)))
        for place, (e, o) in places.items()
        if (e >= _FLOOR or o > 0) and len(place) <= _LONGEST
    ]
    telling.sort(key=lambda told: (-told[1][1], -told[1][0], told[0]))
    return {
        "event": DECISION,
        "last": last[:_LONGEST],
        "places": {place: list(pair) for place, pair in telling[:_MOST_PLACES]},
    }


def read_event(value: Mapping[str, Any]) -> Statistics:
    """What a stored event taught.

    Raises:
        KeyError, TypeError or ValueError: When it is none.
    """
    return Statistics.of_decision(str(value["last"]), _counts(value["places"]))


@dataclass(frozen=True, kw_only=True)
class Tally(Covering):
    """The sum of decisions whose events were folded into it.

    Attributes:
        rates: What the decisions taught.
    """

    rates: Statistics = NOTHING_LEARNED

    def folded(self, events: Mapping[str, Statistics], at: str) -> Tally:
        """This tally with further events, once those it covers are being deleted.

        Args:
            events: By key; none that is counted already.
            at: The time.

        Returns:
            The new tally, with the 2,000 rates that have seen the most uses.
        """
        rates = Statistics.of_all((self.rates, *events.values())).rates
        most = sorted(rates, key=lambda key: -sum(rates[key]))[:_MOST_RATES]
        kept = {key: (round(rates[key][0], 3), round(rates[key][1], 3)) for key in most}
        both = replace(self, rates=Statistics(kept))
        return both.covering(events, at, most_past=_MOST_PAST)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {**self.told(), **self.rates.to_dict()}

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Tally:
        """The inverse of `to_dict`.

        Raises:
            KeyError, TypeError or ValueError: When it is none.
        """
        return cls(rates=Statistics(_counts(value["rates"])), **covered_in(value))


def total(tallies: Iterable[Tally], events: Mapping[str, Statistics]) -> Statistics:
    """What tallies and events taught together, each event counted once.

    Args:
        tallies: Of one owner, or brought along from others.
        events: By key.
    """
    tallies = tuple(tallies)
    counted = covered(tallies)
    fresh = (taught for key, taught in events.items() if key not in counted)
    return Statistics.of_all((*(tally.rates for tally in tallies), *fresh))


def _counts(data: Mapping[str, Any]) -> Counts:
    counts = {str(key): (float(e), float(o)) for key, (e, o) in data.items()}
    if not all(math.isfinite(n) and n >= 0 for pair in counts.values() for n in pair):
        msg = "uses are numbers from 0 up"
        raise ValueError(msg)
    return counts
