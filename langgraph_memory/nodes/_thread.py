"""Cards of a conversation, read for a node."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from langgraph_memory._flow import Steps
from langgraph_memory.cards.amending.reading import amendments_in
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.meeting import is_code
from langgraph_memory.cards.slots import CALL, OBJECT
from langgraph_memory.nodes._following import follow
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards

_OF_TOOLS: Final = (CALL, OBJECT)
_CODE: Final = re.compile(r"#?[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?")


def thread_cards(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[dict[str, tuple[DecisionCard, ...]]]:
    """Cards by fingerprint of the tool result they were made of."""
    made: Mapping[str, list[str]] = scene.part.get("cards", {})
    marks = [mark for mark in scene.prints if mark in made]
    keys = [key for mark in marks for key in made[mark]]
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), keys)
    return {mark: tuple(cards[key] for key in made[mark] if key in cards) for mark in marks}


def shown_in_blocks(part: Mapping[str, Any]) -> list[str]:
    """Keys of the cards that memory blocks show, those of earlier turns among them."""
    blocks = [*part.get("blocks", {}).values(), part.get("block", {})]
    return [key for held in blocks for key, _ in held.get("cards", ())]


def block_cards(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[tuple[DecisionCard, ...]]:
    """The cards that memory blocks show."""
    keys = shown_in_blocks(scene.part)
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), keys)
    return tuple(cards.values())


def named_cards(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[tuple[DecisionCard, ...]]:
    """The newest cards of the objects that the user names where he puts something right.

    They are looked for only by codes: a word may stand for anything.
    """
    said = " ".join(one.sentence for one in amendments_in(scene.asked)).casefold()
    found = {word for word in _CODE.findall(said) if is_code(word)}
    if not found:
        return ()
    lanes = yield from follow(settings.lanes, settings.shelf, frame)
    keys: set[str] = set()
    for slot, held in tuple(lanes["cards"].slots.items()):
        if slot.startswith(_OF_TOOLS) and not found.isdisjoint(
            _CODE.findall(slot.casefold())
        ):
            keys |= held
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), sorted(keys))
    return tuple(card for card in cards.values() if card.superseded_by is None)


def cards_in_sight(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[dict[str, DecisionCard]]:
    """Cards by key that the model may have decided by: this thread's and the blocks'."""
    mine = yield from thread_cards(settings, scene, frame)
    others = yield from block_cards(settings, scene, frame)
    held = [card for cards in mine.values() for card in cards]
    return {card.key: card for card in (*held, *others)}
