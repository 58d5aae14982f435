"""Plans: the next step is found in the forms in which agents write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage

from langgraph_memory.recall.plans import pending, steps_of, written_plan


@dataclass
class Task:
    """A step as an object."""

    title: str
    done: bool


@pytest.mark.parametrize(
    ("plan", "step"),
    [
        (["find a ferry", "book a cabin"], "find a ferry"),
        ([{"content": "a", "status": "completed"}, {"content": "b"}], "b"),
        ([{"task": "a", "status": "pending"}, {"task": "b", "status": "in_progress"}], "b"),
        ([{"task": "a", "done": True}, {"task": "b", "done": False}], "b"),
        ([Task("a", done=True), Task("b", done=False)], "b"),
        ({"steps": ["a", "b"]}, "a"),
        ("1. [x] find a ferry\n2. [ ] book a cabin", "book a cabin"),
        ("- [X] a\n- [~] b\n- [ ] c", "b"),
        ("1) a (done)\n2) b ✓\n3) c", "c"),
        ("1、查渡轮（已完成）\n2、订舱位", "订舱位"),
        ("☑ a\n☐ b", "b"),
        ("book a cabin", "book a cabin"),
        ("premium", ""),
        ("订舱位", "订舱位"),
        (["[x] a"], "[x] a"),
        (["- [x] a", "- [ ] b"], "b"),
        ([{"content": "a", "status": "cancelled"}], ""),
        ([], ""),
        ("  ", ""),
        (None, ""),
        (7, ""),
        ([None, 3, {"content": 4}], ""),
        ({"other": 1}, ""),
    ],
)
def test_the_next_step_of_a_plan(plan: Any, step: str) -> None:
    """One that has begun comes first, else the first that is open; odd plans are none."""
    assert pending(steps_of(plan)) == step


def test_the_newest_plan_that_was_written_counts() -> None:
    """A tool for plans and a list under a heading are plans; a list of offers is none."""
    todos = [{"content": "find a ferry", "status": "in_progress"}]
    call = {"name": "write_todos", "args": {"todos": todos}, "id": "c"}
    messages = [
        AIMessage("Here is my plan:\n1. find a hotel\n2. book it"),
        HumanMessage("Fine. My plan:\n1. sleep"),
        AIMessage("Which cabin?\n1. Inside\n2. Outside"),
    ]
    steps, at = written_plan(messages)
    assert ([step.text for step in steps], at) == (["find a hotel", "book it"], 0)
    steps, at = written_plan([*messages, AIMessage("", tool_calls=[call])])
    assert ([step.text for step in steps], at) == (["find a ferry"], 3)
    assert written_plan(messages[1:])[0] == ()


@given(st.text(max_size=200))
def test_any_text_can_be_read_as_a_plan(text: str) -> None:
    """No text breaks the reading; the next step is a part of it."""
    assert pending(steps_of(text)) in text


def test_long_blanks_are_read_in_one_go() -> None:
    """A line of blanks without end takes no longer than another of its length."""
    assert steps_of("1." + " " * 200_000 + "\n2." + " " * 200_000 + "a b")[0].text == "a b"
