"""Schemas of tools, as far as the calls of other traces show them.

A recording brings no schemas. An agent has them, so a policy may know them; taken from the
other traces of the domain, they tell nothing of the trace that is measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage

from tests.benchmarks.replay.traces import Trace

Schema = dict[str, Any]
"""A tool in OpenAI's form: `{"type": "function", "function": {name, parameters, …}}`."""

_Leaf = tuple[str, tuple[str, ...], str]
"""Tool, path of parameter names (`[]` for the items of a list), JSON type."""


class Schemas:
    """Schemas of the tools of a set."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self._seen = {trace.id: frozenset(_leaves_of(trace)) for trace in traces}
        self._counts = Counter(
            (trace.domain, leaf) for trace in traces for leaf in self._seen[trace.id]
        )

    def for_trace(self, trace: Trace) -> tuple[Schema, ...]:
        """Schemas of the tools of a trace's domain, derived without the trace itself.

        Args:
            trace: One of the set, or several of the set woven into one.
        """
        own = Counter(leaf for member in trace.members for leaf in self._seen[member])
        tools: dict[str, Schema] = {}
        for (domain, leaf), count in sorted(self._counts.items()):
            if domain == trace.domain and count > own[leaf]:
                name, path, kind = leaf
                _add(tools.setdefault(name, {"type": "object"}), path, kind)
        return tuple(
            {"type": "function", "function": {"name": name, "parameters": parameters}}
            for name, parameters in tools.items()
        )


def _leaves_of(trace: Trace) -> Iterator[_Leaf]:
    for message in trace.messages:
        if isinstance(message, AIMessage):
            for call in message.tool_calls:
                yield call["name"], (), "object"
                for path, kind in _leaves(call["args"]):
                    yield call["name"], path, kind


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    inner: list[tuple[str, Any]] = []
    if isinstance(value, Mapping):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = [("[]", item) for item in value]
    for name, child in inner:
        yield (name,), _type_of(child)
        for path, kind in _leaves(child):
            yield (name, *path), kind


def _add(schema: Schema, path: tuple[str, ...], kind: str) -> None:
    for name in path:
        if name == "[]":
            schema = schema.setdefault("items", {})
        else:
            schema = schema.setdefault("properties", {}).setdefault(name, {})
    kinds = schema.get("type", kind)
    if kinds != kind and kind not in kinds:
        kinds = sorted([*([kinds] if isinstance(kinds, str) else kinds), kind])
    schema["type"] = kinds


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, list):
        return "array"
    return "integer" if isinstance(value, int) else "number"
