"""Where a node runs: whose memory, which thread, what time, and the outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import get_runtime
from langgraph.store.base import BaseStore

from langgraph_memory._outside import Outside, ignore_event
from langgraph_memory.nodes._channels import channel_value
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._trials import Trial, apart, trial_in
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
        trial: What the run is shown and leaves alone, where it is one on purpose.
    """

    scope: Scope
    thread_id: str
    now: datetime
    outside: Outside
    sent: bool = False
    channel: Callable[[str], Any] = field(default=lambda _: None)
    trial: Trial | None = None
    _namespaces: dict[Kind, tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def stamp(self) -> str:
        """The time as ISO 8601 to the millisecond."""
        return self.now.isoformat(timespec="milliseconds")

    def namespace(self, kind: Kind) -> tuple[str, ...]:
        """The scope's namespace of one kind; a trial reads the lessons of its owner."""
        if kind not in self._namespaces:
            scope, trial = self.scope, self.trial
            if trial is not None and trial.lessons and kind == "experiences":
                scope = trial.owner
            self._namespaces[kind] = scope.namespace(kind)
        return self._namespaces[kind]

    def most_lessons(self, usual: int) -> int:
        """How many lessons the run is shown: as many as usual, but in a trial."""
        return usual if self.trial is None else self.trial.lessons


def frame_from(config: RunnableConfig, settings: Settings) -> Frame:
    """Read the surroundings from the run.

    Args:
        config: The run's configuration as the node was given it.
        settings: The memory's settings.

    Returns:
        The frame.

    Raises:
        ScopeError: When it cannot be told whose memory this is.
        ConfigError: When it is a trial of no number of lessons.
    """
    runtime = _runtime()
    configurable: Mapping[str, Any] = config.get("configurable") or {}
    server = getattr(runtime, "server_info", None)
    identity = getattr(getattr(server, "user", None), "identity", None)
    store: BaseStore | None = getattr(runtime, "store", None)
    owner = scope_from(getattr(runtime, "context", None), configurable, identity)
    trial, thread_id = trial_in(configurable, owner), _thread(config, configurable)
    return Frame(
        scope=owner if trial is None else apart(owner, thread_id),
        thread_id=thread_id,
        trial=trial,
        now=settings.clock(),
        channel=partial(channel_value, config),
        sent=_PUSHED in (config.get("metadata") or {}).get("langgraph_triggers", ()),
        outside=outside_of(
            # A trial is over when it ends: nothing of it is done later.
            settings if trial is None else replace(settings, worker=None),
            settings.store if store is None else store,
            getattr(runtime, "stream_writer", ignore_event),
        ),
    )


def outside_of(
    settings: Settings,
    store: BaseStore | None,
    write: Callable[[Any], None] = ignore_event,
) -> Outside:
    """What the memory's requests are answered with.

    Args:
        settings: The memory's settings.
        store: Where its items live.
        write: Takes custom events.
    """
    return Outside(
        store=store,
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
        write=write,
        breaker=settings.breaker,
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
