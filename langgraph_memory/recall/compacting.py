"""What the view leaves out, left out of the state too, so that checkpoints stop growing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)

from langgraph_memory.facts.messages import STANDS_FOR, is_error
from langgraph_memory.recall.hearing import is_words
from langgraph_memory.recall.view import Recipe, groups


def compacted(
    messages: Sequence[BaseMessage],
    prints: Sequence[str],
    recipe: Recipe,
    texts: Mapping[str, str],
    *,
    archived: Collection[str],
    removes: bool,
    once: Collection[str] = (),
) -> list[BaseMessage]:
    """What to write into a state whose reducer knows ids.

    An output in place of which the view shows another text is replaced by that, under its
    id; its artifact stays. Calls that the view has left out go together with their results,
    but not the newest ones. What the user or the model said stays, and so does whatever is
    not archived or holds pictures. Nothing is replaced by a word of where it is told unless
    the message that tells it is replaced as well.

    Args:
        messages: The conversation.
        prints: One fingerprint per message.
        recipe: How the view is built.
        texts: By fingerprint, what stands in tool messages in place of their contents.
        archived: Fingerprints of the messages whose records are kept.
        removes: Whether calls that were left out are removed.
        once: Tools that must not be called again for the same human message; their calls
            since the newest one stay, for by them it is told what was called.

    Returns:
        Replacements and removals; empty when the state is as the view is.
    """
    last_call = max(
        (i for i, m in enumerate(messages) if isinstance(m, AIMessage)), default=0
    )
    turn = max(
        (i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=-1
    )
    digest = recipe.digest
    told = texts if digest is None or digest.at in archived else {}
    written: list[BaseMessage] = []
    for part in groups(messages):
        group = [(messages[i], prints[i]) for i in part]
        old = all(i < last_call for i in part)
        needed = part[0] > turn and _calls_any(group[0][0], once)
        if removes and old and not needed and _left_out(group, recipe, archived):
            written += [RemoveMessage(message.id or "") for message, _ in group]
        else:
            written += _replaced(group, told, archived)
    return written


def _left_out(
    group: Sequence[tuple[BaseMessage, str]], recipe: Recipe, archived: Collection[str]
) -> bool:
    first, _ = group[0]
    return (
        isinstance(first, AIMessage)
        and (bool(first.tool_calls) or len(group) > 1)
        and all(m.id and mark in recipe.gone and mark in archived for m, mark in group)
    )


def _calls_any(message: BaseMessage, tools: Collection[str]) -> bool:
    calls = message.tool_calls if isinstance(message, AIMessage) else ()
    return any(call["name"] in tools for call in calls)


def _replaced(
    group: Sequence[tuple[BaseMessage, str]],
    texts: Mapping[str, str],
    archived: Collection[str],
) -> Iterator[BaseMessage]:
    for message, mark in group:
        if not isinstance(message, ToolMessage) or not message.id:
            continue
        text = texts.get(mark)
        if text is None or mark not in archived or not is_words(message.content):
            continue
        if message.content != text:
            changes: dict[str, Any] = {
                "content": text,
                "additional_kwargs": {**message.additional_kwargs, STANDS_FOR: mark},
                # The text tells no more by its form that the call failed.
                "status": "error" if is_error(message) else message.status,
            }
            yield message.model_copy(update=changes)
