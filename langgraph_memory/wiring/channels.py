"""The channel `memory` from inside a node that does not declare it.

Writing is public: a node may return an update of any channel of its graph, so the update
joins what the node returns. Reading is not. A model node that somebody else wrote keeps its
input schema, so the channel does not come with its input; after a `Send` nothing but the
payload does. So it is read as `nodes/_channels.py` says; where it cannot be, the memory
builds anew what it had. The other names by which LangGraph serves a task are written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import ensure_config
from langgraph.types import Command, Send

from langgraph_memory.nodes._channels import READ, channel_value

__all__ = ["MEMORY", "channel_value", "others_run", "show_empty_update", "triggers"]
__all__ += ["with_update"]

MEMORY = "memory"

_SEND = "__pregel_send"
_SENDS = "__pregel_tasks"
_SHOWN = "__return__"


def others_run(config: RunnableConfig | None, deferred: Iterable[str]) -> bool:
    """Whether a deferred node is not alone, and so not the last, in this superstep.

    LangGraph starts deferred nodes when no edge leads on. It does not count a `Send` as
    one, and it starts all of them together.

    Args:
        config: The run's configuration.
        deferred: Triggers of the graph's other deferred nodes; see `triggers`.
    """
    read = _configurable(config).get(READ)
    if read is None:
        return False
    started = read(list(deferred), False)  # noqa: FBT003  the reader's own signature
    return bool(started) or bool(channel_value(config, _SENDS))


def triggers(node: str, waits_for: Iterable[Sequence[str]]) -> list[str]:
    """The channels that start a node.

    Args:
        node: Its name.
        waits_for: The groups of nodes that it waits for by edges from several nodes.
    """
    joined = [f"join:{'+'.join(starts)}:{node}" for starts in waits_for]
    return [f"branch:to:{node}", *joined]


def show_empty_update(config: RunnableConfig | None) -> None:
    """Let this node's update event hold `{}` instead of None, which loops trip over."""
    send = _configurable(config).get(_SEND)
    if send is not None:
        send([(_SHOWN, {})])


def with_update(output: Any, update: Any) -> Any:
    """What a node returns, with an update of the channel `memory` added.

    The form stays where it can, since routers are passed the dict that a node returns.

    Args:
        output: What the node returned.
        update: The update; empty: nothing is added.

    Returns:
        An output that LangGraph takes like the first, and that writes the channel too. A
        command to another graph is left alone, for the channel is not that graph's.
    """
    if not update:
        return output
    change = {MEMORY: update}
    match output:
        case None:
            added: Any = change
        case Mapping():
            added = {**output, **change}
        case Command():
            added = _in_command(output, change)
        case Send():
            added = Command(update=change, goto=output)
        case list() | tuple() if any(isinstance(item, Command) for item in output):
            added = [*output, Command(update=change)]
        case _:
            added = [output, Command(update=change)]
    return added


def _in_command(command: Command[Any], change: dict[str, Any]) -> Any:
    if command.graph is not None:
        return command
    if command.update is None or isinstance(command.update, Mapping):
        return replace(command, update={**(command.update or {}), **change})
    return [command, Command(update=change)]


def _configurable(config: RunnableConfig | None) -> Mapping[str, Any]:
    return ensure_config(config).get("configurable") or {}
