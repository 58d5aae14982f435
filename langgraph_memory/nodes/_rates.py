"""Learned rates in the store: an event a decision, their total, and old ones folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, TypeVar

from langgraph.store.base import PutOp, SearchItem, SearchOp

from langgraph_memory._covering import TALLY, covered
from langgraph_memory._flow import Steps, Warn, search
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.statistics import Counts, Statistics
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.nodes._agent_tools import tools_of
from langgraph_memory.nodes._base import guarded, reported
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame, moment
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.recall.hearing import last_tool, outputs_of, talk_of
from langgraph_memory.recall.learning import decisions_of, taken_by, uses_at
from langgraph_memory.recall.tally import (
    DECISION,
    Tally,
    event_of,
    read_event,
    total,
)
from langgraph_memory.recall.telling import weights_of
from langgraph_memory.scope import Scope

T = TypeVar("T")
Namespace = tuple[str, ...]

_LABEL: Final = "rates"
_MOST_EVENTS, _MOST_TALLIES = 2_000, 100
_MOST_AT_ONCE: Final = 50
_SETTLED: Final = timedelta(minutes=10)


def rates_of(settings: Settings, frame: Frame) -> Steps[Statistics]:
    """What the scope's decisions have taught, in whatever thread, for `Scorer`.

    The store is listed at most once a minute. A failure is reported as that of a node is;
    what was known before it serves.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
    """
    namespace = frame.namespace("rates")
    if not settings.ledger.fresh(namespace):
        yield from guarded(_LABEL, _listing(settings, namespace), None, frame)
    return settings.ledger.rates(namespace)


def stored_rates(namespace: Namespace) -> Steps[Statistics]:
    """What the store has of them, read anew."""
    stored = yield from _stored(namespace)
    return stored.total


def learned(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[PutOp]]:
    """What the decisions teach that `observe` reads for the first time, as events.

    Of a long conversation that is first seen as a whole, the newest 50 decisions teach.
    Outputs that were replaced in the state itself are not counted, neither as expected to
    be used nor as used.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.

    Returns:
        What to put, one item a decision; empty, and a report, after a failure.
    """
    try:
        return list(_events(settings, scene, frame))
    except Exception as error:  # noqa: BLE001  reported; what is observed must be kept
        yield from reported(_LABEL, error)
        return []


def note(settings: Settings, events: Iterable[PutOp]) -> None:
    """Count events that were written, so that this process need not list them."""
    for op in events:
        settings.ledger.add(op.namespace, op.key, read_event(op.value or {}))


def folding(frame: Frame) -> Steps[list[PutOp]]:
    """What to write so that events make way for their sum.

    A fold puts a new tally first, which covers all events that none counts yet, and deletes
    what the stored one has covered for ten minutes. Two at a time may both put theirs: the
    later one counts, and what only the other had folded is there still to be folded again.

    Args:
        frame: Whose memory it is.
    """
    namespace, key = frame.namespace("rates"), _tally_key(frame.scope)
    stored = yield from _stored(namespace)
    tally = stored.tallies.get(key, Tally())
    written = moment(tally.at)
    if written is not None and frame.now - written < _SETTLED:
        return []
    counted = stored.counted
    new = {k: v for k, v in stored.events.items() if k not in counted}
    old = dict.fromkeys((*tally.covers, *(k for k in stored.events if k in counted)))
    if not new and not old:
        return []
    value = tally.folded(new, frame.stamp).to_dict()
    deletions = (PutOp(namespace, event, None) for event in old)
    return [PutOp(namespace, key, value, index=False), *deletions]


@dataclass(frozen=True)
class _Stored:
    """A listing of one scope's rates."""

    tallies: Mapping[str, Tally]
    events: Mapping[str, Statistics]

    @property
    def counted(self) -> frozenset[str]:
        return covered(self.tallies.values())

    @property
    def total(self) -> Statistics:
        return total(self.tallies.values(), self.events)


def _listing(settings: Settings, namespace: Namespace) -> Steps[None]:
    since = settings.ledger.changes(namespace)
    stored = yield from _stored(namespace)
    counted = stored.counted.union(stored.events)
    settings.ledger.listed(namespace, stored.total, counted, since)


def _stored(namespace: Namespace) -> Steps[_Stored]:
    tallies, events = yield from search(
        [
            SearchOp(namespace, filter={"event": TALLY}, limit=_MOST_TALLIES),
            SearchOp(namespace, filter={"event": DECISION}, limit=_MOST_EVENTS),
        ]
    )
    return _Stored(
        (yield from _read(namespace, tallies, Tally.from_dict)),
        (yield from _read(namespace, events, read_event)),
    )


def _read(
    namespace: Namespace,
    items: Iterable[SearchItem],
    reader: Callable[[Mapping[str, Any]], T],
) -> Steps[dict[str, T]]:
    found: dict[str, T] = {}
    for item in items:
        if tuple(item.namespace) != namespace:
            continue  # some stores take a prefix of a label for the label
        try:
            found[item.key] = reader(item.value)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            msg = f"a stored item of rates cannot be read: {item.key}: {error}"
            yield Warn(_LABEL, msg)
    return found


def _tally_key(scope: Scope) -> str:
    # One of its own for each scope, so that a memory which is brought along to another
    # scope adds to what that one has learned.
    return credit_key(TALLY, *scope.namespace("rates"))


def _events(settings: Settings, scene: Scene, frame: Frame) -> Iterator[PutOp]:
    positions = [i for i in scene.unseen if decisions_of(scene.messages[i])]
    for position in positions[-_MOST_AT_ONCE:]:
        message = scene.messages[position]
        then = replace(scene, messages=scene.messages[:position])
        places = _uses(settings, then, taken_by(decisions_of(message)))
        if not places:
            continue
        source = (frame.thread_id, message.id or scene.prints[position])
        yield PutOp(
            frame.namespace("rates"),
            credit_key(DECISION, *source)[:16],
            event_of(last_tool(then.messages), _public(places, settings.redact)),
            index=False,
        )


def _uses(settings: Settings, then: Scene, taken: frozenset[str]) -> Counts:
    """The uses at a decision, given the state before it."""
    told = [m for m in then.messages if STANDS_FOR not in m.additional_kwargs]
    outputs = [one for one in outputs_of(told) if one.tool != RECALL_TOOL]
    if not outputs:
        return {}
    tools = tools_of(settings, then)
    weights = weights_of(settings.config.cards, then.messages, tools.schemas)
    known = settings.forms.known(outputs)
    scorer = Scorer(known, talk_of(then.messages), tools.parameters, weights=weights)
    places = uses_at(scorer, taken)
    settings.forms.put(outputs, known)
    return places


def _public(places: Counts, redact: Callable[[str], str]) -> Counts:
    """Those whose names hold no secret."""
    names = "\n".join(places)
    if redact(names) == names:
        return places
    return {place: pair for place, pair in places.items() if redact(place) == place}
