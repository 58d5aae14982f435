"""The track records of lessons in the store: read, and old events folded into their sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from langgraph.store.base import PutOp, SearchItem, SearchOp

from langgraph_memory._covering import TALLY, covered
from langgraph_memory._flow import Steps, Warn, search
from langgraph_memory.experiences.tallying import TrackTally, settled, together
from langgraph_memory.experiences.utility import Tracks
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame, moment

_MOST: Final = 10_000
_SETTLED: Final = timedelta(minutes=10)

Namespace = tuple[str, ...]


@dataclass(frozen=True)
class Stored:
    """A listing of one scope's events.

    Attributes:
        tallies: By key, sums of events.
        events: By key, events, among them some that are summed already.
    """

    tallies: Mapping[str, TrackTally]
    events: Mapping[str, Mapping[str, Any]]

    @property
    def tracks(self) -> Tracks:
        """What they tell together."""
        return together(self.tallies.values(), self.events)


def stored_tracks(namespace: Namespace) -> Steps[Stored]:
    """Read the events of a scope; a sum that cannot be read is reported and left out.

    Args:
        namespace: The scope's namespace of tracks.
    """
    tallies, events = yield from search(
        [
            SearchOp(namespace, filter={"event": TALLY}, limit=_MOST),
            SearchOp(namespace, limit=_MOST),
        ]
    )
    found: dict[str, TrackTally] = {}
    for item in _own(tallies, namespace):
        try:
            found[item.key] = TrackTally.from_dict(item.value)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            msg = f"a stored sum of credit cannot be read: {item.key}: {error}"
            yield Warn("prune", msg)
    own = {i.key: i.value for i in _own(events, namespace) if not _is_tally(i)}
    return Stored(found, own)


def folding_tracks(stored: Stored, frame: Frame) -> list[PutOp]:
    """What to write so that the events of runs that are over make way for their sum.

    A fold puts a new tally first, and deletes what the stored one has covered for ten
    minutes; see `Covering`.

    Args:
        stored: The events.
        frame: Whose memory it is.
    """
    namespace = frame.namespace("tracks")
    key = tally_key(namespace)
    tally = stored.tallies.get(key, TrackTally())
    written = moment(tally.at)
    if written is not None and frame.now - written < _SETTLED:
        return []
    counted = covered(stored.tallies.values())
    left = {k: event for k, event in stored.events.items() if k not in counted}
    new = settled(left, frame.now)
    old = dict.fromkeys((*tally.covers, *(k for k in stored.events if k in counted)))
    if not new and not old:
        return []
    value = tally.folded(new, frame.stamp).to_dict()
    deletions = (PutOp(namespace, event, None) for event in old)
    return [PutOp(namespace, key, value, index=False), *deletions]


def tally_key(namespace: Namespace) -> str:
    """The key of a scope's own sum; one that is brought along from another has another.

    Args:
        namespace: The scope's namespace of tracks.
    """
    return credit_key(TALLY, *namespace)


def _own(items: Iterable[SearchItem], namespace: Namespace) -> list[SearchItem]:
    # Some stores take a prefix of a label for the label.
    return [item for item in items if tuple(item.namespace) == namespace]


def _is_tally(item: SearchItem) -> bool:
    return item.value.get("event") == TALLY
