"""Credit goes to what a run did, not to what stood in its view."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.experiences.crediting import counterfactual, credit, fired
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run
from tests.unit.experiences.runs import (
    DATE_FIXED,
    call,
    experience,
    failed,
    lessons,
    run_of,
)

GOOD = Outcome(success=True, reason="ok")
BAD = Outcome(success=False, reason="the answer is empty")
[DATE] = lessons(run_of(*DATE_FIXED), "recovery")


def rule(change: str, **entries: Any) -> Experience:
    """A lesson about the tool `book` and the error `sold out`."""
    about = {"tool": "book", "condition": "sold out", "change": change}
    return experience(rule=about | entries, tools=("book",))


def booked(*calls: Any) -> Run:
    """A run of such calls."""
    return run_of("Book a room", *calls)


def test_doing_what_it_says_with_success_is_help() -> None:
    """The form was right and the call succeeded, whether or not the error came first."""
    assert credit(DATE, booked(call("book_hotel", "ok", date="2026-05-05")), GOOD) == "help"
    assert credit(DATE, booked(call("book_hotel", "ok", date="2026-05-05")), BAD) == "help"


def test_doing_what_it_says_and_meeting_the_same_error_is_harm() -> None:
    """The prescribed form did not end the error that it was to end."""
    run = booked(
        failed("book_hotel", "Error: invalid date '2026-05-05'", date="2026-05-05")
    )
    assert credit(DATE, run, BAD) == "harm"


@pytest.mark.parametrize(
    "calls",
    [
        (),
        (call("search", "ok", date="2026-05-05"),),
        (failed("book_hotel", "Error: invalid date '5/5'", date="5/5"),),
        (failed("book_hotel", "Error: card declined", date="2026-05-05"),),
    ],
)
def test_being_in_view_is_neither_help_nor_harm(calls: tuple[Any, ...]) -> None:
    """Without the action, or with another error, a failed run proves nothing."""
    assert credit(DATE, booked(*calls), BAD) is None


@pytest.mark.parametrize(
    ("lesson", "calls", "expected"),
    [
        (rule("add", parameters=["n"]), [call("book", "ok", n=1)], "help"),
        (rule("add", parameters=["n"]), [call("book", "ok")], None),
        (rule("remove", parameters=["n"]), [call("book", "ok", m=1)], "help"),
        (rule("remove", parameters=["n"]), [failed("book", "Error: sold out")], "harm"),
        (
            rule("value", parameters=["n"]),
            [failed("book", "Error: sold out", n=1), call("book", "ok", n=2)],
            "help",
        ),
        (rule("value", parameters=["n"]), [call("book", "ok", n=2)], None),
        (
            rule("value", parameters=["n"]),
            [
                failed("book", "Error: sold out", n=1),
                failed("book", "Error: sold out", n=2),
            ],
            "harm",
        ),
        (
            rule("repeat"),
            [failed("book", "Error: sold out", n=1), call("book", "ok", n=1)],
            "help",
        ),
        (
            rule("order", order=["unlock", "book"]),
            [failed("book", "Error: sold out"), call("unlock", "ok"), call("book", "ok")],
            "help",
        ),
        (
            rule("order", order=["unlock", "book"]),
            [failed("book", "Error: sold out"), call("book", "ok")],
            None,
        ),
        (
            rule("order", order=["unlock", "book"]),
            [call("unlock", "ok"), call("book", "ok")],
            "help",
        ),
        (
            rule("order", order=["unlock", "book"]),
            [call("unlock", "ok"), failed("book", "Error: sold out")],
            "harm",
        ),
        (rule("order", order=["unlock", "book"]), [call("book", "ok")], None),
        (
            rule("reword", parameters=["n"], order=["list", "book"]),
            [
                failed("book", "Error: sold out", n=1),
                call("list", "ok"),
                call("book", "ok", n=2),
            ],
            "help",
        ),
        (
            rule("reword", parameters=["n"], order=["list", "book"]),
            [failed("book", "Error: sold out", n=1), call("book", "ok", n=2)],
            None,
        ),
        (
            rule("instead", order=["taxi"]),
            [failed("book", "Error: sold out"), call("taxi", "ok")],
            "help",
        ),
        (
            rule("instead", order=["taxi"]),
            [failed("book", "Error: sold out"), failed("taxi", "Error: none")],
            "harm",
        ),
        (rule("instead", order=["taxi"]), [call("taxi", "ok")], None),
        (
            experience(
                rule={
                    "tool": "book",
                    "change": "take",
                    "parameters": ["hotel"],
                    "order": ["search", "book"],
                }
            ),
            [call("search", "found H-17"), call("book", "ok", hotel="H-17")],
            "help",
        ),
    ],
)
def test_each_kind_of_rule_has_its_own_action(
    lesson: Experience, calls: list[Any], expected: str | None
) -> None:
    """Credit follows from what the rule prescribes, step by step."""
    assert credit(lesson, booked(*calls), BAD) == expected


FORM = {"change": "shape", "parameters": ["date"], "expected": {"date": "digits"}}
CONSTANT = {"change": "usual", "parameters": ["date"], "expected": {"date": '"24"'}}
WITHOUT = {"change": "remove", "parameters": ["day"]}
FIRST = {"change": "first", "order": ["look", "book"]}


@pytest.mark.parametrize(
    ("entries", "error", "expected"),
    [
        (FORM, "Error: invalid date '24'", "harm"),
        (CONSTANT, "Error: invalid date", "harm"),
        (CONSTANT, "Error: no such date: 24", "harm"),
        (CONSTANT, "日期 date 无效", "harm"),
        (WITHOUT, "Error: missing required argument: 'day'", "harm"),
        (FORM, "Error: no room on 24, it is sold out on that date", None),
        (FORM, "Error: timed out", None),
        (FORM, "Error: book with room A, date 24, guests 2 failed", None),
        (WITHOUT, "Error: invalid date", None),
        (FIRST, "Error: invalid date", None),
    ],
)
def test_a_lesson_about_no_error_is_blamed_for_one_about_what_it_says(
    entries: dict[str, Any], error: str, expected: str | None
) -> None:
    """The error must name the parameter, and not only what is not to be had."""
    lesson = experience(rule={"tool": "book"} | entries, tools=("book",))
    look = call("look", "ok")
    run = booked(look, failed("book", error, room="A", date="24", guests=2))
    assert credit(lesson, run, BAD) == expected
    again = booked(look, failed("book", error, date="24"), call("book", "ok", date="24"))
    assert credit(lesson, again, BAD) == "help"


@pytest.mark.parametrize(
    "entries", [{"change": "plan", "order": ["a", "b"]}, {"tool": "b"}]
)
def test_lessons_about_the_whole_run_are_never_blamed(entries: dict[str, Any]) -> None:
    """A plan that was followed helps in a success and proves nothing in a failure."""
    lesson = experience(rule=entries, tools=("a", "b"))
    run = booked(call("a", "1"), call("b", "2"))
    assert credit(lesson, run, GOOD) == "help"
    assert credit(lesson, run, BAD) is None
    assert credit(lesson, booked(call("b", "2")), GOOD) is None


def test_what_the_draft_did_anyway_did_not_fire() -> None:
    """A lesson fired when the run did what it says and would not have without."""
    right = booked(call("book_hotel", "ok", date="2026-05-05"))
    wrong = booked(failed("book_hotel", "Error: invalid date '5/5'", date="5/5"))
    assert fired(DATE, right)
    assert fired(DATE, right, draft=wrong)
    assert not fired(DATE, right, draft=right)
    assert not fired(DATE, wrong, draft=wrong)


@pytest.mark.parametrize(
    ("with_it", "without", "expected"),
    [
        (True, False, "help"),
        (False, True, "harm"),
        (True, True, None),
        (False, False, None),
        (0.75, 0.5, "help"),
        (0.25, 0.5, "harm"),
    ],
)
def test_credit_by_replay_is_the_difference_a_lesson_makes(
    with_it: float, without: float, expected: str | None
) -> None:
    """Success or progress, with the lesson and without."""
    assert counterfactual(with_it, without) == expected
