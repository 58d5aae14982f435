"""Which words of a new task stand where the scenario of a lesson has slots."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from langgraph_memory.experiences.findings import task_of
from langgraph_memory.experiences.wording import terms

_WORD: Final = re.compile(
    r"<[^\W\d_]\w{0,39}>|[㐀-鿿]|[^\W㐀-鿿]+(?:['’.@/:-][^\W㐀-鿿]+)*"
)
_SLOT: Final = "<"  # how one begins
_MOST_WORDS: Final = 200
_LONGEST_VALUE: Final = 8
_LEAST_SHARE: Final = 0.6
_SHORTEST: Final = 3


def words_in_slots(task: str, scenario: str) -> str:
    """The words of a task that fill the slots of a scenario.

    They say nothing about whether the task is of the scenario's kind: `Report on lunar
    energy` is as near to `Report on <topic>` as any other report.

    Args:
        task: The new task.
        scenario: The scenario of an experience.

    Returns:
        The words, at most 8 for each slot; empty when the task is worded otherwise: when it
        has less than 0.6 of the scenario's words, or no word where a slot begins.
    """
    if _SLOT not in scenario:
        return ""
    said, wanted = _worded(scenario)
    if not any(map(_is_slot, said)):
        return ""
    # Words in common come first: they are told at a fraction of the price of their order.
    if len(wanted & _telling(task)) < _LEAST_SHARE * len(wanted):
        return ""
    asked = _words(task)
    one, other = ([word.casefold() for word in words] for words in (said, asked))
    pairs = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    equal = " ".join(" ".join(said[a:b]) for kind, a, b, _, _ in pairs if kind == "equal")
    known = _telling(equal)
    if not known or len(known) < _LEAST_SHARE * len(wanted):
        return ""
    filled = (asked[c:d][:_LONGEST_VALUE] for kind, a, _, c, d in pairs
              if kind == "replace" and _is_slot(said[a]))  # fmt: skip
    return " ".join(word for words in filled for word in words)


@lru_cache(maxsize=4_096)
def _worded(scenario: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words of a scenario, and the telling ones that are no slots."""
    said = _words(task_of(scenario))
    return said, _telling(" ".join(word for word in said if not _is_slot(word)))


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text)[:_MOST_WORDS])


def _is_slot(word: str) -> bool:
    return word.startswith(_SLOT)


@lru_cache(maxsize=4_096)
def _telling(text: str) -> frozenset[str]:
    return frozenset(w for w in terms(text) if len(w) >= _SHORTEST or not w.isascii())
