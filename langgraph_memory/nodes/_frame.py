"""Where a node runs: whose memory, which thread, what time, and the outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import get_runtime
from langgraph.store.base import BaseStore

from langgraph_memory._outside import Outside, ignore_event
from langgraph_memory.nodes._channels import channel_value
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.scope import Kind, Scope, scope_from

_PUSHED = "__pregel_push"
"""What LangGraph names as the trigger of a task that a `Send` started."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The surroundings of one call of a node.

    Attributes:
        scope: Whose memory it is.
        thread_id: The thread, else the run.
        now: The time, aware and in UTC.
        outside: What requests are answered with.
        sent: Whether the node runs on the payload of a `Send` and not on the state.
        channel: Gives the value of any channel of the graph, None where it has none.
    """

    scope: Scope
    thread_id: str
    now: datetime
    outside: Outside
    sent: bool = False
    channel: Callable[[str], Any] = field(default=lambda _: None)
    _namespaces: dict[Kind, tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def stamp(self) -> str:
        """The time as ISO 8601 to the millisecond."""
        return self.now.isoformat(timespec="milliseconds")

    def namespace(self, kind: Kind) -> tuple[str, ...]:
        """The scope's namespace of one kind."""
        if kind not in self._namespaces:
            self._namespaces[kind] = self.scope.namespace(kind)
        return self._namespaces[kind]


def frame_from(config: RunnableConfig, settings: Settings) -> Frame:
    """Read the surroundings from the run.

    Args:
        config: The run's configuration as the node was given it.
        settings: The memory's settings.

    Returns:
        The frame.

    Raises:
        ScopeError: When it cannot be told whose memory this is.
    """
    runtime = _runtime()
    configurable: Mapping[str, Any] = config.get("configurable") or {}
    server = getattr(runtime, "server_info", None)
    identity = getattr(getattr(server, "user", None), "identity", None)
    store: BaseStore | None = getattr(runtime, "store", None)
    return Frame(
        scope=scope_from(getattr(runtime, "context", None), configurable, identity),
        thread_id=_thread(config, configurable),
        now=settings.clock(),
        channel=partial(channel_value, config),
        sent=_PUSHED in (config.get("metadata") or {}).get("langgraph_triggers", ()),
        outside=Outside(
            store=settings.store if store is None else store,
            models=settings.models,
            patience=settings.config.model_seconds,
            answer_tokens=settings.config.model_tokens,
            rests=settings.rests,
            plain=settings.plain,
            worker=settings.worker,
            embeddings=settings.embeddings,
            embed_seconds=settings.config.embed_seconds,
            store_seconds=settings.config.store_seconds,
            silence=settings.silence,
            write=getattr(runtime, "stream_writer", ignore_event),
            breaker=settings.breaker,
        ),
    )


def _thread(config: RunnableConfig, configurable: Mapping[str, Any]) -> str:
    thread = configurable.get("thread_id")
    if thread is None:
        thread = config.get("run_id") or (config.get("metadata") or {}).get("run_id", "")
    return str(thread)


def _runtime() -> Any:
    try:
        return get_runtime()
    except RuntimeError:  # called outside a graph, where there is no runtime
        return None


def moment(text: object) -> datetime | None:
    """A time that an item tells, in UTC.

    Args:
        text: ISO 8601; without a zone it is taken for UTC.

    Returns:
        The time, or None where there is none to read.
    """
    if not isinstance(text, str):
        return None
    try:
        told = datetime.fromisoformat(text)
    except ValueError:
        return None
    return told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)
