"""Outcomes judged by rules."""

from __future__ import annotations

import pytest

from langgraph_memory.experiences.outcome import judge_run, unrecovered
from tests.unit.experiences.runs import call, failed, run_of


def test_an_answer_without_errors_is_a_success() -> None:
    """A run that answers and met no error succeeded."""
    assert judge_run(run_of("x", call("a", "1"))).success


def test_an_error_that_was_recovered_from_is_no_failure() -> None:
    """The same tool succeeded afterwards."""
    assert judge_run(run_of("x", failed("a", "Error: no"), call("a", "1"))).success


def test_an_open_error_is_a_failure_of_its_tool() -> None:
    """An error that its tool never made good fails the run, and the reason names it."""
    outcome = judge_run(run_of("x", failed("a", "Error: sold out"), call("b", "1")))
    assert (outcome.success, outcome.tool) == (False, "a")
    assert "sold out" in outcome.reason


def test_a_success_before_the_error_does_not_make_it_good() -> None:
    """What counts is what came after."""
    assert not judge_run(run_of("x", call("a", "1"), failed("a", "Error: no"))).success


@pytest.mark.parametrize("first", [True, False])
def test_calls_made_at_once_do_not_recover_one_another(*, first: bool) -> None:
    """Of two calls in one message neither follows the other, however they return."""
    calls = [failed("a", "Error: no"), call("a", "1")]
    assert not judge_run(run_of("x", calls if first else calls[::-1])).success


@pytest.mark.parametrize("answer", ["", "   ", None])
def test_an_empty_answer_is_a_failure(answer: str | None) -> None:
    """A run has to say something in the end."""
    outcome = judge_run(run_of("x", call("a", "1"), answer=answer))
    assert (outcome.success, outcome.tool) == (False, None)


@pytest.mark.parametrize(
    "text",
    [
        "Error: find is not a valid tool, try one of [search].",
        "Error: unknown tool find",
        "工具不存在：find",
    ],
)
def test_a_tool_that_does_not_exist_is_made_good_by_another(text: str) -> None:
    """A wrong name is no failure once a tool that exists was called."""
    assert judge_run(run_of("x", failed("find", text), call("search", "1"))).success
    assert not judge_run(run_of("x", failed("find", text))).success


def test_open_errors_are_listed_in_order() -> None:
    """Each failed step without a later success is listed once."""
    run = run_of("x", failed("a", "Error: 1"), failed("b", "Error: 2"), call("a", "ok"))
    assert [step.tool for step in unrecovered(run.steps)] == ["b"]
