"""A run that was tried again teaches what the attempt did that succeeded."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from langgraph_memory.experiences.attempts import at_last, attempts_of, contrasted
from langgraph_memory.experiences.distilling import distil
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run, run_from
from tests.unit.experiences.runs import NOW, call, conversation, failed

GOOD = Outcome(success=True, reason="as it was said")
FIND = call("find", '{"hotel_id": "H-71"}', city="Rome")
BOOK = call("book", "ok", hotel_id="H-71")
CANCEL = call("cancel", "ok", room="A")
CHECK = call("check", "free", room="A")
NOTIFY = call("notify", "sent", team="x")
ROOM = call("reserve", "ok", room="A", date="2026-03-03")
WRONG_DAY = failed("reserve", "invalid date", room="A", date="3.3.")


def tried(*attempts: list[Any]) -> Run:
    """A run of such attempts, each with an answer; the last one succeeded."""
    messages: list[BaseMessage] = [HumanMessage("Room A for the party", id="h")]
    ends = []
    for number, calls in enumerate(attempts):
        said = conversation("", *calls, answer=None, start=100 * number + 1)[1:]
        ends.append(f"end{number}")
        messages += [*said, AIMessage("Done.", id=ends[-1])]
    return run_from(messages, thread_id="t1", failed=ends[:-1])


def learned(run: Run) -> list[tuple[str, list[str]]]:
    """The change and the order of each lesson that has an order."""
    lessons = [*distil(run, GOOD, created_at=NOW), *contrasted(run, created_at=NOW)]
    rules = [lesson.rule for lesson in lessons]
    return [(rule["change"], rule["order"]) for rule in rules if rule.get("order")]


@pytest.mark.parametrize(
    ("attempts", "orders"),
    [
        ([[CANCEL], [ROOM]], []),
        ([[CANCEL], [NOTIFY], [ROOM]], []),
        ([[ROOM, NOTIFY], [ROOM]], []),
        (
            [[NOTIFY, CHECK], [CHECK, NOTIFY]],
            [("plan", ["check", "notify"]), ("first", ["check", "notify"])],
        ),
        (
            [[ROOM], [CHECK, ROOM]],
            [("plan", ["check", "reserve"]), ("first", ["check", "reserve"])],
        ),
        ([[CANCEL, ROOM], [CHECK, NOTIFY]], [("plan", ["check", "notify"])]),
    ],
    ids=["other tool", "three", "one too many", "turned round", "one too few", "all new"],
)
def test_the_order_is_that_of_the_attempt_that_succeeded(
    attempts: list[list[Any]], orders: list[Any]
) -> None:
    """The calls of the attempts before it are no part of the recipe."""
    assert learned(tried(*attempts)) == orders


def test_what_the_last_attempt_went_on_with_is_part_of_the_recipe() -> None:
    """It took the id from a call that the attempt before it had made."""
    wrong = call("book", "ok", hotel_id="Rome")
    orders = learned(tried([CHECK, FIND, wrong], [BOOK]))
    assert orders == [("take", ["find", "book"]), ("plan", ["find", "book"])]


def test_an_attempt_that_only_answers_leaves_the_calls_as_they_were() -> None:
    """The answer was wrong, not what was done before it."""
    assert ("plan", ["check", "reserve"]) in learned(tried([CHECK, ROOM], []))


def test_an_error_of_one_attempt_may_be_mended_by_the_next() -> None:
    """What ended it is told, whichever attempt met it."""
    lessons = distil(tried([WRONG_DAY], [CHECK, ROOM]), GOOD, created_at=NOW)
    [mended] = [one for one in lessons if one.kind == "recovery"]
    assert mended.rule["expected"] == {"date": "YYYY-MM-DD"}


def test_a_run_of_one_attempt_is_what_it_is() -> None:
    """Nothing is left out of it, and nothing is held against anything."""
    run = tried([CHECK, ROOM])
    assert at_last(run) == run
    assert attempts_of(run) == [run.steps]
    assert contrasted(run, created_at=NOW) == ()
