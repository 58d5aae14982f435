"""One message out of whatever stands for one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal

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
from langgraph_memory.facts.text import content_text, plain

Role = Literal["user", "model", "tool", "system"]

ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "human": "user",
    "assistant": "model",
    "ai": "model",
    "model": "model",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
"""Who speaks, by the names that providers have for it."""

_CLASS_ENDING: Final = re.compile(r"message(?:chunk)?$")


def is_single(value: Any) -> bool:
    """Whether a value stands for one message rather than for several."""
    return isinstance(value, BaseMessage | str | Mapping) or (
        isinstance(value, tuple) and _is_pair(value) and value[0].lower() in ROLES
    )


def converted(value: Any, position: int) -> BaseMessage:
    """One message.

    Args:
        value: A message or what stands for one; see `facts.messages.as_messages`.
        position: Where it stands, for the error.

    Returns:
        A message object.

    Raises:
        ConfigError: When the value stands for no message.
    """
    if isinstance(value, BaseMessage):
        return value
    if isinstance(value, str):
        return HumanMessage(content_text(value))
    if isinstance(value, list | tuple) and _is_pair(value):
        return _from_fields(value[0], {"content": value[1]})
    if isinstance(value, Mapping) and ("role" in value or "type" in value):
        inner = value.get("data", value.get("kwargs"))
        fields = inner if isinstance(inner, Mapping) else value
        return _from_fields(_speaker(value), fields)
    msg = f"message {position} is no message and stands for none: {type(value).__name__}"
    raise ConfigError(msg)


def _is_pair(value: list[Any] | tuple[Any, ...]) -> bool:
    return len(value) == len(("role", "content")) and isinstance(value[0], str)


def _speaker(value: Mapping[str, Any]) -> str:
    if value.get("type") == "constructor" and isinstance(value.get("id"), list):
        return _CLASS_ENDING.sub("", str(value["id"][-1]).lower())
    named = str(value.get("role") or value.get("type") or "unknown")
    return _CLASS_ENDING.sub("", named.lower()) if named.endswith("Chunk") else named


def _from_fields(speaker: str, fields: Mapping[str, Any]) -> BaseMessage:
    content = _content(fields.get("content"))
    common: dict[str, Any] = {
        key: plain(fields[key])
        for key in ("id", "name", "additional_kwargs", "response_metadata")
        if fields.get(key)
    }
    match speaker.lower():
        case "function":
            return FunctionMessage(content=content, **{"name": "function", **common})
        case lower if ROLES.get(lower) == "user":
            return HumanMessage(content, **common)
        case lower if ROLES.get(lower) == "model":
            return AIMessage(content, tool_calls=_calls(fields), **common)
        case lower if ROLES.get(lower) == "system":
            return SystemMessage(content, **common)
        case "tool":
            call_id = content_text(fields.get("tool_call_id"))
            status = "error" if fields.get("status") == "error" else "success"
            return ToolMessage(content, tool_call_id=call_id, status=status, **common)
    return ChatMessage(content=content, role=content_text(speaker), **common)


def _content(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(item, str | Mapping) for item in value):
        return plain(value)
    return content_text(value)


def _calls(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    given = fields.get("tool_calls") or ()
    old = fields.get("function_call")
    calls = [*given, *([{"function": old}] if isinstance(old, Mapping) else [])]
    return [_call(call) for call in calls if isinstance(call, Mapping)]


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    function = call.get("function")
    inner = function if isinstance(function, Mapping) else call
    args = inner.get("arguments", inner.get("args"))
    if isinstance(args, str):
        try:
            args = json.loads(args)
        except (ValueError, RecursionError):
            args = {"arguments": args}
    return {
        "type": "tool_call",
        "name": content_text(inner.get("name")),
        "args": plain(args) if isinstance(args, Mapping) else {},
        "id": content_text(call.get("id")),
    }
