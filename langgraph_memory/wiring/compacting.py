"""Replacing outputs in somebody's state: where it may be, and in what a node returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, RemoveMessage, ToolMessage
from langgraph.graph import StateGraph
from langgraph.types import Command

from langgraph_memory.errors import WiringError


def refuse_compacting(builder: StateGraph[Any, Any, Any, Any], key: str) -> None:
    """Refuse a state in which messages cannot be replaced by their ids.

    Args:
        builder: The graph.
        key: Name of its list of messages.

    Raises:
        WiringError: When the reducer of that list does not know ids.
    """
    if not knows_ids(builder, key):
        msg = (
            f"compact needs a state whose {key!r} replaces and removes messages by their "
            f"ids: declare it as Annotated[list[AnyMessage], add_messages], as "
            f"MessagesState does, or leave compact out, which shows a view instead"
        )
        raise WiringError(msg)


def knows_ids(builder: StateGraph[Any, Any, Any, Any], key: str) -> bool:
    """Whether a state replaces and removes messages by their ids.

    Args:
        builder: The graph.
        key: Name of its list of messages.
    """
    channel = builder.channels.get(key)
    reducer = getattr(channel, "operator", None)
    batched = getattr(channel, "reducer", None)
    return _knows_ids(reducer) or _knows_ids(batched, in_batches=True)


def with_messages(
    output: Any, key: str, written: Sequence[BaseMessage], own: Sequence[BaseMessage]
) -> Any:
    """What a node returns, with replacements and removals of messages added.

    Args:
        output: What the node returned.
        key: Name of the state's list of messages.
        written: The replacements and removals; empty: nothing is added.
        own: The state's messages, which the node may have handed back.

    Returns:
        An output like the first that writes them too. Where the node removes messages
        itself, it stays as it is: the next call of the node finds what is left.
    """
    if not written or _removes(output, key):
        return output
    beside: Command[Any] = Command(update={key: list(written)})
    match output:
        case None | Mapping():
            added: Any = _in_update(output or {}, key, written, own)
        case Command(graph=None, update=Mapping() | None):
            update = _in_update(output.update or {}, key, written, own)
            added = replace(output, update=update)
        case Command():
            added = output
        case list() | tuple() if any(isinstance(item, Command) for item in output):
            added = [*output, beside]
        case _:
            added = [output, beside]
    return added


def _in_update(
    update: Mapping[str, Any],
    key: str,
    written: Sequence[BaseMessage],
    own: Sequence[BaseMessage],
) -> dict[str, Any]:
    value = update.get(key, [])
    values = list(value) if isinstance(value, list) else [value]
    # The answer stays last. What a node hands back as it was would undo the replacement.
    ids = {message.id for message in written}
    same = {id(message) for message in own if message.id in ids}
    answers = [item for item in values if id(item) not in same]
    return {**update, key: [*written, *answers]}


def _removes(output: Any, key: str) -> bool:
    match output:
        case Command():
            return _removes(output.update, key)
        case RemoveMessage():
            return True
        case Mapping():
            return _removes(output.get(key), key)
        case list() | tuple():
            return any(_removes(item, key) for item in output)
        case None | str() | BaseMessage():
            return False
        case _:
            return _removes(getattr(output, key, None), key)


def _knows_ids(reducer: Any, *, in_batches: bool = False) -> bool:
    if not callable(reducer):
        return False
    held = [ToolMessage("long", tool_call_id="1", id="a"), AIMessage("old", id="b")]
    new = [ToolMessage("short", tool_call_id="1", id="a"), RemoveMessage("b")]
    try:
        kept = reducer(held, [new] if in_batches else new)
        return [message.content for message in kept] == ["short"]
    except Exception:  # noqa: BLE001  a reducer of other things may raise anything
        return False
