"""Rules in words: what a lesson tells the model to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from langgraph_memory.experiences.ordering import layers_in
from langgraph_memory.experiences.shapes import telling

_LONGEST_KEYWORD = 30
_MOST_KEYWORDS = 12
_PLACEHOLDER = re.compile(r"<\w+>|\[redacted:\w+\]")
_WORD = re.compile(r"[^\W\d_㐀-鿿]{3,}|[㐀-鿿]{2,}")
_TOKEN = re.compile(r"[^\W㐀-鿿]+|[㐀-鿿]")
_COMMON = frozenset(
    """the and for with from that this are was not you your can could would should have has
    will please need want does did its into all any our per then when while task user
    的 了 我 请 是 在 和""".split()  # noqa: SIM905  a list of words is read more easily so
)

_ADVICE = {
    "shape": "write {forms}",
    "add": "also give {given}",
    "remove": "leave out {names}",
    "value": "set {values}",
    "reword": "first call {before}, and write {names} with what its result names",
    "order": "first call {before}, then {tool} again unchanged",
    "repeat": "call {tool} once more, unchanged",
    "first": "first call {before}",
    "instead": "use {order} instead",
    "take": "first call {before}, and take {names} from its result",
    "plan": "call {order}",
    "usual": "write {forms}",
}


def advice(rule: Mapping[str, Any]) -> str:
    """What a rule says to do, as one phrase without a full stop.

    Args:
        rule: The structured part of an experience.

    Returns:
        Such as `set amount to the number in the error`; empty when it prescribes nothing.
    """
    expected: Mapping[str, str] = rule.get("expected", {})
    order = list(rule.get("order", ()))
    return _ADVICE.get(rule.get("change", ""), "").format(
        tool=rule.get("tool", ""),
        names=", ".join(rule.get("parameters", ())),
        forms="; ".join(_written(name, form) for name, form in expected.items()),
        values="; ".join(f"{name} to {source}" for name, source in expected.items()),
        given=", ".join(_given(name, form) for name, form in expected.items()),
        order=", then ".join(map(" and ".join, layers_in(rule))),
        before=", then ".join(order[:-1]),
    )


def keywords(*texts: str) -> tuple[str, ...]:
    """The telling words of some texts, in order, at most 12, without placeholders."""
    words = (
        word.lower()
        for text in texts
        for word in _WORD.findall(_PLACEHOLDER.sub(" ", text).replace("_", " "))
    )
    telling = (w for w in words if w not in _COMMON and len(w) <= _LONGEST_KEYWORD)
    return tuple(dict.fromkeys(telling))[:_MOST_KEYWORDS]


@lru_cache(maxsize=8_192)
def terms(text: str) -> frozenset[str]:
    """The words of a text as a set to compare: lower case, Chinese by single characters."""
    return frozenset(_TOKEN.findall(text.lower())) - _COMMON


def likeness(one: str, other: str) -> float:
    """Jaccard likeness of the words of two texts, 0..1; 1 for two texts without words."""
    a, b = terms(one), terms(other)
    return len(a & b) / len(a | b) if a | b else 1.0


def _given(name: str, form: str) -> str:
    return f"{name} ({form})" if telling(form) else name


def _written(name: str, form: str) -> str:
    return f"{name} {form}" if form.startswith("like ") else f"{name} as {form}"
