"""The calls that a tools node is to make, in each of the forms in which it is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolCall
from langchain_core.runnables import RunnableConfig

from langgraph_memory.errors import WiringError
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.nodes._scene import state_value
from langgraph_memory.wiring.channels import channel_value
from langgraph_memory.wiring.states import with_value

_CONTEXT: Final = "tool_call_with_context"


@dataclass(frozen=True, kw_only=True)
class Called:
    """What a tools node was given.

    Attributes:
        input: As it was given.
        key: Name of the state's list of messages.
        messages: The conversation, as far as it is known; empty where it is not.
        calls: The calls to be made.
    """

    input: Any
    key: str
    messages: Sequence[BaseMessage]
    calls: Sequence[ToolCall]

    def without(self, refused: Collection[str]) -> Any:
        """What to give to the node so that some calls are not made.

        Args:
            refused: Ids of those calls.

        Returns:
            An input like the first; None where no call is left.
        """
        left = [call for call in self.calls if str(call["id"]) not in refused]
        if not left:
            return None
        if _sent(self.input) is not None:
            return left if isinstance(self.input, list) else self.input
        at = _asking(self.messages)
        messages = list(self.messages)
        messages[at] = messages[at].model_copy(update={"tool_calls": left})
        if isinstance(self.input, list | tuple):
            return messages
        return with_value(self.input, self.key, messages)


def called_in(given: Any, key: str, config: RunnableConfig | None) -> Called:
    """The calls in the input of a tools node.

    Args:
        given: A state, or what `Send` brought: a list of calls, or a call with its state.
        key: Name of the state's list of messages.
        config: The run's configuration, by which the state is read after a `Send`.
    """
    calls = _sent(given)
    if calls is None:
        messages = as_messages(state_value(given, key))
        at = _asking(messages)
        asked: Any = messages[at] if at >= 0 else None
        calls = asked.tool_calls if asked else []
    elif isinstance(given, Mapping):
        messages = as_messages(state_value(given["state"], key))
    else:
        messages = as_messages(channel_value(config, key))
    return Called(input=given, key=key, messages=messages, calls=calls)


def refuse_unknown(called: Called, tools: Collection[str]) -> None:
    """Refuse calls of which nobody knows what came before.

    Raises:
        WiringError: When one of these tools is to be called, and there is no conversation.
    """
    names = {call["name"] for call in called.calls}.intersection(tools)
    if names and not called.messages:
        msg = (
            f"whether {sorted(names)} were called before cannot be told from what the node "
            f"was sent: send it the state, or the call with its state"
        )
        raise WiringError(msg)


def _sent(given: Any) -> list[ToolCall] | None:
    """The calls that came by `Send`, as `ToolNode` takes them; None where a state did."""
    if isinstance(given, Mapping):
        is_one = given.get("__type") == _CONTEXT
        return [given["tool_call"]] if is_one else None
    if not isinstance(given, list) or not given or not isinstance(given[-1], Mapping):
        return None
    return list(given) if given[-1].get("type") == "tool_call" else None


def _asking(messages: Sequence[BaseMessage]) -> int:
    """Position of the model's newest message, whose calls a tools node makes; or -1."""
    places = range(len(messages) - 1, -1, -1)
    return next((at for at in places if isinstance(messages[at], AIMessage)), -1)
