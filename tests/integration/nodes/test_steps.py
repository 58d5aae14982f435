"""Cards that say which open steps of the agent's plan they bear on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Scope

from .trips import HOTELS, config, memory_for

OPEN, DONE, OTHER = "Book a hotel in Rome", "Search hotels", "Write a postcard"
WRITTEN = f"My plan:\n1. [x] {DONE}\n2. [ ] {OPEN}\n3. [ ] {OTHER}"
TODOS = [
    {"content": DONE, "status": "completed"},
    {"content": f"{OPEN}, password: hunter2", "status": "pending"},
    {"content": OTHER, "status": "pending"},
]


@pytest.mark.parametrize("where", ["written", "todos"])
def test_a_card_tells_the_open_step_that_it_bears_on(where: str) -> None:
    """Of a plan in the state or in the talk: not what is done, nor another one."""
    store = InMemoryStore()
    memory = memory_for(store=store)
    look = {"name": "search_hotels", "args": {"city": "Rome"}, "id": "c"}
    said = WRITTEN if where == "written" else "I look."
    messages = [
        HumanMessage("A hotel in Rome, please."),
        AIMessage(said, tool_calls=[look]),
        ToolMessage(json.dumps(HOTELS), tool_call_id="c"),
    ]
    state: dict[str, Any] = {"messages": messages, "memory": {}}
    state |= {"todos": TODOS} if where == "todos" else {}
    memory.remember.invoke(state, config())
    [card] = memory.cards(store, Scope(user="ann"))
    steps = [told for told in card.decision_impact if told.startswith("step: ")]
    assert len(steps) == 1
    assert steps[0].startswith(f"step: {OPEN}")
    assert "book_hotel(name)" in card.decision_impact
    assert "hunter2" not in json.dumps(card.to_dict())
