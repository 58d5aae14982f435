"""The Runnable that stands in for a model node and shows it the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langgraph.pregel.protocol import PregelProtocol

from langgraph_memory.errors import ConfigError, WiringError
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.state import merge_memory
from langgraph_memory.wiring.channels import MEMORY, channel_value, with_update
from langgraph_memory.wiring.compacting import with_messages
from langgraph_memory.wiring.handback import Handback
from langgraph_memory.wiring.runnables import is_async_by_nature, runnable_of, unbound
from langgraph_memory.wiring.states import messages_in, with_value


class WiredSettings(Protocol):
    """The settings that wiring reads."""

    @property
    def messages_key(self) -> str:
        """Key under which the memory's nodes read the messages."""

    @property
    def tools(self) -> Sequence[Any]:
        """Schemas of the tools that the memory was given."""

    @property
    def compact(self) -> bool:
        """Whether old outputs are replaced in the state itself."""


class Remembers(Protocol):
    """What wiring needs of a memory; `Memory` has it."""

    @property
    def settings(self) -> WiredSettings:
        """Its settings."""

    def with_tools(self, tools: Iterable[Any]) -> Self:
        """The same memory, knowing these tools."""

    def with_compact(self, *, removes: bool) -> Self:
        """The same memory, replacing old outputs in the state itself."""

    def turn(self, model: str) -> Runnable[Any, Any]:
        """What comes before a call of a model node; raises `ScopeError` alone."""

    def ending(
        self, models: Sequence[str], *, retry: bool, node: str, marks: bool = False
    ) -> Runnable[Any, Any]:
        """What comes at the end of a run: an update, or a command back to a model node."""

    def view(
        self, state: Any, config: RunnableConfig | None = None, *, model: str | None = None
    ) -> list[BaseMessage]:
        """The messages for a model node, as a fresh list."""

    async def aview(
        self, state: Any, config: RunnableConfig | None = None, *, model: str | None = None
    ) -> list[BaseMessage]:
        """The messages for an asynchronous model node."""


class ModelNode(RunnableLambda[Any, Any]):
    """A model node that remembers, recalls and sees the view within its own superstep.

    The node itself runs on the same configuration in the same context, so that whatever
    LangGraph injects, streams, interrupts or retries works as before. It is a
    `RunnableLambda` because LangGraph looks through one for the subgraphs of a node (its
    `deps`) and asks it whether it is asynchronous by nature (its `afunc`).

    Attributes:
        inner: The node that it stands for.
    """

    def __init__(
        self,
        inner: Runnable[Any, Any],
        memory: Remembers,
        *,
        model: str,
        messages_key: str,
        remembers: bool = True,
    ) -> None:
        """Wrap a node.

        Args:
            inner: The node.
            memory: The memory.
            model: Name of the node in its graph.
            messages_key: Name of the list of messages in the node's input.
            remembers: Whether it runs the memory's turn; False where the graph has nodes
                for that, so that only the view is its matter.
        """
        native = self.ainvoke if is_async_by_nature(inner) else None
        super().__init__(self.invoke, native, name=inner.get_name())
        self.inner = inner
        self.deps = [inner]
        self._memory = memory
        self._model = model
        self._key = messages_key
        self._turn = memory.turn(model) if remembers else None
        self._take_name_in_cache(inner)

    def invoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """Run the node on the view.

        Args:
            input: The node's input.
            config: The run's configuration.
            **kwargs: Passed on to the node.

        Returns:
            What the node returns, without the view and with the memory's update.

        Raises:
            ScopeError: When it cannot be told whose memory this is.
        """
        call = self._call(input, config)
        if self._turn is not None:
            call = call.updated(self._turn.invoke(call.state, config))
        if call.has_view:
            call = call.shown(self._memory.view(call.state, config, model=self._model))
        return call.result(self.inner.invoke(call.input, config, **kwargs))

    async def ainvoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """Run the node on the view, asynchronously; see `invoke`."""
        call = self._call(input, config)
        if self._turn is not None:
            call = call.updated(await self._turn.ainvoke(call.state, config))
        if call.has_view:
            call = call.shown(
                await self._memory.aview(call.state, config, model=self._model)
            )
        return call.result(await self.inner.ainvoke(call.input, config, **kwargs))

    # One call has one output: RunnableLambda's streaming would go round `invoke`.
    stream = Runnable.stream
    astream = Runnable.astream
    transform = Runnable.transform
    atransform = Runnable.atransform

    def _call(self, state: Any, config: RunnableConfig | None) -> _Call:
        own = messages_in(state, self._key)
        held = _held(own)
        if held == []:  # stays empty, but the state's own list stays out of reach
            state = with_value(state, self._key, [])
        channel = channel_value(config, MEMORY) or messages_in(state, MEMORY)
        return _Call(
            input=state,
            key=self._key,
            passed_as=self._memory.settings.messages_key,
            own=own,
            held=held,
            channel=merge_memory(channel, None),
        )

    def _take_name_in_cache(self, inner: Runnable[Any, Any]) -> None:
        # By it LangGraph tells the nodes of several graphs apart in one cache.
        function = getattr(inner, "func", None)
        name = getattr(function, "__qualname__", None)
        if name is not None:
            self.__qualname__ = f"{name}+memory"
            self.__module__ = function.__module__


