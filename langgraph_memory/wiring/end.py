"""The node at the end of a wired graph: it learns from the run, and may send it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import ensure_config
from langgraph.errors import GraphInterrupt
from langgraph.managed import RemainingSteps
from langgraph.types import Command
from typing_extensions import TypedDict

from langgraph_memory.state import merge_memory
from langgraph_memory.wiring.channels import (
    MEMORY,
    channel_value,
    others_run,
    show_empty_update,
)
from langgraph_memory.wiring.wrapper import Remembers

STEPS_LEFT = "memory_steps_left"


def end_schema(keys: Sequence[str]) -> type[Any]:
    """The input of the end node: the whole state as a dict, and the steps that are left.

    Args:
        keys: The state's own keys. They are declared without reducers, so that the graph's
            own declarations stand.

    Returns:
        A TypedDict.
    """
    fields: dict[str, Any] = {**dict.fromkeys(keys, Any), STEPS_LEFT: RemainingSteps}
    return TypedDict("EndState", fields, total=False)  # type: ignore[operator,no-any-return]  # a schema made at run time


class EndNode(Runnable[Any, Any]):
    """The deferred node that `add_memory` puts at the end of a graph."""

    def __init__(
        self,
        memory: Remembers,
        models: Sequence[str],
        *,
        node: str,
        messages_key: str,
        retry: bool,
        marks: bool,
        deferred: Callable[[], Sequence[str]],
    ) -> None:
        """Make the node.

        Args:
            memory: The memory.
            models: Names of the model nodes.
            node: This node's own name.
            messages_key: Name of the state's list of messages.
            retry: Whether a failed run may be tried again.
            marks: Whether its answer is marked, which the messages' reducer must allow.
            deferred: Gives the triggers of the graph's other deferred nodes.
        """
        self.name = node
        self._key = messages_key
        self._deferred = deferred
        self._passed_as = memory.settings.messages_key
        self._closing = memory.ending(models, retry=False, node=node)
        self._trying = (
            memory.ending(models, retry=True, node=node, marks=marks) if retry else None
        )

    def invoke(
        self,
        input: Mapping[str, Any],  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> Any:
        """End the run, or send it back to a model node.

        Args:
            input: The state.
            config: The run's configuration.

        Returns:
            An update of the channel `memory`, or a command.

        Raises:
            ScopeError: When it cannot be told whose memory this is.
        """
        if others_run(config, self._deferred()):
            return self._later(config)
        state = self._state(input, config)
        result = self._ending(input, config).invoke(state, config)
        return _left(self._renamed(result), input, config)

    async def ainvoke(
        self,
        input: Mapping[str, Any],  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> Any:
        """End the run, or send it back, asynchronously; see `invoke`."""
        if others_run(config, self._deferred()):
            return self._later(config)
        state = self._state(input, config)
        result = await self._ending(input, config).ainvoke(state, config)
        return _left(self._renamed(result), input, config)

    def _later(self, config: RunnableConfig | None) -> Any:
        show_empty_update(config)
        return Command(goto=self.name)

    def _state(
        self, state: Mapping[str, Any], config: RunnableConfig | None
    ) -> dict[str, Any]:
        own = {key: value for key, value in state.items() if key != STEPS_LEFT}
        channel = merge_memory(channel_value(config, MEMORY), None)
        return {**own, self._passed_as: state.get(self._key), MEMORY: channel}

    def _renamed(self, result: Any) -> Any:
        """A command that writes messages under the key of the graph."""
        update = result.update if isinstance(result, Command) else None
        if not isinstance(update, Mapping) or self._passed_as not in update:
            return result
        names = {self._passed_as: self._key}
        renamed = {names.get(name, name): value for name, value in update.items()}
        return replace(result, update=renamed)

    def _ending(
        self, state: Mapping[str, Any], config: RunnableConfig | None
    ) -> Runnable[Any, Any]:
        """With or without another attempt, which needs room within the recursion limit."""
        if self._trying is None:
            return self._closing
        left = state.get(STEPS_LEFT, 0)
        taken = ensure_config(config)["recursion_limit"] + 1 - left
        attempt = taken / max(1, _answers(state.get(self._key)))
        return self._trying if left > attempt else self._closing


def _answers(messages: Any) -> int:
    """Answers since the newest human message: as many attempts were made."""
    count = 0
    for message in reversed(messages if isinstance(messages, Sequence) else ()):
        if isinstance(message, HumanMessage):
            break
        count += isinstance(message, AIMessage) and not message.tool_calls
    return count


def _left(result: Any, state: Mapping[str, Any], config: RunnableConfig | None) -> Any:
    # A run that ends on the last step its recursion limit allows has ended well, but this
    # node's step is one too many: LangGraph would raise. An interrupt without a question
    # leaves the loop before it counts. Inside another graph it would halt that one.
    name = (ensure_config(config).get("metadata") or {}).get("langgraph_checkpoint_ns", "")
    if state.get(STEPS_LEFT, 1) <= 0 and "|" not in name:
        raise GraphInterrupt
    show_empty_update(config)
    return result
