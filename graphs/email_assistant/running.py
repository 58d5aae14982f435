"""One request to the assistant, with the user's answers, measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import Command

from graphs.email_assistant.approval import Decision
from graphs.email_assistant.graph import MOST_STEPS, Graph
from graphs.email_assistant.policy.seeing import AGAIN

Watch = Callable[[str, Any], None]
"""Told of each stream event: its mode, `updates` or `custom`, and its content."""

Answer = Callable[[Mapping[str, Any]], Decision | str]
"""Asked for each call that needs approval; gets `tool` and `args`."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """A conversation that has ended.

    Attributes:
        messages: All its messages.
        tokens: Tokens shown to the model at each step.
        attempts: How often it was tried.
        recalled: Keys of the cards and lessons that were shown.
    """

    messages: tuple[BaseMessage, ...]
    tokens: tuple[int, ...]
    attempts: int
    recalled: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """What the assistant said last."""
        return self.messages[-1].text if self.messages else ""

    @property
    def calls(self) -> list[tuple[str, Mapping[str, Any]]]:
        """All tool calls in order: name and arguments."""
        return [
            (call["name"], call["args"])
            for message in self.messages
            if isinstance(message, AIMessage)
            for call in message.tool_calls
        ]


def converse(
    graph: Graph,
    request: str,
    *,
    thread: str,
    user: str,
    answer: Answer,
    retries: int = 0,
    watch: Watch | None = None,
) -> Run:
    """Put one request to the assistant, and answer what it asks.

    Args:
        graph: The assistant.
        request: The user's words.
        thread: The conversation's id.
        user: Whose memory is used.
        answer: What the user says to each call that needs approval.
        retries: How often the user asks to try again after a tool error that nothing made
            good. With memory the graph does so itself: leave it at 0.
        watch: Told of each event as it comes.

    Returns:
        The run.
    """
    config: RunnableConfig = {
        "configurable": {"thread_id": thread, "user_id": user},
        "recursion_limit": 8 * MOST_STEPS,
    }
    counts = _Counts(watch)
    for attempt in range(retries + 1):
        given: Any = {"messages": [("user", AGAIN if attempt else request)]}
        while given is not None:
            question = counts.follow(graph, given, config)
            given = None if question is None else Command(resume=answer(question))
        messages = graph.get_state(config).values["messages"]
        if not _failed(messages):
            break
    return Run(
        messages=tuple(messages),
        tokens=tuple(counts.tokens),
        attempts=1 + attempt + counts.retries,
        recalled=tuple(dict.fromkeys(counts.recalled)),
    )


class _Counts:
    """Follows streams and counts."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch
        self.tokens: list[int] = []
        self.recalled: list[str] = []
        self.retries = 0

    def follow(
        self, graph: Graph, given: Any, config: RunnableConfig
    ) -> Mapping[str, Any] | None:
        """Run until the end, or until the user is asked; then what he is asked."""
        question: Mapping[str, Any] | None = None
        events: Iterator[Any] = graph.stream(
            given, config, stream_mode=["updates", "custom"]
        )
        # With several modes an event is a pair; the types of `stream` do not say so.
        for mode, content in events:
            if mode == "custom":
                self._count(content)
            elif "__interrupt__" in content:
                question = content["__interrupt__"][0].value
            if self._watch:
                self._watch(mode, content)
        return question

    def _count(self, event: Mapping[str, Any]) -> None:
        kind = event.get("event")
        if kind == "model_step":
            self.tokens.append(event["tokens"])
        elif kind == "attempt_failed":
            self.retries += 1
        elif kind == "memory_used":
            self.recalled += [*event.get("cards", ()), *event.get("experiences", ())]


def _failed(messages: list[BaseMessage]) -> bool:
    """Whether the newest result is an error, so that the run ended on it."""
    results = [message for message in messages if isinstance(message, ToolMessage)]
    return bool(results) and results[-1].status == "error"
