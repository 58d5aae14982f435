"""Prune: delete what has expired or was replaced long ago, put away what does harm.

It also folds the events of learned rates, and of what came of lessons, into their sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from langgraph.store.base import GetOp, Item, PutOp, SearchItem, SearchOp

from langgraph_memory._flow import Emit, Steps, Warn, batch, search
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.forgetting import (
    LARGE_POOL,
    Fate,
    applied,
    fates,
    warning,
)
from langgraph_memory.experiences.utility import Tracks
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._frame import Frame, moment
from langgraph_memory.nodes._keeping import stored
from langgraph_memory.nodes._preferences import gathering
from langgraph_memory.nodes._rates import folding
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._settings import HasSettings
from langgraph_memory.nodes._shelf import read_experiences
from langgraph_memory.nodes._tracks import folding_tracks, stored_tracks
from langgraph_memory.scope import Kind

_MARK = "prune"
_PAGE = 500
_PRUNED: tuple[Kind, ...] = ("records", "cards", "experiences", "credit")


@dataclass(frozen=True)
class Removal:
    """One item to delete.

    Attributes:
        kind: What it is.
        key: Its key.
        reason: Why it goes.
    """

    kind: Kind
    key: str
    reason: str


class Prune(MemoryNode):
    """Deletes in bounded slices when a prune is due; otherwise it costs one read.

    A prune is due `prune.every_seconds` after the last one of the scope, or once this
    process has written `prune.every_writes` items of it.
    """

    label = "prune"

    def __init__(
        self, memory: HasSettings, *, model: str = "agent", dry_run: bool = False
    ) -> None:
        """Make the node.

        Args:
            memory: The memory whose settings it shares.
            model: Name of the model node that it serves.
            dry_run: Whether to only report, in the event `memory_pruned`, what would go.
        """
        super().__init__(memory, model=model)
        self._dry_run = dry_run

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Prune when it is due; see `MemoryNode.steps`."""
        del scene
        if frame.trial is not None:
            return {}
        marks = frame.namespace("marks")
        (mark,) = yield from batch([GetOp(marks, _MARK)])
        held: Mapping[str, Any] = mark.value if isinstance(mark, Item) else {}
        if not self._due(frame, held.get("at")):
            return {}
        offsets: dict[str, int] = dict(held.get("offsets", {}))
        slices = yield from self._slices(frame, offsets)
        events = yield from stored_tracks(frame.namespace("tracks"))
        lessons = yield from read_experiences(
            self.settings.shelf, frame.namespace("experiences"), slices["experiences"]
        )
        removals = list(self._expired(slices, frame.now))
        decided = yield from self._decided(frame, lessons, events.tracks)
        if not self._dry_run:
            yield from batch(folding_tracks(events, frame))
            yield from self._remove(frame, slices, removals, offsets)
            changed = applied(lessons, decided)
            yield from batch(stored(self.settings, frame, changed.values()))
            self.settings.writes.reset(frame.scope)
        if removals or decided:
            yield Emit("memory_pruned", self._report(frame, removals, decided))
        return {}

    def _due(self, frame: Frame, at: str | None) -> bool:
        config = self.settings.config.prune
        if at is None or self._dry_run:
            return True
        if self.settings.writes.of(frame.scope) >= config.every_writes:
            return True
        last = moment(at)
        return last is None or frame.now - last >= timedelta(seconds=config.every_seconds)

    def _slices(
        self, frame: Frame, offsets: Mapping[str, int]
    ) -> Steps[dict[Kind, list[SearchItem]]]:
        size = self.settings.config.prune.slice
        found = yield from search(
            SearchOp(frame.namespace(kind), limit=size, offset=offsets.get(kind, 0))
            for kind in _PRUNED
        )
        return dict(zip(_PRUNED, found, strict=True))

    def _expired(
        self, slices: Mapping[Kind, list[SearchItem]], now: datetime
    ) -> Iterable[Removal]:
        retention = now - timedelta(days=self.settings.config.retention_days)
        for kind, items in slices.items():
            for item in items:
                reason = _expiry(kind, item, now, retention)
                if reason is not None:
                    yield Removal(kind, item.key, reason)

    def _decided(
        self,
        frame: Frame,
        lessons: Mapping[str, Experience],
        tracks: Tracks,
    ) -> Steps[list[Fate]]:
        """What becomes of the lessons; a rule that empties the library is warned of."""
        config = self.settings.config
        size = len(lessons)
        if config.experiences.policy == "reme":  # which depends on how many there are
            size = yield from _living(frame.namespace("experiences"))
        told = warning(size, tracks, config.experiences)
        if told is not None:
            yield Warn(self.label, told)
        most = config.prune.max_share
        now, rules = frame.now, config.experiences
        return fates(lessons, tracks, rules, now, most=most, size=size)

    def _remove(
        self,
        frame: Frame,
        slices: Mapping[Kind, list[SearchItem]],
        removals: Iterable[Removal],
        offsets: dict[str, int],
    ) -> Steps[None]:
        folds = [
            *(yield from folding(frame)),
            *(yield from gathering(self.settings, frame)),
        ]
        gone: defaultdict[Kind, int] = defaultdict(int)
        ops: list[PutOp] = []
        for removal in removals:
            gone[removal.kind] += 1
            ops.append(PutOp(frame.namespace(removal.kind), removal.key, None))
            self.settings.shelf.drop(frame.namespace(removal.kind), removal.key)
        size = self.settings.config.prune.slice
        for kind, items in slices.items():
            # The next prune goes on where this one ended, and starts over at the end.
            done = len(items) < size
            offsets[kind] = 0 if done else offsets.get(kind, 0) + size - gone[kind]
        value = {"at": frame.stamp, "offsets": offsets}
        ops.append(PutOp(frame.namespace("marks"), _MARK, value, index=False))
        yield from batch([*folds, *ops])

    def _report(
        self, frame: Frame, removals: Iterable[Removal], decided: Sequence[Fate]
    ) -> dict[str, Any]:
        removed = [
            {"kind": one.kind, "key": one.key, "reason": one.reason} for one in removals
        ]
        removed += [
            {"kind": "experiences", "key": fate.key, "reason": fate.reason}
            for fate in decided
            if fate.action == "forget"
        ]
        return {
            "thread_id": frame.thread_id,
            "dry_run": self._dry_run,
            "removed": removed,
            "demoted": [
                {"key": fate.key, "reason": fate.reason}
                for fate in decided
                if fate.action == "demote"
            ],
        }


def _living(namespace: tuple[str, ...]) -> Steps[int]:
    """How many lessons are in use, as far as more of them make a difference."""
    count = offset = 0
    while count <= LARGE_POOL:
        op = SearchOp(namespace, limit=_PAGE, offset=offset)
        [page] = yield from search([op])
        count += sum(not item.value.get("forgotten") for item in page)
        offset += len(page)
        if len(page) < _PAGE:
            break
    return count


def _expiry(kind: Kind, item: SearchItem, now: datetime, retention: datetime) -> str | None:
    expires = moment(item.value.get("expires"))
    if expires is not None and expires <= now:
        return f"expired at {item.value['expires']}"
    if item.value.get("forgotten") and item.updated_at <= retention:
        return "forgotten long ago"
    if item.value.get("superseded_by") and item.updated_at <= retention:
        return "superseded long ago"
    if kind == "credit" and item.updated_at <= retention:
        return "older than the retention"
    return None
