"""What the user asks for and the view lacks, read from the records of the conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import SHORT_KEY
from langgraph_memory.facts.messages import content_text, role
from langgraph_memory.facts.record import Record
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._retelling import record_of
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load
from langgraph_memory.nodes._texts import text_counter
from langgraph_memory.recall.block import is_block
from langgraph_memory.recall.hearing import leaves
from langgraph_memory.recall.reminding import Seen, Source, reminders
from langgraph_memory.recall.retelling import Retelling

_SHARE: Final = 0.5
"""Largest share of the memory block's room."""


def chosen(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    retelling: Retelling,
    view: Sequence[BaseMessage],
) -> Steps[dict[str, list[int]]]:
    """Choose what the view lacks of what is asked.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory.
        retelling: What the tools said.
        view: What the model would be shown.

    Returns:
        By fingerprint of an output, positions of its parts.
    """
    sources = yield from _sources(settings, scene, frame, retelling, retelling.outputs)
    recall = settings.config.recall
    return reminders(
        scene.asked,
        sources,
        Seen(text for message in view for text in _texts(message)),
        room=int(recall.view_tokens * recall.block_share * _SHARE),
        count=text_counter(settings),
    )


def reminded(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    retelling: Retelling,
    held: Mapping[str, Sequence[int]],
) -> Steps[list[str]]:
    """What was chosen, as text; records that are kept no longer are left out."""
    if not held:
        return []
    sources = yield from _sources(settings, scene, frame, retelling, held)
    redact = settings.redact  # once more, for what other programs put into the store
    return [redact(sources[mark].shown(held[mark])) for mark in held if mark in sources]


def _sources(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    retelling: Retelling,
    marks: Iterable[str],
) -> Steps[dict[str, Source]]:
    """Outputs as their records have them, so that they stay the same when compacted."""
    keys: dict[str, str] = dict(scene.part.get("past", {}))
    for message, mark in zip(scene.messages, scene.prints, strict=True):
        if isinstance(message, ToolMessage):
            keys[mark] = record_of(message, mark, frame.thread_id)
    wanted = {mark: keys[mark] for mark in marks if mark in keys}
    found = yield from load(settings.shelf, frame.namespace("records"), wanted.values())
    sources: dict[str, Source] = {}
    for mark, key in wanted.items():
        if key in found:
            record = Record.from_dict(found[key])
            name = f"[record {key[:SHORT_KEY]}]"
            sources[mark] = Source(name, record.tool or "tool", record.args, record.text)
        elif mark in retelling.outputs:
            said = retelling.outputs[mark]
            sources[mark] = Source("[no record]", said.tool, said.args, said.content)
    return sources


def _texts(message: BaseMessage) -> Iterable[Any]:
    """What shows outputs: tool messages, memory, and the calls that results leave it to."""
    # Who names a thing does not tell what tools said of it.
    if is_block(message) or role(message) in ("tool", "system"):
        yield content_text(message.content)
    if isinstance(message, AIMessage):
        for call in message.tool_calls:
            yield from leaves(call["args"])
