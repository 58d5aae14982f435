"""Asking the user before a tool does again what cannot be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from langchain_core.messages import BaseMessage, ToolCall, ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.types import interrupt

from langgraph_memory.experiences.repeats import REFUSED, repeats_in
from langgraph_memory.facts.messages import content_text
from langgraph_memory.facts.text import truncate
from langgraph_memory.nodes._scene import scene_from
from langgraph_memory.wiring.called import called_in, refuse_unknown
from langgraph_memory.wiring.channels import MEMORY, channel_value
from langgraph_memory.wiring.guarded import names_of, reads_alike
from langgraph_memory.wiring.runnables import runnable_of

Repeat: TypeAlias = tuple[ToolCall, ToolMessage | None]
"""A call, and the result of the one that it repeats."""

_LONGEST = 600
_BESIDE = "the same call stands before this one in the same message"
_NO = "Not called: it was called before for this message, and the user did not agree."
_WANTED = "True, False, {'type': 'approve'}, {'type': 'reject'}, or one of them per call id"


class Consenting(Runnable[Any, Any]):
    """A tools node that asks by an interrupt before some tools are called again."""

    def __init__(self, node: Any, tools: Iterable[Any], messages_key: str) -> None:
        """Make the node.

        Args:
            node: The tools node, as `add_node` takes it.
            tools: The tools that must not be repeated, or their names.
            messages_key: Name of the state's list of messages.

        Raises:
            ConfigError: When these are no tools, or none of the node's.
        """
        self._node = runnable_of(node)
        self._key = messages_key
        self.tools_by_name = getattr(node, "tools_by_name", {})
        self.guarded = names_of(tools, self.tools_by_name)

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
            WiringError: When it cannot be told what was called before.
        """
        refused, state = self._asked(input, config)
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
        refused, state = self._asked(input, config)
        if state is None:
            return {self._key: refused}
        return self._joined(await self._node.ainvoke(state, config, **more), refused)

    def _asked(
        self, given: Any, config: RunnableConfig | None
    ) -> tuple[list[ToolMessage], Any]:
        """Results of the calls that the user refused, and the input with the others."""
        called = called_in(given, self._key, config)
        refuse_unknown(called, self.guarded)
        failed = _failed(called.messages, channel_value(config, MEMORY))
        same = partial(reads_alike, self.tools_by_name)
        found = repeats_in(called.messages, called.calls, self.guarded, failed, same=same)
        if not found:
            return [], given
        agreed = _consent(found)
        refused = [_refusal(call) for call, _ in found if not agreed[str(call["id"])]]
        no = {one.tool_call_id for one in refused}
        return refused, called.without(no) if no else given

    def _joined(self, result: Any, refused: Sequence[ToolMessage]) -> Any:
        if not refused:
            return result
        if isinstance(result, Mapping):
            return {**result, self._key: [*result.get(self._key, ()), *refused]}
        # A list has messages where the state is one, else commands beside updates.
        bare = all(isinstance(one, BaseMessage) for one in result)
        return [*result, *refused] if bare else [*result, {self._key: list(refused)}]


def _failed(messages: Sequence[BaseMessage], channel: Mapping[str, Any] | None) -> int:
    """How many attempts at the newest human message have failed, as the memory has it."""
    state = {"messages": messages, MEMORY: channel}
    models = channel or {}
    return max((scene_from(state, m, "messages", None).attempt for m in models), default=0)


def _consent(found: Sequence[Repeat]) -> dict[str, bool]:
    """What the user says to each call, by its id; he is asked until he answers."""
    question: dict[str, Any] = {"repeats": [_told(call, before) for call, before in found]}
    while True:
        answer = interrupt(question)
        told = {str(call["id"]): _agreed(answer, str(call["id"])) for call, _ in found}
        known = {key: one for key, one in told.items() if one is not None}
        if len(known) == len(told):
            return known
        # LangGraph keeps each answer, so that an error would come back for ever.
        question = {**question, "error": f"resume with {_WANTED}, not with {answer!r:.80}"}


def _told(call: ToolCall, before: ToolMessage | None) -> dict[str, Any]:
    said = _BESIDE if before is None else content_text(before.content)
    return {
        "id": str(call["id"]),
        "tool": call["name"],
        "args": call["args"],
        "before": truncate(said, _LONGEST),
    }


def _agreed(answer: Any, call_id: str) -> bool | None:
    if isinstance(answer, Mapping) and call_id in answer:
        answer = answer[call_id]
    if isinstance(answer, Mapping):
        answer = {"approve": True, "reject": False}.get(str(answer.get("type")))
    return answer if isinstance(answer, bool) else None


def _refusal(call: ToolCall) -> ToolMessage:
    return ToolMessage(
        _NO,
        tool_call_id=str(call["id"]),
        name=call["name"],
        additional_kwargs={REFUSED: True},
    )
