"""The one way in which the memory asks a model, whatever it asks.

Every question has a form, a limit of tokens, a time and a reader that checks the answer.
Every call is told in an event, so that calls can be counted. A model that failed is left
alone for a while; what it cannot answer is left to rules.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from langchain_core.messages import BaseMessage

from langgraph_memory._flow import Ask, Emit, Steps, Warn
from langgraph_memory._models import cut_off, refuses_form
from langgraph_memory._outside import Outside, Role
from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.answers import answer_in
from langgraph_memory.facts.questions import Question
from langgraph_memory.facts.redaction import redact

T = TypeVar("T")

_LONGEST_REASON = 300


def ask(
    question: Question[T], role: Role, outside: Outside, seconds: float | None = None
) -> Steps[T]:
    """Ask the model of a role.

    Args:
        question: What is asked.
        role: Whose model; names the call in traces and events.
        outside: What questions are answered with.
        seconds: How long the model may take; None: as long as any of its calls.

    Returns:
        The answer as the question reads it.

    Raises:
        ModelReplyError: When the call fails, whatever the reason, or its answer cannot be
            used, or the model is left alone because it failed lately.
    """
    if outside.rests[role].is_open:
        msg = "the memory's model failed lately and is left alone for a while"
        raise ModelReplyError(msg)
    begun = time.monotonic()
    try:
        reply = yield from _called(question, role, outside, seconds)
        answer = question.read(answer_in(reply, question.schema["title"]))
    except ModelReplyError as error:
        yield _told(role, begun, str(error))
        raise
    yield _told(role, begun, None)
    return answer


@dataclass(frozen=True, kw_only=True)
class Fallback:
    """What is said where an answer cannot be used.

    Attributes:
        node: The node that asked.
        what: What was asked for, in the plural.
        instead: What serves instead.
    """

    node: str
    what: str
    instead: str

    def reported(self, reason: str) -> Steps[None]:
        """Report why.

        Args:
            reason: What went wrong.
        """
        msg = f"the model's {self.what} cannot be used, {self.instead}: {reason}"
        yield Warn(self.node, msg, reason)


def asked(
    question: Question[T],
    role: Role,
    outside: Outside,
    fallback: Fallback,
    seconds: float | None = None,
) -> Steps[T | None]:
    """Ask the model of a role, if there is one, and report where rules must serve.

    Args:
        question: What is asked.
        role: Whose model.
        outside: What questions are answered with.
        fallback: What is said where the answer cannot be used.
        seconds: How long the model may take; None: as long as any of its calls.

    Returns:
        The answer, or None. A model that is left alone is not reported again.
    """
    if role not in outside.models or outside.rests[role].is_open:
        return None
    try:
        return (yield from ask(question, role, outside, seconds))
    except ModelReplyError as error:
        yield from fallback.reported(str(error))
        return None


def _called(
    question: Question[Any], role: Role, outside: Outside, seconds: float | None
) -> Steps[BaseMessage]:
    """The reply; asked in words alone where the model turns out to take no schema."""
    plain = role in outside.plain
    call = Ask(tuple(question.messages), role, seconds, None if plain else question.schema)
    begun = time.monotonic()
    try:
        reply: object = yield call
    except Exception as error:
        partial = cut_off(error)
        if partial is not None:
            return partial
        if not plain and refuses_form(error):
            outside.plain.add(role)
            yield _told(role, begun, _reason(error))
            return (yield from _called(question, role, outside, seconds))
        rest = outside.rests[role]
        rest.trip()
        msg = (
            f"the memory's model failed: {_reason(error)}; "
            f"it is not asked again for {rest.rest:g} seconds"
        )
        raise ModelReplyError(msg) from error
    if not isinstance(reply, BaseMessage):
        msg = f"the memory's model gave no message but {type(reply).__name__}"
        raise ModelReplyError(msg)
    return reply


def _reason(error: BaseException) -> str:
    # What a server complains of may be the key that it was given.
    return redact(f"{type(error).__name__}: {error}"[:_LONGEST_REASON])


def _told(role: Role, begun: float, error: str | None) -> Emit:
    data: Mapping[str, Any] = {
        "role": role,
        "seconds": round(time.monotonic() - begun, 3),
        "error": error,
    }
    return Emit("memory_asked", dict(data))
