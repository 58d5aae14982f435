"""What a model says of lessons, read leniently and never invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.judging import Verdict
from langgraph_memory.experiences.outcome import judge_run
from langgraph_memory.experiences.verdicts import (
    SCORES,
    parse_verdicts,
    verdicts_question,
)
from tests.unit.experiences.runs import DATE_FIXED, experience, run_of

GOOD: dict[str, Any] = dict.fromkeys(SCORES, 0.8)


def test_each_lesson_gets_its_verdict() -> None:
    """In order, however the scores are written."""
    verdicts = [GOOD, GOOD | {"clarity": "3/10"}]
    said = f"Sure:\n```json\n{json.dumps({'verdicts': verdicts})}\n```"
    first, second = parse_verdicts(said, 2)
    assert first == Verdict(**GOOD)
    assert second == Verdict(**(GOOD | {"clarity": 0.3}))


@pytest.mark.parametrize(
    "entry", ["good", GOOD | {"accuracy": "hm"}, {"accuracy": 1}, GOOD | {"clarity": None}]
)
def test_a_verdict_that_cannot_be_read_says_why(entry: object) -> None:
    """It is no verdict, neither a good nor a bad one; the others stand."""
    first, second = parse_verdicts(json.dumps([entry, GOOD]), 2)
    assert isinstance(first, str)
    assert second == Verdict(**GOOD)


def test_a_lesson_without_a_verdict_has_none() -> None:
    """A model that stops early has said nothing of the rest."""
    assert parse_verdicts(json.dumps(GOOD), 2)[1] == "no verdict was given"


@pytest.mark.parametrize("reply", ["", "fine", "[]", json.dumps([GOOD] * 3), None])
def test_a_reply_without_usable_verdicts_is_an_error(reply: object) -> None:
    """More verdicts than lessons cannot be told apart."""
    with pytest.raises(ModelReplyError):
        parse_verdicts(reply, 2)


def test_the_question_shows_lessons_run_and_what_is_known() -> None:
    """At most five of what is known."""
    run = run_of(*DATE_FIXED)
    question = verdicts_question([experience()], run, judge_run(run), [experience()] * 9)
    assert question.told["lessons"][0]["content"] == experience().content
    assert len(question.told["known"]) == 5
    assert question.read(json.dumps({"verdicts": [GOOD]})) == (Verdict(**GOOD),)
