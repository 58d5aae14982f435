"""What the tools of an agent are called and take, and what they declare of results."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.tools import BaseTool, StructuredTool

from langgraph_memory.errors import ConfigError
from langgraph_memory.facts._verbs import changes_by_name

RECALL_TOOL: Final = "recall_record"
"""Name of the memory's own tool, which reads a record back to the model. What it returns is
no new observation, and its calls are no decisions."""

_DEEPEST: Final = 4
_LONGEST_LIFE: Final = 100 * 365 * 86_400  # seconds
# How types fail to have a JSON schema: pydantic's errors are of the last two kinds.
_NO_SCHEMA: Final = (
    AttributeError,
    KeyError,
    NameError,
    TypeError,
    ValueError,
    RuntimeError,
)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a tool.

    Attributes:
        name: Its name; dotted when it lies inside an object, `[]` marks a list.
        type: Its JSON Schema type (`string`, `integer`, …), or empty when not declared.
        description: What its schema says of it, or empty.
        required: Whether a call needs it.
    """

    name: str
    type: str
    description: str
    required: bool


@dataclass(frozen=True)
class ToolSchema:
    """One tool, as far as decisions need to know it.

    Attributes:
        name: What calls name it by.
        description: What it is for, or empty.
        parameters: In the order of its schema; objects before what lies inside them.
        changes: Whether a call changes the world.
        expires_seconds: For how long its results hold, as it declares; None: it does not.
    """

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    changes: bool
    expires_seconds: float | None = None


def tool_schemas(tools: Iterable[Any]) -> tuple[ToolSchema, ...]:
    """Read the schemas of tools of any common kind.

    Whether a tool changes the world is taken from its metadata or annotations
    (`{"changes_state": …}`, or the hints `readOnlyHint` and `destructiveHint` of the Model
    Context Protocol), else from the verb of its name, else from that of its description.

    Args:
        tools: LangChain tools, callables, schema classes, or dicts in the form of OpenAI,
            Anthropic or the Model Context Protocol.

    Returns:
        One schema per tool, in order; schemas that are given are taken as they are.

    Raises:
        ConfigError: When it is no list of tools, when something in it has no name, and so
            is no tool, or when one declares a lifetime that is none.
    """
    read = (tool if isinstance(tool, ToolSchema) else _schema(tool) for tool in many(tools))
    return tuple(read)


def many(tools: Any) -> tuple[Any, ...]:
    """Tools as they were given, if they are several.

    Raises:
        ConfigError: When it is one tool, or none and no list.
    """
    one = isinstance(tools, str | Mapping | BaseTool)
    if one or not isinstance(tools, Iterable):
        given = type(tools).__name__ if one else repr(tools)
        msg = f"tools must be a list of tools, not {given}; without any, leave it out"
        raise ConfigError(msg)
    return tuple(tools)


def _schema(tool: Any) -> ToolSchema:
    given = _from_dict(tool) if isinstance(tool, Mapping) else _from_object(tool)
    name, description, schema, hints = given
    if not name:
        msg = f"a tool without a name: {type(tool).__name__}"
        raise ConfigError(msg)
    declared = _declared(hints)
    return ToolSchema(
        name=name,
        description=description,
        parameters=tuple(_parameters(schema, schema, "", 0)),
        changes=changes_by_name(name, description) if declared is None else declared,
        expires_seconds=_lifetime(name, hints),
    )


_Given = tuple[str, str, Mapping[str, Any], Mapping[str, Any]]


def _from_dict(tool: Mapping[str, Any]) -> _Given:
    inner = tool.get("function")
    function = inner if isinstance(inner, Mapping) else tool
    schema: Mapping[str, Any] = next(
        (
            function[key]
            for key in ("parameters", "input_schema", "inputSchema", "args_schema")
            if isinstance(function.get(key), Mapping)
        ),
        {},
    )
    # Tools that a provider runs itself have a type and often no name.
    name = function.get("name") or function.get("title") or tool.get("type") or ""
    description = function.get("description") or ""
    hints = {**_mapping(tool.get("metadata")), **_mapping(tool.get("annotations"))}
    return str(name), str(description), schema, hints


