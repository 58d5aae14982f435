"""What a memory takes, and what to write where something else was given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from langgraph.store.base import BaseStore

from langgraph_memory._checked import check_that
from langgraph_memory.errors import ScopeError, StoreError
from langgraph_memory.scope import Scope

_Fits = Callable[[Any], bool]


def check_given(**given: Any) -> None:
    """Check what a memory is made with.

    Args:
        given: Arguments of `Memory` by name.

    Raises:
        ConfigError: When one is something else than is wanted; it says what to write.
    """
    for name, value in given.items():
        fits, wanted = _WANTED[name]
        check_that(fits(value), name, value, wanted)


def whose(scope: object) -> Scope:
    """A scope, as it was given.

    Raises:
        ScopeError: When it is none.
    """
    if not isinstance(scope, Scope):
        msg = f"whose memory it is must be a Scope, like Scope(user='ann'), not {scope!r}"
        raise ScopeError(msg)
    return scope


def given(store: object) -> BaseStore:
    """A store, as it was given.

    Raises:
        StoreError: When it is none.
    """
    if not isinstance(store, BaseStore):
        msg = f"the store must be the one of the graph, graph.store, not {store!r}"
        raise StoreError(msg)
    return store


def _embeds(value: Any) -> bool:
    return all(
        callable(getattr(value, n, None)) for n in ("embed_documents", "embed_query")
    )


def _plain(value: Any) -> bool:
    """Whether it can be called, and answers at once."""
    called = getattr(value, "__call__", None)  # noqa: B004  of an object with an async one
    asynchronous = map(inspect.iscoroutinefunction, (value, called))
    return callable(value) and not any(asynchronous)


def _or_none(fits: _Fits) -> _Fits:
    return lambda value: value is None or fits(value)


def _is(kind: type) -> _Fits:
    return lambda value: isinstance(value, kind)


_SWITCH: Final = (_is(bool), "True or False")
_WANTED: Final[Mapping[str, tuple[_Fits, str]]] = {
    "embeddings": (_or_none(_embeds), "LangChain embeddings, such as HashEmbeddings()"),
    "clock": (
        _or_none(callable),
        "a function that gives the time, such as lambda: datetime.now(UTC)",
    ),
    "messages_key": (
        lambda value: isinstance(value, str) and bool(value),
        "the name of a state's list, such as 'messages'",
    ),
    "outcome": (
        _or_none(_plain),
        "a function, not async, of the final state: lambda state: state['solved']",
    ),
    "replay": (
        _or_none(_plain),
        "a function of a final state and a lesson that is not async",
    ),
    "task": (_or_none(_is(str)), "a text, such as 'Book what was asked for.'"),
    "redact": (callable, "a function of a text, such as lambda text: text"),
    "count_tokens": (callable, "a function of a list of messages that gives their tokens"),
    "store": (_or_none(_is(BaseStore)), "a store of LangGraph, such as InMemoryStore()"),
    "compact": _SWITCH,
    "background": _SWITCH,
}
