"""Cards of one matter that do not contradict each other are all found."""

from __future__ import annotations

import pytest

from .answers import Step, World

ORDER = Step(
    "get_order", {"order_id": "W1"}, {"order_id": "W1", "total": 12.5, "by": "Ann"}
)
TRACK = Step("track_order", {"order_id": "W1"}, {"order_id": "W1", "carrier": "DHL"})
TABLES = (
    "| flight | gate |\n|---|---|\n| AF1 | B12 |\n| AF2 | C4 |\n\n"
    "| hotel | price |\n|---|---|\n| Sol | 120 |\n| Mar | 80 |\n"
)


@pytest.mark.parametrize("at_once", [False, True])
def test_what_two_tools_tell_of_one_object_is_found(*, at_once: bool) -> None:
    """Neither hides the other, one after the other or at the same time."""
    world = World()
    world.does(ORDER, TRACK, at_once=at_once)
    assert "12.5" in world.asked("What is the total of order W1?")
    assert "DHL" in world.asked("Which carrier has order W1?")


def test_two_tables_of_one_text_are_found() -> None:
    """Tables without a name are no rivals for being in one answer."""
    world = World()
    world.does(Step("trip", {"id": "t1"}, TABLES))
    assert "C4" in world.asked("gate of AF2")
    assert "120" in world.asked("price of Sol")


def test_different_parts_that_one_tool_tells_of_an_object_are_found() -> None:
    """A tool that is asked for other fields does not take back what it said before."""
    world = World()
    for name, value in (("color", "red"), ("stock", 7)):
        args = {"sku": "S-1", "fields": name}
        world.does(Step("get_product", args, {"sku": "S-1", name: value}))
    assert "red" in world.asked("Which color has product S-1?")
    assert "stock: 7" in world.asked("What is the stock of product S-1?")


def test_the_newer_answer_to_the_same_question_is_found_alone() -> None:
    """What changed is not told as it was."""
    world = World()
    for gate in ("B12", "C3"):
        answer = {"flight": "AF1", "gate": gate}
        world.does(Step("flight_status", {"flight": "AF1"}, answer))
    shown = world.asked("gate of flight AF1")
    assert "C3" in shown
    assert "B12" not in shown


def test_what_was_replaced_is_told_once_though_several_cards_are_of_its_matter() -> None:
    """Asked for what was, each older answer comes after one card alone."""
    world = World()
    world.does(TRACK, ORDER)
    world.does(ORDER._replace(gives={"order_id": "W1", "total": 99.0, "by": "Ann"}))
    shown = world.asked("What was the total of order W1 before?")
    assert shown.count("12.5") == 1
    assert "99" in shown
    assert "DHL" in shown
