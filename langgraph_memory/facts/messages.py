"""Messages of any shape, told apart and matched with the calls they answer.

Who spoke is read from a message's structure alone, never from its text.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from langgraph_memory.errors import ConfigError
from langgraph_memory.facts._conversion import ROLES, Role, converted, is_single
from langgraph_memory.facts._failures import tells_failure
from langgraph_memory.facts._verbs import reads_by_name
from langgraph_memory.facts.text import canonical, content_text, plain

__all__ = [
    "Role",
    "ToolCallView",
    "as_messages",
    "calls_by_id",
    "calls_of",
    "content_text",
    "fingerprints",
    "is_error",
    "role",
]


@dataclass(frozen=True)
class ToolCallView:
    """One call of a tool, as the model asked for it.

    Attributes:
        name: The tool.
        args: Its arguments.
        index: Position of the message that asked for it.
    """

    name: str
    args: dict[str, Any]
    index: int


def as_messages(value: Any) -> list[BaseMessage]:
    """Take messages in any of the forms that graphs use.

    Args:
        value: One of, or an iterable of: messages; `(role, content)` pairs; dicts in
            OpenAI's form or LangChain's serialised ones; strings, which are the user's.
            None is no message at all.

    Returns:
        Message objects; those that were objects are the same ones.

    Raises:
        ConfigError: When something is none of these; it says where and of what type.
    """
    if value is None:
        return []
    items = [value] if is_single(value) else value
    if not isinstance(items, Iterable):
        msg = f"messages are expected, not {type(value).__name__}"
        raise ConfigError(msg)
    return [converted(item, position) for position, item in enumerate(items)]


def role(message: BaseMessage) -> Role | None:
    """Who speaks in a message.

    Args:
        message: Any message.

    Returns:
        `user`, `model`, `tool` or `system`; None for what nobody says, such as removals
        and roles of the user's own making.
    """
    if isinstance(message, HumanMessage):
        return "user"
    if isinstance(message, AIMessage):
        return "model"
    if isinstance(message, ToolMessage | FunctionMessage):
        return "tool"
    if isinstance(message, SystemMessage):
        return "system"
    if isinstance(message, ChatMessage):
        return ROLES.get(message.role.lower())
    return None


STANDS_FOR = "memory_stands_for"
"""Key in a tool result's `additional_kwargs`: the fingerprint of the output in whose place
the content stands."""


def fingerprints(messages: Iterable[BaseMessage]) -> list[str]:
    """Tell messages apart, whether or not they have ids.

    A fingerprint is made of type, id, content and tool calls. Equal messages with an id
    are one message; equal ones without are numbered in their order, so that the
    fingerprints of a conversation stay when it grows. A message that stands in place of
    another, under `STANDS_FOR`, has the fingerprint of that one.

    Args:
        messages: A conversation, oldest first.

    Returns:
        16 hex digits per message.
    """
    counts: Counter[str] = Counter()
    found = []
    for message in messages:
        mark = message.additional_kwargs.get(STANDS_FOR) or _fingerprint(message)
        if message.id is None:
            counts[mark] += 1
            mark = _digest(f"{mark}#{counts[mark]}")
        found.append(mark)
    return found


def _fingerprint(message: BaseMessage) -> str:
    # Conversations are read anew at each step. The key holds the content's hash in place
    # of the content, so that what was said is not kept alive by the cache.
    content = message.content
    calls = message.tool_calls if isinstance(message, AIMessage) else ()
    key = (
        message.type,
        message.id,
        hash(content) if isinstance(content, str) else repr(content),
        len(content),
        repr(calls),
        getattr(message, "tool_call_id", None),
    )
    mark = _fingerprints.get(key)
    if mark is None:
        if len(_fingerprints) >= _MOST_FINGERPRINTS:
            _fingerprints.clear()
        mark = _fingerprints[key] = _digest(canonical(plain(_identity(message))))
    return mark


_MOST_FINGERPRINTS = 50_000
_fingerprints: dict[tuple[Any, ...], str] = {}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _identity(message: BaseMessage) -> list[Any]:
    calls = message.tool_calls if isinstance(message, AIMessage) else ()
    return [
        role(message) or message.type,
        message.id,
        message.content,
        [[call["name"], call["args"], call["id"]] for call in calls],
        getattr(message, "tool_call_id", None),
    ]


def is_error(message: ToolMessage) -> bool:
    """Whether a tool failed.

    Args:
        message: Its result.

    Returns:
        True when its status says so, or its text has the form of an error, in English or
        Chinese: "Error: …", `{"error": "…"}`, "查询失败：…". What a tool that only reads
        tells of a failure is no failure of its own: `{"build": 7, "status": "failed"}`.
    """
    if message.status == "error":
        return True
    reads = reads_by_name(message.name or "")
    return tells_failure(content_text(message.content), reads=reads)


def calls_by_id(messages: Iterable[BaseMessage]) -> dict[str, ToolCallView]:
    """The tool calls of a conversation.

    Args:
        messages: A conversation, oldest first.

    Returns:
        Calls by their id; the newest one where an id was used again.
    """
    return {
        call_id: view
        for index, message in enumerate(messages)
        for call_id, view in calls_of(message, index)
    }


def calls_of(message: BaseMessage, index: int) -> list[tuple[str, ToolCallView]]:
    """The calls that one message asks for, each with its id.

    Args:
        message: Any message.
        index: Its position.

    Returns:
        Ids and calls, in order; empty for messages that ask for none.
    """
    if not isinstance(message, AIMessage):
        return []
    return [
        (call["id"] or "", ToolCallView(call["name"], call["args"], index))
        for call in message.tool_calls
    ]
