from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from graphs.email_assistant.series import Row, run_series, summed
from graphs.email_assistant.tasks import TASKS, make_desk
from langgraph_memory import DecisionCard, Experience, Scope
from tests.graphs.email_assistant.desks import memory

NOA = Scope(user="noa")


@pytest.fixture(scope="module")
def learned() -> tuple[list[Row], list[Experience], list[DecisionCard]]:
    """One series with memory, and what is remembered after it."""
    held, saver = memory(), InMemorySaver()
    rows = list(run_series("on", memory=held, checkpointer=saver))
    store = held.store(saver)
    return rows, held.experiences(store, NOA), held.cards(store, NOA, limit=500)


@pytest.fixture(scope="module")
def bare() -> list[Row]:
    """One series without memory."""
    return list(run_series("off"))


def test_memory_beats_none_by_a_wide_margin(
    learned: tuple[list[Row], list[Experience], list[DecisionCard]], bare: list[Row]
) -> None:
    """Given as many attempts, the same policy does more than twice as many tasks."""
    rows, *_ = learned
    with_memory, without = summed(rows), summed(bare)
    assert with_memory["success"] >= 9
    assert without["success"] <= 4
    assert with_memory["first_try"] >= without["first_try"] + 4
    assert max(row.attempts for row in (*rows, *bare)) == 2


def test_success_rises_over_the_tasks(
    learned: tuple[list[Row], list[Experience], list[DecisionCard]],
) -> None:
    """What fails at first is done at once in the second half."""
    rows, *_ = learned
    first, second = rows[:5], rows[5:]
    assert sum(row.success for row in second) > sum(row.success for row in first)
    assert sum(row.first_try for row in first) <= 1
    assert all(row.first_try for row in second)


def test_lessons_come_of_failures_that_were_made_good(
    learned: tuple[list[Row], list[Experience], list[DecisionCard]],
) -> None:
    """The form of two parameters, and the check before a booking."""
    _, lessons, _ = learned
    told = {(one.tool, one.rule.get("change")): one for one in lessons}
    ids = told["mark_as_read", "shape"].rule["expected"]["email_ids"]
    assert ids.startswith("list")
    start = told["check_room_availability", "shape"].rule["expected"]
    assert start == {"start": "ISO 8601 date and time"}
    orders = [one.rule.get("order") for one in lessons if one.rule.get("change") == "take"]
    assert ["check_room_availability", "book_room"] in orders


def test_what_has_changed_supersedes(
    learned: tuple[list[Row], list[Experience], list[DecisionCard]],
) -> None:
    """The old time of a moved meeting and the old usual room no longer hold."""
    _, _, cards = learned
    old = [card.summary for card in cards if card.superseded_by]
    valid = [card.summary for card in cards if not card.superseded_by]
    for gone, stands in (
        ("usual meeting room is room Juniper", "usual meeting room is room Heron"),
        ("start=2027-03-16T15:00", "start=2027-03-18T10:00"),
    ):
        assert any(gone in text for text in old)
        assert not any(gone in text and "book_room" in text for text in valid)
        assert any(stands in text for text in valid)


def test_without_what_was_learned_before_it_fails_again() -> None:
    """Later tasks with an empty memory go as without one: the gain is from remembering."""
    rows = list(run_series("on", memory=memory(), tasks=TASKS[6:8]))
    assert [row.success for row in rows] == [False, False]


def test_another_user_knows_nothing_of_it() -> None:
    """What one user's memory holds does not help another."""
    held, saver = memory(), InMemorySaver()
    list(run_series("on", memory=held, checkpointer=saver, tasks=TASKS[:5]))
    (own,) = run_series("on", memory=held, checkpointer=saver, tasks=TASKS[6:7])
    (other,) = run_series(
        "on", memory=held, checkpointer=saver, tasks=TASKS[6:7], user="eve"
    )
    assert (own.success, other.success) == (True, False)


@pytest.mark.parametrize("room", ["Heron", "Long Hall"])
def test_the_room_that_is_booked_is_the_one_that_was_said(room: str) -> None:
    """Another usual room in the user's words leads to another booking: nothing is fixed."""
    told = replace(
        TASKS[4], request=TASKS[4].request.replace("room Juniper", f"room {room}")
    )
    booked = replace(
        TASKS[6],
        done=lambda desk, _: [b.room for b in desk.rooms.bookings.values()] == [room],
    )
    rows = list(run_series("on", memory=memory(), tasks=(TASKS[0], TASKS[2], told, booked)))
    assert rows[-1].success


def test_no_task_is_done_before_it_is_begun(tmp_path: Path) -> None:
    """The checks hold nothing for done in a fresh mailbox."""
    desk = make_desk(tmp_path)
    assert not any(task.done(desk, "Done.") for task in TASKS)


def test_work_done_by_hand_counts_as_done(tmp_path: Path) -> None:
    """What the user does himself leaves mailbox and rooms as the tasks would."""
    desk = make_desk(tmp_path)
    for number in (1, 4, 5, 7):
        TASKS[number - 1].by_hand(desk)
        assert TASKS[number - 1].done(desk, "")
