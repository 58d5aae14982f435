from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.meeting import is_code
from langgraph_memory.cards.newer import newer_than, told_twice
from tests.unit.cards.builders import cards, only

LATE = "2026-05-06T10:00:00+00:00"

Call = tuple[str, dict[str, Any], Any]

STATUS: Call = ("flight_status", {"flight": "AF1"}, {"flight": "AF1", "gate": "B12"})
BOARD: Call = (
    "airport_board",
    {"airport": "CDG"},
    [{"flight": "AF1", "gate": "D9"}, {"flight": "AF2", "gate": "E1"}],
)


def told(old: Call, new: Call) -> str:
    """What a card is told to be outdated by, without the card's key; empty: by nothing."""
    before = gave(old, "2026-05-04T10:00:00+00:00")
    after = gave(new, LATE)
    rivals = told_twice([before, after])
    assert newer_than(after, [before, after]) is None
    line = newer_than(before, rivals) or ""
    return line.removeprefix("note: newer: ").removesuffix(f" in card {after.key[:8]}")


def gave(call: Call, at: str) -> DecisionCard:
    tool, args, gives = call
    return only(cards(gives, name=tool, args=args, at=at))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (BOARD, STATUS, "AF1 gate B12"),
        (STATUS, BOARD, "gate D9"),
        (
            ("flight_board", {}, [{"flight": "AF1", "gate": "D9"}]),
            ("flight_status", {"flight": "AF1"}, {"gate": "B12"}),
            "AF1 gate B12",
        ),
        (
            ("list_rooms", {}, [{"room": "Elm", "seats": 4}, {"room": "Oak", "seats": 9}]),
            ("room_info", {"room": "Oak"}, {"room": "Oak", "seats": 12}),
            "Oak seats 12",
        ),
        (
            STATUS,
            ("change_gate", {"flight": "AF1", "gate": "C3"}, {"gate": "C3", "done": True}),
            "gate C3",
        ),
        (
            ("list_issues", {}, [{"key": "PR-1", "fields": {"status": {"name": "Open"}}}]),
            (
                "transition_issue",
                {"key": "PR-1", "to": "Done"},
                {"key": "PR-1", "fields": {"status": {"name": "Done"}}},
            ),
            "PR-1 fields.status.name Done",
        ),
        (
            ("list_orders", {"status": "open"}, [{"order_id": "W1"}, {"order_id": "W2"}]),
            ("get_order", {"order_id": "W1"}, {"order_id": "W1", "status": "sent"}),
            "W1 status sent",
        ),
        (
            ("list_events", {"start": "Friday"}, [{"id": "e1", "start": "10:00", "n": 1}]),
            ("move_event", {"id": "e1", "start": "14:00"}, {"id": "e1", "start": "14:00"}),
            "e1 start 14:00",
        ),
        (
            ("get_setting", {"key": "timeout"}, {"key": "timeout", "value": 30}),
            ("set_setting", {"key": "timeout", "value": 60}, "OK"),
            "value 60",
        ),
        (
            (
                "list_events",
                {},
                [{"id": "e1", "start": "10:00"}, {"id": "e2", "start": "9"}],
            ),
            ("update_event", {"event_id": "e1", "start": "14:00"}, {"success": True}),
            "e1 start 14:00",
        ),
        (
            (
                "modify_user_address",
                {"user_id": "ann_1", "zip": "111"},
                {"name": {"first": "Ann"}, "address": {"zip": "111"}, "orders": 2},
            ),
            (
                "get_user",
                {"user_id": "ann_1"},
                {"name": {"first": "Ann"}, "address": {"zip": "222"}, "orders": 2},
            ),
            "address.zip 222",
        ),
        (
            ("get_issue", {"number": 7}, {"number": 7, "title": "Crash", "state": "open"}),
            ("close_issue", {"number": 7}, {"ok": True}),
            "close_issue done",
        ),
        (
            ("list_files", {}, [{"path": "/a.txt", "size": 3}, {"path": "/b", "size": 4}]),
            ("delete_file", {"path": "/a.txt"}, "deleted"),
            "/a.txt delete_file done",
        ),
    ],
)
def test_a_newer_value_of_the_same_thing_is_named(old: Call, new: Call, line: str) -> None:
    """By whatever the thing is called: a code of any column, or what the call was given."""
    assert told(old, new) == line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            ("weather", {"city": "Oslo"}, {"temp": 3}),
            ("weather", {"city": "Oslo", "date": "2026-05-09"}, {"temp": 9}),
        ),
        (
            ("hotel_price", {"city": "Oslo"}, {"city": "Oslo", "price": 120}),
            ("flight_price", {"city": "Oslo"}, {"city": "Oslo", "price": 300}),
        ),
        (
            (
                "flight_deals",
                {},
                [{"city": "Oslo", "price": 9}, {"city": "Rom", "price": 8}],
            ),
            ("hotel_price", {"city": "Oslo"}, {"city": "Oslo", "price": 120}),
        ),
        (
            (
                "forecast",
                {"land": "FR"},
                [{"date": "2026-05-09", "temp": 9}, {"date": "2026-05-08", "temp": 1}],
            ),
            ("weather", {"date": "2026-05-09", "city": "Oslo"}, {"temp": 4}),
        ),
        (BOARD, ("flight_status", {"flight": "AF7"}, {"flight": "AF7", "gate": "B12"})),
        (
            BOARD,
            ("flight_status", {"flight": "AF1", "day": "Monday"}, {"gate": "B12"}),
        ),
        (
            ("list_items", {}, [{"id": 1, "price": 4}, {"id": 2, "price": 5}]),
            ("get_order", {"id": 1}, {"id": 1, "price": 9}),
        ),
        (
            ("book_hotel", {"city": "Oslo"}, {"city": "Oslo", "status": "booked"}),
            ("cancel_flight", {"city": "Oslo"}, {"city": "Oslo", "status": "cancelled"}),
        ),
        (
            (
                "list_lines",
                {"order": "W1"},
                [{"code": "A7", "n": 1}, {"code": "B7", "n": 2}],
            ),
            ("get_product", {"code": "A7"}, {"code": "A7", "n": 40}),
        ),
        (
            ("get_stock", {"sku": "S1"}, {"sku": "S1", "amount": 30}),
            ("add_stock", {"sku": "S1", "amount": 5}, "Done."),
        ),
        (
            ("get_setting", {"key": "timeout"}, {"key": "timeout", "value": 30}),
            ("set_setting", {"key": "timeout", "value": 60}, "Failed: read only."),
        ),
        (
            ("book_hotel", {"city": "Oslo", "nights": 2}, {"price": 120, "ref": None}),
            ("book_hotel", {"city": "Rome", "nights": 2}, {"price": 90, "ref": None}),
        ),
        (
            ("search", {"query": "mug"}, {"hits": 3}),
            ("count", {"query": "mug"}, {"hits": 5}),
        ),
    ],
)
def test_what_may_be_another_thing_contradicts_nothing(old: Call, new: Call) -> None:
    """Other days, kinds of things and small numbers in common are no contradiction."""
    assert told(old, new) == ""


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("AF1", True),
        ("PRJ-12", True),
        ("100234", True),
        ("12", False),
        ("Oslo", False),
        ("2026-05-09", False),
        ("2026-05-09T10:00", False),
        ("", False),
    ],
)
def test_codes_are_those_of_one_thing(key: str, *, code: bool) -> None:
    """Words, small numbers and times are the keys of many things."""
    assert is_code(key) is code
