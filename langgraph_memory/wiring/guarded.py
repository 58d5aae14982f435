"""Tools that must not be repeated: how they are named, and how their calls are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from langchain_core.messages import ToolCall
from langchain_core.tools import BaseTool
from pydantic import BaseModel, ValidationError

from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.repeats import same_as_written
from langgraph_memory.wiring.reading import read_by


def names_of(tools: Iterable[Any], known: Mapping[str, Any]) -> frozenset[str]:
    """The names of tools.

    Args:
        tools: LangChain tools, functions, or names.
        known: The tools of the node that calls them, by name; empty where that is unknown.

    Returns:
        Their names.

    Raises:
        ConfigError: When something else was given, or a tool that the node does not have:
            nothing would be guarded then.
    """
    names = [None] if isinstance(tools, str) else [_name(one) for one in _each(tools)]
    if not names or None in names:
        msg = (
            "tools must be a list of tools or of their names, such as ['send_mail'], "
            f"not {tools!r:.80}"
        )
        raise ConfigError(msg)
    if known and (strange := sorted({str(name) for name in names} - known.keys())):
        msg = f"the node has no tools {strange}; it has {sorted(known)}"
        raise ConfigError(msg)
    return frozenset(map(str, names))


def reads_alike(tools: Mapping[str, BaseTool], one: ToolCall, other: ToolCall) -> bool:
    """Whether a tool reads the same in the arguments of two calls.

    Args:
        tools: The tools of the node, by name.
        one: A call.
        other: Another one of the same tool.

    Returns:
        True for `5`, `5.0` and `"5"` of a number, the same time in two zones, an optional
        argument that is left out and one that is spelt out. Where the tool's schema does
        not tell, whether they are written alike.
    """
    if same_as_written(one, other):
        return True
    tool = tools.get(one["name"])
    if tool is None:
        return False
    schema = tool.tool_call_schema
    if isinstance(schema, Mapping):
        return bool(read_by(schema, one["args"]) == read_by(schema, other["args"]))
    # The subset for calls may lack what its fields are filled with, the whole is not given
    # what the graph adds.
    wholes = (tool.args_schema, schema)
    read = next(filter(None, (_read(whole, one, other) for whole in wholes)), None)
    return read is not None and _alike(*read)


def _read(schema: Any, *calls: ToolCall) -> list[BaseModel] | None:
    """The arguments of calls as a schema has them; None where it does not take them."""
    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        return None
    try:
        return [schema.model_validate(call["args"]) for call in calls]
    except (ValidationError, ValueError, TypeError):
        return None


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are equal, but for what a model fills in anew each time."""
    if isinstance(one, BaseModel) and type(one) is type(other):
        # A key or the time that neither call gives may be another one each time.
        given = one.model_fields_set | other.model_fields_set
        return all(
            _alike(*(getattr(o, name, None) for o in (one, other))) for name in given
        )
    if isinstance(one, list | tuple) and type(one) is type(other):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[k], other[k]) for k in one)
    return bool(one == other)


def _each(tools: Any) -> list[Any]:
    return list(tools) if isinstance(tools, Iterable) else [None]


def _name(tool: Any) -> str | None:
    name = tool if isinstance(tool, str) else getattr(tool, "name", None)
    name = getattr(tool, "__name__", None) if name is None else name
    return name if isinstance(name, str) and name else None
