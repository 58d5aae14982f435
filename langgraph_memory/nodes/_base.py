"""The base of the nodes: one generator of requests, two ways to drive it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from types import MethodType
from typing import Any, TypeVar

from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import ensure_config
from langgraph.errors import GraphBubbleUp

from langgraph_memory._flow import Steps, Warn, arun, run
from langgraph_memory._outside import Outside
from langgraph_memory.errors import ScopeError
from langgraph_memory.nodes._frame import Frame, frame_from
from langgraph_memory.nodes._scene import Part, Scene, channel_of, scene_from
from langgraph_memory.nodes._settings import HasSettings, Settings
from langgraph_memory.state import MemoryState, state_schema

T = TypeVar("T")

WRITTEN = "written"
"""Key of a node's update under which it passes messages for the state itself; the channel
never holds it."""


def guarded(label: str, steps: Steps[T], otherwise: T, frame: Frame) -> Steps[T]:
    """Steps whose failure is reported instead of raised, for it must not break the turn.

    Args:
        label: Name of the node, for the report.
        steps: Its steps.
        otherwise: What to return after a failure, or while the store is away.
        frame: Where they run.

    Returns:
        What the steps return.

    Raises:
        ScopeError: When it cannot be told whose memory this is.
    """
    if frame.outside.breaker.is_open:
        steps.close()
        return otherwise
    try:
        return (yield from steps)
    except (ScopeError, GraphBubbleUp):
        raise
    except Exception as error:  # noqa: BLE001  reported below, whatever it was
        yield from reported(label, error)
        return otherwise


def reported(label: str, error: Exception) -> Steps[None]:
    """Report a failure that does not break the turn.

    Args:
        label: Name of the node or part that failed.
        error: What it raised.
    """
    reason = f"{type(error).__name__}: {error}"
    yield Warn(label, f"the memory's {label} failed, the turn goes on: {reason}", reason)


class MemoryNode(Runnable[Any, Any]):
    """A node of the memory, for `builder.add_node(name, node)`.

    It reads the state's messages and the channel `memory` and returns an update of that
    channel alone. A failure never breaks the turn: it is reported as a `MemoryWarning` and
    a custom event `memory_error`; only `ScopeError` is raised.
    """

    label = "memory"
    routes = False
    writes_messages = False

    def __init__(self, memory: HasSettings, *, model: str = "agent") -> None:
        """Make the node.

        Args:
            memory: The memory whose settings it shares.
            model: Name of the model node that it serves.
        """
        self.settings: Settings = memory.settings
        self.model = model
        self.name = self.label
        self._read_from(self.settings.messages_key)

    @abstractmethod
    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """What the node does, as a generator of requests.

        Args:
            scene: The state.
            frame: Whose memory, which thread, what time.

        Returns:
            The update of this model node's part of the channel; empty: none.
        """

    def model_of(self, channel: Mapping[str, Any]) -> str:
        """Name of the model node to serve, given the channel's value."""
        del channel
        return self.model

    def result(self, model: str, part: Part) -> Any:
        """What the graph is given for an update of a model node's part of the channel."""
        kept = {name: value for name, value in part.items() if name != WRITTEN}
        update: dict[str, Any] = {"memory": {model: kept}} if kept else {}
        if part.get(WRITTEN):
            update[self.settings.messages_key] = part[WRITTEN]
        return update

    def invoke(self, input: Any, config: RunnableConfig | None = None, **_: Any) -> Any:  # noqa: A002  the name is LangChain's
        """Run the node from synchronous code.

        Args:
            input: The graph's state.
            config: The run's configuration.

        Returns:
            The update of the state.

        Raises:
            ScopeError: When it cannot be told whose memory this is.
        """
        steps, outside = self._start(input, config)
        return run(steps, outside)

    async def ainvoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> Any:
        """Run the node from asynchronous code; see `invoke`."""
        steps, outside = self._start(input, config)
        return await arun(steps, outside)

    def __call__(self, state: MemoryState, config: RunnableConfig) -> Any:
        """Run the node as a function; LangGraph reads its input schema from here."""
        return self.invoke(state, config)

    def _read_from(self, messages_key: str) -> None:
        # LangGraph takes a node's input schema from the annotation of `__call__`, and looks
        # it up on the object itself.
        compacts = self.writes_messages and self.settings.compact
        if messages_key != "messages" or compacts:

            def call(node: MemoryNode, state: Any, config: RunnableConfig) -> Any:
                return node.invoke(state, config)

            schema = state_schema(messages_key, compacts=compacts)
            call.__annotations__ = {"state": schema, "config": RunnableConfig}
            vars(self)["__call__"] = MethodType(call, self)

    def _start(
        self, state: Any, config: RunnableConfig | None
    ) -> tuple[Steps[Any], Outside]:
        frame = frame_from(ensure_config(config), self.settings)
        return self._look_and_step(state, frame), frame.outside

    def _look_and_step(self, state: Any, frame: Frame) -> Steps[Any]:
        model = self.model_of(channel_of(state))

        def steps() -> Steps[Part]:
            scene = scene_from(state, model, self.settings.messages_key, self.settings.task)
            return (yield from self.steps(scene, frame))

        part = yield from guarded(self.label, steps(), {}, frame)
        return self.result(model, part)
