"""Score and card: of what tools returned, keep what later decisions depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from langchain_core.messages import ToolMessage
from langgraph.store.base import PutOp, SearchOp

from langgraph_memory._flow import Emit, Steps, batch, search
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import OBJECT, supersede
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.making import make_cards
from langgraph_memory.cards.rendering import render
from langgraph_memory.facts.record import records_from
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._stands import thread_cards

_SAME = 50


class ScoreAndCard(MemoryNode):
    """Turns tool results into decision cards, and retires the cards they replace."""

    label = "score_and_card"

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Make and write cards; see `MemoryNode.steps`."""
        pending = frozenset(self._pending(scene))
        if not pending:
            return {}
        made = self._make(scene, frame, pending)
        mine = yield from thread_cards(self.settings, scene, frame)
        others = yield from _elsewhere(made.cards, frame)
        earlier = [card for cards in mine.values() for card in cards]
        new, retired = _retire(made, [*earlier, *others])
        yield from self._write([*new, *retired], frame)
        if new:
            yield Emit("memory_saved", _saved(frame, new, retired))
        cards: dict[str, list[str]] = {mark: [] for mark in pending}
        for mark, card in zip(made.marks, new, strict=True):
            cards[mark].append(card.key)
        return {"cards": cards}

    def _pending(self, scene: Scene) -> Iterable[str]:
        carded = scene.part.get("cards", {})
        for message, mark in zip(scene.messages, scene.prints, strict=True):
            if isinstance(message, ToolMessage) and mark not in carded:
                yield mark

    def _make(self, scene: Scene, frame: Frame, pending: frozenset[str]) -> _Made:
        context = CardContext(
            task=scene.task,
            said=scene.said,
            tools=self.settings.tools or scene.called_tools,
            mode=self.settings.config.cards.task_mode,
        )
        records = records_from(
            scene.messages,
            thread_id=frame.thread_id,
            observed_at=frame.stamp,
            redact=self.settings.redact,
            only=pending,
        )
        count = text_counter(self.settings)
        made = _Made()
        for record in records:
            for card in make_cards(record, context, self.settings.config.cards, count):
                made.marks.append(record.fingerprint)
                made.cards.append(card)
        return made

    def _write(self, cards: Iterable[DecisionCard], frame: Frame) -> Steps[None]:
        namespace = frame.namespace("cards")
        values = {card.key: card_value(card) for card in cards}
        yield from batch(
            PutOp(namespace, key, value, index=["text"]) for key, value in values.items()
        )
        for key, value in values.items():
            self.settings.shelf.put(namespace, key, value)
        self.settings.writes.add(frame.scope, len(values))


class _Made:
    """Cards in order, each with the fingerprint of the result it was made of."""

    def __init__(self) -> None:
        self.marks: list[str] = []
        self.cards: list[DecisionCard] = []


def card_value(card: DecisionCard) -> dict[str, Any]:
    """The item value of a card; `text` is what is searched and embedded."""
    return card.to_dict() | {"text": card.text}


def text_counter(settings: Settings) -> Callable[[str], int]:
    """The settings' counter of messages as a counter of texts."""
    return lambda text: settings.count([ToolMessage(text, tool_call_id="")])


def _elsewhere(made: Iterable[DecisionCard], frame: Frame) -> Steps[list[DecisionCard]]:
    """Cards of the same objects of the outside world, perhaps from other threads."""
    slots = sorted({card.slot for card in made if card.slot.startswith(OBJECT)})
    namespace = frame.namespace("cards")
    found = yield from search(
        SearchOp(namespace, filter={"slot": slot}, limit=_SAME) for slot in slots
    )
    return [DecisionCard.from_dict(item.value) for items in found for item in items]


def _retire(
    made: _Made, earlier: list[DecisionCard]
) -> tuple[list[DecisionCard], list[DecisionCard]]:
    new: list[DecisionCard] = []
    retired: dict[str, DecisionCard] = {}
    for card in made.cards:
        known = {old.key: old for old in [*earlier, *new]} | retired
        valid = [old for old in known.values() if old.superseded_by is None]
        winner, losers = supersede(card, valid)
        new.append(winner)
        retired.update({loser.key: loser for loser in losers})
    return [retired.pop(card.key, card) for card in new], list(retired.values())


def _saved(
    frame: Frame, new: list[DecisionCard], retired: list[DecisionCard]
) -> dict[str, Any]:
    return {
        "thread_id": frame.thread_id,
        "cards": [{"key": card.key, "text": render(card)} for card in new],
        "superseded": [card.key for card in retired],
    }
