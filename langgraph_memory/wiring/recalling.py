"""`recall_record`: the tool by which the model reads a raw record back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.store.base import GetOp, Item
from pydantic import BaseModel, Field

from langgraph_memory._flow import Steps, arun, batch, run
from langgraph_memory.cards.card import SHORT_KEY
from langgraph_memory.cards.rendering import call_text
from langgraph_memory.facts.messages import STANDS_FOR
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.text import content_text
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.nodes._base import guarded
from langgraph_memory.nodes._frame import Frame, frame_from
from langgraph_memory.nodes._retelling import record_of
from langgraph_memory.nodes._scene import Scene, scene_from
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards
from langgraph_memory.nodes._texts import text_counter
from langgraph_memory.nodes._thread import shown_in_blocks
from langgraph_memory.nodes._viewing import viewing
from langgraph_memory.scope import Kind
from langgraph_memory.store import CheckpointStore
from langgraph_memory.wiring.carrying import keys_of
from langgraph_memory.wiring.channels import MEMORY, channel_value
from langgraph_memory.wiring.excerpts import Excerpt, excerpt, record_head

_ID: Final = re.compile(r"(?<![0-9a-z])[0-9a-f]{4,32}(?![0-9a-z])")
_WHOLE_KEY: Final = 32
_MORE_DIGITS, _MOST_NAMED = 12, 5
_NEARLY: Final = 0.9

_DESCRIPTION: Final = (
    "Read back what a tool returned, or what was said, exactly as it was recorded. Use it "
    "when a card or a line in place of an older result lacks what you need."
)
_SEEN: Final = (
    "You have {what} already: it is the result of your call {call} further up. "
    "Look there, or ask for another part with another query."
)
_UNKNOWN: Final = (
    "There is nothing on record whose id begins with {digits}. Take the digits as they "
    "stand after `card` or `record`, or call the tool itself again."
)
_NO_ARCHIVE: Final = "No records are kept here; call the tool itself again."
_AWAY: Final = "The archive is out of reach at the moment; go on with what you see."


class RecallRecord(BaseModel):
    """What the model says when it asks for a record."""

    id: str = Field(
        description="The digits after `card` or `record` in what you were shown, such as "
        "5d0e3b1c."
    )
    query: str | None = Field(
        default=None,
        description="What you look for in it, in a few words, names or ids; leave it out "
        "to read from the beginning.",
    )


def recall_tool(settings: Settings) -> BaseTool:
    """Make the tool.

    Whose records it reads is told by the run it is called in, never by its arguments.

    Args:
        settings: The memory's settings.

    Returns:
        A tool for `ToolNode` and for binding to the model.
    """

    def recall_record(id: str, query: str | None = None, *, config: RunnableConfig) -> str:  # noqa: A002  the model's word
        steps, frame = _call(settings, id, query, config)
        return run(steps, frame.outside)

    async def arecall_record(
        id: str,  # noqa: A002  the model's word
        query: str | None = None,
        *,
        config: RunnableConfig,
    ) -> str:
        steps, frame = _call(settings, id, query, config)
        return await arun(steps, frame.outside)

    return StructuredTool.from_function(
        recall_record,
        arecall_record,
        name=RECALL_TOOL,
        description=_DESCRIPTION,
        args_schema=RecallRecord,
        metadata={"changes_state": False},
    )


def _call(
    settings: Settings, wanted: str, query: str | None, config: RunnableConfig
) -> tuple[Steps[str], Frame]:
    frame = frame_from(config, settings)
    steps = _read_back(settings, frame, wanted, query, config)
    return guarded(RECALL_TOOL, steps, _AWAY, frame), frame


def _read_back(
    settings: Settings,
    frame: Frame,
    wanted: str,
    query: str | None,
    config: RunnableConfig,
) -> Steps[str]:
    here = _Here.of(settings, frame, config)
    found = _ID.search(wanted.lower())
    if found is None:
        return (
            f"{wanted!r} is not an id. Give the digits after `card` or `record` in what "
            f"you were shown, such as 5d0e3b1c."
        )
    keys = yield from _resolved(settings, frame, found[0], here)
    if not keys:
        none_kept = settings.config.archive == "none"
        return _NO_ARCHIVE if none_kept else _UNKNOWN.format(digits=found[0])
    if len(keys) > 1:
        named = ", ".join(key[:_MORE_DIGITS] for key in keys[:_MOST_NAMED])
        return f"{len(keys)} records begin with {found[0]}; give more digits: {named}."
    return (yield from _read(settings, frame, here, keys[0], query))


def _read(
    settings: Settings, frame: Frame, here: _Here, key: str, query: str | None
) -> Steps[str]:
    """What is given of a record; or where it stands in view already."""
    for mark, before in here.readings_of(key, query):
        refusal = _SEEN.format(what="this", call=before)
        if (yield from _stands_beside(settings, frame, here, mark, refusal)):
            return refusal
    made = yield from _excerpt(settings, frame, key, query)
    if isinstance(made, str):
        return made
    for mark, before in here.showing(key, made):
        missed = "" if made.matched or not query else "Nothing in it matches the query. "
        refusal = missed + _SEEN.format(what="that part", call=before)
        if (yield from _stands_beside(settings, frame, here, mark, refusal)):
            return refusal
    return made.text


def _stands_beside(
    settings: Settings, frame: Frame, here: _Here, mark: str, answer: str
) -> Steps[bool]:
    """Whether every model that reads an answer is still shown an older result then."""
    message = ToolMessage(answer, name=RECALL_TOOL, tool_call_id=RECALL_TOOL)
    for model, part in here.parts.items():
        state = {
            settings.messages_key: [*here.scene.messages, message],
            MEMORY: {model: part},
        }
        scene = scene_from(state, model, settings.messages_key, settings.task)
        shown = yield from viewing(settings, scene, frame)
        if mark in {*shown.recipe.gone, *shown.recipe.stubs, *shown.recipe.cut}:
            return False
    return True


def _excerpt(
    settings: Settings, frame: Frame, key: str, query: str | None
) -> Steps[Excerpt | str]:
    """What is given of a record; a plain text where it is kept no longer."""
    (item,) = yield from batch([GetOp(frame.namespace("records"), key)])
    if not isinstance(item, Item):
        return record_head(
            key, "the record itself is kept no longer; its card says what is known"
        )
    record = Record.from_dict(item.value)
    recall = settings.config.recall
    return excerpt(
        record,
        settings.redact(record.text),  # once more, for what other programs put there
        query,
        # What takes most of the view could not stand in it beside what comes next.
        room=min(recall.record_tokens, max(1, recall.view_tokens // 2)),
        count=text_counter(settings),
    )


def _resolved(
    settings: Settings, frame: Frame, digits: str, here: _Here
) -> Steps[list[str]]:
    """Keys of the records that some first digits of a record or a card may mean."""
    records = {key for key in here.records if key.startswith(digits)}
    cards = {key for key in here.cards if key.startswith(digits)}
    if not records and not cards:
        records = yield from _beginning_with(frame, "records", digits)
        cards = yield from _beginning_with(frame, "cards", digits)
    named = yield from load_cards(settings.shelf, frame.namespace("cards"), cards)
    return sorted(records | {card.record_id for card in named.values()})


def _beginning_with(frame: Frame, kind: Kind, digits: str) -> Steps[set[str]]:
    if len(digits) == _WHOLE_KEY:
        (item,) = yield from batch([GetOp(frame.namespace(kind), digits)])
        return {digits} if isinstance(item, Item) else set()
    at_once = isinstance(frame.outside.store, CheckpointStore)
    keys = yield from keys_of(frame.scope, kind, at_once=at_once)
    return {key for key in keys if key.startswith(digits)}


@dataclass(frozen=True)
class _Here:
    """The conversation that the tool is called in.

    Attributes:
        scene: Its messages.
        parts: What the channel holds, by model node.
        thread_id: The thread.
    """

    scene: Scene
    parts: Mapping[str, Mapping[str, Any]]
    thread_id: str

    @classmethod
    def of(cls, settings: Settings, frame: Frame, config: RunnableConfig) -> _Here:
        key = settings.messages_key
        state = {key: channel_value(config, key)}
        channel: Mapping[str, Any] = channel_value(config, MEMORY) or {}
        scene = scene_from(state, "", key, settings.task)
        return cls(scene, channel, frame.thread_id)

    @property
    def records(self) -> Iterator[str]:
        """Keys of the records of its messages."""
        messages = zip(self.scene.messages, self.scene.prints, strict=True)
        return (record_of(message, mark, self.thread_id) for message, mark in messages)

    @property
    def cards(self) -> Iterator[str]:
        """Keys of its cards, and of those in memory blocks."""
        for part in self.parts.values():
            for keys in part.get("cards", {}).values():
                yield from keys
            yield from shown_in_blocks(part)

    def showing(self, key: str, made: Excerpt) -> Iterator[tuple[str, str]]:
        """The results of earlier calls that show an excerpt of it, and the calls."""
        for mark, call in self.scene.recalls.items():
            message = self.scene.messages[self.scene.prints.index(mark)]
            body = content_text(message.content).partition("\n")[2]
            if self._is_reading(mark, key) and _shows(body, made.body):
                yield mark, call_text(call.name, call.args)

    def _is_reading(self, mark: str, key: str) -> bool:
        message = self.scene.messages[self.scene.prints.index(mark)]
        said = self.scene.recalled[mark] == key[:SHORT_KEY]
        return said and STANDS_FOR not in message.additional_kwargs

    def readings_of(self, key: str, query: str | None) -> Iterator[tuple[str, str]]:
        """The results of earlier calls that say this, by fingerprint, and the calls."""
        for mark, call in self.scene.recalls.items():
            asked = call.args.get("query") or None
            if asked == (query or None) and self._is_reading(mark, key):
                yield mark, call_text(call.name, call.args)


def _shows(given: str, wanted: str) -> bool:
    """Whether a text that was given shows another one, but for a few of its last words."""
    both = min(len(given), len(wanted))
    return both >= _NEARLY * len(wanted) > 0 and given[:both] == wanted[:both]
