"""A stranger's graph gives the same with memory, and its model sees the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.wiring.shapes.common import Shape
from tests.integration.wiring.shapes.flows import several_tool_nodes
from tests.integration.wiring.support import (
    RUNS,
    SYNC,
    WITHOUT_TOOLS,
    invoked,
    is_compact,
    of_the_graph,
    on,
    remembered,
    said,
    streamed,
    tools_seen,
    twins,
)

Make = Callable[[Any], Shape]


@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_output_and_state_stay(make: Make, *, in_loop: bool) -> None:
    """The result and the state are those of the graph without memory, key for key."""
    both = twins(make)
    plain, wired = (
        said(invoked(graph, both.shape, in_loop=in_loop))
        for graph in (both.plain, both.wired)
    )
    assert wired == plain
    snapshot = both.wired.get_state(on())
    assert said(snapshot.values) == said(both.plain.get_state(on()).values)
    assert snapshot.next == ()


@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_the_model_sees_the_compact_form(make: Make, *, in_loop: bool) -> None:
    """The model is told anew what tools returned, and records and cards are kept."""
    both = twins(make)
    invoked(both.wired, both.shape, in_loop=in_loop)
    expected = 0 if make.__name__ in WITHOUT_TOOLS else 1
    assert len(tools_seen(both.model)) == expected
    assert all(is_compact(text) for text in tools_seen(both.model))
    assert len(remembered(both.wired, "cards")) == expected
    assert len(remembered(both.wired, "records")) >= 2


@pytest.mark.parametrize("make", SYNC)
def test_supersteps_stay(make: Make) -> None:
    """Every node runs in the same superstep as without memory."""
    both = twins(make)
    plain, wired = (
        sorted(
            (event["step"], event["payload"]["name"])
            for event in of_the_graph(streamed(graph, both.shape, "debug"))
            if event["type"] == "task"
        )
        for graph in (both.plain, both.wired)
    )
    assert wired == plain
    assert plain


def test_tools_are_known_from_the_graph() -> None:
    """What cards are good for is told from the tools in the graph's own tool nodes."""
    both = twins(several_tool_nodes)
    invoked(both.wired, both.shape)
    (card,) = remembered(both.wired, "cards").values()
    assert any("book_hotel" in impact for impact in card["decision_impact"])
