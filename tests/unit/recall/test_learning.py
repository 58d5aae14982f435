"""What is learned of whole conversations."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory import learn_statistics

BOATS = [
    {"boat_id": f"B{i:03}", "berth": f"pier {i}", "keel_mark": f"KM{i:03}Q"}
    for i in range(12)
]


def called(tool: str, number: int, said: Any = None, **args: Any) -> list[BaseMessage]:
    """A call, with its result unless nothing is said."""
    call = {"name": tool, "args": args, "id": f"c{number}"}
    result = ToolMessage(json.dumps(said), tool_call_id=f"c{number}")
    return [AIMessage("", tool_calls=[call]), *([] if said is None else [result])]


def harbour(*then: BaseMessage) -> list[BaseMessage]:
    """A list of boats, and what came after it."""
    return [HumanMessage("Paint one."), *called("list_boats", 0, BOATS), *then]


def test_uses_are_counted_against_what_was_expected() -> None:
    """The field that a call took was used; of all others uses were expected only."""
    rates = learn_statistics([harbour(*called("paint", 1, text="KM004Q"))]).rates
    assert rates["list_boats|keel_mark"][1] == 1.0
    assert rates["list_boats|list_boats|keel_mark"] == rates["list_boats|keel_mark"]
    assert rates["list_boats|berth"][1] == 0.0
    assert all(expected > 0 for expected, _ in rates.values())


def test_a_use_of_a_value_that_two_fields_say_is_half_of_each() -> None:
    """Which of the two the model looked at cannot be told."""
    log = [{"log": 1, "mark": "KM004Q"}, {"log": 2, "mark": "KM005Q"}]
    messages = harbour(*called("get_log", 1, log), *called("paint", 2, text="KM004Q"))
    rates = learn_statistics([messages]).rates
    assert rates["list_boats|keel_mark"][1] == 0.5
    assert rates["get_log|mark"][1] == 0.5


def test_what_the_user_said_is_no_use_of_a_field() -> None:
    """He gave the value himself."""
    said = HumanMessage("It is KM004Q.")
    rates = learn_statistics([harbour(said, *called("paint", 1, text="KM004Q"))]).rates
    assert rates["list_boats|keel_mark"][1] == 0.0


def test_reading_a_record_back_decides_nothing() -> None:
    """Its arguments are no uses, and nothing was expected of it."""
    reading = harbour(*called("recall_record", 1, id="a1", query="KM004Q"))
    assert learn_statistics([reading]) == learn_statistics([harbour()])


def test_ids_and_long_names_are_no_part_of_a_path() -> None:
    """Keys that differ from object to object are one field."""
    said = {
        "x": {
            "ann@example.com": {"note": "first of all"},
            "b77": {"fee": 4},
            "c" * 80: {"fee": 5},
        }
    }
    rates = learn_statistics(
        [[*called("get", 0, said), *called("paint", 1, text="some")]]
    ).rates
    places = [key for key in rates if key.count("|") == 1]
    assert places
    assert not any("ann" in key or "b77" in key or "ccc" in key for key in places)


def test_learning_in_parts_is_learning_at_once() -> None:
    """What several sets of conversations taught adds up."""
    one = harbour(*called("paint", 1, text="KM004Q"))
    other = harbour(*called("moor", 1, where="pier 7"))
    tools = [{"name": "paint", "parameters": {"properties": {"text": {}}}}]
    both = learn_statistics([one, other], tools=tools)
    parts = [learn_statistics([part], tools=tools) for part in (one, other)]
    assert parts[0].merged(parts[1]) == both
