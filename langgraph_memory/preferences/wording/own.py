"""Wordings of dimensions that the user has added: his phrases, politely or for long."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.wording import chinese, parts
from langgraph_memory.preferences.wording.english import Wording

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_OVER: Final = r"(?: |, )(?:instead of|rather than|and not|not|and no|over) [^,]{1,40}?"
_RIVAL: Final = r"[，,]?(?:而不是|不是|不要|别)[^，,]{1,20}?"
_NEVER: Final = (
    r"(?:never|don't|do not|no longer|(?:i )?(?:don't|no longer) want(?: you)? to"
    r"|(?:you )?(?:needn't|need not|don't (?:have|need) to)|no need to)"
)
_UNWANTED: Final = (
    r"(?:no more|enough (?:of|with)|(?:i )?(?:no longer|don't) (?:want|need|like))"
)
_NO: Final = r"(?:不要|别|不用|不再|停止|别再|不要再|不必|无需|不需要)"


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


@lru_cache(maxsize=64)
def own_denials(dimensions: tuple[Dimension, ...]) -> tuple[Wording, ...]:
    """What clauses must be that turn a value of these dimensions down.

    Args:
        dimensions: As of `own_wordings`.

    Returns:
        The wordings, each with the value that is wanted no more.
    """
    return tuple(
        (_denial(phrase), dimension.name, value)
        for dimension in dimensions
        for value, phrases in dimension.phrases.items()
        for phrase in phrases
    )


def _pattern(phrase: str) -> re.Pattern[str]:
    if _HAN.search(phrase):
        return re.compile(f"{chinese.LEAD}(?:{_words(phrase)})(?:{_RIVAL})?{chinese.TAIL}")
    return re.compile(f"{parts.LEAD}(?:{_words(phrase)})(?:{_OVER})?{parts.TAIL}")


def _denial(phrase: str) -> re.Pattern[str]:
    if _HAN.search(phrase):
        return re.compile(f"{chinese.LEAD}{_NO}{_words(phrase)}{chinese.TAIL}")
    first, _, rest = phrase.lower().partition(" ")
    doing = f"{re.escape(first.removesuffix('e'))}ing(?:{re.escape(f' {rest}')})"
    noun = re.escape(rest) or "(?!)"
    return re.compile(
        f"{parts.LEAD}(?:{_NEVER} {_words(phrase)}|(?:stop|quit|no more|enough) {doing}"
        f"|{_UNWANTED} {noun}){parts.TAIL}"
    )


def _words(phrase: str) -> str:
    return r"\s+".join(re.escape(word) for word in phrase.lower().split())
