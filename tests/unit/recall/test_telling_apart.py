"""A condensed conversation: what the user put right, narrow rooms, what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory import condense
from langgraph_memory.recall.passages import clipped
from langgraph_memory.recall.tokens import count_text

AF1 = {"flight": "AF1", "gate": "B12", "departs": "10:30", "status": "on time"}


def looked_up(tool: str, said: Any, number: int = 0, **args: Any) -> list[BaseMessage]:
    """A call and its result."""
    text = said if isinstance(said, str) else json.dumps(said)
    made = {"name": tool, "args": args, "id": f"c{number}"}
    return [AIMessage("", tool_calls=[made]), ToolMessage(text, tool_call_id=f"c{number}")]


def told(messages: list[BaseMessage], **limits: Any) -> str:
    """What stands in the newest tool message."""
    return [m.text for m in condense(messages, **limits) if isinstance(m, ToolMessage)][-1]


FIRST = [HumanMessage("When does AF1 leave?"), *looked_up("get_flight", AF1, flight="AF1")]
LAST = looked_up("get_weather", {"city": "Paris", "degrees": 20}, 1, city="Paris")


@pytest.mark.parametrize(
    "text",
    [
        "Correction: AF1 leaves from gate D4, not B12.",
        "不对，登机口是D4",
        "No. The gate is D4.",
    ],
)
def test_what_the_user_put_right_is_told(text: str) -> None:
    """The right value with the other ones, and what stood there as what it was."""
    answer = AIMessage("AF1 leaves at 10:30 from gate B12.")
    messages = [*FIRST, answer, HumanMessage(text), *LAST]
    assert told(messages) == (
        "flight: flight AF1, gate D4, departs 10:30, status on time\n was: gate B12\n"
        "weather: city Paris, degrees 20"
    )


def test_it_is_told_where_his_message_is_left_out() -> None:
    """The oldest messages go, but not what they put right."""
    chat = [HumanMessage("Thanks. " * 40), AIMessage("You are welcome. " * 40)]
    said = [HumanMessage("Correction: AF1 leaves from gate D4, not B12."), *chat]
    messages = [*FIRST, *said, HumanMessage("And the weather?"), *LAST]
    shown = condense(messages, max_tokens=100)
    assert not any("Correction" in message.text for message in shown)
    assert "gate D4" in told(messages, max_tokens=100)


def test_what_others_are_told_of_the_same_outputs_is_their_own() -> None:
    """Two conversations with the same results do not share what one of them put right."""
    plain = [*FIRST, HumanMessage("Thanks."), *LAST]
    before = told(plain)
    assert "D4" in told([*FIRST, HumanMessage("Actually AF1's gate is D4."), *LAST])
    assert told(plain) == before


LINES = [
    " ".join(f"k{n}=v{n}" for n in range(400)),
    "a" * 3_000,
    "今天天气很好我们去公园散步吧" * 60,
    [" ".join(f"k{n}=v{n}" for n in range(400))],
    {"key": "v" * 2_000},
]


@pytest.mark.parametrize("said", LINES)
@pytest.mark.parametrize("room", [20, 64])
def test_a_line_wider_than_the_room_is_told_cut(said: Any, room: int) -> None:
    """Its beginning, with the mark, within the room."""
    text = told(
        [HumanMessage("Read it."), *looked_up("read_log", said)], max_tool_tokens=room
    )
    assert text.endswith(" …")
    assert room // 2 < count_text(text) <= room


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(LINES), st.integers(0, 80))
def test_no_room_is_exceeded_by_what_is_cut(said: Any, room: int) -> None:
    """However narrow it is."""
    messages = [HumanMessage("Read it."), *looked_up("read_log", said)]
    assert count_text(told(messages, max_tool_tokens=room)) <= max(room, 1)


def test_columns_that_are_left_out_are_marked() -> None:
    """A header that ends with the mark has further fields; one with a colon has none."""
    hotels = [
        {"name": f"Hotel {n}", "price": 80 + n, "stars": n % 5, "phone": f"555-01{n:02}"}
        for n in range(30)
    ]
    messages = [HumanMessage("Which hotel is cheap?"), *looked_up("list_hotels", hotels)]
    cut = told(messages, max_tool_tokens=0.3)
    assert cut.split("\n")[0].endswith("…")
    assert told(messages).split("\n")[0].endswith("):")


@given(st.text(max_size=400), st.integers(0, 60))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_clipped_text_says_how_much_more_there_is(text: str, room: int) -> None:
    """What is shown is its beginning, and the rest is counted."""
    short = clipped(text, room, len)
    if len(text) <= room:
        assert short == text
    else:
        shown, _, rest = short.rpartition("… (+")
        assert text.startswith(shown)
        assert int(rest.removesuffix(" characters)")) == len(text) - len(shown)
