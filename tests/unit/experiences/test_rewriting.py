"""Guidance: an experience for one very task."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.rewriting import guidance
from tests.unit.experiences.runs import experience


@pytest.mark.parametrize(
    ("content", "task", "text"),
    [
        ("Look up <order_id>.", "cancel order id #W123, please", "Look up #W123."),
        ("Look up <order_id>.", "cancel my order", "Look up the order id."),
        ("Ask for <nights> nights.", "I stay 3 nights", "Ask for 3 nights."),
        ("Book for <date>.", "a room on 2026-03-03", "Book for 2026-03-03."),
        ("Book for <date>.", "from 2026-03-03 to 2026-03-05", "Book for the date."),
        ("Go to <city>.", "a trip to Bari", "Go to the city."),
        ("先查<城市>。", "去北京", "先查城市。"),
    ],
)
def test_slots_take_what_the_task_itself_gives(content: str, task: str, text: str) -> None:
    """A slot is filled from the task, or spoken of by its name; nothing is guessed."""
    assert guidance(experience(content=content), task) == text


def test_slots_take_what_they_are_known_to_stand_for() -> None:
    """The words of the task come first."""
    values = {"city": "Bari", "order_id": "#W7"}
    content = "Go to <city>, look up <order_id>, ask for <guest>."
    assert guidance(experience(content=content), "cancel order id #W9", values) == (
        "Go to Bari, look up #W9, ask for the guest."
    )


def test_parameters_of_a_plan_take_their_values_too() -> None:
    """Where the task or what is known gives none, the form of the parameter stays."""
    content = (
        'For such a task, call search(city: words, at: HH:MM), then book(id: like "A-9", '
        "nights: integer)."
    )
    plan = experience(kind="success", content=content)
    assert guidance(plan, "3 nights", {"city": "Bari"}) == (
        "1. For such a task, call search(city: Bari, at: HH:MM)\n"
        '2. then book(id: in the form of "A-9", nights: 3).'
    )
    assert "nights: integer" in guidance(experience(content=content), "3 nights")


def test_a_parameter_whose_value_is_words_is_filled_or_only_named() -> None:
    """What the run said there is a slot; what does not fit this task is not made up."""
    content = "For such a task, call search(city: <city>), then book(guest: <name>)."
    plan = experience(kind="success", content=content)
    assert guidance(plan, "a hotel in Oslo", {"city": "Oslo", "name": "Ann"}) == (
        "1. For such a task, call search(city: Oslo)\n2. then book(guest: Ann)."
    )
    assert guidance(plan, "a hotel") == (
        "1. For such a task, call search(city)\n2. then book(guest)."
    )


def test_the_steps_of_a_success_are_numbered() -> None:
    """A plan becomes one line per step."""
    content = (
        "For such a task, call search(city: words), then book(hotel: digits). Then pay."
    )
    assert guidance(experience(kind="success", content=content), "go") == (
        "1. For such a task, call search(city: words)\n"
        "2. then book(hotel: digits).\n"
        "3. Then pay."
    )


def test_what_answers_an_error_stays_one_piece() -> None:
    """The quoted error may hold full stops; it is never torn apart."""
    content = 'When book fails with "sold out. try later", then wait. Then call it again.'
    assert guidance(experience(content=content), "go") == content


def test_steps_are_bounded() -> None:
    """At most eight steps are told."""
    text = guidance(experience(kind="success", content="Call it again. " * 30), "go")
    assert len(text.splitlines()) == 8


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_content_and_task_give_guidance(content: str, task: str) -> None:
    """Whatever the texts, there is no crash and no slot left open."""
    text = guidance(experience(content=f"Set <city>. {content}"), task)
    assert "<city>" not in text
