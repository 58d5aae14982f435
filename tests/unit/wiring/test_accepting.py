"""What is of the wrong kind is refused at once, with what to write."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import (
    ConfigError,
    Memory,
    MemoryWarning,
    Scope,
    ScopeError,
    StoreError,
    condense,
    learn_statistics,
    why,
)
from langgraph_memory.testing import HashEmbeddings

ANN = Scope(user="ann")
TALK = [
    HumanMessage("Go on."),
    AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "1"}]),
    ToolMessage("[1]", tool_call_id="1"),
]


def memory(**how: Any) -> Memory:
    return Memory(embeddings=HashEmbeddings(), **how)


@pytest.mark.parametrize(
    "given",
    [
        {"embeddings": 5},
        {"embeddings": "openai"},
        {"clock": 5},
        {"messages_key": 3},
        {"messages_key": ""},
        {"outcome": 5},
        {"task": 3},
        {"redact": "x"},
        {"redact": None},
        {"count_tokens": 3},
        {"store": 5},
        {"compact": "yes"},
        {"background": 3},
    ],
)
def test_a_memory_is_not_made_of_something_else(given: dict[str, Any]) -> None:
    """The error names the argument, what it must be and what was given."""
    [(name, value)] = given.items()
    with pytest.raises(ConfigError, match=f"^{name} must be .*, not {value!r}$"):
        Memory(**given)


def test_a_call_of_the_library_is_not_made_with_something_else() -> None:
    """A counter, statistics and conversations are checked, whatever tools said."""
    for talk in (TALK, TALK[:1]):
        with pytest.raises(ConfigError, match="token_counter must be a function"):
            condense(talk, token_counter=5)  # type: ignore[arg-type]  it is refused
        with pytest.raises(ConfigError, match="statistics must be Statistics"):
            condense(talk, statistics={"x": 1})  # type: ignore[arg-type]  it is refused
    with pytest.raises(ConfigError, match="token_counter"):
        why(TALK, token_counter=5)  # type: ignore[arg-type]  it is refused
    with pytest.raises(ConfigError, match="statistics"):
        why(TALK, statistics={"x": 1})  # type: ignore[arg-type]  it is refused
    for sequences in (None, "x", {"messages": TALK}):
        with pytest.raises(ConfigError, match="sequences must be a list of conversations"):
            learn_statistics(sequences)  # type: ignore[arg-type]  it is refused


@pytest.mark.parametrize("name", ["cards", "experiences", "statistics", "forget"])
def test_a_store_and_a_scope_are_what_they_are(name: str) -> None:
    """Something else is an error that says what to pass; from asynchronous code, too."""
    looking = memory()
    store = looking.store(InMemorySaver())
    for given, scope, kind, says in (
        (None, ANN, StoreError, "graph.store, not None"),
        (store, "ann", ScopeError, "must be a Scope, .*not 'ann'"),
    ):
        with pytest.raises(kind, match=says):
            getattr(looking, name)(given, scope)
        with pytest.raises(kind, match=says):
            asyncio.run(getattr(looking, f"a{name}")(given, scope))


@pytest.mark.parametrize("digits", ["not hex", "", None, 5])
def test_an_id_is_digits_that_were_shown(digits: Any) -> None:
    """What cannot be an id is told from one of which nothing is known."""
    looking = memory()
    store = looking.store(InMemorySaver())
    with pytest.raises(ConfigError, match="id must be the digits after `card` or `record`"):
        looking.why(store, ANN, digits)
    with pytest.raises(ConfigError, match="id must be the digits"):
        asyncio.run(looking.awhy(store, ANN, digits))
    with pytest.raises(KeyError):
        looking.why(store, ANN, "5d0e3b1c")


def test_changes_are_told_by_namespace() -> None:
    """Something else than a mapping is an error of the library."""
    store = memory().store(InMemorySaver())
    with pytest.raises(StoreError, match="changes takes tokens by namespace"):
        store.changes(None)  # type: ignore[arg-type]  it is refused


def test_a_clock_that_fails_is_reported_and_the_time_of_the_system_taken() -> None:
    """It raises, or it gives no time: the store works on, and a warning says why."""

    def broken() -> datetime:
        raise OSError("no battery")  # noqa: EM101, TRY003  a clock of somebody else

    for clock, says in ((broken, "OSError: no battery"), (lambda: None, "AttributeError")):
        store = memory(clock=clock).store(InMemorySaver())
        with pytest.warns(MemoryWarning, match=f"clock failed, the system's time.*{says}"):
            store.put(("a",), "k", {"text": "x"})
        with pytest.warns(MemoryWarning, match="clock failed"):
            item = store.get(("a",), "k")
        assert item is not None
        assert datetime.now(UTC) - item.created_at < timedelta(hours=1)


def test_a_time_without_a_zone_is_taken_for_utc() -> None:
    """It means the same as with it."""
    naive = datetime(2026, 5, 1, 12)  # noqa: DTZ001  it is naive
    store = memory(clock=lambda: naive).store(InMemorySaver())
    store.put(("a",), "k", {"text": "x"})
    item = store.get(("a",), "k")
    assert item is not None
    assert item.created_at == naive.replace(tzinfo=UTC)
