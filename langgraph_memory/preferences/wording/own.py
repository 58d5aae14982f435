"""Wordings of dimensions that the user has added: his phrases, politely or for long."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.wording import chinese, parts
from langgraph_memory.preferences.wording.english import Wording

_HAN: Final = re.compile(r"[\u3400-\u9fff]")


@lru_cache(maxsize=64)
def own_wordings(dimensions: tuple[Dimension, ...]) -> tuple[Wording, ...]:
    """What clauses must be that state a value of these dimensions.

    Args:
        dimensions: With their phrases; those without have none.

    Returns:
        The wordings, English and Chinese.
    """
    return tuple(
        (_pattern(phrase), dimension.name, value)
        for dimension in dimensions
        for value, phrases in dimension.phrases.items()
        for phrase in phrases
    )


def _pattern(phrase: str) -> re.Pattern[str]:
    language = chinese if _HAN.search(phrase) else parts
    words = r"\s+".join(re.escape(word) for word in phrase.lower().split())
    return re.compile(f"{language.LEAD}(?:{words}){language.TAIL}")
