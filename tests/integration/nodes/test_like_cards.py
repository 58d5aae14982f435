"""Cards in nearly the same words: which of them say the same, in whole runs of a graph."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore

from langgraph_memory import Memory
from langgraph_memory.recall.block import is_block
from langgraph_memory.testing import HashEmbeddings

from .prose import agent
from .trips import asking, call, config

PRICES = {3: 80, 4: 95, 5: 99, 6: 120, 7: 60}


def get_room(number: int) -> str:
    """A room of the hotel, by its number."""
    return json.dumps({"number": number, "price": PRICES[number], "status": "free"})


def price_of(floor: int) -> str:
    """What rooms of a floor cost."""
    return json.dumps({"price": PRICES[floor], "status": "free"})


@pytest.mark.parametrize("tool", [get_room, price_of])
def test_small_numbers_tell_objects_and_calls_apart(tool: Callable[[int], str]) -> None:
    """All rooms are recalled, though their cards differ by a small number only."""
    memory = Memory(embeddings=HashEmbeddings())
    name, parameter = ("get_room", "number") if tool is get_room else ("price_of", "floor")
    store: BaseStore | None = None
    for number in PRICES:
        script = [call(name, number, **{parameter: number}), "Seen."]
        graph, _ = agent(memory, script, InMemorySaver(), tool, store)
        graph.invoke(asking(f"Look at room {number}."), config(f"t{number}"))
        store = graph.store
    graph, model = agent(memory, ["Well."], InMemorySaver(), tool, store)
    graph.invoke(asking("Which rooms are free, and at what price?"), config("last"))
    block = "".join(m.text for m in model.calls[-1].messages if is_block(m))
    assert [n for n in PRICES if f"({parameter}={n})" in block] == list(PRICES)
