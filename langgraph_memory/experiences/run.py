"""One run of an agent: a task, the steps taken for it, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.conditions import normalise_error
from langgraph_memory.experiences.slots import Slots
from langgraph_memory.facts.messages import as_messages, content_text, is_error
from langgraph_memory.facts.redaction import redact, redact_data
from langgraph_memory.facts.text import clean, plain
from langgraph_memory.facts.tools import RECALL_TOOL

_LONGEST_TEXT = 20_000
_LONGEST_TURN = 2_000
_MOST_TURNS = 40


@dataclass(frozen=True, kw_only=True)
class Step:
    """One tool call and what came of it.

    Attributes:
        tool: Name of the tool.
        args: Arguments of the call, redacted.
        text: The result or the error, redacted.
        error: Whether the call failed.
        turn: Position of the message that made the call; calls made at once share it.
        call_id: Id of the call.
        message_id: Id of the result's message, if it has one.
    """

    tool: str
    args: dict[str, Any]
    text: str
    error: bool
    turn: int
    call_id: str
    message_id: str | None

    @cached_property
    def condition(self) -> str:
        """The error's normal form; empty when there is no error or it says nothing."""
        return normalise_error(self.text, self.args) if self.error else ""

    @cached_property
    def folded(self) -> str:
        """The text, casefolded."""
        return self.text.casefold()

    @property
    def source(self) -> str:
        """What the step is known by in its thread: the message's id, else the call's."""
        return self.message_id or self.call_id


@dataclass(frozen=True, kw_only=True)
class Run:
    """What happened since the newest human message.

    Attributes:
        task: The user's words that matter: the first and the newest human message.
        said: All of the user's words in the thread.
        steps: The tool calls since, in the order of their results.
        answer: The text of the model's last message; empty when it ended on a tool call or
            said nothing.
        thread_id: The thread.
        human_id: Id of the newest human message, if it has one.
        earlier: Steps of earlier turns of the thread. What failed there may be recovered
            here, after the user was asked.
        dialogue: What `user` and `agent` said in the thread, the newest 40 turns.
        restarts: Positions of the answers with which its failed attempts ended, ascending.
    """

    task: str
    said: str
    steps: tuple[Step, ...]
    answer: str
    thread_id: str
    human_id: str | None
    earlier: tuple[Step, ...] = ()
    dialogue: tuple[tuple[str, str], ...] = ()
    restarts: tuple[int, ...] = ()

    @property
    def turns_of_agent(self) -> int:
        """How often the agent said something in the dialogue."""
        return sum(who == "agent" for who, _ in self.dialogue)

    @cached_property
    def tools(self) -> frozenset[str]:
        """Names of the tools that were called in the thread."""
        return frozenset(step.tool for step in (*self.earlier, *self.steps))

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The parameters that were given to any tool in the thread."""
        steps = (*self.earlier, *self.steps)
        return frozenset(path for step in steps for path in grouped(step.args))

    @cached_property
    def slots(self) -> Slots:
        """What makes the texts of this run transferable."""
        names = {
            part for path in self.parameters for part in path.replace("[]", "").split(".")
        }
        keep = frozenset(self.tools | names)
        return Slots((step.args for step in (*self.earlier, *self.steps)), keep)


def run_from(
    messages: Sequence[BaseMessage] | Any,
    *,
    thread_id: str = "",
    task: str | None = None,
    redact: Callable[[str], str] = redact,
    failed: Collection[str | None] = (),
) -> Run:
    """Read a run from a conversation.

    Args:
        messages: The conversation, in any form that LangChain takes.
        thread_id: The thread it belongs to.
        task: The task of a graph without human messages.
        redact: Takes secrets out of a text.
        failed: Ids of the answers with which attempts failed.

    Returns:
        The part since the newest human message; the whole when there is none.
    """
    held = as_messages(messages)
    people = [i for i, message in enumerate(held) if isinstance(message, HumanMessage)]
    begin = people[-1] if people else -1
    words = [clean(content_text(held[i].content)) for i in people]
    steps = list(_steps(held, redact))
    return Run(
        task=redact(_lines(task or "", *words[:1], *words[-1:])),
        said=redact(_lines(task or "", *words)),
        steps=tuple(step for at, step in steps if at > begin),
        answer=redact(_answer(held[begin + 1 :])),
        thread_id=thread_id,
        human_id=held[begin].id if people else None,
        earlier=tuple(step for at, step in steps if at < begin),
        dialogue=tuple(_dialogue(held, redact))[-_MOST_TURNS:],
        restarts=tuple(
            at
            for at, message in enumerate(held)
            if at > begin
            and isinstance(message, AIMessage)
            and not message.tool_calls
            and message.id in failed
        ),
    )


def _dialogue(
    messages: Sequence[BaseMessage], redact: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    for message in messages:
        if isinstance(message, HumanMessage | AIMessage):
            text = clean(content_text(message.content)).strip()[:_LONGEST_TURN]
            if text:
                yield "user" if isinstance(message, HumanMessage) else "agent", redact(text)


def success_after(failed: Step, steps: Iterable[Step]) -> Step | None:
    """The first success of the same tool in a later message than the failed call's."""
    later = (s for s in steps if s.tool == failed.tool and s.turn > failed.turn)
    return next((s for s in later if not s.error), None)


def in_order(tools: Sequence[str], steps: Iterable[Step]) -> bool:
    """Whether some of the steps are of these tools in this order."""
    waiting = list(tools)
    for step in steps:
        if waiting and step.tool == waiting[0]:
            waiting.pop(0)
    return not waiting


def _lines(*texts: str) -> str:
    return "\n".join(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _answer(tail: Sequence[BaseMessage]) -> str:
    last = tail[-1] if tail else None
    if not isinstance(last, AIMessage) or last.tool_calls:
        return ""
    return clean(content_text(last.content)).strip()


def _steps(
    messages: Sequence[BaseMessage], redact: Callable[[str], str]
) -> Iterator[tuple[int, Step]]:
    """Each result with its position, joined to the latest call of its id."""
    calls: dict[str | None, tuple[int, ToolCall]] = {}
    for at, message in enumerate(messages):
        if isinstance(message, AIMessage):
            calls |= {call["id"]: (at, call) for call in message.tool_calls}
        elif isinstance(message, ToolMessage):
            turn, call = calls.get(message.tool_call_id, (at, None))
            tool = call["name"] if call else message.name
            if tool == RECALL_TOOL:
                continue
            text = clean(content_text(message.content))[:_LONGEST_TEXT]
            yield (
                at,
                Step(
                    tool=tool or "",
                    args=redact_data(plain(call["args"]), redact) if call else {},
                    text=redact(text),
                    error=is_error(message),
                    turn=turn,
                    call_id=message.tool_call_id,
                    message_id=message.id,
                ),
            )
