"""What all attempts at a task teach by rules: what good ones share, what bad ones lack."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.experiences.acquiring import Taught, taught
from langgraph_memory.experiences.attempted import Attempt, best, worse
from langgraph_memory.experiences.lacking import first_wrong, missing
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.sharing import common_order, shared
from tests.unit.experiences.runs import NOW, call, failed, run_of

TASK = "Book a hotel in Rome for two"
FIND = call("find", '{"hotel_id": "H-71"}', city="Rome")
PRICE = call("price", "120 EUR", city="Rome")
PAY = call("pay", "paid", way="card")
BOOK = call("book", "ok", hotel_id="H-71", date="2026-03-03")
WRONG = failed("book", "Error: no hotel 'Rome'", hotel_id="Rome", date="2026-03-03")


def attempt(
    *calls: Any, good: bool = True, score: float | None = None, thread: str = "t1"
) -> Attempt:
    """One attempt of such calls."""
    worth = float(good) if score is None else score
    outcome = Outcome(success=good, reason="as it was said")
    return Attempt(run=run_of(TASK, *calls, thread=thread), outcome=outcome, score=worth)


def rules(lessons: list[Taught], lens: str) -> list[dict[str, Any]]:
    return [one.lesson.rule for one in lessons if one.lens == lens]


def test_only_what_all_good_runs_share_is_a_pattern_of_success() -> None:
    """A tool that one of them did without is no part of the order."""
    lessons = taught(
        [
            attempt(FIND, PRICE, BOOK, call("tag", "ok", mark="H-71"), thread="a"),
            attempt(FIND, BOOK, PAY, thread="b"),
            attempt(PAY, good=False, thread="c"),
        ],
        created_at=NOW,
    )
    orders = [r["order"] for r in rules(lessons, "success") if r["change"] == "plan"]
    assert orders == [["find", "book"]] * 2
    fed = [r for r in rules(lessons, "success") if r["change"] == "take"]
    assert [r["order"] for r in fed] == [["find", "book"]] * 2
    support = [one.lesson.support for one in lessons if one.lens == "success"]
    assert {thread for weights in support for thread in weights} == {"a", "b"}


def test_runs_that_agree_on_no_order_share_none() -> None:
    """Two tools that come either way round are no plan."""
    runs = [run_of(TASK, FIND, PAY), run_of(TASK, PAY, FIND)]
    assert len(common_order(runs)) == 1
    assert not [f for f, _ in shared(runs) if f.rule["change"] == "plan"]
    assert common_order([]) == ()


def test_what_every_bad_run_lacked_is_told_however_far_apart_they_are() -> None:
    """All good runs searched before they booked, and none of the bad ones did."""
    good = attempt(FIND, PRICE, BOOK, PAY, call("mail", "sent", to="me"), thread="a")
    bad = [attempt(WRONG, good=False, thread=t) for t in ("b", "c")]
    lessons = taught([good, *bad], created_at=NOW)
    firsts = [r["order"] for r in rules(lessons, "failure") if r["change"] == "first"]
    assert firsts == [["find", "book"], ["price", "book"]]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ([], [[WRONG]]),
        ([[FIND, BOOK]], [[FIND, WRONG]]),
        ([[FIND, BOOK], [BOOK]], [[WRONG]]),
        ([[FIND, PAY]], [[WRONG]]),
        ([[call(f"t{n}", "ok") for n in range(4)] + [BOOK]], [[WRONG]]),
    ],
    ids=["none good", "bad did it", "one good did not", "never done", "too many"],
)
def test_nothing_is_missing_where_the_runs_do_not_say_so(good: Any, bad: Any) -> None:
    """All good runs and none of the bad ones must speak for it."""
    told = missing([run_of(TASK, *g) for g in good], [run_of(TASK, *b) for b in bad])
    assert list(told) == []


def test_the_first_wrong_step_is_the_first_error_never_made_good() -> None:
    """Without an error it is the first call that the nearest good run made otherwise."""
    good = run_of(TASK, FIND, BOOK)
    recovered = run_of(TASK, WRONG, WRONG, BOOK, failed("pay", "no money", way="card"))
    step = first_wrong(recovered, [good])
    assert step is not None
    assert step.tool == "pay"
    other = run_of(TASK, FIND, call("book", "ok", hotel_id="H-71", date="March 3rd"))
    step = first_wrong(other, [good])
    assert step is not None
    assert step.args["date"] == "March 3rd"
    assert first_wrong(other, []) is None


def test_error_and_recovery_are_learned_from_failed_runs_alike() -> None:
    """The call that was made good teaches, though the run as a whole was in vain."""
    dated = failed("book", "invalid date '3.3.'", hotel_id="H-71", date="3.3.")
    lessons = taught([attempt(FIND, dated, BOOK, good=False)], created_at=NOW)
    assert [one.lesson.kind for one in lessons] == ["recovery"]
    assert lessons[0].lesson.rule["expected"] == {"date": "YYYY-MM-DD"}


def test_the_best_run_is_compared_with_the_nearest_worse_ones() -> None:
    """Each worse run within three edits of a best one teaches what made the difference."""
    other = call("book", "ok", hotel_id="H-71", date="March 3rd")
    lessons = taught(
        [
            attempt(FIND, other, score=0.6, thread="fair"),
            attempt(FIND, BOOK, score=1.0, thread="best"),
        ],
        created_at=NOW,
    )
    compared = [one for one in lessons if one.lens == "comparison"]
    assert [one.lesson.rule["expected"] for one in compared] == [{"date": "YYYY-MM-DD"}]
    assert compared[0].attempt.run.thread_id == "best"
    assert compared[0].lesson.evidence[0][0] == "best"


def test_a_failed_run_is_never_the_best() -> None:
    """However high it scored, what it did otherwise is no success."""
    low, high = attempt(BOOK, score=0.2), attempt(good=False, score=0.4)
    assert best([low, high]) == [low]
    assert worse([low, high]) == [high]
    assert best([high]) == []
    assert taught([high], created_at=NOW) == []


def test_what_bad_runs_did_as_well_counts_against_it() -> None:
    """An order that runs keep whether they succeed or not does not make them good."""
    good = attempt(FIND, BOOK, thread="a")
    bad = [attempt(FIND, BOOK, good=False, thread=f"b{n}") for n in range(4)]
    alone = taught([good, attempt(PAY, good=False, thread="c")], created_at=NOW)
    among = taught([good, *bad], created_at=NOW)
    for change in ("plan", "take"):
        [before], [after] = (
            [one.lesson for one in some if one.lesson.rule["change"] == change]
            for some in (alone, among)
        )
        assert before.against == ()
        assert after.against == ("b0", "b1", "b2", "b3")
        assert after.confidence < 0.3 < before.confidence


def test_tools_that_come_either_way_round_stand_in_one_layer() -> None:
    """Both stand before what follows in all runs, and after what comes before."""
    look = call("look", "ok", at="Rome")
    runs = [run_of(TASK, look, FIND, PAY, BOOK), run_of(TASK, look, PAY, FIND, BOOK)]
    assert common_order(runs) == (("look",), ("find", "pay"), ("book",))
    runs.append(run_of(TASK, FIND, look, PAY, BOOK))
    assert common_order(runs) == (("look",), ("pay",), ("book",))
