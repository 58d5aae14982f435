"""What a stored item is about and how far to trust it, told without reading it whole."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, NamedTuple


class About(NamedTuple):
    """The tool that a lesson is about, and the pool that it is in.

    Attributes:
        tool: The tool; empty: none, as of a lesson about whole runs, and of a card.
        pool: The pool; empty: that of general principles.
    """

    tool: str = ""
    pool: str = ""


NOTHING: Final = About()
"""That of what is no lesson."""


def about(told: Mapping[str, Any]) -> About:
    """What a stored item is about.

    Args:
        told: Its value.
    """
    rule = told.get("rule")
    tool = rule.get("tool") if isinstance(rule, dict) else None
    return About(str(tool or ""), str(told.get("pool") or ""))


def trust_in(told: Mapping[str, Any]) -> float:
    """How far an item is to be trusted: its confidence; not at all when it was demoted.

    Args:
        told: Its value.
    """
    confidence = told.get("confidence")
    if told.get("demoted"):
        return 0.0
    if not isinstance(confidence, int | float):
        return 1.0
    return float(confidence) if isfinite(confidence) else 0.0
