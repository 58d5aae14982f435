"""Asking the user before a tool does again what cannot be undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolCall, ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.types import interrupt

from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.repeats import REFUSED, repeats_in
from langgraph_memory.facts.messages import as_messages, content_text
from langgraph_memory.facts.text import truncate
from langgraph_memory.nodes._scene import state_value
from langgraph_memory.wiring.runnables import runnable_of

_LONGEST = 600
_NO = "Not called: it was called before for this message, and the user did not agree."
_WANTED = "True, False, {'type': 'approve'}, {'type': 'reject'}, or one of them per call id"


class Consenting(Runnable[Any, Any]):
    """A tools node that asks by an interrupt before some tools are called again."""

    def __init__(self, node: Any, tools: Collection[str], messages_key: str) -> None:
        """Make the node.

        Args:
            node: The tools node, as `add_node` takes it.
            tools: Names of the tools that must not be repeated.
            messages_key: Name of the state's list of messages.
        """
        self._node = runnable_of(node)
        self._tools = frozenset(tools)
        self._key = messages_key
        self.tools_by_name = getattr(node, "tools_by_name", {})

    def invoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **more: Any,
    ) -> Any:
        """Ask where needed, then call the tools that may be called.

        Args:
            input: The state; its last message has the calls.
            config: The run's configuration.
            more: Passed on.

        Returns:
            What the node returns; results of the calls that the user did not agree to are
            added.

        Raises:
            ConfigError: When the interrupt was resumed with no such answer.
        """
        refused, state = self._asked(input)
        if state is None:
            return {self._key: refused}
        return self._joined(self._node.invoke(state, config, **more), refused)

    async def ainvoke(
        self,
        input: Any,  # noqa: A002  the name is LangChain's
        config: RunnableConfig | None = None,
        **more: Any,
    ) -> Any:
        """Ask and call the tools, asynchronously; see `invoke`."""
        refused, state = self._asked(input)
        if state is None:
            return {self._key: refused}
        return self._joined(await self._node.ainvoke(state, config, **more), refused)

    def _asked(self, state: Any) -> tuple[list[ToolMessage], Any]:
        """Results of the calls that the user refused, and the state with the others."""
        messages = as_messages(state_value(state, self._key))
        found = repeats_in(messages, self._tools)
        if not found:
            return [], state
        answer = interrupt({"repeats": [_told(call, before) for call, before in found]})
        no = {str(call["id"]) for call, _ in found if not _agreed(answer, str(call["id"]))}
        if not no:
            return [], state
        last: Any = messages[-1]
        refused = [_refusal(call) for call in last.tool_calls if str(call["id"]) in no]
        left = [call for call in last.tool_calls if str(call["id"]) not in no]
        return refused, self._with(state, messages[:-1], last, left) if left else None

    def _with(
        self,
        state: Any,
        before: Sequence[BaseMessage],
        last: AIMessage,
        calls: Sequence[ToolCall],
    ) -> Any:
        messages = [*before, last.model_copy(update={"tool_calls": list(calls)})]
        if isinstance(state, Mapping):
            return {**state, self._key: messages}
        if isinstance(state, list | tuple):
            return messages
        return state.model_copy(update={self._key: messages})

    def _joined(self, result: Any, refused: Sequence[ToolMessage]) -> Any:
        if not refused:
            return result
        if isinstance(result, Mapping):
            return {**result, self._key: [*result.get(self._key, ()), *refused]}
        # A list has messages where the state is one, else commands beside updates.
        bare = all(isinstance(one, BaseMessage) for one in result)
        return [*result, *refused] if bare else [*result, {self._key: list(refused)}]


def _told(call: ToolCall, before: ToolMessage) -> dict[str, Any]:
    return {
        "id": str(call["id"]),
        "tool": call["name"],
        "args": call["args"],
        "before": truncate(content_text(before.content), _LONGEST),
    }


def _agreed(answer: Any, call_id: str) -> bool:
    if isinstance(answer, Mapping) and call_id in answer:
        answer = answer[call_id]
    if isinstance(answer, Mapping):
        answer = {"approve": True, "reject": False}.get(str(answer.get("type")))
    if not isinstance(answer, bool):
        msg = f"a question about repeated calls is answered by {_WANTED}"
        raise ConfigError(msg)
    return answer


def _refusal(call: ToolCall) -> ToolMessage:
    return ToolMessage(
        _NO,
        tool_call_id=str(call["id"]),
        name=call["name"],
        additional_kwargs={REFUSED: True},
    )
