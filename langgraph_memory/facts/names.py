"""Names of columns, parameters and tools as words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")


def words(name: str) -> list[str]:
    """The words of an identifier, lowered: `flightNumber` and `Flight_number` alike.

    Args:
        name: A column, parameter or tool, in any common style.

    Returns:
        Its words in order.
    """
    return [word.lower() for word in _WORD.findall(name)]


def singular(word: str) -> str:
    """An English word without its plural ending; other words as they are."""
    return _singular(word) if word.endswith("s") else word


@lru_cache(maxsize=1_024)
def _singular(word: str) -> str:
    for plural, ending in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch")):
        if word.endswith(plural):
            return word.removesuffix(plural) + ending
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")
