"""Calls that were only confirmed, and the lists that were told before them."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.form.writing import write
from tests.unit.cards.form.builders import form, output

TASKS = [
    {"task_id": "T1", "title": "tax", "due": "Monday"},
    {"task_id": "T2", "title": "rent", "due": "Friday"},
]


def told(tool: str, answer: Any, **args: Any) -> str:
    """What is told once a call followed a list."""
    return write(form(output("list_tasks", TASKS), output(tool, answer, 1, **args)))


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("update_task", {"task_id": "T1", "due": "Sunday"}),
        ("task_update", {"id": "T1", "new_due": "Sunday"}),
        ("reschedule_task", {"task": "T1", "due": "Sunday"}),
        ("patch_task", {"task_id": "T1", "fields": {"due": "Sunday"}}),
    ],
)
@pytest.mark.parametrize("answer", ["ok", "Task updated.", {"success": True}])
def test_a_list_says_what_was_set_since(
    tool: str, args: dict[str, Any], answer: Any
) -> None:
    """The row has the new value, and says what it was."""
    assert "T1 tax Sunday was(due=Monday)" in told(tool, answer, **args)


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("delete_task", {"task_id": "T1"}),
        ("cancel_task", {"id": "T1"}),
        ("tasks_remove", {"task_ids": ["T1"]}),
    ],
)
def test_a_list_says_what_was_ended_since(tool: str, args: dict[str, Any]) -> None:
    """The row stays known, and says which call has ended it."""
    said = told(tool, "ok", **args)
    assert f"title due {tool}):" in said
    assert "T1 tax Monday done" in said
    assert "T2 rent Friday\n" in said


@pytest.mark.parametrize(
    ("tool", "answer", "args"),
    [
        ("update_task", "Not allowed.", {"task_id": "T1", "due": "Sunday"}),
        ("update_task", "ok", {"task_id": "T9", "due": "Sunday"}),
        ("update_bill", "ok", {"bill_id": "T1", "due": "Sunday"}),
        ("update_task", "ok", {"task_id": "T1", "due": 7}),
        ("get_task", "ok", {"task_id": "T1", "due": "Sunday"}),
        ("delete_task", "Task not found", {"task_id": "T1"}),
        ("delete_note", "ok", {"note_id": "T1"}),
    ],
)
def test_a_list_stays_as_it_is_where_no_row_was_changed(
    tool: str, answer: str, args: dict[str, Any]
) -> None:
    """Of other things, refused, of another kind, or only read."""
    assert " T1 tax Monday\n T2 rent Friday" in told(tool, answer, **args)


def test_a_list_that_is_read_again_is_as_it_says() -> None:
    """What was read later holds, whatever was set before."""
    calls = output("update_task", "ok", 1, task_id="T1", due="Sunday")
    later = [{**TASKS[0], "due": "Tuesday"}, TASKS[1]]
    said = write(form(output("list_tasks", TASKS), calls, output("list_tasks", later, 2)))
    assert "T1 tax Tuesday was(due=Sunday)" in said
