"""Streams of a wired graph say what they said before, and the end node besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.wiring import shapes
from tests.integration.wiring.shapes import Shape
from tests.integration.wiring.support import (
    RUNS,
    WITHOUT_TOOLS,
    Twins,
    of_the_graph,
    on,
    only_new,
    said,
    streamed,
    twins,
)

Make = Callable[[Any], Shape]
MODES = ["values", "updates", "messages", "custom", "tasks", ["values", "updates"]]
TYPES = [
    shapes.typed_dict,
    shapes.dataclass_state,
    shapes.pydantic_state,
    shapes.pydantic_returned,
    shapes.command_goto,
]


def both_streams(both: Twins, mode: Any, **how: Any) -> tuple[list[Any], list[Any]]:
    plain = streamed(both.plain, both.shape, mode, **how)
    wired = of_the_graph(streamed(both.wired, both.shape, mode, **how))
    if both.shape.builder.nodes.keys() & {"join"}:  # parallel tasks end in any order
        plain, wired = sorted(plain, key=str), sorted(wired, key=str)
    return plain, wired


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_streams_stay(make: Make, mode: Any, *, in_loop: bool) -> None:
    """In every mode the graph's own chunks are those of the graph without memory."""
    plain, wired = both_streams(twins(make), mode, in_loop=in_loop)
    assert wired == plain


@only_new
@pytest.mark.parametrize("mode", [*MODES, "checkpoints", "debug"], ids=str)
@pytest.mark.parametrize("make", TYPES)
def test_streams_of_version_2_stay(make: Make, mode: Any) -> None:
    """Streams that build the user's own state type from what they show still can."""
    plain, wired = both_streams(twins(make), mode, version="v2")
    if mode in ("checkpoints", "debug"):
        plain, wired = ([_without_next(chunk) for chunk in c] for c in (plain, wired))
        plain = plain[: len(wired)]  # the last checkpoint of all names the end node
    assert wired == plain


@only_new
@pytest.mark.parametrize("make", TYPES)
def test_event_streams_of_version_3_stay(make: Make) -> None:
    """The newest event stream ends in the same output and names the same messages."""
    both = twins(make)

    def told(graph: Any) -> Any:
        run = graph.stream_events(both.shape.given, on(), version="v3")
        texts = [str(message.text) for message in run.messages]
        return texts, said(run.output)

    assert told(both.wired) == told(both.plain)


@pytest.mark.parametrize("make", TYPES)
def test_events_of_the_model_node_stay(make: Make) -> None:
    """The classic event stream gives the model node the same output, but for `memory`."""
    both = twins(make)

    async def told(graph: Any) -> list[Any]:
        events = graph.astream_events(both.shape.given, on(), version="v2")
        return [
            (event["event"], _without_memory(said(event["data"].get("output"))))
            async for event in events
            if event["name"] == "agent"
        ]

    plain, wired = (asyncio.run(told(graph)) for graph in (both.plain, both.wired))
    assert [kind for kind, _ in wired] == [kind for kind, _ in plain]
    if make is not shapes.pydantic_returned:  # an object cannot carry one key more
        assert wired == plain


def test_the_end_node_shows_an_empty_update() -> None:
    """The end node's update event is an empty dict, which loops over events can read."""
    both = twins(shapes.typed_dict)
    updates = streamed(both.wired, both.shape, "updates")
    assert updates[-1] == {"memory_end": {}}
    assert all("memory" not in update for chunk in updates for update in chunk.values())


def test_memory_events_are_custom() -> None:
    """What the memory saved and showed is told in the custom stream, and only there."""
    both = twins(shapes.typed_dict)
    events = [chunk["event"] for chunk in streamed(both.wired, both.shape, "custom")]
    assert {"memory_saved", "memory_used"} <= set(events)


def test_parallel_shapes_are_the_ones_without_tools() -> None:
    """The shapes whose chunks are sorted before they are compared are the parallel ones."""
    parallel = {name for name, make in shapes.SHAPES.items() if "join" in make(_any()).builder.nodes}
    assert parallel == WITHOUT_TOOLS


def _any() -> Any:
    from tests.integration.wiring.support import scripted

    return scripted()


def _without_next(chunk: Any) -> Any:
    payload = chunk["data"].get("payload", chunk["data"])
    payload.pop("next", None)
    payload.pop("tasks", None)
    return chunk


def _without_memory(output: Any) -> Any:
    if isinstance(output, dict):
        return {key: value for key, value in output.items() if key != "memory"}
    return output
