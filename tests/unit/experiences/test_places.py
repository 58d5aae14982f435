"""Words of a task that stand where a scenario has slots."""

from __future__ import annotations

import pytest

from langgraph_memory.experiences.places import words_in_slots


@pytest.mark.parametrize(
    ("task", "scenario", "words"),
    [
        ("Report on lunar energy", "Report on <q>", "lunar energy"),
        ("Write a report on hydro energy", "Report on <q>", "hydro energy"),
        ("Report on lunar energy now", "Report on <q> energy", "lunar"),
        ("Pay bill B-7", "pay fails: timeout. Task: Pay bill <bill>", "B-7"),
        ("Tell Bo the fair moved to May", "Tell <a> the <b> moved to <c>", "Bo fair May"),
        ("查询北京天气", "查询<city>天气", "北 京"),
    ],
)
def test_what_fills_the_slots(task: str, scenario: str, words: str) -> None:
    """The words between those that task and scenario have in common."""
    assert words_in_slots(task, scenario) == words


@pytest.mark.parametrize(
    ("task", "scenario"),
    [
        ("Tell me a joke", "Tell <name> the <subject> moved to <body>"),
        ("A report card", "Report on <q>"),
        ("Report on lunar energy", "Report on solar energy"),
        ("Sing", "<q>"),
        ("", "Report on <q>"),
    ],
)
def test_a_task_that_is_worded_otherwise_fills_none(task: str, scenario: str) -> None:
    """Neither a word by chance nor a scenario without slots gives any."""
    assert words_in_slots(task, scenario) == ""
