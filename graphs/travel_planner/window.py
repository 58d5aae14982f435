"""The plain alternative to memory: the newest messages that fit into a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

Count = Callable[[Sequence[BaseMessage]], int]


def newest(messages: Sequence[BaseMessage], tokens: int, count: Count) -> list[BaseMessage]:
    """Keep the newest request and the newest messages that fit beside it.

    A model's calls and their results stay together.

    Args:
        messages: The conversation.
        tokens: Room for it, in tokens.
        count: Counts the tokens of messages.

    Returns:
        The kept messages in their order; the newest human message is always among them.
    """
    humans = [i for i, m in enumerate(messages) if isinstance(m, HumanMessage)]
    kept = set(humans[-1:])
    room = tokens - count([messages[i] for i in kept])
    for group in reversed(_groups(messages)):
        fresh = [i for i in group if i not in kept]
        room -= count([messages[i] for i in fresh])
        if room < 0:
            break
        kept.update(fresh)
    return [message for i, message in enumerate(messages) if i in kept]


def _groups(messages: Sequence[BaseMessage]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i, message in enumerate(messages):
        if isinstance(message, ToolMessage) and groups:
            first = messages[groups[-1][0]]
            if isinstance(first, AIMessage) and first.tool_calls:
                groups[-1].append(i)
                continue
        groups.append([i])
    return groups
