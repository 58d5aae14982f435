"""Conversations for the tests of the view, and what tools said in them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.recall.hearing import is_told, outputs_of
from langgraph_memory.recall.retelling import Retelling
from langgraph_memory.recall.shelf import Shelf, Tools


def count(messages: object) -> int:
    """One token per character, and five per message, so that tests can add up by hand."""
    assert isinstance(messages, list | tuple)
    return sum(len(str(message.content)) + 5 for message in messages)


def found(letter: str, size: int) -> str:
    """A list of hotels in about so many characters."""
    one = '{"name": "Hotel a10", "price": 210, "stars": 0, "remark": "note a10"}, '
    rows = [
        {
            "name": f"Hotel {letter}{i}",
            "price": 200 + i,
            "stars": i % 5,
            "remark": f"note {letter}{i}",
        }
        for i in range(max(1, size // len(one)))
    ]
    return json.dumps(rows)


def search(number: int, content: str) -> list[BaseMessage]:
    """One search and its result."""
    call = {"name": "search", "args": {"q": f"q{number}"}, "id": f"c{number}"}
    return [
        AIMessage("", tool_calls=[call], id=f"a{number}"),
        ToolMessage(content, tool_call_id=f"c{number}", id=f"r{number}"),
    ]


def conversation(searches: int, *, size: int = 2_000) -> list[BaseMessage]:
    """A system message, a question, and so many searches with long results."""
    messages: list[BaseMessage] = [
        SystemMessage("You plan trips.", id="s"),
        HumanMessage("Find me a hotel.", id="h"),
    ]
    for i in range(searches):
        messages += search(i, found("abcdefghij"[i % 10] + str(i // 10), size))
    return messages


def prints(messages: Sequence[BaseMessage]) -> list[str]:
    """The ids serve as fingerprints."""
    return [str(message.id) for message in messages]


def retelling(
    messages: Sequence[BaseMessage],
    *,
    names: bool = False,
    told: bool = True,
    shelf: Shelf | None = None,
) -> Retelling:
    """What tools said; where nothing can be told, records alone are named."""
    marks = [str(m.id) for m in messages if is_told(m)]
    results = [str(m.id) for m in messages if isinstance(m, ToolMessage)]
    outputs = dict(zip(marks, outputs_of(messages), strict=True)) if told else {}
    return Retelling(
        messages=messages,
        prints=prints(messages),
        outputs=outputs,
        stubs={mark: f"[record {mark:0>8}]" for mark in results},
        tools=Tools((), Parameters(())),
        count=len,
        names=names,
        shelf=shelf or Shelf(),
    )
