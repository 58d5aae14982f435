"""Streams of a wired graph say what they said before, and the end node besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.wiring.shapes.common import Shape
from tests.integration.wiring.shapes.flows import command_goto
from tests.integration.wiring.shapes.states import (
    dataclass_state,
    pydantic_returned,
    pydantic_state,
    typed_dict,
)
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
TYPES = [
    typed_dict,
    dataclass_state,
    pydantic_state,
    pydantic_returned,
    command_goto,
]


def both_streams(make: Make, mode: Any, **how: Any) -> tuple[list[Any], list[Any]]:
    both = twins(make)
    plain = streamed(both.plain, both.shape, mode, **how)
    wired = of_the_graph(streamed(both.wired, both.shape, mode, **how))
    if make.__name__ in WITHOUT_TOOLS:  # parallel tasks end in any order
        return sorted(plain, key=str), sorted(wired, key=str)
    return plain, wired


@pytest.mark.parametrize("mode", [["values", "updates"], "messages", "tasks"], ids=str)
@pytest.mark.parametrize(("make", "in_loop"), RUNS)
def test_streams_stay(make: Make, mode: Any, *, in_loop: bool) -> None:
    """In every mode the graph's own chunks are those of the graph without memory."""
    plain, wired = both_streams(make, mode, in_loop=in_loop)
    assert wired == plain


@only_new
@pytest.mark.parametrize("in_loop", [False, True])
@pytest.mark.parametrize("mode", ["values", "updates", "messages", "custom", "tasks"])
@pytest.mark.parametrize("make", TYPES)
def test_streams_of_version_2_stay(make: Make, mode: str, *, in_loop: bool) -> None:
    """The typed streams, too, are those of the graph without memory."""
    plain, wired = both_streams(make, mode, in_loop=in_loop, version="v2")
    assert wired == plain


@pytest.mark.parametrize("make", TYPES)
def test_checkpoint_streams_stay(make: Make) -> None:
    """Checkpoints show the state's own keys, and one more checkpoint comes at the end."""
    both = twins(make)
    plain, wired = (
        [chunk["values"] for chunk in streamed(graph, both.shape, "checkpoints")]
        for graph in (both.plain, both.wired)
    )
    assert wired == [*plain, plain[-1]]


@only_new
@pytest.mark.parametrize("mode", ["checkpoints", "debug"])
@pytest.mark.parametrize("make", TYPES)
def test_typed_checkpoint_streams_can_be_read(make: Make, mode: str) -> None:
    """Streams that build the user's own state type from what they show still can."""
    both = twins(make)
    assert streamed(both.wired, both.shape, mode, version="v2")


@only_new
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol on Pregel is experimental")
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
    if make is not pydantic_returned:  # an object cannot carry one key more
        assert wired == plain


def test_the_end_node_shows_an_empty_update() -> None:
    """The end node's update event is an empty dict, which loops over events can read."""
    both = twins(typed_dict)
    updates = streamed(both.wired, both.shape, "updates")
    assert updates[-1] == {"memory_end": {}}
    assert not any("memory" in update for chunk in updates for update in chunk.values())


def test_memory_events_are_custom() -> None:
    """What the memory saved and showed is told in the custom stream."""
    both: Twins = twins(typed_dict)
    events = [chunk["event"] for chunk in streamed(both.wired, both.shape, "custom")]
    assert {"memory_saved", "memory_used"} <= set(events)


def _without_memory(output: Any) -> Any:
    if isinstance(output, dict):
        held = {key: value for key, value in output.items() if key != "memory"}
        return {key: _without_memory(value) for key, value in held.items()}
    return output
