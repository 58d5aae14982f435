"""A conversation as what cards are chosen by: what tools said, what else was said."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from langgraph_memory.cards.amending.reading import amendments_in
from langgraph_memory.cards.form.model import Correction, Output
from langgraph_memory.cards.selection.talk import Said, Speaker, Talk
from langgraph_memory.facts.messages import content_text, is_error, role
from langgraph_memory.facts.text import medium_of
from langgraph_memory.recall.tokens import MEDIA_TYPES

_SPEAKERS: Final[dict[str, Speaker]] = {
    "user": "user",
    "model": "model",
    "system": "system",
}
_MORE_THAN_WORDS: Final = (*MEDIA_TYPES, "tool_reference")


def is_told(message: BaseMessage) -> bool:
    """Whether a message is a tool's output in text and data, which a form can tell."""
    return isinstance(message, ToolMessage) and is_words(message.content)


def is_words(content: Any) -> bool:
    """Whether a content can stand as text: it holds no pictures, sound, files or tools."""
    blocks = content if isinstance(content, list) else [content]
    return not any(
        medium_of(block) or block.get("type") in _MORE_THAN_WORDS
        for block in blocks
        if isinstance(block, Mapping)
    )


def outputs_of(messages: Sequence[BaseMessage]) -> list[Output]:
    """What tools said, with the calls that asked for it; one batch has one position.

    Args:
        messages: A conversation, the oldest message first.

    Returns:
        One output for each message that is told, in order.
    """
    calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
    batch, found = 0, []
    for message in messages:
        if isinstance(message, AIMessage) and message.tool_calls:
            batch += 1
            calls |= {c["id"] or "": (c["name"], c["args"]) for c in message.tool_calls}
        elif is_told(message) and isinstance(message, ToolMessage):
            name, args = calls.get(message.tool_call_id, (message.name or "tool", {}))
            text, failed = content_text(message.content), is_error(message)
            found.append(Output(name, text, args, batch, failed))
    return found


def heard_of(
    messages: Sequence[BaseMessage], foreign: Collection[int] = ()
) -> list[tuple[int, Output]]:
    """What tools said, and between it what the user put right.

    Args:
        messages: A conversation, the oldest message first.
        foreign: Positions of human messages that the user did not write.

    Returns:
        Outputs as `outputs_of` gives them and corrections, each with the position of its
        message, in order.
    """
    told = iter(outputs_of(messages))
    found: list[tuple[int, Output]] = []
    answer, since, now = "", 0, 0
    for at, message in enumerate(messages):
        if is_told(message):
            found.append((at, output := next(told)))
            now = output.position
        elif role(message) == "model":
            answer = content_text(message.content) or answer
        elif role(message) == "user":
            text = content_text(message.content)
            if at not in foreign and now and amendments_in(text):
                said = Correction(content=text, position=now, answer=answer, since=since)
                found.append((at, said))
            answer, since = "", now
    return found


def talk_of(messages: Sequence[BaseMessage]) -> Talk:
    """What everybody but the tools said, and the values that were given to tools."""
    return Talk(_said(messages))


def task_of(messages: Sequence[BaseMessage]) -> str:
    """The words of the user by which the kind of task is told: all of them."""
    return "\n".join(content_text(m.content) for m in messages if role(m) == "user")


def last_tool(messages: Sequence[BaseMessage]) -> str:
    """The tool that was called last; empty when none was."""
    for message in reversed(messages):
        if isinstance(message, AIMessage) and message.tool_calls:
            return message.tool_calls[-1]["name"]
    return ""


def leaves(value: Any) -> Iterator[str]:
    """The scalars of an argument, as text; names in a mapping that is data among them."""
    if isinstance(value, Mapping):
        sums = all(isinstance(inner, int | float) for inner in value.values())
        yield from (str(name) for name in value if sums or " " in str(name))
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)
    elif value is not None and not isinstance(value, bool):
        yield value if isinstance(value, str) else json.dumps(value, default=str)


def _said(messages: Sequence[BaseMessage]) -> Iterator[Said]:
    for turn, message in enumerate(messages):
        speaker = _SPEAKERS.get(role(message) or "")
        if speaker is None:
            continue
        text = content_text(message.content)
        if text:
            yield Said(speaker, text, turn)
        if isinstance(message, AIMessage):
            for call in message.tool_calls:
                yield from (Said("call", text, turn) for text in leaves(call["args"]))
