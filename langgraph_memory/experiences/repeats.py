"""Calls that would do again what cannot be undone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)

REFUSED = "memory_refused"
"""Under this, results tell that the user did not want the call to be repeated."""


def same_as_written(one: ToolCall, other: ToolCall) -> bool:
    """Whether two calls of one tool are written alike, whatever the order of the names."""
    return bool(one["args"] == other["args"])


def repeats_in(
    messages: Sequence[BaseMessage],
    calls: Sequence[ToolCall],
    tools: Collection[str],
    failed: int = 0,
    *,
    same: Callable[[ToolCall, ToolCall], bool] = same_as_written,
) -> list[tuple[ToolCall, ToolMessage | None]]:
    """The calls that repeat an earlier one.

    A call repeats another of the same tool since the newest human message when its
    arguments are the same, or when an answer lies between the two, so that this is another
    attempt. One that failed may have had its effect as well. A call that the user refused
    to have repeated was not made. Of two that are the same in one message, the second
    repeats the first.

    Args:
        messages: The conversation; the newest message of the model has the calls.
        calls: The calls that are to be made, all of them or some.
        tools: Names of the tools that must not be repeated.
        failed: How many attempts have failed. Where they are more than there are answers,
            one ended by an exception, nobody knows after which call, and each call of the
            same tool counts as one of an attempt before.
        same: Whether two calls of one tool have the same arguments.

    Returns:
        Each such call, with the result of the one that it repeats; None where that one is
        to be made along with it.
    """
    made, answers = _made(messages)
    lost = failed > answers
    newest = next((m for m in reversed(messages) if isinstance(m, AIMessage)), None)
    beside = list(newest.tool_calls if newest else calls)
    found: list[tuple[ToolCall, ToolMessage | None]] = []
    for call in calls:
        if call["name"] not in tools:
            continue
        earlier = (
            result
            for before, when, result in reversed(made)
            if before["name"] == call["name"]
            and (lost or when < answers or same(before, call))
        )
        if (result := next(earlier, None)) is not None:
            found.append((call, result))
        elif _comes_twice(call, beside, same):
            found.append((call, None))
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


def _comes_twice(
    call: ToolCall,
    beside: Sequence[ToolCall],
    same: Callable[[ToolCall, ToolCall], bool],
) -> bool:
    """Whether the same call stands before this one in a message."""
    for other in beside:
        if other["id"] == call["id"]:
            return False
        if other["name"] == call["name"] and same(other, call):
            return True
    return False
