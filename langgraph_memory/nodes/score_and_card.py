"""Score and card: of what tools returned, keep what later decisions depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from typing import Any

from langgraph.store.base import Item, PutOp, SearchOp

from langgraph_memory._flow import Emit, Steps, batch, search
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import lasting
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.making import make_cards
from langgraph_memory.cards.objects import named_in
from langgraph_memory.cards.rendering import render
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.cards.slots import STATEMENT, object_slot
from langgraph_memory.cards.source import Source
from langgraph_memory.cards.summaries.summarising import Passage, passage_of
from langgraph_memory.facts.messages import calls_of, role
from langgraph_memory.facts.record import records_from
from langgraph_memory.facts.text import truncate
from langgraph_memory.nodes._agent_tools import tools_of
from langgraph_memory.nodes._amending import aimed_at, statements_in, states
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._linking import Around, linked
from langgraph_memory.nodes._plans import open_steps
from langgraph_memory.nodes._rates import rates_of
from langgraph_memory.nodes._retiring import beside, retire
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._shelf import load_cards, read_cards
from langgraph_memory.nodes._speaking import words_of_others
from langgraph_memory.nodes._summarising import summarise
from langgraph_memory.nodes._texts import card_value, text_counter
from langgraph_memory.nodes._thread import block_cards, named_cards, thread_cards
from langgraph_memory.recall.bearing import with_steps
from langgraph_memory.recall.hearing import talk_of
from langgraph_memory.recall.passages import beginning

_SPEAKERS = ("user", "model")
_SAME, _MANY, _LISTED = 50, 20, 1_000

_LONGEST_TASK = 2_000

_MOST_CHARS = 2_000_000
"""Characters of a result that are read for its cards; its record holds fewer."""


class ScoreAndCard(MemoryNode):
    """Turns what was observed into decision cards, and retires the cards they replace.

    Observed are tool results; of what the user says, what holds beyond the conversation;
    and whatever else was said once the view has no room for it.
    """

    label = "score_and_card"

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Make and write cards; see `MemoryNode.steps`."""
        pending = frozenset(self._pending(scene))
        foreign = yield from words_of_others(self.settings, scene, pending)
        pending -= foreign & {scene.turn_id}  # it says nothing of the user
        if not pending:
            return {}
        statistics = yield from rates_of(self.settings, frame)
        made = self._make(scene, frame, pending, statistics, foreign)
        mine = yield from thread_cards(self.settings, scene, frame)
        shown = yield from block_cards(self.settings, scene, frame)
        named = yield from named_cards(self.settings, scene, frame)
        told = {card.key: card for card in (*named, *shown)}
        aimed = list(aimed_at(scene, made.marks, made.cards, mine, told.values()))
        made.marks, made.cards = [m for m, _ in aimed], [card for _, card in aimed]
        others = yield from self._elsewhere(made.cards, frame)
        earlier = [card for cards in mine.values() for card in cards]
        new, retired = retire(made.cards, [*earlier, *others])
        new, passages = yield from self._told_before(new, made.passages, frame)
        new = linked(scene, made.marks, new, Around(mine, shown, others))
        yield from self._write([*new, *retired], frame)
        if new or made.untold:
            yield Emit("memory_saved", _saved(frame, new, retired, made.untold))
        task = truncate(self.settings.redact(scene.task), _LONGEST_TASK)
        yield from summarise(self.settings, frame, passages, task)
        cards: dict[str, list[str]] = {mark: [] for mark in pending}
        for mark, card in zip(made.marks, new, strict=True):
            cards[mark].append(card.key)
        return {"cards": cards}

    def _pending(self, scene: Scene) -> Iterable[str]:
        carded = scene.part.get("cards", {})
        gone = set(scene.part.get("recipe", {}).get("gone", ()))
        for message, mark in zip(scene.messages, scene.prints, strict=True):
            if mark in carded or mark in scene.recalls or calls_of(message, 0):
                continue  # what was read back is no new observation
            # What was said stands in the view itself, until the view has no room for it.
            if role(message) == "tool" or (mark in gone and role(message) in _SPEAKERS):
                yield mark
        asked = scene.turn_id
        if asked not in carded and states(scene.asked):
            yield asked

    def _make(
        self,
        scene: Scene,
        frame: Frame,
        pending: frozenset[str],
        statistics: Statistics,
        foreign: frozenset[str],
    ) -> _Made:
        context = CardContext(
            talk=talk_of(scene.conversation),
            tools=tools_of(self.settings, scene).schemas,
            mode=self.settings.config.cards.task_mode,
            statistics=statistics,
        )
        records = records_from(
            scene.messages,
            thread_id=frame.thread_id,
            observed_at=frame.stamp,
            redact=self.settings.redact,
            only=pending,
            max_chars=_MOST_CHARS,
        )
        steps = [self.settings.redact(step) for step in open_steps(scene, frame)]
        count = text_counter(self.settings)
        config = self.settings.config.cards
        summarises = bool(config.summaries) and "cards" in self.settings.models
        made = _Made()
        for observed in records:
            record = observed
            if record.fingerprint == scene.turn_id:  # the rest stands in the view
                record = replace(record, text=statements_in(record.text))
            if record.fingerprint in foreign:
                record = replace(record, kind="model")
            told = make_cards(record, context, self.settings.config.cards, count)
            if not told and record.tool is not None:
                made.untold.append(Source(record).trace)
            if summarises:
                shorten = partial(beginning, room=config.summary_tokens, count=count)
                found = passage_of(record, told, shorten, count)
                made.passages += [] if found is None else [found]
            for card in with_steps(told, steps, context.tools):
                made.marks.append(record.fingerprint)
                made.cards.append(card)
        return made

    def _told_before(
        self, new: list[DecisionCard], passages: Sequence[Passage], frame: Frame
    ) -> Steps[tuple[list[DecisionCard], list[Passage]]]:
        """What was summarised stays so where a node runs again, or beside another."""
        namespace = frame.namespace("cards")
        keys = [passage.card for passage in passages]
        before = yield from load_cards(self.settings.shelf, namespace, keys)
        told = {key: card for key, card in before.items() if card.told}
        cards = [
            _as_told(card, told[card.key]) if card.key in told else card for card in new
        ]
        return cards, [passage for passage in passages if passage.card not in told]

    def _elsewhere(
        self, made: Iterable[DecisionCard], frame: Frame
    ) -> Steps[list[DecisionCard]]:
        """Cards of the same slots, perhaps from other threads, and of what lists list.

        Of listed objects those are looked for that this process knows to have cards.
        """
        lasts = [card for card in made if lasting(card)]
        slots = {card.slot for card in lasts}.union(*map(beside, lasts))
        listed = {object_slot(*of) for card in lasts for of in named_in(card)}
        slots |= listed & self._known_slots(frame)
        said = any(slot.startswith(STATEMENT) for slot in slots)
        said = said or any(card.corrected for card in lasts)
        slots = {slot for slot in slots if not slot.startswith(STATEMENT)}
        namespace = frame.namespace("cards")
        if len(slots) > _MANY:
            ops = [SearchOp(namespace, limit=_LISTED)]
        else:
            ops = [
                SearchOp(namespace, filter={"slot": slot}, limit=_SAME)
                for slot in sorted(slots)
            ]
        if said:  # what a statement replaces may be put in other words
            ops.append(SearchOp(namespace, filter={"source": "user"}, limit=_LISTED))
        found = yield from search(ops)
        items = [i for hits in found for i in hits if _wanted(i, slots, said=said)]
        cards = yield from read_cards(self.settings.shelf, namespace, items)
        return list(cards.values())

    def _known_slots(self, frame: Frame) -> AbstractSet[str]:
        lanes, store = self.settings.lanes, frame.outside.need_store()
        return lanes.lane(store, frame.namespace("cards")).slots.keys()

    def _write(self, cards: Iterable[DecisionCard], frame: Frame) -> Steps[None]:
        namespace, shelf = frame.namespace("cards"), self.settings.shelf
        values = {c.key: card_value(c, shelf.get(namespace, c.key)) for c in cards}
        yield from batch(
            PutOp(namespace, key, value, index=["text"]) for key, value in values.items()
        )
        for key, value in values.items():
            shelf.put(namespace, key, value)
        self.settings.writes.add(frame.scope, len(values))


class _Made:
    """Cards in order, each with the fingerprint of the result it was made of.

    Of results that left no card there is a line that names the record.
    """

    def __init__(self) -> None:
        self.marks: list[str] = []
        self.cards: list[DecisionCard] = []
        self.untold: list[str] = []
        self.passages: list[Passage] = []


def _as_told(card: DecisionCard, before: DecisionCard) -> DecisionCard:
    revision = max(card.revision, before.revision)
    return replace(card, told=before.told, summary=before.summary, revision=revision)


def _wanted(item: Item, slots: Collection[str], *, said: bool) -> bool:
    slot = str(item.value.get("slot"))
    return slot in slots or (said and slot.startswith(STATEMENT))


def _saved(
    frame: Frame,
    new: list[DecisionCard],
    retired: list[DecisionCard],
    untold: list[str],
) -> dict[str, Any]:
    return {
        "thread_id": frame.thread_id,
        "cards": [
            {"key": card.key, "text": render(card), "value": round(card.value.total, 4)}
            for card in new
        ],
        "superseded": [card.key for card in retired if card.superseded_by is not None],
        "not_kept": untold,
    }
