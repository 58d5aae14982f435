"""Secrets are replaced by placeholders before anything is written.

Keys, tokens, passwords, cookies, private keys and passwords in URLs go; names of things do
not: ids, order and flight numbers, hashes, dates and telephone numbers stay, since later
decisions need them. No text is judged by how random it looks, only by its form or its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from langgraph_memory.facts._named_secrets import hide_named, secret_kind
from langgraph_memory.facts._redact_escapes import unescaped
from langgraph_memory.facts._redact_listings import hide_listed, listed_secret
from langgraph_memory.facts._secrets import FORMS, placeholder

_MOST_ROUNDS: Final = 4


def redact(text: str) -> str:
    r"""Replace the secrets in a text.

    Takes time linear in the text; a redacted text stays as it is; JSON stays JSON. Letters
    written as `\uXXXX` are read as what they stand for, and written out if there is a
    secret; a text without secrets is returned as it is.

    Args:
        text: Any text in any of the languages whose names of secrets are known, prose or
            data.

    Returns:
        The text with placeholders such as `[redacted:api_key]`.
    """
    readable = unescaped(text)
    hidden = _hide(readable)
    return text if hidden == readable else hidden


def _hide(text: str) -> str:
    lower = text.lower()
    for rule in FORMS:
        if any(mark in lower for mark in rule.marks):
            text = rule.pattern.sub(rule.replacement, text)
    # A placeholder may bring a name and a value together that something stood between.
    for _ in range(_MOST_ROUNDS):
        hidden = hide_named(hide_listed(text))
        if hidden == text:
            break
        text = hidden
    return text


def redact_data(value: Any, redact: Callable[[str], str] = redact) -> Any:
    """Replace the secrets in plain data.

    Args:
        value: Plain JSON data, as `facts.text.plain` makes it.
        redact: What replaces the secrets in a text.

    Returns:
        Equal data with placeholders in texts, in keys, and for whatever stands under a
        key that names a secret, or beside a name that does.
    """
    return _data(value, redact)


def _data(value: Any, redact: Callable[[str], str], holder: str = "") -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_data(item, redact) for item in value]
    if isinstance(value, dict):
        held = {
            redact(key): _under(f"{holder}{key}", item, redact)
            for key, item in value.items()
        }
        listed = listed_secret(held)
        return {**held, listed[0]: placeholder(listed[1])} if listed else held
    return value


def _under(key: str, value: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_under(key, item, redact) for item in value]
    if isinstance(value, dict):
        return _data(value, redact, "cookie={" if "cookie" in key.lower() else "")
    kind = secret_kind(key, value)
    return placeholder(kind) if kind else _data(value, redact)
