"""A conversation without its oldest messages; what belongs together goes together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage, ToolMessage

from langgraph_memory.errors import ConfigError
from langgraph_memory.recall.view import groups


def without_oldest(
    messages: Sequence[BaseMessage],
    most: int,
    count: Callable[[Sequence[BaseMessage]], int],
    besides: int = 0,
) -> list[BaseMessage]:
    """Leave out the oldest messages until the others fit.

    System messages, the newest message of the user and the newest tool results stay. A
    conversation that began with the user still does, so that the message which those
    results answer stays as well.

    Args:
        messages: The conversation.
        most: Most tokens of the result and of what comes to it.
        count: Tokens of messages; taken to add up over them.
        besides: Tokens of what comes to it.

    Returns:
        The messages that stay, in order.

    Raises:
        ConfigError: What has to stay does not fit; it names the least limit that does.
    """
    if count(messages) + besides <= most:
        return list(messages)
    parts = [[messages[i] for i in part] for part in groups(messages)]
    sizes = [count(part) for part in parts]
    staying = _staying(parts)
    excess, gone = sum(sizes) + besides - most, set[int]()
    for at, size in enumerate(sizes):
        begins = _begins(parts, gone)
        if at in staying or (excess <= 0 and (at != begins or _is_user(parts[at]))):
            continue
        gone.add(at)
        excess -= size
    if excess > 0:
        msg = (
            f"max_tokens is too little: it must be at least {most + excess}, not {most}; "
            "system messages, the newest message of the user, the newest calls and what "
            f"they answer take {most + excess - besides}, what tools said at least the rest"
        )
        raise ConfigError(msg)
    return [m for at, part in enumerate(parts) if at not in gone for m in part]


def _staying(parts: Sequence[Sequence[BaseMessage]]) -> set[int]:
    """Parts that must stay."""
    staying = {
        at
        for at, part in enumerate(parts)
        if all(isinstance(m, SystemMessage) for m in part)
    }
    users = [at for at, part in enumerate(parts) if _is_user(part)]
    told = [at for at, p in enumerate(parts) if any(isinstance(m, ToolMessage) for m in p)]
    answered = [at for at in users if told and at < told[-1]]
    return staying.union(users[-1:], told[-1:], answered[-1:])


def _begins(parts: Sequence[Sequence[BaseMessage]], gone: set[int]) -> int:
    """The first part that stays and is no system message, once the oldest are gone."""
    return next(
        (
            at
            for at, part in enumerate(parts)
            if at not in gone and gone and not isinstance(part[0], SystemMessage)
        ),
        -1,
    )


def _is_user(part: Sequence[BaseMessage]) -> bool:
    return isinstance(part[0], HumanMessage)
