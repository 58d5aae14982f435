"""Blaming: is the error of a call about what a lesson says of that call?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from langgraph_memory.experiences.arguments import grouped, last_part
from langgraph_memory.experiences.run import Step
from langgraph_memory.experiences.usual import USUAL

_OF_PARAMETERS: Final = frozenset({"shape", "add", "remove", "take", USUAL})
_ECHOED: Final = 3
"""A call's parameters from which on an error that names them all only repeats the call."""

_WORD = re.compile(r"[^\W_]+")
_ABSENT = re.compile(
    r"\b(?:not found|no such|no longer|not exist|unknown|unavailable|not available"
    r"|sold out|already|taken|booked|full)\b|不存在|找不到|没有找到|已满|售罄|已被"
)


def blames(step: Step, rule: Mapping[str, Any]) -> bool:
    """Whether the error of a call speaks of a parameter that a rule is about.

    That nothing is there under the value that was given says nothing of how it was written;
    nor does an error that repeats the whole call say which part was wrong.

    Args:
        step: A call that failed and did what the rule says.
        rule: See `Experience.rule`.

    Returns:
        False where it is not known what the error is about.
    """
    change, told = rule.get("change"), step.condition
    if change not in _OF_PARAMETERS or (change != USUAL and _ABSENT.search(told)):
        return False
    words = f" {' '.join(_WORD.findall(told))} "
    given = [path for path in grouped(step.args) if _named(path, words)]
    if len(given) >= _ECHOED and len(given) == len(grouped(step.args)):
        return False
    return any(_named(path, words) for path in rule.get("parameters", ()))


def _named(path: str, words: str) -> bool:
    # The normal form of an error has slots, such as `<date>`, in place of the values.
    name = " ".join(_WORD.findall(last_part(path).casefold()))
    return bool(name) and f" {name} " in words
