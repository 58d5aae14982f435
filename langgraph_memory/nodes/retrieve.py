"""Retrieve: find the cards and experiences that bear on the task and the newest turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from langgraph.store.base import Item, SearchItem, SearchOp

from langgraph_memory._flow import Steps, Warn, search
from langgraph_memory.cards.conflicts import ERROR
from langgraph_memory.cards.statements import lasts
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._frame import Frame, moment
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.recall.ranking import Candidate, Ranking, rank
from langgraph_memory.scope import Kind

_LISTED = 1_000
_BY_MEANING = 50
_KINDS: tuple[Kind, Kind] = ("cards", "experiences")


class Retrieve(MemoryNode):
    """Searches once per human message and attempt; the hits stay fixed for the turn."""

    label = "retrieve"

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Search; see `MemoryNode.steps`."""
        before = scene.part.get("turn", {})
        if (before.get("id"), before.get("attempt")) == (scene.turn_id, scene.attempt):
            return {}
        found = yield from self._search(scene.asked, frame)
        in_sight = _in_sight(scene)
        turn: Part = {"id": scene.turn_id, "attempt": scene.attempt}
        for kind in _KINDS:
            items, dense = found[kind]
            usable = _newest_of_each(
                item for item in items if _usable(item, frame, in_sight)
            )
            ranking = self._rank(kind, scene, frame, items, usable, dense)
            turn[kind] = [[hit.key, round(hit.score, 4)] for hit in ranking.hits]
            for item in usable:
                self.settings.shelf.put(frame.namespace(kind), item.key, item.value)
        return {"turn": turn}

    def _search(
        self, query: str, frame: Frame
    ) -> Steps[dict[Kind, tuple[list[Item], dict[str, float]]]]:
        listing = [SearchOp(frame.namespace(kind), limit=_LISTED) for kind in _KINDS]
        meaning = [
            SearchOp(frame.namespace(kind), limit=_BY_MEANING, query=query)
            for kind in _KINDS
            if frame.outside.by_meaning and query
        ]
        listed = yield from search(listing)
        near = (yield from _by_meaning(meaning, frame)) or [[] for _ in _KINDS]
        return {
            kind: (_joined(items, close), _scores(close))
            for kind, items, close in zip(_KINDS, listed, near, strict=True)
        }

    def _rank(
        self,
        kind: Kind,
        scene: Scene,
        frame: Frame,
        items: Sequence[Item],
        usable: Sequence[Item],
        dense: dict[str, float],
    ) -> Ranking:
        config = self.settings.config
        return rank(
            scene.asked,
            scene.began,
            [_candidate(kind, item) for item in usable],
            dense,
            config.recall,
            self.settings.lanes.follow(frame.namespace(kind), items),
            limit=config.recall.limit if kind == "cards" else config.experiences.limit,
        )


def _by_meaning(ops: Sequence[SearchOp], frame: Frame) -> Steps[list[list[SearchItem]]]:
    """Hits by meaning; none, and a report, when the query cannot be embedded."""
    try:
        return (yield from search(ops))
    except Exception as error:  # noqa: BLE001  reported, and words find without it
        # The store has just answered a listing: it is not away.
        frame.outside.breaker.close()
        yield Warn(f"nothing is searched by meaning in this turn, only by words: {error}")
        return []


def _joined(listed: Iterable[Item], near: Iterable[Item]) -> list[Item]:
    return list({item.key: item for item in [*listed, *near]}.values())


def _scores(near: Iterable[SearchItem]) -> dict[str, float]:
    return {item.key: item.score for item in near if item.score is not None}


def _in_sight(scene: Scene) -> frozenset[str]:
    """Cards whose tool results are in the view, so that they need not be recalled."""
    made = scene.part.get("cards", {})
    gone = set(scene.part.get("recipe", {}).get("gone", ()))
    return frozenset(
        key for mark in scene.prints if mark not in gone for key in made.get(mark, ())
    )


def _usable(item: Item, frame: Frame, in_sight: frozenset[str]) -> bool:
    expires = moment(item.value.get("expires"))
    if expires is not None and expires <= frame.now:
        return False
    if item.value.get("thread_id") != frame.thread_id and not _holds_elsewhere(item):
        return False
    if item.value.get("superseded_by") is not None or item.key in in_sight:
        return False
    # What failed once says nothing elsewhere; what was learned of it is an experience.
    return not str(item.value.get("slot", "")).startswith(ERROR)


def _holds_elsewhere(item: Item) -> bool:
    """Whether an item says something beyond its conversation, unlike a conclusion."""
    source, notes = item.value.get("source"), item.value.get("notes") or [""]
    return source != "model" and (source != "user" or lasts(str(notes[0])))


def _newest_of_each(items: Iterable[Item]) -> list[Item]:
    """Of several items about the same thing, the one observed last."""
    newest: dict[str, Item] = {}
    for item in items:
        slot = str(item.value.get("slot", item.key))
        held = newest.get(slot)
        if held is None or _observed(held) <= _observed(item):
            newest[slot] = item
    return list(newest.values())


def _observed(item: Item) -> str:
    return str(item.value.get("as_of", ""))


def _candidate(kind: Kind, item: Item) -> Candidate:
    value = item.value.get("value")
    total = value.get("total") if isinstance(value, dict) else None
    return Candidate(
        key=item.key,
        kind=kind,
        text=str(item.value.get("text", "")),
        value=float(total) if isinstance(total, int | float) else 0.0,
        as_of=item.value.get("as_of") or item.value.get("created_at"),
    )
