"""What calls say they set of which object."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.setting import setting

DONE = "tool(): ok"


@pytest.mark.parametrize(
    ("tool", "args", "of", "told"),
    [
        ("update_vm", {"vm_id": "b", "cpu": 16}, ("vm", "b"), {"cpu": 16}),
        ("vm_update", {"vm_id": "b", "cpu": 16}, ("vm", "b"), {"cpu": 16}),
        ("set_vm_cpu", {"vm_id": "b", "cpu": 16}, ("vm", "b"), {"cpu": 16}),
        ("resize_vm", {"host": "b", "cpu": 16}, ("host", "b"), {"cpu": 16}),
        ("set_salary", {"name": "Eva", "salary": 9}, ("name", "Eva"), {"salary": 9}),
        ("set_price", {"product": "Tea", "price": 3}, ("product", "Tea"), {"price": 3}),
        ("change_email", {"user_id": "U1", "email": "x"}, ("user", "U1"), {"email": "x"}),
        ("updateUser", {"userId": "U1", "newEmail": "x"}, ("user", "U1"), {"email": "x"}),
        ("patch_task", {"id": 4, "fields": {"due": "1"}}, ("task", "4"), {"due": "1"}),
        ("edit_task", {"id": 4, "field": "due", "value": 2}, ("task", "4"), {"due": 2}),
    ],
)
def test_a_call_says_what_it_set_of_which_object(
    tool: str, args: dict[str, Any], of: tuple[str, str], told: dict[str, Any]
) -> None:
    """By the argument that names the object; the others are its new values."""
    assert setting(tool, args, DONE) == (of, told)


@pytest.mark.parametrize(
    ("tool", "args", "summary"),
    [
        ("reschedule_meeting", {"calendar_id": "C1", "start": "9:00"}, DONE),
        ("update_item", {"order_id": "W1", "item_id": 7, "count": 2}, DONE),
        ("move_file", {"path": "a", "destination": "b"}, DONE),
        ("get_vm", {"vm_id": "b", "cpu": 16}, DONE),
        ("add_note", {"task_id": "T7", "text": "x"}, DONE),
        ("update_vm", {"vm_id": "b", "cpu": 16}, "update_vm(): not allowed"),
    ],
)
def test_where_it_is_not_clear_nothing_was_set(
    tool: str, args: dict[str, Any], summary: str
) -> None:
    """Neither where several things are named or another one is, nor where it failed."""
    assert setting(tool, args, summary) is None
