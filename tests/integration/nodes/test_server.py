"""Where a LangGraph server has told who calls."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from langgraph import runtime as langgraph_runtime
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from langgraph_memory import ScopeError

from .trips import by_hand, memory_for

pytestmark = pytest.mark.skipif(
    not hasattr(langgraph_runtime, "ServerInfo"),
    reason="this LangGraph does not tell who was authenticated",
)


def served(identity: str, store: InMemoryStore, **configurable: Any) -> dict[str, Any]:
    """A run's configuration as a server hands it to the graph."""
    info = langgraph_runtime.ServerInfo(
        assistant_id="a",
        graph_id="g",
        user=SimpleNamespace(identity=identity),  # type: ignore[arg-type]  # all that is read
    )
    # The server puts the runtime where the graph looks for that of its parent.
    inherited = langgraph_runtime.Runtime(store=store, server_info=info)
    return {
        "configurable": {
            "thread_id": "1",
            "__pregel_runtime": inherited,
            **configurable,
        }
    }


def test_the_authenticated_caller_owns_the_memory() -> None:
    """Without a user_id the identity serves, and it is the scope of what is written."""
    store = InMemoryStore()
    graph, _ = by_hand(memory_for(), ["Hello."], InMemorySaver(), store)
    graph.invoke({"messages": [("user", "Hi")]}, served("ann", store))
    assert {namespace[3] for namespace in store.list_namespaces()} == {"u:ann"}


def test_another_user_id_than_the_callers_is_refused() -> None:
    """Nobody reads somebody else's memory by naming him."""
    store = InMemoryStore()
    graph, model = by_hand(memory_for(), ["Hello."], InMemorySaver(), store)
    with pytest.raises(ScopeError, match="authenticated"):
        graph.invoke({"messages": [("user", "Hi")]}, served("ann", store, user_id="bob"))
    assert not model.calls
    graph.invoke({"messages": [("user", "Hi")]}, served("ann", store, user_id="ann"))
