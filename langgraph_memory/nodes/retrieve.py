"""Retrieve: find the cards and experiences that bear on the task and the newest turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from langgraph.store.base import GetOp, Item, SearchOp

from langgraph_memory._flow import Emit, Steps, Warn, batch, search
from langgraph_memory._waiting import NoAnswerError
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.index.bare import NearnessOp
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._choosing import LOOKED_AT, chosen, eligible, routed
from langgraph_memory.nodes._entry import Entry
from langgraph_memory.nodes._following import KINDS, follow
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._lanes import Lane
from langgraph_memory.nodes._overtaken import with_newer
from langgraph_memory.nodes._plans import PLANS, held
from langgraph_memory.nodes._replaced import with_replaced
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._themed import themed
from langgraph_memory.nodes._uses import Uses
from langgraph_memory.recall.focus import Focus, Signs, focus_of
from langgraph_memory.recall.past import asks_for_past
from langgraph_memory.recall.ranking import Candidate, Ranking, rank
from langgraph_memory.scope import Kind

_BY_MEANING = 50
_TOLD = 200  # characters of the focus that the event tells
_UNREAD = (
    "decision_focus in the state is left out, for no words are in it ({} is no text): give "
    "a text, a message, or a list or mapping of them"
)
_SILENT = "the dense lane is dead: a search by meaning gave no answer in time lately"
_TRIES = 3  # rankings until every hit is as it was indexed

Cosines = Mapping[str, float] | None
_Scored = tuple[str, float | None]


class _Near(NamedTuple):
    """What a search by meaning gave: cosines by key, or why there are none."""

    cosines: Cosines
    dead: str = ""


class Retrieve(MemoryNode):
    """Searches once per human message and attempt; the hits stay fixed for the turn."""

    label = "retrieve"

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Search; see `MemoryNode.steps`."""
        before = scene.part.get("turn", {})
        if (before.get("id"), before.get("attempt")) == (scene.turn_id, scene.attempt):
            return {}
        lanes = yield from follow(self.settings.lanes, self.settings.shelf, frame)
        near = yield from self._by_meaning(scene.asked, lanes, frame)
        focus = self._focus(scene, frame)
        if focus.unread:
            yield Warn(self.label, _UNREAD.format(focus.unread))
        rankings: dict[Kind, Ranking] = {}
        for kind in KINDS:
            ranking = yield from self._ranking(
                kind, lanes[kind], scene, focus, frame, near[kind].cosines
            )
            rankings[kind] = _with_silence(ranking, near[kind])
        told = self.settings.redact(focus.text)[:_TOLD]
        yield Emit("memory_found", {"focus": told, **_explained(rankings, focus, frame)})
        turn: Part = {"id": scene.turn_id, "attempt": scene.attempt}
        for kind, ranking in rankings.items():
            turn[kind] = [[hit.key, round(hit.score, 4)] for hit in ranking.hits]
        return {"turn": turn}

    def _focus(self, scene: Scene, frame: Frame) -> Focus:
        """What is about to be decided."""
        tools = self.settings.tools or scene.called_tools
        return focus_of(
            Signs(
                given=held(scene, frame, "decision_focus"),
                plans=[held(scene, frame, key) for key in PLANS],
                messages=scene.messages,
                tools=[tool for tool in tools if tool.name != RECALL_TOOL],
                asked=scene.asked,
                began=scene.began,
            )
        )

    def _by_meaning(
        self, query: str, lanes: Mapping[Kind, Lane], frame: Frame
    ) -> Steps[dict[Kind, _Near]]:
        """Cosines where the store has to work them out; None: the lanes do it themselves.

        When the query cannot be embedded there are none, and a report.
        """
        if all(lane.index.by_meaning for lane in lanes.values()):
            return dict.fromkeys(KINDS, _Near(None))
        near: list[list[_Scored]] = [[] for _ in KINDS]
        silence = frame.outside.silence.nearness
        if silence.is_open:
            return dict.fromkeys(KINDS, _Near({}, _SILENT))
        if frame.outside.by_meaning and query:
            try:
                near = yield from _nearest(query, frame)
            except Exception as error:  # noqa: BLE001  reported, and words find without it
                # The store has just answered a listing: it is not away.
                frame.outside.breaker.close()
                if isinstance(error, NoAnswerError):
                    silence.trip()
                msg = f"nothing is searched by meaning in this turn, only by words: {error}"
                yield Warn(self.label, msg)
                return dict.fromkeys(KINDS, _Near({}, f"the dense lane is dead: {error}"))
        return {kind: _scored(items) for kind, items in zip(KINDS, near, strict=True)}

    def _ranking(
        self,
        kind: Kind,
        lane: Lane,
        scene: Scene,
        focus: Focus,
        frame: Frame,
        dense: Cosines,
    ) -> Steps[Ranking]:
        """Rank, until every hit turns out to be as it is in the store."""
        if not len(lane.index):
            return Ranking((), 0, None)
        config = self.settings.config
        pools = routed(self.settings, focus, scene)
        namespace = frame.namespace(kind)
        uses = self.settings.lanes.uses(
            frame.outside.need_store(), frame.namespace("credit")
        )
        cards = kind == "cards"
        limit = config.recall.limit if cards else LOOKED_AT
        if cards:
            focus = _at_hand(focus, lane, frame)
        always = lane.pinned | (themed(lane, scene.asked) if cards else frozenset())
        for _ in range(_TRIES):
            find = _finder(lane, uses, frame, _in_sight(scene))
            if not cards:
                find = eligible(find, lane, focus, pools)
            ranking = rank(
                scene.asked,
                focus,
                lane.index,
                find,
                config.recall,
                dense=dense,
                pinned=always,
                limit=limit,
            )
            if lane.sure:
                break
            keys = [hit.key for hit in ranking.hits]
            found = yield from batch(GetOp(namespace, key) for key in keys)
            items = [item for item in found if isinstance(item, Item)]
            for item in items:
                self.settings.shelf.put(namespace, item.key, item.value)
            gone = set(keys).difference(item.key for item in items)
            for key in gone:
                lane.drop(key)
            if not lane.take(kind, items) and not gone:
                break
            left = tuple(hit for hit in ranking.hits if hit.key not in gone)
            ranking = replace(ranking, hits=left)
        if cards:
            shelf = self.settings.shelf
            ranking = yield from with_newer(ranking, lane, find, shelf, namespace)
            return self._with_past(ranking, lane, scene, frame)
        more = (self.settings, ranking, lane, find, focus, scene, frame, pools)
        return (yield from chosen(*more))

    def _with_past(
        self, ranking: Ranking, lane: Lane, scene: Scene, frame: Frame
    ) -> Ranking:
        """Among what was found what it replaced, where the user asks for that."""
        if not asks_for_past(scene.asked):
            return ranking
        limit = self.settings.config.recall.limit
        return with_replaced(ranking, lane, partial(_may_show, frame), limit)


