"""`add_memory`: one call that gives a graph somebody else wrote a memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from langgraph.graph import END, START, StateGraph
from langgraph.managed.base import is_managed_value

from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.wiring.channels import MEMORY, triggers
from langgraph_memory.wiring.checks import (
    Builder,
    memory_channel,
    messages_key_of,
    model_names,
    open_builder,
    refuse_taken_names,
)
from langgraph_memory.wiring.compacting import knows_ids, refuse_compacting
from langgraph_memory.wiring.end import EndNode, end_schema
from langgraph_memory.wiring.rescue import add_rescue, refuse_rescue
from langgraph_memory.wiring.wrapper import ModelNode, Remembers

AnyBuilder = TypeVar("AnyBuilder", bound=StateGraph[Any, Any, Any, Any])

END_NODE = "memory_end"


def add_memory(
    builder: AnyBuilder,
    memory: Remembers,
    model: str | Sequence[str] = "agent",
    *,
    messages_key: str | None = None,
    end: bool | str = True,
    retry: bool = True,
    on_error: bool = False,
    compact: bool | None = None,
) -> AnyBuilder:
    """Give a graph that is not compiled yet a memory.

    The model node remembers, recalls and sees the view within its own superstep, however
    it is reached; the state keeps all its messages. One deferred node at the end learns
    from the run. Nodes, edges, superstep numbers, recursion limits, outputs and the state's
    keys stay as they were.

    ```python
    add_memory(builder, memory, model="agent")
    graph = builder.compile(checkpointer=saver, store=memory.store(saver))
    ```

    Args:
        builder: The graph. Call this after its model and tool nodes are added.
        memory: The memory. It learns the tools' schemas from the graph's `ToolNode`s,
            unless it was given tools.
        model: Name of the node that calls the model, or names of several.
        messages_key: Name of the list of messages in the model nodes' input; None: the
            memory's own, else the only list of messages there is.
        end: Whether the end node is added; a string is its name. It shows in update events
            and in the drawing, and takes one superstep after the last. A run that ends on
            the very last step of its recursion limit ends well all the same, with this
            step left to do; as a subgraph, a graph needs room for one step more.
        retry: Whether the end node may send a failed run back to the model node, within
            the recursion limit and the memory's `max_retries`. False where the model node
            is only reached by `Send`, whose payload is gone by then.
        on_error: Whether an exception of a model node, after the node's own retries, is
            reflected upon and the node tried again. Needs LangGraph 1.2.
        compact: Whether old outputs are replaced in the state itself, so that checkpoints
            stop growing (see `Memory`); None: as the memory was made. Calls are only
            removed where there is one model node.

    Returns:
        The same builder.

    Raises:
        WiringError: When the graph cannot be wired so; it says what to do, and the graph is
            as it was.
    """
    opened: Builder = open_builder(builder)
    names = model_names(opened, model)
    key = messages_key_of(opened, names, messages_key, memory.settings.messages_key)
    end_name = end if isinstance(end, str) else END_NODE if end else None
    refuse_taken_names(opened, end_name)
    if on_error:
        for name in names:
            refuse_rescue(opened, name)

    if memory.settings.compact if compact is None else compact:
        refuse_compacting(opened, key)
        memory = memory.with_compact(removes=len(names) == 1)
    knowing = _knowing_tools(opened, memory)
    _add_channel(opened)
    for name in names:
        spec = opened.nodes[name]
        inner = cast("Any", spec.runnable)
        spec.runnable = ModelNode(inner, knowing, model=name, messages_key=key)
        if on_error:
            add_rescue(opened, knowing, model=name, messages_key=key)
    if end_name is not None:
        node = EndNode(
            knowing,
            names,
            node=end_name,
            messages_key=key,
            retry=retry,
            marks=knows_ids(opened, key),
            deferred=lambda: _deferred(opened),
        )
        _add_end(opened, node, key, names if retry else [])
    return builder


def _knowing_tools(builder: Builder, memory: Remembers) -> Remembers:
    known = memory.settings.tools
    found = {
        name: tool
        for spec in builder.nodes.values()
        for name, tool in getattr(spec.runnable, "tools_by_name", {}).items()
    }
    if known:  # what was given stands, but whether records can be read is the graph's
        names = {RECALL_TOOL} - {tool.name for tool in known}
        found = {name: tool for name, tool in found.items() if name in names}
    return memory.with_tools([*known, *found.values()]) if found else memory


def _add_channel(builder: Builder) -> None:
    # Among the managed values, a channel is read, written and checkpointed like any other,
    # but streams, outputs and get_state show the state's own keys alone. (Shown, it breaks
    # the streams that build the user's dataclass or pydantic state from all they show.)
    if MEMORY not in builder.channels:
        builder.managed[MEMORY] = cast("Any", memory_channel())


def _add_end(builder: Builder, node: EndNode, key: str, models: Sequence[str]) -> None:
    own = builder.schemas[builder.state_schema]
    keys = [name for name, held in own.items() if not is_managed_value(held)]
    name = node.get_name()
    builder.add_node(
        name,
        node,
        defer=True,
        input_schema=end_schema([*keys, key]),
        destinations=(*models, *([name] if models else []), END),
    )
    builder.add_edge(START, name)


def _deferred(builder: Builder) -> list[str]:
    """What starts the graph's own deferred nodes, those added later included."""
    names = [
        name
        for name, spec in builder.nodes.items()
        if spec.defer and not isinstance(spec.runnable, EndNode)
    ]
    return [
        trigger
        for name in names
        for trigger in triggers(
            name, (s for s, end in builder.waiting_edges if end == name)
        )
    ]
