"""An update of the channel joins whatever a node returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from langgraph.types import Command, Send

from langgraph_memory.wiring.channels import (
    channel_value,
    others_run,
    show_empty_update,
    with_update,
)

UPDATE = {"agent": {"step": 1}}


@dataclass
class State:
    mood: str


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (None, {"memory": UPDATE}),
        ({"a": 1, "memory": {}}, {"a": 1, "memory": UPDATE}),
        (Command(goto="b"), Command(goto="b", update={"memory": UPDATE})),
        (Command(update={"a": 1}), Command(update={"a": 1, "memory": UPDATE})),
        (
            Command(update=[("a", 1)]),
            [Command(update=[("a", 1)]), Command(update={"memory": UPDATE})],
        ),
        (Command(graph="__parent__"), Command(graph="__parent__")),
        (
            [Command(goto="b"), {"a": 1}],
            [Command(goto="b"), {"a": 1}, Command(update={"memory": UPDATE})],
        ),
        (State("calm"), [State("calm"), Command(update={"memory": UPDATE})]),
        (Send("b", 1), Command(goto=Send("b", 1), update={"memory": UPDATE})),
    ],
)
def test_an_update_joins_the_output(output: Any, expected: Any) -> None:
    """The form stays where it can hold the update; else a command carries it beside."""
    assert with_update(output, UPDATE) == expected
    assert with_update(output, {}) is output


def test_outside_a_graph_channels_are_empty() -> None:
    """Without a running graph nothing is read, nothing is written and nothing is raised."""
    assert channel_value(None, "memory") is None
    assert channel_value({"configurable": {}}, "memory") is None
    assert not others_run(None, ["branch:to:last"])
    show_empty_update(None)
