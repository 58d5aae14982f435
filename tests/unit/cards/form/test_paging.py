"""Further pages of one list, by the same call."""

from __future__ import annotations

import json
from typing import Any

import pytest

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.writing import write


def tasks(first: int, last: int) -> list[dict[str, Any]]:
    return [{"task_id": f"T{n}", "title": f"do-{n}"} for n in range(first, last + 1)]


def told(*answers: Any, tool: str = "list_tasks") -> str:
    """What is told as current of the answers to one call."""
    outputs = [Output(tool, json.dumps(one), {}, at) for at, one in enumerate(answers, 1)]
    lines = write(Form(outputs)).split("\n")
    return "\n".join(line for line in lines if not line.strip().startswith("was "))


PLACES = [
    [{"page": 1, "has_more": True}, {"page": 2, "has_more": True}, {"page": 3}],
    [{"offset": 0}, {"offset": 3}, {"offset": 6}],
    [{"next_cursor": "a"}, {"next_cursor": "b"}, {"next_cursor": None}],
    [{"nextPageToken": "x"}, {"nextPageToken": "y"}, {}],
    [{"meta": {"currentPage": n, "totalPages": 3}} for n in (1, 2, 3)],
]


@pytest.mark.parametrize("places", PLACES)
def test_pages_are_told_together(places: list[dict[str, Any]]) -> None:
    """Each answer names another place in the list, and has none of the rows before."""
    pages = [
        {"tasks": tasks(3 * at + 1, 3 * at + 3)} | place for at, place in enumerate(places)
    ]
    text = told(*pages)
    assert [f"T{n} do-{n}" in text for n in range(1, 10)] == [True] * 9


def test_a_tool_that_goes_on_by_its_name_gives_pages() -> None:
    """`next_page` says so itself; at the end it has no more to give."""
    text = told(tasks(1, 2), tasks(3, 4), [], tool="next_page")
    assert all(f"do-{n}" in text for n in range(1, 5))


def test_a_page_that_is_read_again_replaces_itself_alone() -> None:
    """What it lacks by now is told no more; the other page is as it was."""
    first, second = {"tasks": tasks(1, 3), "page": 1}, {"tasks": tasks(4, 6), "page": 2}
    text = told(first, second, {"tasks": tasks(2, 3), "page": 1})
    assert [f"T{n}" in text for n in range(1, 7)] == [False, True, True, True, True, True]


def test_an_empty_page_takes_nothing_back() -> None:
    """Behind the last page there is nothing."""
    text = told({"tasks": tasks(1, 2), "page": 1}, {"tasks": [], "page": 2})
    assert "do-1" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"tasks": tasks(1, 3)}, {"tasks": tasks(4, 6)}),
        ({"tasks": tasks(1, 3), "page": 1}, {"tasks": tasks(4, 6), "page": 1}),
        ({"tasks": tasks(1, 3), "page": 1}, {"tasks": tasks(2, 4), "page": 2}),
        ({"tasks": tasks(1, 3), "total": 3}, {"tasks": tasks(4, 6), "total": 4}),
        ({"tasks": tasks(1, 3), "pages": 1}, {"tasks": tasks(4, 6), "pages": 2}),
        ({"tasks": tasks(1, 3), "page": 1}, {"tasks": [], "page": 1}),
        ({"tasks": tasks(1, 3), "has_more": True}, {"tasks": [], "has_more": False}),
        (tasks(1, 3), tasks(4, 6)),
        (tasks(1, 3), []),
    ],
)
def test_a_list_that_changed_is_no_page(before: Any, after: Any) -> None:
    """Without another place, or with rows of before, the newest answer is all there is."""
    assert "do-1" not in told(before, after)
