"""Learning from whole conversations which fields of which tools decisions use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.selection.known import Known, names_of
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.statistics import Statistics, key_of
from langgraph_memory.cards.selection.talk import normal
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.facts.tools import Parameter, ToolSchema, tool_schemas
from langgraph_memory.recall.hearing import last_tool, leaves, outputs_of, talk_of
from langgraph_memory.recall.tokens import count_text


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
    """
    conversations = [as_messages(sequence) for sequence in sequences]
    schemas = tool_schemas(tools) or _called(conversations)
    learning = _Learning(Parameters(schemas))
    for messages in conversations:
        learning.read(messages)
    return learning.statistics()


class _Learning:
    """Uses, expected and observed."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._expected: defaultdict[str, float] = defaultdict(float)
        self._observed: defaultdict[str, float] = defaultdict(float)

    def read(self, messages: Sequence[BaseMessage]) -> None:
        """Learn from one conversation."""
        known = Known(Form(), count_text)
        outputs = outputs_of(messages)
        read = 0
        for at, message in enumerate(messages):
            if not isinstance(message, AIMessage) or not message.tool_calls:
                continue
            there = len(outputs_of(messages[:at]))
            for output in outputs[read:there]:
                known.form.add(output)
            known.refresh()
            read = there
            scorer = Scorer(known, talk_of(messages[:at]), self._parameters)
            used = {normal(v) for c in message.tool_calls for v in leaves(c["args"])}
            if there:
                self._count(scorer, used - {""}, last_tool(messages[:at]))

    def _count(self, scorer: Scorer, used: set[str], last: str) -> None:
        places: dict[str, set[str]] = {}
        for row in scorer.known.form.rows:
            for cell in row.all_cells():
                if cell.items or scorer.says(cell):
                    continue
                place = key_of(row.table.tool, names_of(row.table, cell.path))
                value = scorer.known.normals[cell.id]
                score = scorer.score(cell)
                for key in (place, f"{last}|{place}"):
                    self._expected[key] += score
                if value in used:
                    places.setdefault(value, set()).add(place)
        for found in places.values():
            for place in found:
                for key in (place, f"{last}|{place}"):
                    self._observed[key] += 1.0 / len(found)

    def statistics(self) -> Statistics:
        return Statistics(
            {key: (e, self._observed[key]) for key, e in self._expected.items()}
        )


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
