"""Cards of a conversation's tool results, read for a node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import SHORT_KEY, DecisionCard
from langgraph_memory.cards.rendering import call_text
from langgraph_memory.facts.messages import ToolCallView, calls_by_id, content_text
from langgraph_memory.facts.record import record_key
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards
from langgraph_memory.recall.fading import fade
from langgraph_memory.recall.view import Stand


def thread_cards(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[dict[str, tuple[DecisionCard, ...]]]:
    """Cards by fingerprint of the tool result they were made of."""
    made: Mapping[str, list[str]] = scene.part.get("cards", {})
    marks = [mark for mark in scene.prints if mark in made]
    keys = [key for mark in marks for key in made[mark]]
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), keys)
    return {mark: tuple(cards[key] for key in made[mark] if key in cards) for mark in marks}


def cards_in_sight(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[dict[str, DecisionCard]]:
    """Cards by key that the model may have decided by: this thread's and the block's."""
    mine = yield from thread_cards(settings, scene, frame)
    block: Mapping[str, Any] = scene.part.get("block", {})
    keys = [key for key, _ in block.get("cards", ())]
    others = yield from load_cards(settings.shelf, frame.namespace("cards"), keys)
    return {card.key: card for cards in mine.values() for card in cards} | others


def stands(settings: Settings, scene: Scene, frame: Frame) -> Steps[dict[str, Stand]]:
    """What can stand in place of each tool result of the conversation."""
    cards = yield from thread_cards(settings, scene, frame)
    calls = calls_by_id(scene.messages)
    spoken = _model_messages_since(scene)
    used: Mapping[str, str] = scene.part.get("used", {})
    found: dict[str, Stand] = {}
    for message, mark in zip(scene.messages, scene.prints, strict=True):
        if isinstance(message, ToolMessage):
            mine = cards.get(mark, ())
            last_uses = [spoken.get(used.get(card.key, "")) for card in mine]
            own = record_of(message, mark, frame.thread_id)[:SHORT_KEY]
            record = scene.recalled.get(mark, own)
            found[mark] = Stand(
                cards=tuple(as_shown(card) for card in mine),
                trace=_trace(message, calls, record),
                raw=content_text(message.content),
                factors=tuple(fade(spoken[mark], last) for last in last_uses),
                hint=more_of(settings, record),
            )
    return found


def more_of(settings: Settings, digits: str) -> str:
    """A line that says how to read on, where the agent has the tool for it; else empty."""
    return f'more: {RECALL_TOOL}(id="{digits}")' if settings.reads_back else ""


def as_shown(card: DecisionCard) -> DecisionCard:
    """A card without a word of its successor, so that what was shown does not change."""
    return replace(card, superseded_by=None) if card.superseded_by else card


def _model_messages_since(scene: Scene) -> dict[str, int]:
    """How many model messages came after each message, by fingerprint."""
    since: dict[str, int] = {}
    count = 0
    for message, mark in zip(reversed(scene.messages), reversed(scene.prints), strict=True):
        since[mark] = count
        count += isinstance(message, AIMessage)
    return since


def record_of(message: BaseMessage, mark: str, thread_id: str) -> str:
    """Key of the record of a message.

    Args:
        message: The message.
        mark: Its fingerprint.
        thread_id: The thread it stands in.

    Returns:
        32 hex digits.
    """
    call_id = getattr(message, "tool_call_id", None) or None
    return record_key(thread_id, message.id, call_id, mark)


def _trace(message: ToolMessage, calls: Mapping[str, ToolCallView], record: str) -> str:
    call = calls.get(message.tool_call_id)
    name = call.name if call else message.name or "tool"
    told = f"record {record}" if record else "no record"
    return f"[{call_text(name, call.args if call else {})}: {told}]"
