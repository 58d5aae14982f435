"""Several outputs of one world."""

from __future__ import annotations

from typing import Any

from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.parsing import parse
from langgraph_memory.cards.form.writing import write
from tests.unit.cards.form.builders import form, output


def booking(**changes: Any) -> dict[str, Any]:
    nights = [{"day": "2031-05-01", "fare": 80}, {"day": "2031-05-02", "fare": 90}]
    return {"booking_id": "B1", "room": "sea", "beds": 2, "nights": nights} | changes


def test_the_newest_version_of_an_object_wins_and_tells_what_changed() -> None:
    """Tools that tell of the same key and mostly the same fields tell of one object."""
    both = form(
        output("get_booking", booking()),
        output("change_booking", booking(room="garden"), 1),
    )
    assert write(both) == (
        "booking: booking_id B1, room garden, beds 2\n"
        " was: room sea\n"
        " nights(day fare): 2031-05-01 80; 2031-05-02 90"
    )


def test_rows_of_a_list_are_one_by_key_and_dates() -> None:
    """A night that is gone is told apart from those that are still booked."""
    kept = booking()["nights"][1]
    both = form(output("get_booking", booking()), output("cut", booking(nights=[kept]), 1))
    assert " nights(day fare): 2031-05-02 90\n was nights: 2031-05-01 80" in write(both)


def test_a_row_tells_what_it_was_at_its_end() -> None:
    """A changed cell of a row under a header is followed by its former value."""
    first, second = booking()["nights"]
    new = booking(nights=[first, {**second, "fare": 70}])
    both = form(output("get_booking", booking()), output("change_booking", new, 1))
    assert write(both).endswith("2031-05-01 80; 2031-05-02 70 was(fare=90)")


def test_several_objects_share_a_table() -> None:
    """Records of one tool become rows under one header."""
    both = form(
        output("get_booking", booking()),
        output("get_booking", booking(booking_id="B2", room="garden"), 1),
    )
    assert write(both).startswith("booking(booking_id room; all: beds 2):\n B1 sea\n")


def test_objects_of_different_kinds_stay_apart() -> None:
    """Another key, or few common fields, make another table."""
    guest = {"guest_id": "G1", "room": "sea"}
    form_ = form(output("get_booking", booking()), output("get_guest", guest, 1))
    assert [table.tool for table in form_.tables] == ["get_booking", "get_guest"]


def test_the_same_answer_twice_is_said_once() -> None:
    """A repeated call adds nothing, but the output that says so is the newest."""
    rows = [{"id": "A1", "free": True}, {"id": "A2", "free": False}]
    once = form(output("list_rooms", rows, day="2031-05-01"))
    twice = form(
        output("list_rooms", rows, day="2031-05-01"),
        output("list_rooms", rows, 5, day="2031-05-01"),
    )
    assert write(twice) == write(once)
    assert {cell.output for cell in twice.cells} == {5}


def test_calls_that_differ_stand_in_sections() -> None:
    """Arguments that the rows do not repeat are said above them."""
    rows = [
        {"id": "A1", "town": "Bath", "price": 8},
        {"id": "A2", "town": "Bath", "price": 9},
    ]
    other = [{**row, "price": 5} for row in rows]
    both = form(
        output("list_rooms", rows, day="2031-05-01", town="Bath"),
        output("list_rooms", other, 1, day="2031-05-02", town="Bath"),
    )
    assert write(both) == (
        "rooms(id price; all: town Bath):\n"
        " for day 2031-05-01:\n A1 8\n A2 9\n"
        " for day 2031-05-02:\n A1 5\n A2 5"
    )


def test_values_without_a_key_are_told_by_their_call() -> None:
    """The same question again has a newer answer; another question another."""
    three = form(
        output("count", 3, what="beds"),
        output("count", 4, 1, what="beds"),
        output("count", 9, 2, what="keys"),
    )
    assert write(three) == (
        "count for what beds = 4\nwas count for what beds = 3\ncount for what keys = 9"
    )


def test_numbers_stay_when_outputs_are_added() -> None:
    """What is in the form keeps its number, whatever comes after."""
    both = form(output("get_booking", booking()))
    before = {cell.id: cell.text for cell in both.cells}
    both.add(output("change_booking", booking(room="garden"), 1))
    assert {cell.id: cell.text for cell in both.cells if cell.id in before} == before
    assert [cell.id for cell in both.cells] == list(range(len(both.cells)))
    assert [row.id for row in both.rows] == list(range(len(both.rows)))


def test_newest_versions_can_be_parsed() -> None:
    """Former versions are passed over, references followed."""
    place = {"street": "Elm Road 5", "city": "Bath", "zip": "04100", "country": "UK"}
    first, second = booking(place=place), booking(booking_id="B2", place=place)
    other = booking(booking_id="B3", place={**place, "city": "York"})
    merged = form(
        output("get_booking", first),
        output("get_booking", second, 1),
        output("get_booking", other, 2),
        output("change_booking", {**second, "room": "garden"}, 3),
    )
    [said] = parse(write(merged))
    assert said.value == [first, {**second, "room": "garden"}, other]


TASKS = [{"task_id": f"T{n}", "title": f"do {n}"} for n in range(1, 4)]


def test_rows_that_the_newest_answer_to_a_call_lacks_are_told_no_more() -> None:
    """What is no longer in a list is not told as if it were; other calls keep theirs."""
    both = form(
        output("list_tasks", TASKS, status="open"),
        output("list_tasks", TASKS[:1], 1, status="late"),
        output("list_tasks", TASKS[1:], 2, status="open"),
    )
    assert write(both) == (
        "tasks(task_id title):\n"
        ' for status open:\n  T2 "do 2"\n  T3 "do 3"\n for status late:\n  T1 "do 1"'
    ).replace("\n  T", "\n T")
    again = form(*both.outputs, output("list_tasks", TASKS, 3, status="open"))
    assert "do 1" in write(again).partition("late")[0]


def test_an_empty_answer_leaves_nothing_of_an_earlier_one() -> None:
    """Whether the list is the answer or a field of it; a failed call says nothing."""
    bare = output("list_tasks", TASKS), output("list_tasks", [], 1)
    assert write(form(*bare)) == "tasks = []"
    within = output("list_tasks", {"tasks": TASKS}), output("list_tasks", {"tasks": []}, 1)
    assert "do 1" not in write(form(*within)).partition("was")[0]
    failed = Output("list_tasks", "Error: busy", {}, 1, failed=True)
    assert "do 1" in write(form(bare[0], failed))


def test_fields_that_the_newest_answer_to_a_call_lacks_are_told_as_former() -> None:
    """Another call may tell less of an object without taking anything back."""
    held = output("get_order", {"order_id": "O9", "status": "held", "reason": "x"}, id="O9")
    free = {"order_id": "O9", "status": "free"}
    same = write(form(held, output("get_order", free, 1, id="O9")))
    assert same == "order: order_id O9, status free\n was: reason x, status held"
    other = write(form(held, output("update_order", free, 1, id="O9")))
    assert "reason x" in other.partition("was")[0]
