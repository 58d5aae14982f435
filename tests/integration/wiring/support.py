"""Running graphs with and without memory, and comparing what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib.metadata import version
from typing import Any

import pytest
from langchain_core.messages import BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from pydantic import BaseModel

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel
from tests.integration.wiring.shapes import SHAPES
from tests.integration.wiring.shapes.common import ANSWER, CALL, Builder, Shape

WITHOUT_TOOLS = {"sends", "parallel_models"}
SYNC = [make for name, make in SHAPES.items() if name != "asynchronous"]
RUNS = [
    pytest.param(make, in_loop, id=f"{name}-{'async' if in_loop else 'sync'}")
    for name, make in SHAPES.items()
    for in_loop in (False, True)
    if in_loop or name != "asynchronous"
]

ANN = Scope(user="ann")
NEW = tuple(int(part) for part in version("langgraph").split(".")[:2]) >= (1, 2)
only_new = pytest.mark.skipif(not NEW, reason="LangGraph has it from 1.2 on")


def on(thread: str = "1", **more: Any) -> dict[str, Any]:
    return {"configurable": {"thread_id": thread, "user_id": "ann"}, **more}


def remembering(view_tokens: int = 600, **settings: Any) -> Memory:
    """A memory whose view has no room for the raw output of `search_hotels`."""
    config = MemoryConfig(recall=RecallConfig(view_tokens=view_tokens))
    return Memory(embeddings=HashEmbeddings(), config=config, **settings)


def scripted(*replies: Any) -> ScriptedChatModel:
    return ScriptedChatModel(script=replies or [CALL, ANSWER])


def compiled(builder: Builder, memory: Memory | None = None, **how: Any) -> Any:
    saver = InMemorySaver()
    store = InMemoryStore() if memory is None else memory.store(saver)
    return builder.compile(checkpointer=saver, store=store, **how)


def wired(shape: Shape, memory: Memory | None = None, **options: Any) -> Any:
    """A shape's graph, with memory."""
    memory = memory or remembering()
    add_memory(shape.builder, memory, model=shape.model, **options)
    return compiled(shape.builder, memory)


def invoked(graph: Any, shape: Shape, *, in_loop: bool = False) -> Any:
    if in_loop:
        return asyncio.run(graph.ainvoke(shape.given, on(), context=shape.context))
    return graph.invoke(shape.given, on(), context=shape.context)


def streamed(
    graph: Any, shape: Shape, mode: Any, *, in_loop: bool = False, **how: Any
) -> list[Any]:
    """What a stream says, each chunk taken as it comes."""
    how |= {"context": shape.context, "stream_mode": mode}
    if not in_loop:
        return [said(chunk) for chunk in graph.stream(shape.given, on(), **how)]

    async def collect() -> list[Any]:
        return [said(c) async for c in graph.astream(shape.given, on(), **how)]

    return asyncio.run(collect())


_DRAWN = {"id", "timestamp", "config", "parent_config", "parents", "created_at"}
_DRAWN |= {"checkpoint_id", "checkpoint_ns", "langgraph_checkpoint_ns", "run_id"}


def said(value: Any) -> Any:
    """A value without the ids and times that are drawn anew in each run."""
    match value:
        case BaseMessage():
            calls = [c["name"] for c in getattr(value, "tool_calls", ())]
            return (value.type, value.content, calls)
        case Mapping():
            return {key: said(held) for key, held in value.items() if key not in _DRAWN}
        case list() | tuple() | set() | frozenset():
            return [said(item) for item in value]
        case BaseModel():
            return said(dict(value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            return said({f.name: getattr(value, f.name) for f in fields(value)})
        case _:
            return value


def of_the_graph(chunks: Iterable[Any]) -> list[Any]:
    """Chunks without those of the end node and the memory's own custom events."""
    return [c for c in chunks if "memory_end" not in str(c) and "'memory_" not in str(c)]


def tools_seen(model: ScriptedChatModel) -> list[str]:
    """The tool results that a model was shown."""
    return [
        str(message.content)
        for call in model.calls
        for message in call.messages
        if isinstance(message, ToolMessage)
    ]


def is_compact(text: str) -> bool:
    """Whether hotels are told in the compact form, and not as the tool returned them."""
    return text.startswith("hotels(") and "\n Hotel 1," in text and "{" not in text


def remembered(graph: Any, kind: Any) -> dict[str, Any]:
    """What the store holds for Ann."""
    items = graph.store.search(ANN.namespace(kind), limit=100)
    return {item.key: item.value for item in items}


@dataclass(frozen=True)
class Twins:
    """The same graph without and with memory."""

    plain: Any
    wired: Any
    shape: Shape
    model: ScriptedChatModel


def twins(make: Callable[[Any], Shape], **options: Any) -> Twins:
    """Make both; `model` is the one of the graph with memory.

    A shape without tools is answered twice, any other calls its tools first.
    """
    replies = [ANSWER, ANSWER] if make.__name__ in WITHOUT_TOOLS else [CALL, ANSWER]
    model = scripted(*replies)
    shape = make(model)
    plain = compiled(make(scripted(*replies)).builder)
    return Twins(plain, wired(shape, **options), shape, model)
