"""A graph that somebody else wrote gives the same with memory, and its model sees the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.wiring.shapes import SHAPES, Shape
from tests.integration.wiring.support import (
    invoked,
    of_the_graph,
    on,
    plain_and_wired,
    remembered,
    said,
    streamed,
    tools_seen,
)

WITHOUT_TOOLS = {"sends", "parallel_models"}
RUNS = [
    pytest.param(make, in_loop, id=f"{name}-{'async' if in_loop else 'sync'}")
    for name, make in SHAPES.items()
    for in_loop in (False, True)
    if in_loop or name != "asynchronous"
]


@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_output_and_state_stay(make: Callable[[Any], Shape], in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """The result and the state are those of the graph without memory, key for key."""
    plain, graph, _ = plain_and_wired(make, *_replies(make))
    shape = make(None)
    assert said(invoked(graph, shape, in_loop=in_loop)) == said(
        invoked(plain, shape, in_loop=in_loop)
    )
    assert said(graph.get_state(on()).values) == said(plain.get_state(on()).values)
    assert graph.get_state(on()).next == ()


@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_the_model_sees_cards(make: Callable[[Any], Shape], in_loop: bool) -> None:  # noqa: FBT001 - a parameter
    """The model is shown cards in place of raw results, and the records are archived."""
    _, graph, model = plain_and_wired(make, *_replies(make))
    invoked(graph, make(None), in_loop=in_loop)
    expected = 0 if make.__name__ in WITHOUT_TOOLS else 1
    assert len(tools_seen(model)) == expected
    assert all(text.startswith("[card ") for text in tools_seen(model))
    assert len(remembered(graph, "cards")) == expected
    assert len(remembered(graph, "records")) >= 2


@pytest.mark.parametrize("make", [make for n, make in SHAPES.items() if n != "asynchronous"])
def test_supersteps_stay(make: Callable[[Any], Shape]) -> None:
    """Every node runs in the same superstep as without memory."""
    plain, graph, _ = plain_and_wired(make, *_replies(make))
    steps = [
        sorted(
            (event["step"], event["payload"]["name"])
            for event in of_the_graph(streamed(one, make(None), "debug"))
            if event["type"] == "task"
        )
        for one in (plain, graph)
    ]
    assert steps[0] == steps[1]
    assert steps[0]


def _replies(make: Callable[[Any], Shape]) -> list[Any]:
    from tests.integration.wiring.shapes import ANSWER, CALL

    return [ANSWER, ANSWER] if make.__name__ in WITHOUT_TOOLS else [CALL, ANSWER]