def _at_hand(focus: Focus, lane: Lane, frame: Frame) -> Focus:
    """The focus with the cards of this conversation, where it is sure what is needed."""
    if not focus.needs.certain:
        return focus
    at_hand = lane.of_thread(frame.thread_id)
    return replace(focus, needs=replace(focus.needs, at_hand=at_hand))


def _nearest(query: str, frame: Frame) -> Steps[list[list[_Scored]]]:
    """Key and score of what is nearest, of each kind."""
    spaces = map(frame.namespace, KINDS)
    if getattr(frame.outside.store, "tells_nearness", False):
        told: list[Any] = yield from batch(
            NearnessOp(space, limit=_BY_MEANING, query=query) for space in spaces
        )
        return told
    found = yield from search(
        SearchOp(space, limit=_BY_MEANING, query=query) for space in spaces
    )
    return [[(item.key, item.score) for item in items] for items in found]


def _scored(items: Sequence[_Scored]) -> _Near:
    cosines = {key: score for key, score in items if score is not None}
    silent = 0 if cosines else len(items)
    dead = f"the dense lane is empty: none of {silent} texts has a vector" if silent else ""
    return _Near(cosines, dead)


def _with_silence(ranking: Ranking, near: _Near) -> Ranking:
    """Name a dense lane that is dead for want of vectors."""
    if not near.dead:
        return ranking
    return replace(ranking, reason="; ".join(filter(None, (near.dead, ranking.reason))))


def _explained(
    rankings: Mapping[Kind, Ranking], focus: Focus, frame: Frame
) -> dict[str, object]:
    """Why each hit is one, and what was left out."""
    return {
        "thread_id": frame.thread_id,
        "needs": [f"{need.tool}({need.parameter})" for need in focus.needs.parameters],
        **{
            kind: {
                "hits": [
                    {"key": hit.key, "score": hit.score, "terms": dict(hit.terms)}
                    for hit in ranking.hits
                ],
                "below_floor": ranking.below_floor,
                "near_duplicates": ranking.near_duplicates,
                "reason": ranking.reason,
            }
            for kind, ranking in rankings.items()
        },
    }


def _in_sight(scene: Scene) -> frozenset[str]:
    """Cards whose tool results are in the view, so that they need not be recalled."""
    made = scene.part.get("cards", {})
    gone = set(scene.part.get("recipe", {}).get("gone", ()))
    return frozenset(
        key for mark in scene.prints if mark not in gone for key in made.get(mark, ())
    )


def _finder(
    lane: Lane, uses: Uses, frame: Frame, in_sight: frozenset[str]
) -> Callable[[str], Candidate | None]:
    """What gives the candidate of a key, if it may be shown in this turn."""

    def usable(entry: Entry) -> bool:
        if entry.retired or entry.candidate.key in in_sight:
            return False
        if entry.expires is not None and entry.expires <= frame.now:
            return False
        return _may_show(frame, entry)

    def outdone(entry: Entry, other: Entry) -> bool:
        newer = other.observed > entry.observed and entry.rivals(other)
        return newer and usable(other)

    def find(key: str) -> Candidate | None:
        entry = lane.entries.get(key)
        if entry is None or not usable(entry):
            return None
        beside = lane.slots[entry.slot]
        if len(beside) > 1:
            others = (lane.entries.get(other) for other in beside)
            if any(other and outdone(entry, other) for other in others):
                return None
        credit = uses.counts.get(key, 0)
        return replace(entry.candidate, credit=credit) if credit else entry.candidate

    return find


def _may_show(frame: Frame, entry: Entry) -> bool:
    """Whether an item is of this conversation, or says something beyond its own."""
    return entry.thread_id == frame.thread_id or entry.everywhere
