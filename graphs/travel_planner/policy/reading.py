"""What a conversation shows: results by call, whether raw or as cards.

The policy knows nothing but this. A result that is not shown is not known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from graphs.travel_planner.world.catalogue import Row
from langgraph_memory.cards.form.parsing import Said
from langgraph_memory.cards.form.parsing import parse as parse_form
from langgraph_memory.cards.form.writing import noun
from langgraph_memory.cards.rendering import ParsedCard, parse
from langgraph_memory.errors import LangGraphMemoryError
from langgraph_memory.recall.telling import BETWEEN, ELSEWHERE, NOTHING

_REFERENCE = re.compile(r"\[(?:.*: )?record [0-9a-f]+\]|.*; record [0-9a-f]+")
_SECTION = re.compile(r"\n(?=\[|</memory>|[A-Z][^\n|]*:\n)")
"""Where a card may end: before another, a piece of a list, a heading, the block's end."""

Args = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool call: a name and its arguments."""

    tool: str
    args: Args

    @property
    def key(self) -> str:
        """The same text for equal calls, whether a number is written 2 or 2.0."""
        args = json.dumps(_plain(self.args), sort_keys=True, ensure_ascii=False)
        return f"{self.tool} {args}"


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a call is shown to have returned.

    Attributes:
        rows: Its rows; one for a single record, none for prose.
        text: Its text as it is shown.
        failed: Whether the call failed.
        whole: Whether all rows of the result are shown.
        earlier: Whether it comes from an earlier conversation.
    """

    rows: tuple[Row, ...] = ()
    text: str = ""
    failed: bool = False
    whole: bool = True
    earlier: bool = False


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A conversation as far as it is shown.

    Attributes:
        request: The newest human message.
        results: Newest result by call key.
        calls: Calls whose results are shown, oldest first.
        notes: Texts the model itself wrote since the request.
    """

    request: str
    results: Mapping[str, Result]
    calls: Sequence[Call]
    notes: Sequence[str]
    together: Sequence[Said] = ()

    def result(self, tool: str, **args: Any) -> Result | None:
        """What a call returned, or None when that is not shown."""
        found = self.results.get(Call(tool=tool, args=args).key)
        others = [call.args for call in self.calls if call.tool == tool]
        return found or _among(self.together, tool, args, others)

    def made(self, tool: str) -> list[tuple[Args, Result]]:
        """All shown calls of a tool with their results, newest first."""
        return [
            (call.args, self.results[call.key])
            for call in reversed(self.calls)
            if call.tool == tool and call.key in self.results
        ]


def see(messages: Sequence[BaseMessage]) -> Seen:
    """Read a conversation.

    Args:
        messages: What the model is shown.

    Returns:
        What can be known from it.
    """
    humans = [i for i, m in enumerate(messages) if isinstance(m, HumanMessage)]
    newest = humans[-1] if humans else -1
    pending: dict[str, Call] = {}
    results: dict[str, Result] = {}
    calls: list[Call] = []
    notes: list[str] = []
    together: list[Said] = []
    for i, message in enumerate(messages):
        if isinstance(message, HumanMessage) and i != newest:
            results = {**_remembered(message.text), **results}
        elif isinstance(message, AIMessage):
            if i > newest and message.text:
                notes.append(message.text)
            for call in message.tool_calls:
                pending[str(call["id"])] = Call(tool=call["name"], args=call["args"])
        elif isinstance(message, ToolMessage) and message.tool_call_id in pending:
            made = pending[message.tool_call_id]
            place, listed = _parted(message.text)
            together = [*together, *listed]
            failed = message.status == "error"
            result = _result(made.tool, place, failed=failed)
            if result is not None:
                results[made.key] = result
            if place:
                calls.append(made)
    return Seen(
        request=messages[newest].text if humans else "",
        results=results,
        calls=calls,
        notes=notes,
        together=together,
    )


def _result(tool: str, text: str, *, failed: bool) -> Result | None:
    """A tool result, raw or as a card; None when only a reference to it is shown."""
    if text in (ELSEWHERE, NOTHING, "") or _REFERENCE.fullmatch(text):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        for said in _said(text):
            if said.name in (tool, noun(tool)) and isinstance(said.value, dict):
                return Result(rows=(said.value,), text=text, failed=failed)
        cards = _cards(text)
        return _of_card(cards[0]) if cards else Result(text=text, failed=failed)
    items = value if isinstance(value, list) else [value]
    rows = tuple(item for item in items if isinstance(item, dict))
    return Result(rows=rows, text=text, failed=failed)


def _parted(text: str) -> tuple[str, list[Said]]:
    """What answers a call alone, and what all tools are told to have said."""
    place, between, listed = text.rpartition(BETWEEN)
    said = _said(listed)
    tables = any(isinstance(part.value, list) for part in said)
    if not said or not (between or tables):
        return text, []
    return place or ELSEWHERE, said


def _said(text: str) -> list[Said]:
    """The parts of a form; none when it is another text."""
    try:
        return list(parse_form(text))
    except LangGraphMemoryError:
        return []


def _among(
    together: Sequence[Said], tool: str, args: Args, others: Sequence[Args]
) -> Result | None:
    """The rows of a call among those of all calls of its tool."""
    if args not in others:
        return None
    found: list[Row] = []
    whole = True
    given = {
        name: str(value)
        for name, value in args.items()
        if any(other.get(name) != value for other in others)
    }
    for said in reversed(together):
        if said.name not in (tool, noun(tool)) or not isinstance(said.value, list):
            continue
        if any(str(args.get(name)) != str(value) for name, value in said.call.items()):
            continue
        open_args = {v for n, v in given.items() if n not in said.call}
        rows = [row for row in said.value if open_args <= {*map(str, row.values())}]
        if rows:
            found += rows
            whole = whole and not said.more
    return Result(rows=tuple(found), whole=whole) if found else None


def _remembered(block: str) -> dict[str, Result]:
    """Results of earlier conversations, from a message before the request."""
    return {
        Call(tool=card.name, args=card.args).key: replace(_of_card(card), earlier=True)
        for card in _cards(block)
    }


def _cards(text: str) -> list[ParsedCard]:
    """The cards of a text; one that is damaged is not known."""
    cards: list[ParsedCard] = []
    for part in _SECTION.split(text):
        if part.startswith("[card "):
            with suppress(LangGraphMemoryError):
                cards.append(parse(part))
    return cards


def _of_card(card: ParsedCard) -> Result:
    return Result(
        rows=tuple(card.objects),
        text="\n".join(card.notes),
        whole=len(card.rows) >= card.rows_total,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
