"""Tools that must not be repeated: how they are named, and how their calls are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from langchain_core.messages import ToolCall
from langchain_core.tools import BaseTool
from pydantic import BaseModel, ValidationError

from langgraph_memory.errors import ConfigError
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


def as_read(tools: Mapping[str, BaseTool], call: ToolCall) -> Any:
    """The arguments of a call as its tool reads them, with what it takes by default.

    Args:
        tools: The tools of the node, by name.
        call: The call.

    Returns:
        What is equal for calls that do the same: `5`, `5.0` and `"5"` of a number, the same
        time in two zones, an optional argument that is left out and one that is spelt out.
        Where the tool's schema does not tell, the arguments as they are written.
    """
    tool = tools.get(call["name"])
    schema: Any = tool.tool_call_schema if tool is not None else None
    if isinstance(schema, Mapping):
        return read_by(schema, call["args"])
    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        return call["args"]
    try:
        return schema.model_validate(call["args"])
    except (ValidationError, ValueError, TypeError):
        return call["args"]


def _each(tools: Any) -> list[Any]:
    return list(tools) if isinstance(tools, Iterable) else [None]


def _name(tool: Any) -> str | None:
    name = tool if isinstance(tool, str) else getattr(tool, "name", None)
    name = getattr(tool, "__name__", None) if name is None else name
    return name if isinstance(name, str) and name else None
