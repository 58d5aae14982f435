"""What `add_memory` refuses, before it changes anything, and the messages key it finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args, get_type_hints

from langchain_core.messages import BaseMessage
from langgraph.channels.base import BaseChannel
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.pregel.protocol import PregelProtocol

from langgraph_memory.errors import WiringError
from langgraph_memory.state import MemoryState
from langgraph_memory.wiring.channels import MEMORY
from langgraph_memory.wiring.wrapper import refuse_node

Builder = StateGraph[Any, Any, Any, Any]

_RESERVED = {"|", ":"}


def open_builder(builder: Any) -> Builder:
    """Take a builder that can still be wired.

    Args:
        builder: What the caller gave.

    Returns:
        The same.

    Raises:
        WiringError: When it is a compiled graph, an entrypoint, or no graph at all.
    """
    if isinstance(builder, StateGraph):
        if builder.compiled:
            msg = "the graph is compiled already: call add_memory before builder.compile()"
            raise WiringError(msg)
        return builder
    if isinstance(builder, CompiledStateGraph):
        msg = (
            "this is a compiled graph: call add_memory on its StateGraph, before "
            "builder.compile(); what create_agent returns has none to be had, so write "
            "the loop of model and tools as a StateGraph"
        )
        raise WiringError(msg)
    if isinstance(builder, PregelProtocol):
        msg = (
            "an entrypoint of the functional API, or a remote graph, has no model node to "
            "wire: call memory.view(state) inside the task that calls the model"
        )
        raise WiringError(msg)
    msg = f"add_memory wires a StateGraph, not a {type(builder).__name__}"
    raise WiringError(msg)


def model_names(builder: Builder, model: str | Sequence[str]) -> list[str]:
    """The names of the model nodes, each of which can be wrapped.

    Args:
        builder: The graph.
        model: One name or several.

    Returns:
        The names, at least one.

    Raises:
        WiringError: When one is unknown, named twice, wired already or a compiled graph.
    """
    names = [model] if isinstance(model, str) else list(model or ())
    if not names:
        msg = "name at least one model node: add_memory(builder, memory, model=...)"
        raise WiringError(msg)
    for name in names:
        if name not in builder.nodes:
            msg = (
                f"the graph has no node {name!r}; add it first, or name the node that "
                f"calls the model: model={_listed(builder.nodes)}"
            )
            raise WiringError(msg)
        if names.count(name) > 1:
            msg = f"node {name!r} is named twice; name it once"
            raise WiringError(msg)
        refuse_node(name, builder.nodes[name].runnable)
    return names


def messages_key_of(
    builder: Builder, names: Sequence[str], wanted: str | None, usual: str
) -> str:
    """The key under which model nodes read their messages.

    Args:
        builder: The graph.
        names: The model nodes.
        wanted: The key that the caller named, or None to find it.
        usual: The key that the memory was made for, taken where the nodes read it.

    Returns:
        The key.

    Raises:
        WiringError: When a node does not read it, when there is none or more than one to
            choose from, or when the nodes differ in it.
    """
    keys = {name: _messages_key(builder, name, wanted, usual) for name in names}
    if len(set(keys.values())) > 1:
        told = ", ".join(f"{name!r} reads {key!r}" for name, key in keys.items())
        msg = (
            f"the model nodes keep their messages under different keys ({told}); call "
            f"add_memory once for each key, with different names for end="
        )
        raise WiringError(msg)
    return keys[names[0]]


def refuse_taken_names(builder: Builder, end: str | None) -> None:
    """Refuse names that the graph uses for something else.

    Args:
        builder: The graph.
        end: Name of the end node, or None without one.

    Raises:
        WiringError: When the state has a `memory` of its own, or the end's name is taken
            or cannot be a node's.
    """
    held = builder.channels.get(MEMORY) or builder.managed.get(MEMORY)
    if held is not None and held != memory_channel():
        msg = (
            f"the state has a key {MEMORY!r} of its own, which the memory needs for "
            f"itself; rename it"
        )
        raise WiringError(msg)
    if end is None:
        return
    if end in builder.nodes or end in (START, END):
        msg = f"the graph has a node {end!r} already; name the end node otherwise: end=..."
        raise WiringError(msg)
    if not end or set(end) & _RESERVED:
        msg = f"{end!r} is no name for a node: LangGraph takes neither '|' nor ':' in it"
        raise WiringError(msg)


def memory_channel() -> BaseChannel[Any, Any, Any]:
    """A fresh channel `memory`, as LangGraph makes it of `MemoryState`."""
    return StateGraph(MemoryState).channels[MEMORY]


def _messages_key(builder: Builder, name: str, wanted: str | None, usual: str) -> str:
    schema = builder.nodes[name].input_schema
    keys = [
        key
        for key, held in builder.schemas[schema].items()
        if isinstance(held, BaseChannel)
    ]
    if wanted is not None or usual in keys:
        key = usual if wanted is None else wanted
        if key in keys:
            return key
        msg = f"node {name!r} reads no {key!r}; it reads {_listed(keys)}: messages_key=..."
        raise WiringError(msg)
    hints = get_type_hints(schema, include_extras=True) if keys != ["__root__"] else {}
    found = [key for key in keys if _is_of_messages(hints.get(key))]
    if len(found) == 1:
        return found[0]
    if found:
        msg = (
            f"node {name!r} reads several lists of messages; say which one is the "
            f"conversation: messages_key={_listed(found)}"
        )
        raise WiringError(msg)
    msg = (
        f"node {name!r} reads no list of messages that its schema tells; it reads "
        f"{_listed(keys)}: name the key with messages_key=..., or give the state one"
    )
    raise WiringError(msg)


def _is_of_messages(annotation: Any) -> bool:
    if annotation is add_messages:
        return True
    if isinstance(annotation, type) and issubclass(annotation, BaseMessage):
        return True
    return any(_is_of_messages(part) for part in get_args(annotation))


def _listed(names: Iterable[str]) -> str:
    return " | ".join(repr(name) for name in names)
