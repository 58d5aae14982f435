from __future__ import annotations

import pytest

from langgraph_memory.cards.context import CardContext, infer_mode
from langgraph_memory.cards.selection.talk import Said, Talk
from tests.unit.cards.builders import tool


@pytest.mark.parametrize(
    ("task", "mode"),
    [
        ("Plan a 3-day trip with a budget of $500", "precise"),
        ("Cancel my order", "precise"),
        ("What is the tallest tower and who built it?", "gathering"),
        ("Write a poem about the sea", "creative"),
        ("写作一个故事", "creative"),
        ("", "gathering"),
    ],
)
def test_the_kind_of_task_is_told_from_its_words(task: str, mode: str) -> None:
    """Planning, finding out and writing are told apart by their verbs."""
    assert infer_mode(task, ()) == mode


def test_tools_that_act_tip_the_balance() -> None:
    """With tools that change the world and nothing else said, precision is assumed."""
    assert (
        infer_mode("my parcel", [tool("reroute_parcel", "id", changes=True)]) == "precise"
    )


def test_a_given_mode_wins() -> None:
    """A mode that is given is not inferred."""
    talk = Talk([Said("user", "Write a poem", 0)])
    assert CardContext(talk=talk).task_mode == "creative"
    assert CardContext(talk=talk, mode="precise").task_mode == "precise"
