"""What a conversation shows: the request, results of calls, and what is remembered.

The policy knows nothing but this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

AGAIN = "Please try again."
"""What a user says after a failure."""

_BLOCK = "<memory"
_CARD = re.compile(r"^\[card \w+\] (?P<head>.*)$")
_ARGUMENT = re.compile(r"(\w+)=(.*?)(?=, \w+=|\)(?: ·|$|\.))")
_LESSONS, _FAILED = "Lessons from earlier runs:", "The attempt before this one failed:"
_WISHES = re.compile(
    r"^How the user likes to be answered:\n((?:(?!\[card ).+: .+\n?)+)", re.MULTILINE
)
_HEADINGS = ("From earlier conversations:", "On record in this conversation:")
_ROOM = re.compile(r"(\w[\w ]*?) \((\d+)\)")
_YEAR = re.compile(r"Today is .*?(\d{4})")


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a call came to.

    Attributes:
        tool: The tool.
        args: The arguments.
        text: The text of the result.
        failed: Whether it is an error.
    """

    tool: str
    args: Mapping[str, Any]
    text: str
    failed: bool = False

    @property
    def data(self) -> Any:
        """The result as data; None when it is prose."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None


@dataclass(frozen=True, kw_only=True)
class Card:
    """Something remembered from an earlier conversation.

    Attributes:
        source: The tool that said it, or `user`.
        values: Arguments of the call and values of the result, by name.
        notes: Its lines of prose.
    """

    source: str
    values: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A conversation as far as it is shown.

    Attributes:
        request: What the user wants.
        again: Whether an attempt has failed and there is another.
        results: Results since the request, oldest first.
        cards: What is remembered of earlier conversations.
        lessons: What earlier runs have taught, and what is said of the failed attempt.
        wishes: How the user likes to be served, one tag each.
        rooms: Rooms and their seats, as far as the model is told.
        year: The present year.
    """

    request: str
    again: bool
    results: Sequence[Result]
    cards: Sequence[Card]
    lessons: str
    wishes: Sequence[str]
    rooms: Mapping[str, int]
    year: int

    def made(self, tool: str) -> list[Result]:
        """The results of a tool that did not fail, newest first."""
        return [r for r in reversed(self.results) if r.tool == tool and not r.failed]

    def result(self, tool: str, **args: Any) -> Result | None:
        """The newest result of a call that did not fail."""
        return next((r for r in self.made(tool) if r.args == args), None)

    @property
    def errors(self) -> list[Result]:
        """The failed calls, oldest first."""
        return [result for result in self.results if result.failed]


def see(messages: Sequence[BaseMessage]) -> Seen:
    """Read a conversation.

    Args:
        messages: What the model is shown.

    Returns:
        What can be known from it.
    """
    system = next((m.text for m in messages if isinstance(m, SystemMessage)), "")
    blocks = [m.text for m in messages if _is_block(m)]
    humans = [i for i, m in enumerate(messages) if _is_user(m)]
    asked_again = bool(humans) and messages[humans[-1]].text == AGAIN
    wanted = [i for i in humans if messages[i].text != AGAIN]
    begin = wanted[-1] if wanted else -1
    block = blocks[-1] if blocks else ""
    before, _, failure = block.partition(_FAILED)
    remembered, _, lessons = before.partition(_LESSONS)
    year = _YEAR.search(system)
    return Seen(
        request=messages[begin].text if wanted else "",
        again=asked_again or bool(failure),
        results=list(_results(messages[begin + 1 :])),
        cards=list(_cards(remembered)),
        lessons="\n".join(part.strip() for part in (lessons, failure) if part),
        wishes=_wishes(blocks),
        rooms={name.strip(): int(seats) for name, seats in _ROOM.findall(system)},
        year=int(year[1]) if year else 0,
    )


def _is_block(message: BaseMessage) -> bool:
    return isinstance(message, HumanMessage) and message.text.startswith(_BLOCK)


def _is_user(message: BaseMessage) -> bool:
    return isinstance(message, HumanMessage) and not _is_block(message)


def _wishes(blocks: Sequence[str]) -> list[str]:
    # They are told again only when they have changed: the newest that are told hold.
    told = [found[1] for block in blocks if (found := _WISHES.search(block))]
    return told[-1].splitlines() if told else []


def _results(messages: Sequence[BaseMessage]) -> Iterator[Result]:
    calls: dict[str | None, Any] = {}
    for message in messages:
        if isinstance(message, AIMessage):
            calls |= {call["id"]: call for call in message.tool_calls}
        elif isinstance(message, ToolMessage) and message.tool_call_id in calls:
            call = calls[message.tool_call_id]
            yield Result(
                tool=call["name"],
                args=call["args"],
                text=message.text,
                failed=message.status == "error",
            )


def _cards(text: str) -> Iterator[Card]:
    head, body = "", list[str]()
    for line in [*text.splitlines(), "[card 0] end"]:
        opening = _CARD.match(line)
        if opening is None:
            if line not in _HEADINGS:
                body.append(line)
            continue
        if head:
            yield _card(head, body)
        head, body = opening["head"], []


def _card(head: str, lines: Sequence[str]) -> Card:
    notes = [_value(line[6:]) for line in lines if line.startswith("note: ")]
    pairs = [line.partition(": ") for line in lines if not line.startswith("note: ")]
    return Card(
        source=re.split(r"[( ]", head, maxsplit=1)[0],
        values={
            name: _value(value)
            for name, value in (
                *_ARGUMENT.findall(head),
                *((name, value) for name, mark, value in pairs if mark),
            )
        },
        notes=notes,
    )


def _value(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        return text
