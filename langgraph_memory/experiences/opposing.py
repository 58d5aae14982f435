"""Whether two rules want what cannot be had of one parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from langgraph_memory.experiences.shapes import family
from langgraph_memory.experiences.usual import USUAL, exclusive, never_of

Rule = Mapping[str, Any]

_LEFT_OUT: Final = "remove"
_GIVEN: Final = frozenset({"add", USUAL})
_CURES: Final = frozenset({"shape", "value", "reword", "take"})


def meet(one: Rule, other: Rule) -> bool:
    """Whether two rules may hold at once: about one tool, and not about two errors."""
    if one.get("tool") != other.get("tool"):
        return False
    errors = {rule.get("condition") for rule in (one, other)} - {None, ""}
    return len(errors) < 2  # noqa: PLR2004  two of them


def opposed(one: Rule, other: Rule) -> bool:
    """Whether no call can give a parameter as two rules want it.

    Args:
        one: See `Experience.rule`.
        other: Another, for the same call.

    Returns:
        True when one wants a parameter left out that the other wants given, or written in
        some form after the same error (a form alone says how it is written if it is given);
        or when they want it written in forms of different kinds (lists are of one kind,
        whatever they are of), as different constants, or as a constant that is not of the
        form.
    """
    both = _named(one) & _named(other)
    changes = {one.get("change"), other.get("change")}
    if _LEFT_OUT in changes:
        cures = bool(one.get("condition")) and bool(other.get("condition"))
        return bool(both) and bool(changes & _GIVEN or (cures and changes & _CURES))
    return any(_apart(one, other, name) for name in both)


def _named(rule: Rule) -> set[str]:
    return {*rule.get("parameters", ()), *rule.get("expected", ())}


def _apart(one: Rule, other: Rule, name: str) -> bool:
    first, second = (rule.get("expected", {}).get(name) for rule in (one, other))
    if first is None or second is None:
        return False
    match one.get("change"), other.get("change"):
        case "shape", "shape":
            return family(first) != family(second)
        case "usual", "usual":
            return exclusive(first, second)
        case "usual", "shape":
            return never_of(first, family(second))
        case "shape", "usual":
            return never_of(second, family(first))
        case _:
            return False
