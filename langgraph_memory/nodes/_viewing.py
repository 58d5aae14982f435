"""The view of one step: its material, its recipe and its memory block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards, load_experiences
from langgraph_memory.nodes._stands import as_shown, more_of, stands
from langgraph_memory.recall.block import block_message
from langgraph_memory.recall.compacting import stands_already
from langgraph_memory.recall.pinning import pinned, with_told
from langgraph_memory.recall.planning import keep, replan
from langgraph_memory.recall.sizes import Draft, Sizes
from langgraph_memory.recall.view import Recipe, Stand, build


@dataclass(frozen=True)
class Viewing:
    """One view and how it came about.

    Attributes:
        recipe: How it is built.
        messages: What the model is shown.
        history_tokens: Tokens of the whole conversation.
        view_tokens: Tokens of the view.
        standing: By fingerprint, what can stand in place of tool results.
    """

    recipe: Recipe
    messages: list[BaseMessage]
    history_tokens: int
    view_tokens: int
    standing: Mapping[str, Stand]


def viewing(settings: Settings, scene: Scene, frame: Frame) -> Steps[Viewing]:
    """Build the view, planning anew only where the recipe of the last step does not fit."""
    before = Recipe.from_dict(scene.part.get("recipe", {}))
    latest = yield from _latest(settings, scene, frame, before)
    standing = pinned(latest, before)
    block = yield from block_of(settings, scene, frame)
    recall = settings.config.recall
    draft = Draft(
        messages=scene.messages,
        prints=scene.prints,
        stands=standing,
        turn=scene.turn,
        reserved=settings.count([block]) if block else 0,
        count=settings.count,
        memo=settings.sizes,
    )
    to_do = _to_do(before, scene, standing)
    recipe = keep(draft, to_do, recall.view_tokens)
    if recipe is None:
        standing = latest
        draft = replace(draft, stands=latest)
        recipe = replan(draft, to_do, int(recall.view_tokens * recall.refill))
    recipe = with_told(recipe, standing)
    sizes = Sizes(draft)
    messages = build(scene.messages, scene.prints, recipe, standing, block)
    return Viewing(
        recipe=recipe,
        messages=messages,
        history_tokens=sizes.history(),
        view_tokens=sizes.total(recipe),
        standing=standing,
    )


def _latest(
    settings: Settings, scene: Scene, frame: Frame, before: Recipe
) -> Steps[dict[str, Stand]]:
    """What can stand in place of each result, no older than what was shown."""
    found = yield from stands(settings, scene, frame)
    behind = [
        card.key
        for mark in before.told & found.keys()
        for card in found[mark].cards
        if not any(one.told for one in found[mark].cards)
    ]
    if not behind:
        return found
    for key in behind:  # another process has told them anew
        settings.shelf.drop(frame.namespace("cards"), key)
    return (yield from stands(settings, scene, frame))


def _to_do(recipe: Recipe, scene: Scene, standing: Mapping[str, Stand]) -> Recipe:
    """The recipe without what has been done in the state itself."""
    messages = dict(zip(scene.prints, scene.messages, strict=True))
    shown = {
        mark: rows
        for mark, rows in recipe.shown.items()
        if mark not in standing
        or not stands_already(messages[mark], standing[mark].text(rows))
    }
    return replace(recipe, shown=shown)


def block_of(settings: Settings, scene: Scene, frame: Frame) -> Steps[HumanMessage | None]:
    """The memory block that the channel describes, or None."""
    held: Mapping[str, Any] = scene.part.get("block", {})
    if held.get("id") != scene.turn_id:
        return None
    rows, told = dict(held.get("cards", ())), held.get("told", ())
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), rows)
    lessons = yield from load_experiences(
        settings.shelf, frame.namespace("experiences"), held.get("lessons", ())
    )
    redact = settings.redact  # once more, for what other programs put into the store
    return block_message(
        scene.turn_id,
        cards=[
            redact(_told(settings, card if key in told else card.by_rules, rows[key]))
            for key, card in cards.items()
        ],
        lessons=[redact(guidance(lesson, scene.task)) for lesson in lessons.values()],
        attempt=held.get("attempt"),
    )


def _told(settings: Settings, card: DecisionCard, rows: int) -> str:
    stand = Stand((as_shown(card),), "", hint=more_of(settings, card.key[:SHORT_KEY]))
    return stand.text((rows, 0))
