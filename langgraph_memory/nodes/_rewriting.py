"""What was found, put in order and into words for the task: by rules, then by a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Emit, Steps
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import render
from langgraph_memory.experiences.arguments import leaves
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.filling import slot_values
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._thread import thread_cards
from langgraph_memory.recall.rewriting import Found, rewrite_question

_ROWS = 5

_BY_RULES = Fallback(
    node="rerank_rewrite", what="order and steps", instead="those of the rules stay"
)


@dataclass(frozen=True, kw_only=True)
class Wording:
    """In what order and words the block tells what was found.

    Attributes:
        order: Keys that a model has put first; empty: as they were found.
        rules: By key of the lesson, what rules make of it for the task.
        steps: By key of the lesson, what a model made of it instead.
    """

    order: tuple[str, ...]
    rules: Mapping[str, str]
    steps: Mapping[str, str]

    def sorted(self, keys: Iterable[str]) -> list[str]:
        """Keys in the order in which the block tells them."""
        place = {key: at for at, key in enumerate(self.order)}
        return sorted(keys, key=lambda key: place.get(key, len(place)))


def by_rules(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    cards: Mapping[str, DecisionCard],
    lessons: Mapping[str, Experience],
) -> Steps[Wording]:
    """Word what was found by rules: slots are filled from task, state, calls and cards.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.
        cards: The cards that were found.
        lessons: The lessons that were found.
    """
    if not lessons:
        return Wording(order=(), rules={}, steps={})
    mine = yield from thread_cards(settings, scene, frame)
    near = [*cards.values(), *(card for held in mine.values() for card in held)]
    named = (pair for card in near for pair in _cells(card))
    values = slot_values(scene.task, named, _own(scene))
    told = {
        key: settings.redact(guidance(lesson, scene.task, values))
        for key, lesson in lessons.items()
    }
    return Wording(order=(), rules=told, steps={})


def by_model(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    cards: Mapping[str, DecisionCard],
    lessons: Mapping[str, Experience],
    wording: Wording,
) -> Steps[Wording]:
    """Have the model order and reword what the block shows: one question, once per turn.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.
        cards: The cards that are shown.
        lessons: The lessons that are shown.
        wording: That of the rules, which stays where the model's answer cannot be used.
    """
    if "rewrite" not in settings.models:
        return wording
    if scene.attempt:  # the turn has had its question
        return _as_before(scene, wording)
    redact = settings.redact
    found = Found(
        task=redact(scene.task),
        cards={
            key: redact(render(card, min(_ROWS, len(card.table.rows) if card.table else 1)))
            for key, card in cards.items()
        },
        lessons=lessons,
        guidance={key: wording.rules[key] for key in lessons},
    )
    if not found.worth_asking:
        return wording
    config = settings.config
    seconds = min(config.recall.rewrite_seconds, config.model_seconds)
    question = rewrite_question(found)
    answer = yield from asked(question, "rewrite", frame.outside, _BY_RULES, seconds)
    if answer is None:
        return wording
    steps = {key: redact(text) for key, text in answer.texts.items()}
    yield Emit(
        "memory_rewritten",
        {
            "thread_id": frame.thread_id,
            "order": list(answer.order),
            "steps": steps,
            "dropped": [[redact(said), reason] for said, reason in answer.dropped],
        },
    )
    return Wording(order=answer.order, rules=wording.rules, steps=steps)


def _as_before(scene: Scene, wording: Wording) -> Wording:
    """As the block of the attempt before told it."""
    held = scene.part.get("block", {})
    if held.get("id") != scene.turn_id:
        return wording
    order = (*(key for key, _ in held["cards"]), *held["lessons"])
    return Wording(order=order, rules=wording.rules, steps=held.get("guidance", {}))


def _cells(card: DecisionCard) -> Iterator[tuple[str, Any]]:
    yield from leaves(card.args)
    yield from card.constants.items()
    if card.table is not None:
        for row in card.table.rows:
            yield from zip(card.table.columns, row, strict=False)


def _own(scene: Scene) -> Iterator[tuple[str, Any]]:
    """What state and calls of this conversation name."""
    if isinstance(scene.state, Mapping):
        plain = (str, int, float)
        yield from ((k, v) for k, v in scene.state.items() if isinstance(v, plain))
    for message in scene.messages:
        if isinstance(message, AIMessage):
            for call in message.tool_calls:
                yield from leaves(call["args"])
