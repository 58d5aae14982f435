"""What came of lessons as it is stored: events, those of old runs folded into a sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, Final

from langgraph_memory._covering import Covering, covered, covered_in
from langgraph_memory.experiences.utility import Track, Tracks, total

PARDON: Final = "pardon"
"""The event that takes back what a lesson was put away for."""

_ENDED: Final = timedelta(hours=1)
_NEVER_ENDED: Final = timedelta(days=7)
_MOST_LESSONS: Final = 20_000
_MOST_PAST: Final = 4_000
_COUNTS: Final = tuple(one.name for one in fields(Track))

Event = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class TrackTally(Covering):
    """The sum of the events of runs that are over.

    Attributes:
        tracks: What came of each lesson.
    """

    tracks: Tracks = field(default_factory=Tracks)

    def folded(self, events: Mapping[str, Event], at: str) -> TrackTally:
        """This tally with further events, once those it covers are being deleted.

        Args:
            events: By key; none that is counted already.
            at: The time.

        Returns:
            The new tally, with the 20,000 lessons that were retrieved most.
        """
        both = added((self.tracks, total(events.values())))
        most = sorted(both.of, key=lambda key: -both.of[key].retrieved)[:_MOST_LESSONS]
        tracks = replace(both, of={key: both.of[key] for key in most})
        return replace(self, tracks=tracks).covering(events, at, most_past=_MOST_PAST)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; of each lesson its counts in the order of `Track`."""
        lessons = {
            key: [getattr(track, name) for name in _COUNTS]
            for key, track in self.tracks.of.items()
        }
        runs = {"runs": self.tracks.runs, "successes": self.tracks.successes}
        return {**self.told(), "lessons": lessons, **runs}

    @classmethod
    def from_dict(cls, value: Event) -> TrackTally:
        """The inverse of `to_dict`.

        Raises:
            KeyError, TypeError or ValueError: When it is none.
        """
        tracks = {
            str(key): Track(**dict(zip(_COUNTS, map(int, counts), strict=True)))
            for key, counts in value["lessons"].items()
        }
        runs, successes = int(value["runs"]), int(value["successes"])
        told = Tracks(of=tracks, runs=runs, successes=successes)
        return cls(tracks=told, **covered_in(value))


def together(tallies: Iterable[TrackTally], events: Mapping[str, Event]) -> Tracks:
    """What tallies and events tell, each event counted once, and no less than no harm.

    Args:
        tallies: Of one owner, or brought along from others.
        events: By key.
    """
    tallies = tuple(tallies)
    counted = covered(tallies)
    fresh = [event for key, event in events.items() if key not in counted]
    return added((*(tally.tracks for tally in tallies), total(fresh)))


def added(parts: Iterable[Tracks]) -> Tracks:
    """The sum of some records."""
    parts = tuple(parts)
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(_COUNTS))
    for part in parts:
        for key, track in part.of.items():
            for at, name in enumerate(_COUNTS):
                sums[key][at] += getattr(track, name)
    return Tracks(
        of={key: Track(**dict(zip(_COUNTS, n, strict=True))) for key, n in sums.items()},
        runs=sum(part.runs for part in parts),
        successes=sum(part.successes for part in parts),
    )


def settled(events: Mapping[str, Event], now: datetime) -> dict[str, Event]:
    """The events of runs that are over: they ended an hour ago, or were left a week ago.

    All events of a run are folded together, since what is told of a run once is counted
    once.

    Args:
        events: By key; none that is counted already.
        now: The time, aware.
    """
    runs: defaultdict[str, dict[str, Event]] = defaultdict(dict)
    for key, event in events.items():
        runs[str(event.get("run", ""))][key] = event
    found: dict[str, Event] = {}
    for own in runs.values():
        ended = any(event.get("event") == "run" for event in own.values())
        wait = _ENDED if ended else _NEVER_ENDED
        if all(now - _when(event, now - wait) >= wait for event in own.values()):
            found |= own
    return found


def _when(event: Event, unknown: datetime) -> datetime:
    try:
        at = datetime.fromisoformat(str(event.get("at")))
    except ValueError:
        return unknown
    return at if at.tzinfo else at.replace(tzinfo=unknown.tzinfo)
