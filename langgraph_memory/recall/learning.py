"""Learning from whole conversations which fields of which tools decisions use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolCall

from langgraph_memory._checked import check_that
from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Path, Table
from langgraph_memory.cards.selection.by_column import names_of
from langgraph_memory.cards.selection.known import Known
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.statistics import Statistics, key_of
from langgraph_memory.cards.selection.talk import normal
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.facts.tools import (
    RECALL_TOOL,
    Parameter,
    ToolSchema,
    tool_schemas,
)
from langgraph_memory.recall.hearing import last_tool, leaves, outputs_of, talk_of
from langgraph_memory.recall.tokens import count_text

_ROWS: Final = 500


def learn_statistics(
    sequences: Iterable[Iterable[Any]], *, tools: Iterable[Any] = ()
) -> Statistics:
    """Learn how often each field of each tool is used, against what `condense` expects.

    At every call the values of its arguments are looked for in what tools said before and
    nobody else did: these fields were used. What was expected is the sum of their scores.

    Args:
        sequences: Conversations, each the oldest message first.
        tools: The tools that the agents could call; without them, those that they called,
            with the arguments they gave.

    Returns:
        Plain data; of several sets, `merged` gives the same as learning from all at once.

    Raises:
        ConfigError: When `sequences` is no list of conversations.
    """
    conversations = [as_messages(sequence) for sequence in _several(sequences)]
    schemas = tool_schemas(tools) or _called(conversations)
    parameters = Parameters(schemas)
    return Statistics.of_all(
        taught for messages in conversations for taught in _decisions(messages, parameters)
    )


def uses_at(scorer: Scorer, taken: Collection[str]) -> dict[str, tuple[float, float]]:
    """The uses of fields at one decision.

    Args:
        scorer: Knows what tools had said and the conversation, both until then, and
            nothing learned: what was expected is the sum of its scores.
        taken: What the decision took, as `taken_by` tells it.

    Returns:
        By `tool|path`, the uses expected and observed. A value that several fields say is
        a part of a use of each; one that the conversation says is a use of none. Only the
        500 rows that were told last are looked at.
    """
    expected: defaultdict[str, float] = defaultdict(float)
    observed: defaultdict[str, float] = defaultdict(float)
    names: dict[tuple[Table, Path], str] = {}
    saying: dict[str, set[str]] = {}
    normals = scorer.known.normals
    rows = nlargest(_ROWS, scorer.known.form.rows, key=attrgetter("output"))
    for row in rows:
        for cell in row.all_cells():
            if cell.items or scorer.says(cell):
                continue
            column = (row.table, cell.path)
            place = names.get(column)
            if place is None:
                place = key_of(row.table.tool, names_of(*column))
                names[column] = place
            expected[place] += scorer.score(cell)
            if normals[cell.id] in taken:
                saying.setdefault(normals[cell.id], set()).add(place)
    for places in saying.values():
        for place in places:
            observed[place] += 1.0 / len(places)
    return {place: (e, observed[place]) for place, e in expected.items()}


def decisions_of(message: BaseMessage) -> list[ToolCall]:
    """The calls of a message but those that read a record back, which are questions."""
    calls = message.tool_calls if isinstance(message, AIMessage) else ()
    return [call for call in calls if call["name"] != RECALL_TOOL]


def taken_by(calls: Iterable[ToolCall]) -> frozenset[str]:
    """The values that some calls take, in the form in which they are compared."""
    return frozenset(normal(v) for call in calls for v in leaves(call["args"])) - {""}


def _decisions(
    messages: Sequence[BaseMessage], parameters: Parameters
) -> Iterator[Statistics]:
    """What each decision of one conversation teaches."""
    known = Known(Form(), count_text)
    outputs = outputs_of(messages)
    read = 0
    for at, message in enumerate(messages):
        calls = decisions_of(message)
        if not calls:
            continue
        there = len(outputs_of(messages[:at]))
        for output in outputs[read:there]:
            known.form.add(output)
        known.refresh()
        read = there
        if there:
            scorer = Scorer(known, talk_of(messages[:at]), parameters)
            places = uses_at(scorer, taken_by(calls))
            yield Statistics.of_decision(last_tool(messages[:at]), places)


def _several(sequences: Any) -> Iterable[Any]:
    fits = isinstance(sequences, Iterable) and not isinstance(sequences, str | Mapping)
    wanted = "a list of conversations, such as [messages]"
    check_that(fits, "sequences", sequences, wanted)
    several: Iterable[Any] = sequences
    return several


def _called(conversations: Iterable[Iterable[BaseMessage]]) -> tuple[ToolSchema, ...]:
    """The tools of some conversations, with the arguments that calls gave them."""
    found: dict[str, dict[str, None]] = {}
    for messages in conversations:
        for message in messages:
            for call in message.tool_calls if isinstance(message, AIMessage) else ():
                found.setdefault(call["name"], {}).update(
                    dict.fromkeys(_names(call["args"]))
                )
    return tuple(
        ToolSchema(
            name,
            description="",
            parameters=tuple(Parameter(p, "", "", required=True) for p in names),
            changes=False,
        )
        for name, names in found.items()
    )


def _names(value: Any, path: str = "") -> Iterator[str]:
    """The dotted paths of the scalars within an argument."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _names(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner, f"{path}[]")
    else:
        yield path
