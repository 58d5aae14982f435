"""The part of a record that a question is about."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.recall.passages import beginning, passage
from langgraph_memory.recall.tokens import count_text

HOTELS = json.dumps(
    [{"name": f"Hotel {i}", "city": "Rome", "phone": f"555-{i:04}"} for i in range(200)]
)


def test_a_short_text_is_given_whole() -> None:
    """Without a question, what fits is given as it is."""
    found = passage('{"gate": "B12"}', None, room=100, count=count_text)
    assert (found.text, found.whole, found.matched) == ('{"gate": "B12"}', True, False)


def test_the_rows_that_match_come_in_their_order() -> None:
    """A question picks rows by their rarest words, wherever they stand."""
    found = passage(HOTELS, "phone of Hotel 171", room=300, count=count_text)
    assert '{"name":"Hotel 171","city":"Rome","phone":"555-0171"}' in found.text
    assert found.matched
    assert not found.whole
    numbers = [json.loads(line)["phone"] for line in found.text.split("\n")]
    assert numbers == sorted(numbers)
    assert (found.parts, found.of) == (len(numbers), 200)


def test_values_of_one_object_are_parts() -> None:
    """Of a single object the values that match are given, with their path."""
    order = {"id": "A1", "address": {"city": "Oslo", "zip": "0150"}, "note": "x " * 3000}
    found = passage(json.dumps(order), "zip code", room=60, count=count_text)
    assert found.text == "address.zip: 0150"


def test_lines_of_prose_are_parts() -> None:
    """Prose is given by its lines."""
    page = "\n".join([*(f"Paragraph {i} on rivers." for i in range(99)), "Ferries: 09:40."])
    found = passage(page, "When do ferries leave?", room=40, count=count_text)
    assert found.text == "Ferries: 09:40."


def test_chinese_is_matched() -> None:
    """Questions in Chinese find their lines."""
    page = "\n".join([*(f"第{i}段：关于河流。" for i in range(99)), "渡轮九点出发。"])
    assert "渡轮" in passage(page, "渡轮几点", room=40, count=count_text).text


def test_a_question_without_an_answer_gets_the_beginning() -> None:
    """Where no part has a word of the question, the text is shown from its beginning."""
    found = passage(HOTELS, "helicopter", room=50, count=count_text)
    assert not found.matched
    assert HOTELS.startswith(found.text)
    assert count_text(found.text) <= 50


@pytest.mark.parametrize("query", [None, "name", "Hotel 7"])
@given(st.text(max_size=300), st.integers(1, 60))
def test_the_room_is_kept(query: str | None, text: str, room: int) -> None:
    """Whatever the text, what is shown takes no more tokens than there is room."""
    assert count_text(passage(text, query, room=room, count=count_text).text) <= room


def test_the_beginning_ends_with_a_line() -> None:
    """A cut text ends where a line ends, where one is near."""
    text = "\n".join(f"line {i}" for i in range(1000))
    cut = beginning(text, 100, count_text)
    assert text.startswith(cut + "\n")
