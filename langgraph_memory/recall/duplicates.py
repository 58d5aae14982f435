"""Telling texts that say the same from texts that are merely alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from langgraph_memory.index.lexical import tokenize

SAME: Final = 0.85
"""Share of common words, as Dice's coefficient, from which two texts say the same."""

_DIGITS_OF_A_CODE: Final = 5
_DIGITS_BESIDE_LETTERS: Final = 3


@dataclass(frozen=True)
class Gist:
    """What a text says, for comparing it with others.

    Attributes:
        words: Its words, without plain numbers: a counter or a price makes no difference.
        codes: Its ids, long numbers and dates: texts about different ones are about
            different things, however alike their words.
    """

    words: frozenset[str]
    codes: frozenset[str]

    def same(self, other: Gist) -> bool:
        """Whether two texts say nearly the same.

        Args:
            other: The gist of the other text.

        Returns:
            True when their codes are equal and their words are the same but for a few. A
            text without words is like no other.
        """
        if self.codes != other.codes:
            return False
        both = len(self.words) + len(other.words)
        return both > 0 and 2 * len(self.words & other.words) >= SAME * both


def gist(text: str) -> Gist:
    """Reduce a text to what near-duplicates have in common.

    Args:
        text: Any text.

    Returns:
        Its gist, of the words that a search would look for.
    """
    tokens = frozenset(tokenize(text))
    codes = frozenset(filter(_is_code, tokens))
    return Gist(frozenset(t for t in tokens - codes if not _is_number(t)), codes)


def _is_code(token: str) -> bool:
    if _is_number(token):
        return token.isdigit() and len(token) >= _DIGITS_OF_A_CODE
    return sum(map(str.isdigit, token)) >= _DIGITS_BESIDE_LETTERS


def _is_number(token: str) -> bool:
    return token.replace(".", "").isdigit()
