"""Calls that are written in two ways and read alike by their tool are the same."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from pydantic import BaseModel, Field

from langgraph_memory import Memory, add_memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.integration.nodes.trips import call, config


class Line(BaseModel):
    """A line of an order."""

    price: Decimal
    count: int | float = 1


class Order(BaseModel):
    """What is ordered."""

    lines: list[Line]
    at: datetime | None = None
    tags: set[str] = Field(default_factory=set)
    key: str = Field(default_factory=lambda: str(uuid4()))


def answered(**given: Any) -> str:
    """A tool that tells what it was given."""
    return str(given)


JSON_SCHEMA: Any = {
    "type": "object",
    "$defs": {"sum": {"anyOf": [{"type": "number"}, {"type": "null"}]}},
    "properties": {
        "to": {"type": "string"},
        "amount": {"type": "number"},
        "limit": {"$ref": "#/$defs/sum", "default": None},
        "note": {"type": "string", "default": ""},
        "at": {"type": "string", "format": "date-time"},
        "parts": {
            "type": "array",
            "items": {"type": "object", "properties": {"count": {"type": "integer"}}},
        },
    },
    "required": ["to", "amount"],
}
TOOLS = [
    StructuredTool(name=name, description=name, func=answered, args_schema=schema)
    for name, schema in (("order", Order), ("pay", JSON_SCHEMA))
]


def asked(name: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the user is asked before the second of two calls."""
    memory = Memory(embeddings=HashEmbeddings())
    model = ScriptedChatModel(script=[call(name, 1, **one), call(name, 2, **other), "Done"])
    builder = StateGraph(MessagesState)
    builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_node("tools", memory.ask_before_repeating(ToolNode(TOOLS), [name]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    graph = builder.compile(
        checkpointer=InMemorySaver(), store=memory.store(InMemorySaver())
    )
    final = graph.invoke({"messages": [("user", "Do it")]}, config())
    return not isinstance(final["messages"][-1], AIMessage) or bool(
        final["messages"][-1].tool_calls
    )


LINES: Any = [{"price": "5.0"}]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"lines": LINES}, {"lines": [{"price": "5.00"}]}),
        ({"lines": LINES}, {"lines": [{"price": 5, "count": 1.0}]}),
        (
            {"lines": LINES, "at": "2026-12-01T10:00:00Z"},
            {"lines": LINES, "at": "2026-12-01T11:00:00+01:00"},
        ),
        (
            {"lines": LINES, "at": "2026-12-01T10:00:00Z"},
            {"lines": LINES, "at": int(datetime(2026, 12, 1, 10, tzinfo=UTC).timestamp())},
        ),
        ({"lines": LINES, "tags": ["a", "b"]}, {"lines": LINES, "tags": ["b", "a", "a"]}),
    ],
)
def test_values_that_are_equal_once_read_are_the_same(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Decimals, whole floats, one instant in two zones, and sets, at any depth."""
    key = {"key": "k"}
    assert asked("order", one | key, other | key)
    assert asked("order", one, other)  # though the key that is filled in differs


@pytest.mark.parametrize(
    "other",
    [
        {"lines": [{"price": "5.01"}]},
        {"lines": [*LINES, *LINES]},
        {"lines": [{"price": "5.0", "count": 2}]},
        {"lines": LINES, "at": "2026-12-01T10:00:00Z"},
        {"lines": LINES, "tags": ["a"]},
    ],
)
def test_values_that_differ_once_read_are_other_ones(other: dict[str, Any]) -> None:
    """Nobody is asked about another order."""
    assert not asked("order", {"lines": LINES, "key": "k"}, other | {"key": "k"})


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"to": "bo", "amount": 5.0}, True),
        ({"to": "bo", "amount": "5"}, True),
        ({"to": "bo", "amount": "5.00", "note": ""}, True),
        ({"to": "bo", "amount": 5, "limit": None}, True),
        ({"to": "bo", "amount": 5, "note": "rent"}, False),
        ({"to": "bo", "amount": "five"}, False),
        ({"to": "bo", "amount": 5, "limit": 5}, False),
        ({"to": "5", "amount": 5}, False),
    ],
)
def test_tools_with_a_json_schema_read_numbers_and_defaults(
    other: dict[str, Any],
    same: bool,  # noqa: FBT001  parametrised
) -> None:
    """So do those of servers, whose schemas are no classes."""
    assert asked("pay", {"to": "bo", "amount": 5}, other) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"limit": 5}, {"limit": "5.0"}, True),
        ({"parts": [{"count": 1}]}, {"parts": [{"count": "1"}]}, True),
        ({"at": "2026-12-01T10:00:00Z"}, {"at": "2026-12-01T12:00:00+02:00"}, True),
        ({"parts": [{"count": 1}]}, {"parts": [{"count": 2}]}, False),
        ({"note": "1.0"}, {"note": "1"}, False),
    ],
)
def test_json_schemas_are_read_at_any_depth(
    one: dict[str, Any],
    other: dict[str, Any],
    same: bool,  # noqa: FBT001  parametrised
) -> None:
    """References, alternatives and lists included; texts stay what they are."""
    sum_ = {"to": "bo", "amount": 5}
    assert asked("pay", sum_ | one, sum_ | other) is same