@dataclass(frozen=True, kw_only=True)
class _Call:
    """One call of a wrapped node, from its input to its output."""

    input: Any
    key: str
    passed_as: str
    own: Any
    held: list[BaseMessage] | None
    channel: dict[str, Any]
    update: dict[str, Any] | None = None
    written: Sequence[BaseMessage] = ()
    handback: Handback | None = None

    @property
    def state(self) -> dict[str, Any]:
        """The state as the memory reads it."""
        messages = self.own if self.held is None else self.held
        return {self.passed_as: messages, MEMORY: self.channel}

    @property
    def has_view(self) -> bool:
        """Whether there are messages that a view can stand for."""
        return bool(self.held)

    def updated(self, output: Any) -> _Call:
        update = output.get(MEMORY)
        channel = merge_memory(self.channel, update)
        written = output.get(self.passed_as) or ()
        return replace(self, update=update, channel=channel, written=written)

    def shown(self, view: Sequence[BaseMessage]) -> _Call:
        handback = Handback(self.own, self.held or (), view)
        state = with_value(self.input, self.key, handback.shown)
        return replace(self, input=state, handback=handback)

    def result(self, output: Any) -> Any:
        if self.handback is not None:
            output = self.handback.taken_back(output)
        output = with_messages(output, self.key, self.written, self.held or ())
        return with_update(output, self.update)


def _held(own: Any) -> list[BaseMessage] | None:
    """The messages of a list as objects; None where a view cannot stand for them."""
    if not isinstance(own, list | tuple):
        return None
    try:
        return as_messages(list(own))
    except ConfigError:  # the memory's turn, given the same, reports it
        return None


def wrap(
    node: Runnable[Any, Any] | Callable[..., Any],
    memory: Remembers,
    *,
    model: str,
    messages_key: str,
) -> Runnable[Any, Any]:
    """Show a model node the view, in a graph that has the memory's nodes by hand.

    Args:
        node: The model node: a Runnable or a function, as `add_node` takes it.
        memory: The memory.
        model: Name under which it is added to the graph.
        messages_key: Name of the list of messages in its input.

    Returns:
        A node for `builder.add_node(model, …)`. LangGraph reads a function's annotations
        when the function itself is added: pass `input_schema=` and `destinations=` where
        they matter.

    Raises:
        WiringError: When the node is a compiled graph, or is wrapped already.
    """
    inner = runnable_of(node)
    refuse_node(model, inner)
    return ModelNode(inner, memory, model=model, messages_key=messages_key, remembers=False)


def refuse_node(name: str, node: Any) -> None:
    """Refuse a node that cannot be wrapped.

    Args:
        name: Its name.
        node: The node.

    Raises:
        WiringError: When the node is a compiled graph, or is wrapped already.
    """
    bare = unbound(node)
    if isinstance(bare, PregelProtocol):
        msg = (
            f"node {name!r} is a compiled graph: wire its own builder instead, with "
            f"add_memory(inner_builder, memory, model=...) before inner_builder.compile()"
        )
        raise WiringError(msg)
    if isinstance(bare, ModelNode):
        msg = f"node {name!r} has this memory or another one already; wire it once"
        raise WiringError(msg)
