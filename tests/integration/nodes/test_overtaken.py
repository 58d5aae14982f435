"""What was changed or deleted since a list was read comes with the list."""

from __future__ import annotations

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


def test_a_list_comes_alone_where_nothing_contradicts_it() -> None:
    """Older cards, and newer ones that say the same, are not brought along."""
    world = World()
    world.does(Step("get_event", {"id": "ev1"}, {"id": "ev1", "start": "9:00", "n": 1}))
    world.does(EVENTS)
    world.does(Step("get_event", {"id": "ev2"}, {"id": "ev2", "start": "15:30", "n": 1}))
    shown = world.asked("When is the design review?")
    assert "list_events" in shown
    assert "get_event" not in shown
