"""What the user puts right in what tools said."""

from __future__ import annotations

import json
from typing import Any

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Correction, Output
from langgraph_memory.cards.form.writing import write

AF1 = {"flight": "AF1", "gate": "B12", "departs": "10:30"}
AF2 = {"flight": "AF2", "gate": "C3", "departs": "11:00"}


def output(tool: str, content: Any, position: int = 1, **args: Any) -> Output:
    return Output(tool, json.dumps(content), args, position)


def right(text: str, position: int = 1, **parts: Any) -> Correction:
    return Correction(content=text, position=position, **parts)


def test_the_right_value_stands_and_the_wrong_one_is_former() -> None:
    """Nothing else of the object changes."""
    said = right("Correction: flight AF1 leaves from gate D4, not B12.")
    told = write(Form([output("get_flight", AF1, flight="AF1"), said]))
    assert told == "flight: flight AF1, gate D4, departs 10:30\n was: gate B12"


def test_a_row_of_a_list_and_an_object_within_an_object_are_put_right() -> None:
    """Wherever the object stands; its neighbours stay as they were."""
    said = right("AF2 leaves from D4, not C3.")
    told = write(Form([output("search_flights", [AF1, AF2]), said]))
    assert "AF2 D4 11:00 was(gate=C3)" in told
    assert "AF1 B12 10:30" in told
    trip = {"trip_id": "T1", "flights": [AF1, AF2]}
    told = write(Form([output("get_trip", trip), said]))
    assert "AF2 D4 11:00 was(gate=C3)" in told


def test_who_says_it_wrong_again_is_not_believed_until_he_says_otherwise() -> None:
    """The same wrong value is passed over, of the same call, and of another one."""
    said = right("Correction: flight AF1 leaves from gate D4, not B12.")
    first = [output("get_flight", AF1, flight="AF1"), said]
    same = output("get_flight", AF1, 2, flight="AF1")
    assert write(Form([*first, same])).startswith("flight: flight AF1, gate D4")
    other = write(Form([*first, output("search_flights", [AF1, AF2], 2, city="Rome")]))
    assert "AF1 D4 10:30 was(gate=B12)" in other
    news = output("get_flight", AF1 | {"gate": "E7"}, 3, flight="AF1")
    told = write(Form([*first, same, news]))
    assert told.startswith("flight: flight AF1, gate E7, departs 10:30\n was: gate D4")
    again = output("get_flight", AF1, 4, flight="AF1")
    assert write(Form([*first, same, news, again])).startswith(
        "flight: flight AF1, gate B12"
    )


def test_the_answer_just_before_tells_what_is_meant() -> None:
    """Of two flights the one that was spoken of; without an answer none."""
    looks = [output("search_flights", [AF1, AF2])]
    text = "No, that's wrong. The gate is D4."
    told = write(Form([*looks, right(text, answer="AF1 leaves from gate B12.")]))
    assert "AF1 D4" in told
    assert write(Form([*looks, right(text)])) == write(Form(looks))


def test_other_numbers_are_as_if_it_had_not_been_said() -> None:
    """A correction that is about nothing told changes nothing but the count of outputs."""
    form = Form([output("get_flight", AF1), right("Correction: BA9 costs 7, not 5.")])
    assert write(form) == write(Form([output("get_flight", AF1)]))
    assert len(form.outputs) == 2
