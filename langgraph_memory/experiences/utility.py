"""The track record of an experience: what came of finding it, showing it, acting on it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_Z: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


PARDONED: Final = ("harmed", "retrieved", "succeeded")
"""What is taken back of a record when a lesson that was put away is brought back: by these
it was judged, and would be again."""


@dataclass(frozen=True, kw_only=True)
class Track:
    """How often something happened to an experience.

    Attributes:
        retrieved: Runs for which it was found, shown or not.
        shown: Runs in whose view it stood.
        fired: Times a run did what it says, and would not have by its draft.
        helped: Times that this helped.
        harmed: Times that this did harm.
        succeeded: Runs for which it was found and which succeeded, whatever they did: the
            credit of ReMe.
        replayed: How often help or harm is known by replay; else the errors of tools tell.
    """

    retrieved: int = 0
    shown: int = 0
    fired: int = 0
    helped: int = 0
    harmed: int = 0
    succeeded: int = 0
    replayed: int = 0

    @property
    def help_share(self) -> tuple[float, float]:
        """Between which shares, 0..1, help lies of all help and harm, at 95 %.

        Wilson's interval; (0, 1) where nothing is known.
        """
        harmed = max(0, self.harmed)
        return interval(self.helped, self.helped + harmed)

    def __str__(self) -> str:
        """How often it was shown and acted on, what came of that, and how sure that is."""
        told = f"retrieved {self.retrieved}, shown {self.shown}, acted on {self.fired}"
        known = self.helped + max(0, self.harmed)
        if not known:
            return f"{told}; what came of it is not known"
        low, high = self.help_share
        replayed = f", {self.replayed} of them replayed" if self.replayed else ""
        return (
            f"{told}; helped in {self.helped} of {known}{replayed}: "
            f"{low:.0%} to {high:.0%} (95 %)"
        )


@dataclass(frozen=True, kw_only=True)
class Tracks(Mapping[str, Track]):
    """The track records of a pool: a mapping of those to whom something happened.

    Attributes:
        of: By key of the experience.
        runs: Runs whose end is known.
        successes: Those of them that succeeded.
    """

    of: Mapping[str, Track] = field(default_factory=dict)
    runs: int = 0
    successes: int = 0

    def __getitem__(self, key: str) -> Track:
        """The record of an experience; an empty one when nothing happened to it."""
        return self.of.get(key, Track())

    def __contains__(self, key: object) -> bool:
        """Whether anything happened to an experience."""
        return key in self.of

    def __iter__(self) -> Iterator[str]:
        """The keys of the experiences to which something happened."""
        return iter(self.of)

    def __len__(self) -> int:
        """How many they are."""
        return len(self.of)

    def get(self, key: str, default: Any = None) -> Any:
        """The record of an experience, or `default` where nothing happened to it."""
        return self.of.get(key, default)


def total(events: Iterable[Mapping[str, Any]]) -> Tracks:
    """Add up events.

    Every event is an item of its own under a key of its run, so that no total is ever read,
    changed and written back, and a node that runs again counts once.

    Args:
        events: Plain data, distinct, in any order. `event` names what happened to
            `experience` in `run`: `retrieved`, `shown`, `fired`, `help` or `harm`; or it is
            `run`, with `success`; or `pardon`, which takes back so many of those that
            `PARDONED` names. Other events are not counted.

    Returns:
        The records. What was shown was retrieved, too.
    """
    ends: dict[str, bool] = {}
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    pardons: defaultdict[str, Counter[str]] = defaultdict(Counter)
    runs: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for event in events:
        name, run = str(event.get("event")), str(event.get("run", ""))
        if name == "run":
            ends[run] = event.get("success") is True
            continue
        key = str(event.get("experience"))
        if name == "pardon":
            pardons[key].update({one: int(event.get(one, 0)) for one in PARDONED})
            counts[key][name] += 1
            continue
        counts[key][name] += 1
        counts[key]["replayed"] += event.get("by") == "replay"
        runs[key, name].add(run)
    tracks = {}
    for key, count in counts.items():
        found = runs[key, "retrieved"] | runs[key, "shown"]
        pardoned = pardons[key]
        tracks[key] = Track(
            retrieved=len(found) - pardoned["retrieved"],
            shown=len(runs[key, "shown"]),
            fired=count["fired"],
            helped=count["help"],
            harmed=count["harm"] - pardoned["harmed"],
            replayed=count["replayed"],
            succeeded=sum(ends.get(run, False) for run in found) - pardoned["succeeded"],
        )
    return Tracks(of=tracks, runs=len(ends), successes=sum(ends.values()))


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.

    Args:
        hits: How many of them.
        of: How many there are; (0, 1) for none.
    """
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, _Z * _Z
    centre = share + square / (2 * of)
    half = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    scale = 1 + square / of
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)
