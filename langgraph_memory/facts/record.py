"""Records: single observations, kept verbatim but for secrets and sheer length."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Literal, cast

from langchain_core.messages import BaseMessage, ToolMessage

from langgraph_memory.errors import StoreError
from langgraph_memory.facts.messages import (
    ToolCallView,
    calls_of,
    fingerprints,
    is_error,
    role,
)
from langgraph_memory.facts.redaction import redact_data
from langgraph_memory.facts.text import canonical, content_text, plain, truncate
from langgraph_memory.facts.when import happened_on, said_at, time_in

RecordKind = Literal["tool", "user", "model"]


@dataclass(frozen=True, kw_only=True)
class Record:
    """One raw observation.

    Attributes:
        key: 32 hex digits, derived from the source alone.
        kind: Who said it: a tool, the user, or the model.
        text: What was said, redacted; truncated with a marker when it was very long.
        thread_id: The thread it was said in.
        message_id: Id of its message, if it has one.
        tool_call_id: The call a tool answers, else None.
        tool: Name of the tool, else None.
        args: Arguments of the call, redacted plain data; empty but for tools.
        error: Whether the tool failed.
        observed_at: When it was first seen, ISO 8601 in UTC.
        fingerprint: 16 hex digits telling its message from the others of its thread.
        said_at: When the message says that it was said, likewise; None where it does not.
        happened_on: The day of which it speaks, `YYYY-MM-DD`, where it names it from the
            day on which it was said, as by `yesterday`; None otherwise, and of tools.
    """

    key: str
    kind: RecordKind
    text: str
    thread_id: str
    message_id: str | None
    tool_call_id: str | None
    tool: str | None
    args: dict[str, Any]
    error: bool
    observed_at: str
    fingerprint: str
    said_at: str | None = None
    happened_on: str | None = None

    @property
    def as_of(self) -> str:
        """When what it says was so: when it was said, else when it was seen."""
        return self.said_at or self.observed_at

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON data."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """The inverse of `to_dict`; further keys are ignored.

        Raises:
            StoreError: When a field is missing, or is not of its type.
        """
        fields = {**_LATER, **{name: data[name] for name in _TYPES if name in data}}
        for name, types in _TYPES.items():
            if name not in fields or not isinstance(fields[name], types):
                msg = f"a stored record cannot be read: {name!r} is missing or wrong"
                raise StoreError(msg)
        if fields["kind"] not in _KINDS:
            msg = f"a stored record cannot be read: unknown kind {fields['kind']!r}"
            raise StoreError(msg)
        return cls(**fields)


_TYPES: dict[str, type | tuple[type, ...]] = {
    "key": str,
    "kind": str,
    "text": str,
    "thread_id": str,
    "message_id": (str, type(None)),
    "tool_call_id": (str, type(None)),
    "tool": (str, type(None)),
    "args": dict,
    "error": bool,
    "observed_at": str,
    "fingerprint": str,
    "said_at": (str, type(None)),
    "happened_on": (str, type(None)),
}
_LATER = {"said_at": None, "happened_on": None}  # records of earlier releases lack them
_KINDS = frozenset({"tool", "user", "model"})


def record_key(
    thread_id: str, message_id: str | None, tool_call_id: str | None, fingerprint: str
) -> str:
    """The key of the record of a message.

    Args:
        thread_id: The thread it stands in.
        message_id: Its id, if it has one.
        tool_call_id: The call it answers, if any.
        fingerprint: Its fingerprint within the thread.

    Returns:
        32 hex digits, the same for the same source.
    """
    source = canonical(plain([thread_id, message_id, tool_call_id, fingerprint]))
    return hashlib.sha256(source.encode()).hexdigest()[:32]


def records_from(
    messages: Sequence[BaseMessage],
    *,
    thread_id: str,
    observed_at: str,
    redact: Callable[[str], str],
    max_chars: int = 200_000,
    only: Collection[str] | None = None,
) -> list[Record]:
    """One record per tool result, human message and answer of the model.

    Answers are the model's messages that call no tool. System messages, removals and
    messages of roles that graphs made up leave no record; neither do users and models that
    say nothing. A message that stands twice, under one id, leaves one.

    Args:
        messages: A conversation, oldest first.
        thread_id: The thread it stands in.
        observed_at: When it was seen, ISO 8601 in UTC.
        redact: What replaces the secrets in a text.
        max_chars: Most characters of a record's text.
        only: Fingerprints of the messages wanted; None for all.

    Returns:
        The records in the order of their messages.
    """
    prints = fingerprints(messages)
    found: dict[str, Record] = {}
    for message, mark, call in _with_calls(messages, prints):
        if only is not None and mark not in only:
            continue
        speaker = role(message)
        text = content_text(message.content)
        if speaker in (None, "system") or (speaker != "tool" and not text.strip()):
            continue
        if speaker == "model" and calls_of(message, 0):
            continue
        call_id = getattr(message, "tool_call_id", None) or None
        key = record_key(thread_id, message.id, call_id, mark)
        found[key] = Record(
            key=key,
            kind=cast("RecordKind", speaker),
            text=truncate(redact(text), max_chars),
            thread_id=thread_id,
            message_id=message.id,
            tool_call_id=call_id,
            tool=_tool_name(message, call) if speaker == "tool" else None,
            args=redact_data(plain(call.args), redact) if call else {},
            error=isinstance(message, ToolMessage) and is_error(message),
            observed_at=observed_at,
            fingerprint=mark,
            **_times(message, "" if speaker == "tool" else text, observed_at),
        )
    return list(found.values())


def _times(message: BaseMessage, text: str, observed_at: str) -> dict[str, str | None]:
    said = said_at(message)
    seen = said or time_in(observed_at)
    day = None if seen is None else happened_on(text, seen)
    stamp = None if said is None else said.astimezone(UTC)
    return {
        "said_at": None if stamp is None else stamp.isoformat(timespec="milliseconds"),
        "happened_on": None if day is None else day.isoformat(),
    }


def _with_calls(
    messages: Sequence[BaseMessage], prints: Sequence[str]
) -> Iterator[tuple[BaseMessage, str, ToolCallView | None]]:
    # Some models number their calls anew in each turn: a result answers the newest call.
    calls: dict[str, ToolCallView] = {}
    for index, (message, mark) in enumerate(zip(messages, prints, strict=True)):
        calls.update(calls_of(message, index))
        call_id = getattr(message, "tool_call_id", None)
        yield message, mark, calls.get(call_id) if call_id else None


def _tool_name(message: BaseMessage, call: ToolCallView | None) -> str:
    return (call.name if call else message.name) or "tool"
