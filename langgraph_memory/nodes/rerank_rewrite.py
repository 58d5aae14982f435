"""Rerank and rewrite: choose what the block says, and plan the view within the budget."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from langchain_core.messages import RemoveMessage, ToolMessage

from langgraph_memory._flow import Emit, Steps, batch
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import rows_of
from langgraph_memory.experiences.duplicates import unopposed
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.index.bare import HeldOp
from langgraph_memory.nodes._answering import answers
from langgraph_memory.nodes._base import WRITTEN, MemoryNode
from langgraph_memory.nodes._credit import met
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._preferences import wishes
from langgraph_memory.nodes._reminding import chosen, reminded
from langgraph_memory.nodes._retelling import MOST_PAST, record_of, retelling_of
from langgraph_memory.nodes._rewriting import Wording, by_model, by_rules
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards, load_experiences
from langgraph_memory.nodes._texts import card_text, text_counter
from langgraph_memory.nodes._viewing import Viewing, viewing
from langgraph_memory.recall.compacting import compacted
from langgraph_memory.recall.reminding import Numbers
from langgraph_memory.recall.retelling import Retelling


class RerankRewrite(MemoryNode):
    """Fixes the memory block once per turn, and the view's recipe at each step."""

    label = "rerank_rewrite"
    writes_messages = True

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Write the block and the recipe; see `MemoryNode.steps`."""
        update: Part = {"step": len(scene.messages)}
        turn = scene.part.get("turn", {})
        block = scene.part.get("block", {})
        retelling = yield from retelling_of(self.settings, scene, frame)
        if turn and (block.get("id"), block.get("of")) != (turn["id"], turn["attempt"]):
            update |= _standing_on(scene)
            update["block"] = yield from self._block(scene, frame, turn, retelling)
            scene = scene.updated(update)
        answered = yield from answers(self.settings, scene, frame)
        if answered is not None:
            update["answers"] = answered
            scene = scene.updated({"answers": answered})
        view = yield from viewing(self.settings, scene, frame, retelling)
        recipe = view.recipe.to_dict()
        if recipe != scene.part.get("recipe"):
            update["recipe"] = recipe
        blocks = scene.part.get("blocks", {})
        if blocks.keys() != set(view.recipe.blocks):
            standing = set(view.recipe.blocks)
            update["blocks"] = {t: held for t, held in blocks.items() if t in standing}
        if self.settings.compact and not frame.sent:
            update |= self._compacted(scene, frame, view)
        yield Emit("memory_used", _used(scene, frame, view))
        return update

    def _compacted(self, scene: Scene, frame: Frame, view: Viewing) -> Part:
        written = compacted(
            scene.messages,
            scene.prints,
            view.recipe,
            view.texts,
            archived=frozenset(scene.part.get("seen", ())),
            removes=self.settings.removes,
            once=self.settings.once,
        )
        gone = {message.id for message in written if isinstance(message, RemoveMessage)}
        if not gone:
            return {WRITTEN: written}
        both = zip(scene.messages, scene.prints, strict=True)
        kept = [mark for m, mark in both if m.id not in gone]
        return {WRITTEN: written, "known": kept, "past": self._past(scene, frame, kept)}

    @staticmethod
    def _past(scene: Scene, frame: Frame, kept: Collection[str]) -> dict[str, str]:
        """Records of the outputs whose messages are removed, the newest hundred."""
        both = zip(scene.messages, scene.prints, strict=True)
        removed = {
            mark: record_of(message, mark, frame.thread_id)
            for message, mark in both
            if isinstance(message, ToolMessage) and mark not in kept
        }
        past = {**scene.part.get("past", {}), **removed}
        return dict(list(past.items())[-MOST_PAST:])

    def _records(
        self, scene: Scene, frame: Frame, retelling: Retelling
    ) -> Steps[tuple[Numbers, int]]:
        """What is asked for and cut from the view, and its tokens."""
        if not retelling.outputs:
            return {}, 0
        settings, bare = self.settings, scene.updated({"block": {}, "blocks": {}})
        view = yield from viewing(settings, bare, frame, retelling)
        if view.recipe.digest is None:
            return {}, 0
        found = yield from chosen(settings, bare, frame, retelling, view.messages)
        texts = yield from reminded(settings, bare, frame, retelling, found)
        return found, sum(map(text_counter(settings), texts))

    def _block(
        self, scene: Scene, frame: Frame, turn: Mapping[str, Any], retelling: Retelling
    ) -> Steps[Part]:
        settings, shelf = self.settings, self.settings.shelf
        keys, space = _keys(turn["cards"]), frame.namespace("cards")
        cards = yield from load_cards(shelf, space, keys, HeldOp)
        lessons = yield from load_experiences(
            shelf, frame.namespace("experiences"), _keys(turn["experiences"])
        )
        found = list(lessons)
        lessons = {lesson.key: lesson for lesson in unopposed(_usable(lessons.values()))}
        wording = yield from by_rules(settings, scene, frame, cards, lessons)
        recall = settings.config.recall
        records, cost = yield from self._records(scene, frame, retelling)
        told = yield from wishes(settings, scene, frame)
        room = _Room(settings, int(recall.view_tokens * recall.block_share) - cost)
        told = [tag for tag in told if room.takes(tag)]
        # What is shown is for the rules to say; the model only orders and rewords it.
        lessons = {
            key: lesson for key, lesson in lessons.items() if room.takes(wording.rules[key])
        }
        rows = {key: room.rows(card) for key, card in cards.items()}
        cards = {key: card for key, card in cards.items() if rows[key]}
        wording = yield from by_model(settings, scene, frame, cards, lessons, wording)
        yield from batch(met(frame, scene.turn_id, found, lessons))
        since = _since(scene, lessons)
        return ({"since": since} if since else {}) | {
            "id": turn["id"],
            "of": turn["attempt"],
            "cards": [[key, rows[key]] for key in wording.sorted(cards)],
            "told": [key for key, card in cards.items() if card.told],
            "lessons": wording.sorted(lessons),
            "guidance": _worded(scene, lessons, wording, room),
            "records": records,
            "wishes": told,
            "attempt": scene.part["retry"]["hypothesis"] if scene.attempt else None,
        }


class _Room:
    """What is left of the tokens that the block may take."""

    def __init__(self, settings: Settings, tokens: int) -> None:
        self._settings = settings
        self._left = tokens
        self._count = text_counter(settings)

    def takes(self, text: str, instead: str | None = None) -> bool:
        """Whether there is room for a text, perhaps in place of another; it is taken."""
        cost = self._count(text) - (0 if instead is None else self._count(instead))
        fits = cost <= self._left
        self._left -= cost if fits else 0
        return fits

    def rows(self, card: DecisionCard) -> int:
        """As many rows of a card as there is room for, 0 when there is none."""
        most = rows_of(card)
        for rows in sorted({most, min(5, most), 1}, reverse=True):
            if self.takes(card_text(self._settings, card, rows)):
                return rows
        return 0


def _worded(
    scene: Scene, lessons: Mapping[str, Experience], wording: Wording, room: _Room
) -> dict[str, str]:
    """The words of the lessons, where they are not those that the task alone gives."""
    told = {}
    for key, lesson in lessons.items():
        rules = wording.rules[key]
        steps = wording.steps.get(key, rules)
        text = steps if room.takes(steps, instead=rules) else rules
        if text != guidance(lesson, scene.task):
            told[key] = text
    return told


def _since(scene: Scene, lessons: Iterable[str]) -> dict[str, str]:
    """The newest message when a further attempt was first shown a lesson, by its key."""
    if not scene.attempt:
        return {}
    last = scene.part.get("block", {})
    before = last if last.get("id") == scene.turn_id else {}
    marks = dict.fromkeys(lessons, scene.prints[-1]) | before.get("since", {})
    first = set(before.get("lessons", ())) - before.get("since", {}).keys()
    return {key: marks[key] for key in lessons if key not in first}


def _standing_on(scene: Scene) -> Part:
    """The block of the last turn stays where it is, as long as there is room."""
    last, recipe = scene.part.get("block", {}), scene.part.get("recipe", {})
    turn = last.get("id")
    says = any(
        last.get(part) for part in ("wishes", "cards", "lessons", "records", "attempt")
    )
    if not says or turn == scene.turn_id or turn not in scene.prints:
        return {}
    return {
        "blocks": {**scene.part.get("blocks", {}), turn: last},
        "recipe": {**recipe, "blocks": [*recipe.get("blocks", ()), turn]},
    }


def _usable(lessons: Iterable[Experience]) -> list[Experience]:
    """Those that are not forgotten, the demoted ones last."""
    return sorted((e for e in lessons if not e.forgotten), key=lambda e: bool(e.demoted))


def _keys(hits: Iterable[Any]) -> list[str]:
    return [key for key, _ in hits]


def _used(scene: Scene, frame: Frame, view: Viewing) -> dict[str, Any]:
    block = scene.part.get("block", {})
    return {
        "thread_id": frame.thread_id,
        "cards": [key for key, _ in block.get("cards", ())],
        "experiences": list(block.get("lessons", ())),
        "view_tokens": view.view_tokens,
        "history_tokens": view.history_tokens,
        "told_anew": len(view.texts),
        "left_out": len(view.recipe.gone),
    }
