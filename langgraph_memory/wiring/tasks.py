"""Tasks for runs on purpose, and the threads that they run on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid5

from langchain_core.messages import BaseMessage, HumanMessage

from langgraph_memory.errors import ConfigError

_SPACE: Final = UUID("6f1c8a0e-55f1-4f0e-9d25-8a3a0d1c7b42")
_MOST_DIGITS: Final = 16

Tasks = Iterable[Any] | Mapping[str, Any]
"""Texts, or inputs of the graph; by their names, where they are a mapping."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task.

    Attributes:
        name: What it is called: its name in a mapping, else 16 digits of its content.
        given: The task as it was given.
        input: What the graph is given, of which each run gets a copy.
    """

    name: str
    given: Any
    input: Any

    def fresh(self) -> Any:
        """The input for one run, which that run alone may change.

        Reducers give messages their ids in place, and nodes add to lists, so that runs
        would find what others left.
        """
        return _copied(self.input)


def tasks_from(tasks: Tasks, messages_key: str) -> Iterator[Task]:
    """The tasks, one after the other; one that comes twice is one.

    Args:
        tasks: As they were given.
        messages_key: Under which name the graph takes a text as a message of the user.

    Raises:
        ConfigError: When a task is neither a text nor an input that can be told again.
    """
    if isinstance(tasks, str | bytes) or not isinstance(tasks, Iterable):
        msg = f"tasks must be a list of texts or of the graph's inputs, not {tasks!r:.80}"
        raise ConfigError(msg)
    named: Iterable[tuple[str | None, Any]]
    named = tasks.items() if isinstance(tasks, Mapping) else ((None, one) for one in tasks)
    seen: set[str] = set()
    for name, given in named:
        input_ = given
        if isinstance(given, str):
            input_ = {messages_key: [HumanMessage(given)]}
        key = _digits(input_) if name is None else name
        if key not in seen:
            seen.add(key)
            yield Task(name=key, given=given, input=input_)


def thread_of(*parts: Any) -> str:
    """The thread of a run, always the same for the same run.

    Args:
        *parts: Plain data that tells the run from all others.

    Returns:
        A UUID, which is what LangGraph servers want.
    """
    return str(uuid5(_SPACE, json.dumps(parts, ensure_ascii=True)))


def _copied(value: Any) -> Any:
    """A deep copy; what cannot be copied, such as a connection, is the same in all."""
    try:
        return deepcopy(value)
    except Exception:  # noqa: BLE001  whatever a part of it raises, the rest is copied
        if isinstance(value, dict):
            return {key: _copied(one) for key, one in value.items()}
        if type(value) in (list, tuple, set):
            return type(value)(map(_copied, value))
        return value


def _digits(value: Any) -> str:
    try:
        text = json.dumps(_plain(value), sort_keys=True, ensure_ascii=True)
    except (TypeError, ValueError) as error:
        msg = (
            f"a task cannot be told again after a restart ({error}); name the tasks: "
            f"tasks={{'first': ..., 'second': ...}}"
        )
        raise ConfigError(msg) from error
    return hashlib.sha256(text.encode()).hexdigest()[:_MOST_DIGITS]


def _plain(value: Any) -> Any:
    """A value as JSON has it; of a message, who says what."""
    if isinstance(value, BaseMessage):
        return [value.type, _plain(value.content)]
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
