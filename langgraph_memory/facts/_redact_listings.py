"""Secrets whose name is a value itself: `{"key": "password", "value": "…"}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from langgraph_memory.facts._named_secrets import secret_kind
from langgraph_memory.facts._redact_values import Value, is_word, value_at
from langgraph_memory.facts._secrets import placeholder

_NAMING: Final = "key|name|field|label|variable|var|param(?:eter)?|setting|option|header"
_GIVING: Final = "value|val|default"
_LABEL: Final = re.compile(
    rf"(?<![\w/-])(?:(?P<naming>{_NAMING})|{_GIVING})"
    r"(?P<quote>\\{0,8}[\"'])?\s{0,8}[:=>]\s{0,8}",
    re.IGNORECASE,
)
# One entry's name and value are near, and nothing opens, closes or begins between them.
_NEAR: Final = re.compile(r"(?:(?!\n\s{0,40}(?:-\s|\n))[^{}\[\]]){0,160}")
_END: Final = re.compile(r"[\s,;<&})\]]|\Z")


@dataclass(frozen=True)
class _Field:
    start: int
    names: bool
    quote: str
    value: Value


def hide_listed(text: str) -> str:
    """Put placeholders for the secrets in a text's lists of names and values.

    Args:
        text: Any text: JSON, YAML, XML or lines such as `name=DB_PASSWORD value=x`.

    Returns:
        The text; JSON in it stays JSON.
    """
    if not any(word in text.lower() for word in _GIVING.split("|")):
        return text
    parts: list[str] = []
    done = 0
    for name, given in _entries(text):
        found = given.value
        kind = secret_kind(name.value.text, found.text)
        if kind and (found.quoted or not is_word(found.text)):
            quote = "" if found.quoted else given.quote
            parts += [text[done : found.start], f"{quote}{placeholder(kind)}{quote}"]
            done = found.end
    return "".join([*parts, text[done:]]) if parts else text


def listed_secret(entry: Mapping[str, Any]) -> tuple[str, str] | None:
    """Find the secret in an object that gives a name and a value.

    Args:
        entry: An object such as `{"name": "DB_PASSWORD", "value": "x"}`.

    Returns:
        The key that holds the secret and the kind of secret, or None.
    """
    names = [item for key, item in entry.items() if re.fullmatch(_NAMING, key.lower())]
    for key, item in entry.items():
        if isinstance(item, list | dict) or not re.fullmatch(_GIVING, key.lower()):
            continue
        for name in names:
            kind = secret_kind(name, item) if isinstance(name, str) else None
            if kind:
                return key, kind
    return None


def _entries(text: str) -> Iterator[tuple[_Field, _Field]]:
    """Pairs of a name and what is given for it, in either order."""
    waiting: _Field | None = None
    for field in _fields(text):
        if (
            waiting is None
            or waiting.names == field.names
            or not _NEAR.fullmatch(text, waiting.value.end, field.start)
        ):
            waiting = field
        else:
            yield (waiting, field) if waiting.names else (field, waiting)
            waiting = None


def _fields(text: str) -> Iterator[_Field]:
    start = 0
    while label := _LABEL.search(text, start):
        value = value_at(text, label.end())
        start = max(label.end(), value.end)
        names = label["naming"] is not None
        # A bare name that goes on is none: what follows may be hidden later.
        if value.text and (not names or value.quoted or _END.match(text, value.end)):
            yield _Field(label.start(), names, label["quote"] or "", value)
