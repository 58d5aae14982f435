"""Why values of a conversation are kept in the condensed one, or are not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory import ConfigError, Reason, condense, why
from langgraph_memory.recall.reasons import FULL, SAID, TWICE

BERTHS = [
    {"berth_id": f"B{n}", "quay": quay, "keeper": f"Keeper {n}", "wood": "oak"}
    for n, quay in enumerate(["North", "South"] * 15, 100)
]


def book_berth(berth_id: str) -> str:
    """Book a berth."""
    return berth_id


def talk(*contents: Any, asked: str = "Berth B104 on the North quay") -> list[BaseMessage]:
    messages: list[BaseMessage] = [HumanMessage(asked)]
    for at, content in enumerate(contents):
        call = {"name": f"look_{at}", "args": {}, "id": str(at)}
        text = content if isinstance(content, str) else json.dumps(content)
        messages += [
            AIMessage("", tool_calls=[call]),
            ToolMessage(text, tool_call_id=str(at)),
        ]
    return messages


def one(found: list[Reason]) -> Reason:
    assert len(found) == 1, found
    return found[0]


def test_a_kept_value_tells_its_terms() -> None:
    """An id that a tool takes is kept, for the match with its parameter."""
    reason = one(why(talk(BERTHS), "B107", tools=[book_berth], max_tool_tokens=100))
    assert reason.kept
    assert (reason.tool, reason.field, reason.because) == ("look_0", "berth_id", "")
    assert max(reason.terms, key=lambda name: reason.terms[name]) == "id_match"


def test_case_45_a_value_that_is_not_kept_tells_why() -> None:
    """For want of room; or the conversation, or another value, says it already."""
    found = why(talk(BERTHS), tools=[book_berth], max_tool_tokens=100)
    left = {(r.field, r.because) for r in found if not r.kept}
    assert ("keeper", FULL) in left
    assert {("quay", SAID), ("quay", TWICE)} & left
    twice = talk(BERTHS, {"guest": "Ida", "berth": "B107"})
    found = why(twice, "B107", tools=[book_berth], max_tool_tokens=100)
    assert {reason.because for reason in found} == {"", TWICE}


def test_it_is_the_choice_of_condense() -> None:
    """Whatever is said to be kept is in the condensed conversation, and nothing else is."""
    room = {"tools": [book_berth], "max_tool_tokens": 120}
    text = condense(talk(BERTHS), **room)[-1].text  # type: ignore[arg-type]
    for reason in why(talk(BERTHS), **room):  # type: ignore[arg-type]
        if reason.field in ("berth_id", "keeper"):
            assert (str(reason.value) in text) is reason.kept


def test_what_fits_is_kept_whole() -> None:
    """Without a limit, and within a large one, everything is kept."""
    for limit in (None, 5_000):
        assert all(reason.kept for reason in why(talk(BERTHS), max_tool_tokens=limit))


def test_it_is_asked_about_by_value_field_tool_or_words() -> None:
    """All of these find the reasons one would expect; what nobody said finds none."""
    messages = talk(BERTHS, "The harbour closes at nine. Dogs must be kept on a lead.")
    assert one(why(messages, "Keeper 103")).object == "B103"
    assert len(why(messages, "keeper")) == len(BERTHS)
    assert len(why(messages, "look_0")) == 4 * len(BERTHS)
    assert "Dogs" in one(why(messages, "on a lead")).value
    assert why(messages, "elephant") == []
    assert why([HumanMessage("Hi")], "Hi") == []


def test_limits_are_checked_as_there() -> None:
    """A limit that `condense` refuses is refused."""
    with pytest.raises(ConfigError):
        why(talk(BERTHS), max_tool_tokens=-1)


@pytest.mark.parametrize("asked", [True, "true", "True"])
def test_a_boolean_is_a_value_to_ask_for(asked: Any) -> None:
    """Truth is found as a value and as a word; no other value is taken for it."""
    rows = [{"berth_id": f"B{n}", "free": n > 1, "boats": 1} for n in range(4)]
    found = why(talk(rows), asked)
    assert [(r.field, r.value, r.object) for r in found] == [
        ("free", True, "B2"),
        ("free", True, "B3"),
    ]
    assert {r.value for r in why(talk(rows), False)} == {False}  # noqa: FBT003  it is the value


@pytest.mark.parametrize("asked", ["owner", "home", "owner.home", "town", "home.town"])
def test_an_object_around_fields_is_asked_for_by_its_name(asked: str) -> None:
    """So are fields within others, by any end or part of the path to them."""
    row = {"berth_id": "B1", "owner": {"home": {"town": "Ystad"}}, "ownership": "own"}
    assert [r.field for r in why(talk(row), asked)] == ["owner.home.town"]


def test_what_is_no_value_cannot_be_asked_for() -> None:
    """A list is refused, with what to give."""
    with pytest.raises(ConfigError, match="about must be a value"):
        why(talk(BERTHS), ["B1"])  # type: ignore[arg-type]  it is refused