def _from_object(tool: Any) -> _Given:
    hints = {
        **_mapping(getattr(tool, "metadata", None)),
        **_mapping(getattr(tool, "annotations", None)),
    }
    name = getattr(tool, "name", None) or getattr(tool, "__name__", None)
    if name is None and callable(tool):
        name = type(tool).__name__
    description = getattr(tool, "description", None) or inspect.getdoc(tool) or ""
    try:
        schema = _json_schema(tool, str(name), str(description))
    except _NO_SCHEMA:
        schema = _names_alone(tool)
    return str(name or ""), str(description), schema, hints


def _json_schema(tool: Any, name: str, description: str) -> Mapping[str, Any]:
    if isinstance(tool, BaseTool):
        source: Any = tool.tool_call_schema
    elif isinstance(tool, type):
        source = tool
    else:
        # A description is required; the name will do.
        made = StructuredTool.from_function(
            tool, name=name, description=description or name
        )
        source = made.tool_call_schema
    return source if isinstance(source, Mapping) else _mapping(source.model_json_schema())


def _names_alone(tool: Any) -> Mapping[str, Any]:
    """What can be told of a tool whose types have no schema: the names."""
    fields = getattr(getattr(tool, "args_schema", tool), "model_fields", None)
    if fields is not None:
        known = {key: field.is_required() for key, field in fields.items()}
    elif isinstance(tool, type):
        known = dict.fromkeys(getattr(tool, "__annotations__", ()), True)
    else:
        known = dict(_arguments(tool)) if callable(tool) else {}
    return {
        "properties": {key: {} for key in known},
        "required": [key for key, required in known.items() if required],
    }


def _arguments(tool: Callable[..., Any]) -> Iterator[tuple[str, bool]]:
    for name, argument in inspect.signature(tool).parameters.items():
        if argument.kind not in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD):
            yield name, argument.default is argument.empty


def _parameters(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: str, level: int
) -> Iterator[Parameter]:
    if level > _DEEPEST:
        return
    required = schema.get("required") or ()
    for key, given in _mapping(schema.get("properties")).items():
        field = _resolved(_mapping(given), root)
        name = f"{path}.{key}" if path else str(key)
        kind = _type(field)
        described = _mapping(given).get("description") or field.get("description") or ""
        yield Parameter(name, kind, str(described), key in required)
        inner = _resolved(_mapping(field.get("items")), root) if kind == "array" else field
        inside = f"{name}[]" if kind == "array" else name
        yield from _parameters(inner, root, inside, level + 1)


def _resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema with its reference followed, and the first of its alternatives taken."""
    for _ in range(_DEEPEST):
        if isinstance(reference := schema.get("$ref"), str):
            found: Any = root
            for part in reference.removeprefix("#").strip("/").split("/"):
                found = _mapping(found).get(part)
            schema = _mapping(found)
            continue
        choices = [
            choice
            for key in ("anyOf", "oneOf", "allOf")
            for choice in schema.get(key) or ()
            if isinstance(choice, Mapping) and choice.get("type") != "null"
        ]
        if not choices:
            break
        schema = {**choices[0], **{k: v for k, v in schema.items() if k == "description"}}
    return schema


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "")
    if isinstance(kind, str):
        return kind
    return "object" if "properties" in schema else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    dump = getattr(value, "model_dump", None)
    return dump() if callable(dump) and not isinstance(value, type) else {}


def _declared(hints: Mapping[str, Any]) -> bool | None:
    """Whether a tool says that it changes the world; None when it says neither."""
    if isinstance(changes := hints.get("changes_state"), bool):
        return changes
    if isinstance(reads := hints.get("readOnlyHint"), bool):
        return not reads
    return True if hints.get("destructiveHint") is True else None


def _lifetime(tool: str, hints: Mapping[str, Any]) -> float | None:
    """For how many seconds a tool says that its results hold; None when it does not."""
    seconds = hints.get("expires_seconds")
    if seconds is None:
        return None
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= _LONGEST_LIFE:
        msg = (
            f"the tool {tool!r} declares expires_seconds={seconds!r}: give the seconds for "
            f"which its results hold, a number more than 0 and at most {_LONGEST_LIFE:,}, "
            "or leave it out of its metadata where they hold for good"
        )
        raise ConfigError(msg)
    return float(seconds)
