from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import supersede
from langgraph_memory.cards.ended import end_in, ended
from langgraph_memory.cards.newer import newer_than, told_twice
from tests.unit.cards.builders import cards, only, shown

LATE = "2026-05-06T10:00:00+00:00"
LATEST = "2026-05-07T10:00:00+00:00"
EVENT = {"id": "ev1", "title": "Design review", "start": "10:00"}
EVENTS = [EVENT, {"id": "ev2", "title": "Dentist", "start": "15:30"}]


def gave(tool: str, args: dict[str, Any], gives: Any, **parts: Any) -> DecisionCard:
    return only(cards(gives, name=tool, args=args, **parts))


@pytest.mark.parametrize(
    ("tool", "args", "said", "of"),
    [
        ("delete_event", {"id": "ev1"}, "Deleted ev1", ("event", "ev1")),
        ("deleteEvent", {"event_id": "ev1"}, "", ("event", "ev1")),
        ("cancel_order", {"order_id": 7, "reason": "late"}, "ok", ("order", "7")),
        ("cancel_flight", {"flight": "AF1"}, '{"success": true}', ("flight", "AF1")),
        ("remove_contact", {"name": "Bo"}, '{"error": null}', ("name", "Bo")),
        ("cancel_order_by_id", {"order_id": "W1"}, "done", ("order", "W1")),
        ("delete", {"file": "a.txt"}, "", ("file", "a.txt")),
        ("events_delete", {"event_id": "ev1"}, "ok", ("event", "ev1")),
        ("order_cancel", {"order_id": "W1"}, "ok", ("order", "W1")),
        ("delete_events", {"event_ids": ["ev1"]}, "ok", ("event", "ev1")),
        ("delete_contact", {"email": "bo@x.org"}, "ok", ("email", "bo@x.org")),
        ("remove_vm", {"host": "web07"}, "ok", ("host", "web07")),
        ("complete_todo", {"title": "Tax"}, "Marked as done.", ("titl", "Tax")),
        ("取消订单", {"订单": "A7"}, "已取消", ("订单", "A7")),
        ("取消", {"航班": "CA7"}, "已取消", ("航班", "CA7")),
    ],
)
def test_a_call_that_ends_a_thing_says_which(
    tool: str, args: dict[str, Any], said: str, of: tuple[str, str]
) -> None:
    """By the one id that it was given, or the one name."""
    assert ended(tool, args, said) == of


@pytest.mark.parametrize(
    ("tool", "args", "said"),
    [
        ("delete_event", {"id": "ev1"}, "Event not found"),
        ("delete_event", {"id": "ev1"}, '{"success": false}'),
        ("delete_event", {"id": "ev1"}, "Are you sure? Please confirm."),
        ("delete_event", {}, "Deleted"),
        ("remove_item", {"order_id": "W1", "item_id": "7"}, "Removed"),
        ("remove_item", {"order_id": "W1"}, "Removed"),
        ("remove_event_reminder", {"event_id": "ev1"}, "Removed"),
        ("取消提醒", {"订单": "A7"}, "已取消"),
        ("get_event", {"id": "ev1"}, "ok"),
        ("undo_delete", {"event_id": "ev1"}, "ok"),
        ("check_cancel", {"order_id": "W1"}, "ok"),
        ("delete_events", {"event_ids": ["ev1", "ev2"]}, "ok"),
        ("delete_messages", {"email": "bo@x.org"}, "ok"),
        ("update_event", {"id": "ev1"}, "ok"),
        ("删除", {"编号": "A7"}, "无法删除"),
        ("", {"id": "ev1"}, ""),
    ],
)
def test_what_was_refused_or_is_not_clear_ends_nothing(
    tool: str, args: dict[str, Any], said: str
) -> None:
    """Neither what failed nor what names two things, or none."""
    assert ended(tool, args, said) is None


@pytest.mark.parametrize("answer", ["Deleted ev1", {"success": True}, {"id": "ev1"}])
def test_an_object_that_was_deleted_is_told_as_deleted(answer: Any) -> None:
    """Its card is replaced by one that tells the end, and what was known of it."""
    old = gave("get_event", {"id": "ev1"}, EVENT)
    fresh = gave("delete_event", {"id": "ev1"}, answer, at=LATE, nth=1)
    new, changed = supersede(fresh, [old])
    assert [card.superseded_by for card in changed] == [new.key]
    assert shown(new, "title") == ["Design review"]
    assert new.notes[-1] == "as of 2026-05-04: title, start"
    assert end_in(new) == ("event", "ev1")
    again = gave("get_event", {"id": "ev1"}, EVENT, at=LATEST, nth=2)
    assert supersede(again, [new])[0].supersedes == (new.key,)


@pytest.mark.parametrize("answer", ["Deleted ev1", {"success": True}, {"id": "ev1"}])
def test_a_row_that_was_deleted_is_marked_in_its_list(answer: Any) -> None:
    """The list says which row is no more, and by which call."""
    old = gave("list_events", {}, EVENTS)
    new = gave("delete_event", {"id": "ev1"}, answer, at=LATE)
    line = f"note: newer: ev1 delete_event done in card {new.key[:8]}"
    assert newer_than(old, told_twice([old, new])) == line


def test_a_deletion_that_failed_leaves_all_as_it_was() -> None:
    """Neither the object nor its row is marked."""
    new = gave("delete_event", {"id": "ev1"}, "Event not found", at=LATE, nth=1)
    for old in (gave("get_event", {"id": "ev1"}, EVENT), gave("list_events", {}, EVENTS)):
        assert supersede(new, [old])[1] == ()
        assert newer_than(old, [old, new]) is None
