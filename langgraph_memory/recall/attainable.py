"""What the words of a query can be expected to score where there is an answer."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from typing import Final

from langgraph_memory.index.lexical import Match
from langgraph_memory.index.words import tokenize

_SHORT_QUERY: Final = 5.2  # words that one text may well have all of
_STRANGE: Final = 1.5  # times the gain of a name that no text has, in addition to it
_FEW_NAMES: Final = 1 / 3  # of the words; where more have a capital, it tells nothing
_WORD: Final = re.compile(r"[^\W\d_][\w'’]*")
_NAME: Final = re.compile(r"(?<=[\w,;:'’\"”)] )[A-Z][\w'’]+")


def attainable(query: str, match: Match) -> float:
    """Tell what the words of a query can be expected to score.

    No text has all the words of a long query, while what is found by chance grows with the
    square root of their number. A name that no text has counts more than twice: nothing
    is known about whom or what the query is about.

    Args:
        query: The query as it is written, by whose capitals names are known.
        match: Its words.

    Returns:
        BM25, 0 for a query without words.
    """
    gains = match.ceiling
    if match.words and (unseen := match.unseen):
        names = frozenset(tokenize(" ".join(_names(query))))
        both = zip(match.words, match.gains.tolist(), strict=True)
        gains += _STRANGE * sum(gain for word, gain in both if word in unseen & names)
    return gains * min(1.0, math.sqrt(_SHORT_QUERY / max(1, len(match.words))))


def _names(query: str) -> Collection[str]:
    """Words that a capital inside a sentence makes names, unless most have one."""
    names: Sequence[str] = _NAME.findall(query)
    return names if len(names) <= _FEW_NAMES * len(_WORD.findall(query)) else ()
