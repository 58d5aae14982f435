"""Conversations and cards for the tests of the view."""

from __future__ import annotations

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from langgraph_memory.cards.card import CardValue, DecisionCard
from langgraph_memory.facts.tables import Table
from langgraph_memory.recall.view import Stand


def count(messages: object) -> int:
    """One token per character, and five per message, so that tests can add up by hand."""
    assert isinstance(messages, list | tuple)
    return sum(len(str(message.content)) + 5 for message in messages)


def card(key: str, rows: int, *, worth: float = 0.8) -> DecisionCard:
    """A card of a list with so many rows."""
    return DecisionCard(
        key=key * 32,
        record_id=key * 32,
        summary=f"list {key}",
        source="tool:search",
        thread_id="t",
        entity=f"search({key})",
        slot=f"search({key})",
        args={"q": key},
        table=Table(
            name="",
            columns=("name", "price"),
            rows=tuple((f"{key}{i}", i) for i in range(rows)),
            key="name",
            kind="list",
        ),
        rows_total=rows * 2,
        value=CardValue(necessity=worth, constraint=0.0, change=0.0, total=worth),
        row_values=tuple(1.0 - i / 100 for i in range(rows)),
        confidence=0.9,
        task_mode="precise",
        as_of="2026-11-29T12:00:00+00:00",
    )


def conversation(searches: int, *, size: int = 2_000) -> list[BaseMessage]:
    """A system message, a question, and so many searches with long results."""
    messages: list[BaseMessage] = [
        SystemMessage("You plan trips.", id="s"),
        HumanMessage("Find me a hotel.", id="h"),
    ]
    for i in range(searches):
        letter = "abcdefghij"[i % 10]
        call = {"name": "search", "args": {"q": letter}, "id": f"c{i}"}
        messages.append(AIMessage("", tool_calls=[call], id=f"a{i}"))
        messages.append(ToolMessage(letter * size, tool_call_id=f"c{i}", id=f"r{i}"))
    return messages


def stands(messages: list[BaseMessage], *, rows: int = 20) -> dict[str, Stand]:
    """A stand for each tool result, under the message's id as its fingerprint."""
    return {
        str(message.id): Stand(
            cards=(card("abcdefghij"[int(str(message.id)[1:]) % 10], rows),),
            trace="[record]",
        )
        for message in messages
        if isinstance(message, ToolMessage)
    }
