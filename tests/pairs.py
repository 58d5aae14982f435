"""Calls and their results, as providers want them in a list of messages."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage


def assert_pairs(messages: Sequence[BaseMessage]) -> None:
    """Each call is followed by all its results, each result by its call, no id twice."""
    waiting: list[str] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            assert message.tool_call_id in waiting
            waiting.remove(message.tool_call_id)
        else:
            assert not waiting
            calls = message.tool_calls if isinstance(message, AIMessage) else []
            waiting = [str(call["id"]) for call in calls]
    assert not waiting
    ids = [message.id for message in messages if message.id]
    assert len(set(ids)) == len(ids)
