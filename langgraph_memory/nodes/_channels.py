"""Channels of a graph that a node does not declare, read from within it.

LangGraph hands every task a reader of all channels, by which its routers, `ToolNode` and
`push_message` work, in `config["configurable"]`, under a name that is written here and
nowhere else. Where it is missing, outside a graph or in a LangGraph that renamed it, a
channel reads as empty.
"""

from __future__ import annotations

from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import ensure_config

READ: Final = "__pregel_read"


def channel_value(config: RunnableConfig | None, name: str) -> Any:
    """The value of a channel as this superstep began.

    Args:
        config: The run's configuration as the node was given it.
        name: Name of the channel.

    Returns:
        The value; None where it is empty, unknown, or cannot be read.
    """
    given = (config or {}).get("configurable")
    read = (given or ensure_config(config).get("configurable") or {}).get(READ)
    if read is None:
        return None
    try:
        return read(name, False)  # noqa: FBT003  the reader's own signature
    except KeyError:
        return None
