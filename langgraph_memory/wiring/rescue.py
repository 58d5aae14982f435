"""Reflection on the exception of a model node, through LangGraph's error handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import ensure_config
from langgraph.graph import StateGraph
from langgraph.types import Command, Send

from langgraph_memory.errors import ScopeError, WiringError
from langgraph_memory.nodes._scene import EXCEPTION
from langgraph_memory.state import merge_memory
from langgraph_memory.wiring.channels import MEMORY, channel_value
from langgraph_memory.wiring.states import messages_in
from langgraph_memory.wiring.wrapper import Remembers

if TYPE_CHECKING:
    from langgraph.errors import NodeError  # not in the lowest LangGraph


def add_rescue(
    builder: StateGraph[Any, Any, Any, Any],
    memory: Remembers,
    *,
    model: str,
    messages_key: str,
) -> None:
    """Give a model node an error handler that reflects and tries again.

    It runs after the node's own retries. When no attempt is left, the exception goes on as
    it was raised.

    Args:
        builder: The graph.
        memory: The memory.
        model: Name of the model node.
        messages_key: Name of the list of messages in its input.
    """
    ending = memory.ending([model], retry=True, node=model)
    passed_as = memory.settings.messages_key

    def recover(_: Any, error: NodeError) -> Runnable[Any, Any]:
        return Rescue(
            ending, error.error, model=model, messages_key=messages_key, passed_as=passed_as
        )

    spec = builder.nodes[model]
    # A second builder makes the handler's node, as add_node(error_handler=…) would.
    maker: Any = StateGraph(spec.input_schema)
    maker.add_node(
        model, spec.runnable, input_schema=spec.input_schema, error_handler=recover
    )
    handler: str = maker.nodes[model].error_handler_node
    builder.nodes[handler] = maker.nodes[handler]
    spec.error_handler_node = handler


def refuse_rescue(builder: StateGraph[Any, Any, Any, Any], model: str) -> None:
    """Refuse the error handler where it has no place.

    Args:
        builder: The graph.
        model: Name of the model node.

    Raises:
        WiringError: When LangGraph is too old, or the node has a handler of its own.
    """
    spec = builder.nodes[model]
    if not hasattr(spec, "error_handler_node"):
        msg = (
            "on_error=True needs langgraph 1.2 or newer; upgrade it, or leave on_error out"
        )
        raise WiringError(msg)
    default = getattr(getattr(builder, "_node_defaults", None), "error_handler", None)
    if spec.error_handler_node is not None or default is not None:
        msg = (
            f"node {model!r} has an error handler of its own; leave on_error out, or add "
            f"the node without error_handler="
        )
        raise WiringError(msg)


class Rescue(Runnable[Any, Any]):
    """What the handler does about one exception."""

    def __init__(
        self,
        ending: Runnable[Any, Any],
        error: BaseException,
        *,
        model: str,
        messages_key: str,
        passed_as: str,
    ) -> None:
        """Take the case.

        Args:
            ending: The memory's ending.
            error: The exception of the model node.
            model: Its name.
            messages_key: Name of the list of messages in its input.
            passed_as: Name under which the memory expects them.
        """
        self._ending = ending
        self._error = error
        self._model = model
        self._key = messages_key
        self._passed_as = passed_as

    def invoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> Any:
        """Try the node again, or raise its exception.

        Args:
            input: The input of the node that failed.
            config: The run's configuration.

        Returns:
            A command back to the model node.
        """
        return self._way(
            self._ending.invoke(self._state(input, config), config), input, config
        )

    async def ainvoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> Any:
        """Try the node again, or raise its exception, asynchronously; see `invoke`."""
        result = await self._ending.ainvoke(self._state(input, config), config)
        return self._way(result, input, config)

    def _state(self, state: Any, config: RunnableConfig | None) -> dict[str, Any]:
        if isinstance(self._error, ScopeError):  # nothing to reflect on, and no memory
            raise self._error
        return {
            self._passed_as: messages_in(state, self._key),
            MEMORY: merge_memory(channel_value(config, MEMORY), None),
            EXCEPTION: self._error,
        }

    def _way(self, result: Any, state: Any, config: RunnableConfig | None) -> Command[Any]:
        if not isinstance(result, Command):
            raise self._error
        path = (ensure_config(config).get("metadata") or {}).get("langgraph_path", ())
        sent = bool(path) and path[0] == "__pregel_push"
        # A task that a `Send` started exists with its payload only.
        goto: Any = Send(self._model, state) if sent else self._model
        return Command(update=result.update, goto=goto)
