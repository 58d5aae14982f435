"""Secrets are replaced by placeholders before anything is written.

Keys, tokens, passwords, private keys and passwords in URLs go; names of things do not: ids,
order and flight numbers, hashes, dates and telephone numbers stay, since later decisions
need them. No text is judged by how random it looks, only by its form or its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langgraph_memory.facts._named_secrets import hide_named, secret_kind
from langgraph_memory.facts._secrets import FORMS, placeholder


def redact(text: str) -> str:
    """Replace the secrets in a text.

    Takes time linear in the text; a redacted text stays as it is; JSON stays JSON.

    Args:
        text: Any text, English or Chinese, prose or data.

    Returns:
        The text with placeholders such as `[redacted:api_key]`.
    """
    lower = text.lower()
    for rule in FORMS:
        if any(mark in lower for mark in rule.marks):
            text = rule.pattern.sub(rule.replacement, text)
    return hide_named(text)


def redact_data(value: Any, redact: Callable[[str], str] = redact) -> Any:
    """Replace the secrets in plain data.

    Args:
        value: Plain JSON data, as `facts.text.plain` makes it.
        redact: What replaces the secrets in a text.

    Returns:
        Equal data with placeholders in texts, in keys, and for whatever stands under a
        key that names a secret.
    """
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [redact_data(item, redact) for item in value]
    if isinstance(value, dict):
        return {redact(key): _under(key, item, redact) for key, item in value.items()}
    return value


def _under(key: str, value: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_under(key, item, redact) for item in value]
    if isinstance(value, dict):
        return redact_data(value, redact)
    kind = secret_kind(key, value)
    return placeholder(kind) if kind else redact_data(value, redact)
