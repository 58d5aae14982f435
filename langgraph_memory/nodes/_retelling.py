"""What the tools of a conversation said, gathered for its view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from langchain_core.messages import BaseMessage, ToolMessage

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import SHORT_KEY
from langgraph_memory.cards.form.model import Correction, Output
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.facts.record import Record, record_key
from langgraph_memory.nodes._agent_tools import tools_of
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._rates import rates_of
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load
from langgraph_memory.nodes._speaking import words_of_others
from langgraph_memory.nodes._thread import thread_cards
from langgraph_memory.recall.counting import Counting
from langgraph_memory.recall.hearing import heard_of
from langgraph_memory.recall.retelling import Retelling

MOST_PAST = 100
"""Most outputs whose messages are removed from the state and that are still told of."""


def retelling_of(settings: Settings, scene: Scene, frame: Frame) -> Steps[Retelling]:
    """Gather what can stand in the tool messages of a conversation."""
    past: Mapping[str, str] = scene.part.get("past", {})
    keys = dict(past)
    for message, mark in zip(scene.messages, scene.prints, strict=True):
        if STANDS_FOR in message.additional_kwargs:
            keys[mark] = record_of(message, mark, frame.thread_id)
    records = yield from _records(settings, frame, keys)
    summaries = yield from _summaries(settings, scene, frame)
    outputs: dict[str, Output] = {}
    for at, mark in enumerate(past, -len(past)):
        if mark in records:
            outputs[mark] = _output(records[mark], at)
    outputs |= yield from _present(settings, scene, records)
    statistics = yield from rates_of(settings, frame)
    return Retelling(
        messages=scene.messages,
        prints=scene.prints,
        outputs=outputs,
        stubs=dict(_stubs(scene, frame)),
        tools=tools_of(settings, scene),
        count=Counting(settings.count).text,
        config=settings.config.cards,
        statistics=statistics,
        read_back=frozenset(scene.recalls),
        summaries=summaries,
        names=settings.reads_back,
        shelf=settings.forms,
        shown=settings.told.of,
        where=(frame.scope, frame.thread_id, scene.model),
    )


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


def _records(
    settings: Settings, frame: Frame, keys: Mapping[str, str]
) -> Steps[dict[str, Record]]:
    if not keys:
        return {}
    found = yield from load(settings.shelf, frame.namespace("records"), keys.values())
    read = {key: Record.from_dict(value) for key, value in found.items()}
    return {mark: read[key] for mark, key in keys.items() if key in read}


def _summaries(settings: Settings, scene: Scene, frame: Frame) -> Steps[dict[str, str]]:
    """What a model summed up of outputs in prose, no older than what was shown."""
    shown = (scene.part.get("recipe", {}).get("digest") or {}).get("told", ())
    if "cards" not in settings.models and not shown:
        return {}
    cards = yield from thread_cards(settings, scene, frame)
    behind = [
        card.key
        for mark in shown
        for card in cards.get(mark, ())
        if not any(one.told for one in cards[mark])
    ]
    if behind:  # another process has told them anew
        for key in behind:
            settings.shelf.drop(frame.namespace("cards"), key)
        cards = yield from thread_cards(settings, scene, frame)
    return {
        mark: "\n".join(one.told)
        for mark, (one, *others) in ((m, c) for m, c in cards.items() if c)
        if one.told and one.table is None and not others
    }


def _output(record: Record, position: int) -> Output:
    return Output(record.tool or "tool", record.text, record.args, position, record.error)


def _present(
    settings: Settings, scene: Scene, records: Mapping[str, Record]
) -> Steps[dict[str, Output]]:
    """What the messages of tools say, and what the user put right between them."""
    heard = [(scene.prints[at], one) for at, one in heard_of(scene.messages)]
    corrected = [mark for mark, one in heard if isinstance(one, Correction)]
    foreign: frozenset[str] = frozenset()
    if corrected:
        foreign = yield from words_of_others(settings, scene, corrected)
    outputs: dict[str, Output] = {}
    for mark, one in heard:
        if isinstance(one, Correction):
            if mark not in foreign:
                text, answer = settings.redact(one.content), settings.redact(one.answer)
                outputs[mark] = replace(one, content=text, answer=answer)
        elif mark not in scene.recalls:
            told = _output(records[mark], one.position) if mark in records else one
            outputs[mark] = told
    return outputs


def _stubs(scene: Scene, frame: Frame) -> Iterable[tuple[str, str]]:
    for message, mark in zip(scene.messages, scene.prints, strict=True):
        if isinstance(message, ToolMessage):
            own = record_of(message, mark, frame.thread_id)[:SHORT_KEY]
            digits = scene.recalled.get(mark, own)
            yield mark, f"[record {digits}]" if digits else "[no record]"
