"""What a run that failed lacked, by the nearest one that succeeded; and what refutes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.contrast import compare, edits, nearest
from langgraph_memory.experiences.crediting import fired
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.refuting import refuted
from langgraph_memory.experiences.run import Run
from tests.unit.experiences.runs import NOW, call, experience, failed, run_of


def run(*calls: Any, thread: str = "t1") -> Run:
    """A run of such calls."""
    return run_of("Book a room in Rome", *calls, thread=thread)


def taught(better: Run, worse: Run) -> list[dict[str, Any]]:
    """The rules that a comparison gives."""
    return [lesson.rule for lesson in compare(better, worse, created_at=NOW)]


OPEN, BOOK = call("open", "ok"), call("book", "ok", city="Rome", n=2)


@pytest.mark.parametrize(
    ("worse", "rule"),
    [
        (
            [OPEN, call("book", "ok", city="Rome")],
            {
                "tool": "book",
                "change": "add",
                "parameters": ["n"],
                "expected": {"n": "integer"},
            },
        ),
        (
            [OPEN, call("book", "ok", city="Rome", n="2")],
            {
                "tool": "book",
                "change": "shape",
                "parameters": ["n"],
                "expected": {"n": "integer"},
            },
        ),
        (
            [OPEN, call("book", "ok", city="Rome", n=2, fast=True)],
            {"tool": "book", "change": "remove", "parameters": ["fast"]},
        ),
        ([BOOK], {"tool": "book", "change": "first", "order": ["open", "book"]}),
        (
            [OPEN, failed("book", "Error: no", city="Rome", n="2")],
            {
                "tool": "book",
                "change": "shape",
                "parameters": ["n"],
                "expected": {"n": "integer"},
            },
        ),
    ],
)
def test_one_difference_teaches_one_lesson(worse: list[Any], rule: dict[str, Any]) -> None:
    """What was missing, written otherwise, too much, or not done before."""
    better, other = run(OPEN, BOOK), run(*worse, thread="t2")
    (lesson,) = compare(better, other, created_at=NOW)
    assert lesson.rule == rule
    assert lesson.support == {"t1": 1.0}
    assert lesson.content.startswith(("When you call book,", "Before book,"))
    assert fired(lesson, better)
    assert not fired(lesson, other)


def test_the_more_differs_the_less_each_difference_weighs() -> None:
    """Two differences count half each, more than three nothing."""
    other = run(call("book", "ok", city="Rome"))
    lessons = compare(run(OPEN, BOOK), other, created_at=NOW)
    assert [lesson.support["t1"] for lesson in lessons] == [0.5, 0.5]
    many = [call(name, "ok") for name in "abcd"]
    assert compare(run(*many, BOOK), run(BOOK), created_at=NOW) == ()
    assert compare(run(BOOK), run(BOOK), created_at=NOW) == ()


def test_other_values_of_the_same_form_teach_nothing() -> None:
    """That Rome was right for this task says nothing of others."""
    assert taught(run(BOOK), run(call("book", "ok", city="Oslo", n=2))) == []


def test_an_error_that_was_made_good_is_no_difference() -> None:
    """It is told by what ended it."""
    made_good = run(OPEN, failed("book", "Error: no", city="Rome"), BOOK)
    assert edits(run(OPEN, BOOK), made_good) == []


def test_the_nearest_run_is_compared() -> None:
    """The fewest differences; none when all are too far."""
    near, far = run(BOOK, thread="t2"), run(call("x", "1"), call("y", "1"), thread="t3")
    assert nearest(run(OPEN, BOOK), [far, near]) == near
    assert nearest(run(*[call(name, "ok") for name in "abcdef"]), [near]) is None


STEPS = st.builds(
    lambda tool, error, args: (tool, args, "Error: x" if error else "ok", error),
    st.sampled_from(["a", "b"]),
    st.booleans(),
    st.dictionaries(st.sampled_from(["p", "q"]), st.sampled_from([1, "1", [1], None])),
)


@given(st.lists(STEPS, max_size=5), st.lists(STEPS, max_size=5))
def test_any_two_runs_can_be_compared(one: list[Any], other: list[Any]) -> None:
    """Whatever they did, lessons are plain, name own tools, and weigh at most one."""
    better = run(*one)
    for lesson in compare(better, run(*other, thread="t2"), created_at=NOW):
        assert set(lesson.tools) <= better.tools
        assert 0 < sum(lesson.support.values()) <= 1
    assert compare(better, better, created_at=NOW) == ()


def unconditional(change: str, **entries: Any) -> Experience:
    """A lesson about every call of `book`."""
    rule = {"tool": "book", "change": change, "parameters": ["n"], **entries}
    return experience(rule=rule, tools=("book",), support={"t9": 1.0})


@pytest.mark.parametrize(
    ("lesson", "wrong"),
    [
        (unconditional("remove"), True),
        (unconditional("shape", expected={"n": "digits"}), True),
        (unconditional("shape", expected={"n": "number"}), False),
        (unconditional("add", expected={"m": "number"}), False),
        (unconditional("remove", condition="sold out"), False),
    ],
)
def test_success_with_what_a_lesson_forbids_refutes_it(
    lesson: Experience, *, wrong: bool
) -> None:
    """Only what forbids can be refuted by a call that was right without it."""
    found = list(refuted([lesson], run(BOOK)))
    assert [one.against for one in found] == ([("t1",)] if wrong else [])
    assert all(one.confidence < lesson.confidence for one in found)
    assert list(refuted(found, run(BOOK))) == []
    assert list(refuted([lesson], run(failed("book", "Error", n=1)))) == []
