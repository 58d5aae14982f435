"""A question to a model: what it is told, and the form that its answer must have.

The form is a JSON schema. Models that keep to schemas are given it as such; all others read
it in the instructions, as an example. Whether an answer keeps to it is never taken for
granted: it is read leniently, and checked against what the model was told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

T = TypeVar("T")

SHARE: Mapping[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}


@dataclass(frozen=True, kw_only=True)
class Question(Generic[T]):
    """What a model is asked, and how its answer is read.

    Attributes:
        instructions: What it is to do.
        told: What it is to do it with, plain data.
        schema: JSON schema of the answer, an object with a `title`; see `form`.
        read: Makes of a reply what was asked for. It raises `ModelReplyError` when the
            reply cannot be read, or says what it must not.
    """

    instructions: str
    told: Mapping[str, Any]
    schema: Mapping[str, Any]
    read: Callable[[object], T]

    @property
    def messages(self) -> list[BaseMessage]:
        """The instructions with the form, then as JSON what is told: data alone."""
        how = f"{self.instructions}\n\nReply with JSON alone: {example(self.schema)}"
        told = json.dumps(self.told, ensure_ascii=False, indent=1)
        return [SystemMessage(how), HumanMessage(told)]


def form(title: str, **properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object.

    Args:
        title: Its name, letters alone.
        **properties: The schema of each member; all are asked for, and no others.
    """
    return {
        "title": title,
        "description": f"The answer: {', '.join(properties)}.",
        "type": "object",
        "properties": {name: dict(one) for name, one in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def list_of(items: Mapping[str, Any], most: int) -> dict[str, Any]:
    """The schema of a list of at most so many items.

    A small model that is kept to a schema goes on with a list until it must end.
    """
    return {"type": "array", "items": dict(items), "maxItems": most}


def text_of(most: int) -> dict[str, Any]:
    """The schema of a text of at most so many characters."""
    return {"type": "string", "maxLength": most}


def one_of(*names: str) -> dict[str, Any]:
    """The schema of a text that is one of these."""
    return {"type": "string", "enum": list(names)}


def example(schema: Mapping[str, Any]) -> str:
    """What a schema asks for, as models write it: `{"words": ["...", ...]}`."""
    if "enum" in schema:
        return " | ".join(json.dumps(name) for name in schema["enum"])
    match schema["type"]:
        case "object":
            members = schema["properties"].items()
            inner = ", ".join(f'"{name}": {example(one)}' for name, one in members)
            return f"{{{inner}}}"
        case "array":
            return f"[{example(schema['items'])}, ...]"
        case "number":
            return "0.0"
        case _:
            return '"..."'
