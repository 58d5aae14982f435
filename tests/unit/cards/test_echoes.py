from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import supersede
from langgraph_memory.cards.deeds import changes, object_words
from langgraph_memory.cards.newer import newer_than
from tests.unit.cards.builders import cards, only, shown

LATE = "2026-05-06T10:00:00+00:00"


def gave(tool: str, args: dict[str, Any], gives: Any, **parts: Any) -> DecisionCard:
    return only(cards(gives, name=tool, args=args, **parts))


@pytest.mark.parametrize(
    ("read", "change", "column"),
    [
        (
            ("get_setting", {"key": "timeout"}, {"key": "timeout", "value": 30}),
            ("set_setting", {"key": "timeout", "value": 60}, "value"),
            "value",
        ),
        (
            ("get_file", {"id": "f1"}, {"id": "f1", "name": "a.txt", "size": 10}),
            ("rename_file", {"id": "f1", "name": "b.txt"}, "name"),
            "name",
        ),
        (
            ("get_seat", {"seat_id": "S9"}, {"seat_id": "S9", "row": 4, "side": "aisle"}),
            ("move_seat", {"seat_id": "S9", "row": 12}, "row"),
            "row",
        ),
        (
            ("get_note", {"slug": "todo"}, {"slug": "todo", "color": "red", "pins": 2}),
            ("update_note", {"slug": "todo", "color": "blue"}, "color"),
            "color",
        ),
    ],
)
def test_what_a_change_repeats_of_its_call_takes_the_place_of_what_was(
    read: tuple[str, dict[str, Any], Any],
    change: tuple[str, dict[str, Any], str],
    column: str,
) -> None:
    """The value that was set is the one that holds, though the call says it, too."""
    tool, args, told = change
    old = gave(*read)
    new, changed = supersede(gave(tool, args, args, at=LATE, nth=1), [old])
    assert [card.superseded_by for card in changed] == [new.key]
    assert shown(new, column) == [args[told]]


def test_a_change_contradicts_the_row_of_a_list() -> None:
    """A list that was read before is told to be outdated where a call changed a row."""
    events = [{"id": "ev1", "start": "10:00"}, {"id": "ev2", "start": "15:30"}]
    old = gave("list_events", {"day": "Friday"}, events)
    moved = {"id": "ev1", "start": "14:00"}
    new = gave("update_event", moved, moved, at=LATE)
    line = f"note: newer: ev1 start 14:00 in card {new.key[:8]}"
    assert newer_than(old, [old, new]) == line


def test_what_a_reading_repeats_of_its_call_is_left_to_the_call() -> None:
    """Only what was changed is told twice; the id and long texts are not."""
    args = {"id": "f1", "owner": "Kim"}
    read = gave("find_file", args, {**args, "size": 3})
    assert list(read.attributes) == ["size"]
    long = {"id": "f1", "body": "words " * 20}
    written = gave("write_file", long, {**long, "size": 120})
    assert list(written.attributes) == ["size"]


def test_a_change_that_repeats_its_id_alone_is_known() -> None:
    """Nothing that was done is forgotten for saying no more than its call."""
    card = gave("archive_file", {"id": "f1"}, {"id": "f1"})
    assert card.attributes == {"id": ("f1",)}


@pytest.mark.parametrize(
    ("tool", "about", "does"),
    [
        ("get_file", {"file"}, False),
        ("rename_file", {"file"}, True),
        ("renameFile", {"file"}, True),
        ("order_status", {"order", "status"}, False),
        ("purchase_order", {"order"}, True),
        ("resize_disk", {"disk"}, True),
        ("scale_info", {"scal"}, False),
        ("get_purchase_order", {"order", "purchas"}, False),
        ("", set(), False),
    ],
)
def test_tools_are_about_what_follows_their_verb(
    tool: str, about: set[str], *, does: bool
) -> None:
    """What a tool changes is called as by the tools that read it."""
    assert object_words(tool) == about
    assert changes(tool) is does
