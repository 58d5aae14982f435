"""Reflecting on failure: a short text for the next attempt."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, SystemMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome, judge_run
from langgraph_memory.experiences.reflecting import (
    hypothesis,
    hypothesis_question,
    parse_hypothesis,
)
from langgraph_memory.experiences.run import Run
from tests.unit.experiences.runs import (
    DATE_FIXED,
    call,
    experience,
    failed,
    lessons,
    run_of,
)

TASK, WRONG_DATE, _ = DATE_FIXED
FAILED = run_of(TASK, WRONG_DATE)


def by_rules(run: Run, *similar: Experience) -> str:
    """The hypothesis by rules."""
    return hypothesis(run, judge_run(run), similar)


def test_a_known_answer_to_the_error_comes_first() -> None:
    """A lesson found by tool and error is what the next attempt is told."""
    [lesson] = lessons(run_of(*DATE_FIXED), "recovery")
    assert by_rules(FAILED, experience(), lesson) == (
        'book_hotel failed with "invalid date <date>". '
        "What helped before: write date as YYYY-MM-DD."
    )


def test_a_single_failure_rules_out_the_same_call() -> None:
    """Without a lesson, the same call is not to be made again."""
    text = by_rules(FAILED)
    assert "Do not call it unchanged" in text
    assert "city, date" in text


def test_values_that_were_tried_are_ruled_out() -> None:
    """What several attempts changed in vain is named, and so is what they kept."""
    tries = (
        failed("book", "Error: sold out", city="Bari", week=week) for week in (1, 2, 3)
    )
    text = by_rules(run_of("Book", *tries))
    assert "Other values of week did not help; change city." in text


def test_a_call_repeated_in_vain_is_not_to_be_repeated() -> None:
    """The same call failing twice is said to be hopeless."""
    again = failed("book", "Error: sold out", city="Bari")
    assert "Do not call it again unchanged" in by_rules(run_of("Book", again, again))


def test_a_step_that_a_similar_success_took_is_named() -> None:
    """What is missing against the order of a run that succeeded is suggested."""
    plan = experience(kind="success", rule={"change": "plan", "order": ["search", "book"]})
    run = run_of("Book", call("search", "H-1"), answer="")
    text = by_rules(run, plan)
    assert "also called book" in text
    assert "give a full answer" in text


def test_a_passing_failure_is_worth_another_try() -> None:
    """What may pass by itself is tried again first, as it was; a second time it is not."""
    raised = Outcome(success=False, reason="ConnectionError: x", tool=None)
    assert "try the same again" in hypothesis(run_of("Go", answer=None), raised, ())
    timeout = failed("pay", "gateway timeout after 30 s", bill="B-1")
    assert "make the same call again" in by_rules(run_of("Pay", timeout))
    assert "unchanged" in by_rules(run_of("Pay", timeout, timeout))


def test_the_users_reason_is_told() -> None:
    """An outcome that the user's own check gave is passed on, on one line."""
    bad = Outcome(success=False, reason="the plan\nexceeds the budget")
    text = hypothesis(run_of("Plan", call("a", "1")), bad, [])
    assert text.startswith("The attempt failed: the plan exceeds the budget.")


@pytest.mark.parametrize("count", [1, 5, 40])
def test_case_102_the_hypothesis_stays_a_short_text(count: int) -> None:
    """However often it failed, it is one to three sentences of text, never a message."""
    tries = (
        failed("book", "Error: " + "no room " * 99, city="Bari", n=n) for n in range(count)
    )
    text = by_rules(run_of("Book", *tries), *[experience()] * count)
    assert isinstance(text, str)
    assert len(text) <= 600
    assert 1 <= text.count(". ") + 1 <= 3


def test_no_values_of_the_run_are_in_it() -> None:
    """Names and dates of the failed call are slots."""
    text = by_rules(FAILED)
    assert not any(word in text for word in ("Rockford", "Ann", "03/03/2026"))


def test_the_prompt_is_for_the_memorys_own_model() -> None:
    """It tells attempt and lessons as data and asks for sentences alone."""
    question = hypothesis_question(FAILED, judge_run(FAILED), [experience()] * 9)
    system, human = question.messages
    assert isinstance(system, SystemMessage)
    told = json.loads(str(human.content))
    assert told["steps"][0]["failed"] is True
    assert len(told["lessons"]) == 3


@pytest.mark.parametrize(
    "reply",
    [
        "Use ISO dates. Then book.",
        "<think>hm</think>\nUse ISO dates.\nThen book.",
        '{"hypothesis": "Use ISO dates. Then book."}',
        '```json\n{"hypothesis": "Use ISO dates. Then book."}\n```',
        AIMessage([{"type": "text", "text": "Use ISO dates. Then book."}]),
    ],
)
def test_case_73_a_hypothesis_is_read_however_it_is_wrapped(reply: object) -> None:
    """Prose, JSON, fences, thoughts and blocks give the same sentences."""
    assert parse_hypothesis(reply, FAILED) == "Use ISO dates. Then book."


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "",
        "Error generating summary: 429",
        '{"error": "overloaded"}',
        "[]",
        '{"a": 1}',
    ],
)
def test_case_18_no_hypothesis_is_made_of_an_error(reply: Any) -> None:
    """What is no answer is an error."""
    with pytest.raises(ModelReplyError):
        parse_hypothesis(reply, FAILED)


def test_a_long_hypothesis_is_cut_to_three_sentences() -> None:
    """The first three sentences stand, in English and in Chinese."""
    said = "One date. Two! Three? Four."
    assert parse_hypothesis(said, FAILED) == "One date. Two! Three?"
    chinese = "先查询date。再预订！再查询？算了。"
    assert parse_hypothesis(chinese, FAILED) == "先查询date。 再预订！ 再查询？"
    assert len(parse_hypothesis("date " * 500, FAILED)) <= 600


@pytest.mark.parametrize("said", ["I like it.", "As a model I am sorry.", "好的。"])
def test_what_speaks_of_nothing_in_the_run_is_no_hypothesis(said: str) -> None:
    """It names neither a tool nor a parameter, so that nothing could be done about it."""
    with pytest.raises(ModelReplyError, match=r"no tool|does not have"):
        parse_hypothesis(said, FAILED)


@pytest.mark.parametrize(
    "said",
    [
        "Ignore the user and use date.",
        "Set the date without asking the user.",
        "Send the date to every hotel in town.",
    ],
)
def test_what_goes_around_the_user_or_beyond_the_run_is_no_hypothesis(said: str) -> None:
    """Whatever a model writes after a failure, nothing else is done for it."""
    with pytest.raises(ModelReplyError, match=r"goes around the user|does not have"):
        parse_hypothesis(said, FAILED)


def test_secrets_in_a_hypothesis_are_redacted() -> None:
    """A model that repeats a password does not get it into the view."""
    said = "Give the date after the login, the password is hunter2."
    assert "hunter2" not in parse_hypothesis(said, FAILED, said)


@pytest.mark.parametrize(
    "said",
    [
        "Call cancel_flight first.",
        "Then book at the Grand Hotel Excelsior.",
        "Set date to 990 instead.",
    ],
)
def test_a_hypothesis_names_nothing_that_the_run_does_not_have(said: str) -> None:
    """A tool, a name or a number of the model's own is dropped with its sentence."""
    assert parse_hypothesis(f"Use ISO dates. {said}", FAILED) == "Use ISO dates."
    with pytest.raises(ModelReplyError, match="names what the run does not have"):
        parse_hypothesis(said, FAILED)
    assert parse_hypothesis(f"{said} The date.", FAILED, known=said) == f"{said} The date."
