"""The state as a node sees it: messages, fingerprints, its part of the channel."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.facts.messages import (
    ToolCallView,
    as_messages,
    calls_by_id,
    content_text,
    fingerprints,
)
from langgraph_memory.facts.tools import RECALL_TOOL, Parameter, ToolSchema
from langgraph_memory.recall.block import is_block
from langgraph_memory.state import merge_memory

Part = dict[str, Any]

_READ = re.compile(rf"\[(?:{RECALL_TOOL}\(.*\): )?record ([0-9a-f]+)\](?: |$)", re.DOTALL)

EXCEPTION = "memory_exception"
"""Key under which an error handler passes the exception it was given."""


@dataclass(frozen=True)
class Scene:
    """One look at the state.

    Attributes:
        model: Name of the model node that the memory serves.
        state: The state itself, for the user's own judgement of the outcome.
        messages: The conversation, without any memory block a node handed back.
        prints: One fingerprint per message.
        part: What the channel holds for this model node.
        fallback_task: The task of a graph without a human message, or None.
        exception: What the model node raised, where its error handler asks, or None.
    """

    model: str
    state: Any
    messages: tuple[BaseMessage, ...]
    prints: tuple[str, ...]
    part: Part
    fallback_task: str | None = None
    exception: BaseException | None = None

    def updated(self, part: Part) -> Scene:
        """The scene after an update of its part."""
        if not part:
            return self
        merged = merge_memory({"": self.part}, {"": part})
        return replace(self, part=merged[""])

    def at(self, turn_id: str) -> Scene:
        """The scene as it was when this turn began; itself where it has no such turn."""
        if turn_id not in self.prints:
            return self
        size = self.prints.index(turn_id) + 1
        return replace(self, messages=self.messages[:size], prints=self.prints[:size])

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Positions of the messages that observe has not read yet."""
        seen = set(self.part.get("seen", ()))
        return tuple(i for i, mark in enumerate(self.prints) if mark not in seen)

    @cached_property
    def turn(self) -> int:
        """Position of the newest human message, or -1."""
        for i in range(len(self.messages) - 1, -1, -1):
            if isinstance(self.messages[i], HumanMessage):
                return i
        return -1

    @property
    def turn_id(self) -> str:
        """Fingerprint of the newest human message, or `start`."""
        return self.prints[self.turn] if self.turn >= 0 else "start"

    @property
    def attempt(self) -> int:
        """How many attempts of this turn have failed."""
        retry = self.part.get("retry", {})
        return int(retry["attempt"]) if retry.get("turn") == self.turn_id else 0

    @property
    def asked(self) -> str:
        """What the user asks now: the newest human message, else the given task."""
        if self.turn < 0:
            return self.fallback_task or ""
        return content_text(self.messages[self.turn].content)

    @cached_property
    def began(self) -> str:
        """What the conversation began with, where that is not what is asked now."""
        human = (m for m in self.messages if isinstance(m, HumanMessage))
        first = next((content_text(m.content) for m in human), "")
        return first if first != self.asked else ""

    @cached_property
    def task(self) -> str:
        """The user's words that matter: given task, first and newest human message."""
        wanted = [self.fallback_task or "", self.began, self.asked]
        return "\n".join(dict.fromkeys(text for text in wanted if text))

    @property
    def conversation(self) -> Sequence[BaseMessage]:
        """The messages; before them what the agent is asked, where that was given."""
        if self.fallback_task is None:
            return self.messages
        return (HumanMessage(self.fallback_task), *self.messages)

    @cached_property
    def recalls(self) -> Mapping[str, ToolCallView]:
        """By fingerprint of the result, the calls that read a record back."""
        calls = calls_by_id(self.messages)
        return {
            mark: calls[message.tool_call_id]
            for message, mark in zip(self.messages, self.prints, strict=True)
            if isinstance(message, ToolMessage)
            and message.tool_call_id in calls
            and calls[message.tool_call_id].name == RECALL_TOOL
        }

    @cached_property
    def recalled(self) -> Mapping[str, str]:
        """By the same, the first digits of the record that was read, or empty."""
        contents = dict(zip(self.prints, self.messages, strict=True))
        found = {m: _READ.match(content_text(contents[m].content)) for m in self.recalls}
        return {mark: match[1] if match else "" for mark, match in found.items()}

    def results_of(self, tools: Collection[str]) -> frozenset[str]:
        """Fingerprints of the results of some tools, by their names."""
        calls = calls_by_id(self.messages) if tools else {}
        both = zip(self.messages, self.prints, strict=True)
        return frozenset(
            mark
            for message, mark in both
            if isinstance(message, ToolMessage)
            and message.tool_call_id in calls
            and calls[message.tool_call_id].name in tools
        )

    @cached_property
    def called_tools(self) -> tuple[ToolSchema, ...]:
        """Tools as far as the conversation's own calls show them."""
        names: dict[str, dict[str, None]] = {}
        for message in self.messages:
            if isinstance(message, AIMessage):
                for call in message.tool_calls:
                    names.setdefault(call["name"], {}).update(dict.fromkeys(call["args"]))
        return tuple(
            ToolSchema(
                name=name,
                description="",
                parameters=tuple(Parameter(arg, "", "", required=False) for arg in args),
                changes=False,
            )
            for name, args in names.items()
        )


def scene_from(state: Any, model: str, messages_key: str, task: str | None) -> Scene:
    """Look at a state of any of LangGraph's shapes.

    Args:
        state: A mapping, an object with attributes, or a list of messages.
        model: Name of the model node that the memory serves.
        messages_key: Name of the state's list of messages.
        task: The task of a graph without a human message, or None.

    Returns:
        The scene.
    """
    held = as_messages(state_value(state, messages_key))
    messages = tuple(message for message in held if not is_block(message))
    channel = channel_of(state)
    return Scene(
        model=model,
        state=state,
        messages=messages,
        prints=tuple(fingerprints(messages)),
        part=dict(channel.get(model, {})),
        fallback_task=task,
        exception=state_value(state, EXCEPTION),
    )


def channel_of(state: Any) -> Mapping[str, Any]:
    """The value of the channel `memory`; empty where the state has none."""
    return state_value(state, "memory") or {}


def state_value(state: Any, key: str) -> Any:
    """What a state of any of LangGraph's shapes holds under a key; None where nothing."""
    if isinstance(state, Mapping):
        return state.get(key)
    if isinstance(state, list | tuple):
        return state if key != "memory" else None
    return getattr(state, key, None)
