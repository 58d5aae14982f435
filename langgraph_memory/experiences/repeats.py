"""Calls that would do again what cannot be undone."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)

REFUSED = "memory_refused"
"""Under this, results tell that the user did not want the call to be repeated."""


def repeats_in(
    messages: Sequence[BaseMessage], tools: Collection[str]
) -> list[tuple[ToolCall, ToolMessage]]:
    """The calls of the newest message that repeat an earlier one.

    A call repeats another of the same tool since the newest human message when its
    arguments are the same, or when an answer lies between the two, so that this is another
    attempt. One that failed may have had its effect as well. A call that the user refused
    to have repeated was not made.

    Args:
        messages: The conversation; its last message is the model's.
        tools: Names of the tools that must not be repeated.

    Returns:
        Each such call, with the result of the one that it repeats.
    """
    last = messages[-1] if messages else None
    if not isinstance(last, AIMessage) or not last.tool_calls:
        return []
    made, attempt = _made(messages[:-1])
    found: list[tuple[ToolCall, ToolMessage]] = []
    for call in last.tool_calls:
        if call["name"] not in tools:
            continue
        same = (
            result
            for before, when, result in reversed(made)
            if before["name"] == call["name"]
            and (when < attempt or _args(before) == _args(call))
        )
        if (result := next(same, None)) is not None:
            found.append((call, result))
    return found


def _made(
    messages: Sequence[BaseMessage],
) -> tuple[list[tuple[ToolCall, int, ToolMessage]], int]:
    """Calls since the newest human message, the attempt of each, and that of the next."""
    calls: dict[str | None, tuple[ToolCall, int]] = {}
    made: list[tuple[ToolCall, int, ToolMessage]] = []
    attempt = 0
    for message in messages:
        if isinstance(message, HumanMessage):
            made, attempt = [], 0
        elif isinstance(message, AIMessage):
            attempt += not message.tool_calls
            calls |= {call["id"]: (call, attempt) for call in message.tool_calls}
        elif (
            isinstance(message, ToolMessage)
            and message.tool_call_id in calls
            and REFUSED not in message.additional_kwargs
        ):
            made.append((*calls[message.tool_call_id], message))
    return made, attempt


def _args(call: Mapping[str, Any]) -> str:
    return json.dumps(call["args"], sort_keys=True, default=str)
