from __future__ import annotations

from typing import Any

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.newer import newer_than
from langgraph_memory.cards.rendering import parse, render
from tests.unit.cards.builders import cards, only

EARLY = "2026-05-04T10:00:00+00:00"
LATE = "2026-05-04T13:00:00+00:00"


def one(status: str, at: str, **data: Any) -> DecisionCard:
    order = {"order_id": "O-1", "status": status, "total": 50} | data
    args = {"order_id": "O-1"}
    return only(cards(order, "my order", name="get_order", args=args, at=at))


def several(status: str, at: str, **args: Any) -> DecisionCard:
    orders = [
        {"order_id": "O-1", "status": status, "total": 50.0},
        {"order_id": "O-2", "status": "sent", "total": 70},
        {"order_id": "O-3", "status": "packed", "total": 90},
    ]
    args = args or {"user": "U-1"}
    return only(cards(orders, "my orders", name="list_orders", args=args, at=at))


def test_a_newer_row_contradicts_the_card_of_its_object() -> None:
    """The older card names the newer value and where it stands; the newer says nothing."""
    old, new = one("pending", EARLY), several("cancelled", LATE)
    line = newer_than(old, [old, new])
    assert line == f"note: newer: status cancelled in card {new.key[:8]}"
    assert newer_than(new, [old, new]) is None
    assert parse(f"{render(old)}\n{line}").notes == (line.removeprefix("note: "),)


def test_a_newer_card_contradicts_a_row() -> None:
    """Of a list the object is named, too."""
    old, new = several("pending", EARLY), one("cancelled", LATE)
    assert newer_than(old, [new, old]) == (
        f"note: newer: O-1 status cancelled in card {new.key[:8]}"
    )


def test_the_newest_of_several_is_named() -> None:
    """Where two are newer, the newest counts, whatever their order."""
    old = several("pending", EARLY)
    between = one("packed", "2026-05-04T11:00:00+00:00")
    new = one("cancelled", LATE)
    line = newer_than(old, [new, between])
    assert line == newer_than(old, [between, new])
    assert line is not None
    assert "O-1 status cancelled" in line
    assert "packed" not in line


def test_what_agrees_or_is_another_matter_is_left_alone() -> None:
    """Equal values, other objects and answers for other arguments contradict nothing."""
    old = one("pending", EARLY)
    assert newer_than(old, [several("Pending", LATE)]) is None
    assert newer_than(old, [one("sent", LATE, order_id="O-9")]) is None
    first = several("pending", EARLY, day="2026-05-04")
    assert newer_than(first, [several("sent", LATE, day="2026-05-05")]) is None
    said = only(cards("I eat no meat.", kind="user", at=LATE))
    assert newer_than(old, [said]) is None
    assert newer_than(said, [old]) is None
