"""What was changed or deleted since a list was read comes with the list."""

from __future__ import annotations

from typing import Any

import pytest

from .answers import Step, World

EVENTS = Step(
    "list_events",
    {"day": "Friday"},
    [
        {"id": "ev1", "title": "Design review", "start": "10:00"},
        {"id": "ev2", "title": "Dentist", "start": "15:30"},
    ],
)


@pytest.mark.parametrize(
    ("step", "note"),
    [
        (Step("delete_event", {"id": "ev1"}, "Deleted ev1"), "ev1 delete_event done"),
        (
            Step(
                "update_event",
                {"id": "ev1", "start": "14:00"},
                {"id": "ev1", "start": "14:00"},
            ),
            "ev1 start 14:00",
        ),
    ],
)
def test_a_list_comes_with_what_changed_of_its_rows(step: Step, note: str) -> None:
    """Though the question has no word in common with the newer card."""
    world = World()
    world.does(EVENTS)
    world.does(step)
    shown = world.asked("When is the design review?")
    assert f"note: newer: {note} in card" in shown
    assert f"{step.tool}(id=ev1" in shown


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("update_event", {"id": "ev2", "start": "16:30"}),
        ("update_event", {"event_id": "ev2", "new_start": "16:30"}),
        ("event_update", {"event_id": "ev2", "changes": {"start": "16:30"}}),
        ("reschedule_event", {"event": "ev2", "start": "16:30"}),
        ("set_event_start", {"event_id": "ev2", "start": "16:30"}),
        ("change_event", {"id": "ev2", "field": "start", "value": "16:30"}),
    ],
)
@pytest.mark.parametrize("answer", ["ok", "Done.", {"status": "success"}])
def test_a_list_comes_with_what_was_changed_without_an_answer(
    tool: str, args: dict[str, Any], answer: Any
) -> None:
    """A call that was only confirmed tells itself what it set, and of which row."""
    world = World()
    world.does(EVENTS)
    world.does(Step(tool, args, answer))
    shown = world.asked("When is the dentist?")
    assert shown.count("note: newer: ") == 1
    assert "note: newer: ev2 start 16:30 in card" in shown


def test_an_object_comes_with_what_was_changed_without_an_answer() -> None:
    """What a call set of a thing stands beside what was read of it before."""
    world = World()
    task = {"task_id": "T7", "title": "Crash", "priority": "low", "owner": "Bo"}
    world.does(Step("get_task", {"task_id": "T7"}, task))
    fields = {"priority": "high"}
    world.does(Step("update_task", {"task_id": "T7", "fields": fields}, {"ok": True}))
    shown = world.asked("Who owns the crash?")
    assert "note: newer: priority high in card" in shown


@pytest.mark.parametrize(
    "step",
    [
        Step("update_event", {"id": "ev9", "start": "16:30"}, "ok"),
        Step("update_event", {"id": "ev2", "start": "16:30"}, "Not allowed."),
        Step("update_event", {"id": "ev2", "color": "red"}, "ok"),
        Step("move_reminder", {"event_id": "ev2", "start": "16:30"}, "ok"),
        Step("add_note", {"event_id": "ev2", "start": "16:30"}, "ok"),
    ],
)
def test_what_changed_no_row_marks_none(step: Step) -> None:
    """Of another thing, refused, or of what the list does not show."""
    world = World()
    world.does(EVENTS)
    world.does(step)
    assert "newer:" not in world.asked("When is the dentist?")


def test_a_list_comes_alone_where_nothing_contradicts_it() -> None:
    """Older cards, and newer ones that say the same, are not brought along."""
    world = World()
    world.does(Step("get_event", {"id": "ev1"}, {"id": "ev1", "start": "9:00", "n": 1}))
    world.does(EVENTS)
    world.does(Step("get_event", {"id": "ev2"}, {"id": "ev2", "start": "15:30", "n": 1}))
    shown = world.asked("When is the design review?")
    assert "list_events" in shown
    assert "get_event" not in shown
