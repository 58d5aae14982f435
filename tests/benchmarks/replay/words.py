"""Words, the unit in which values are compared and distances are measured.

A value counts as present only where it stands as a whole: `152` is not in `HAT152`,
`152.50` or `2024-1-152`. So a text is cut into words that hold together what belongs to
one value (`mia.li@example.com`, `2024-05-20`, `16:00:00`, `credit_card_44`), folded to
lower case, numbers without trailing zeros, outer signs (`#W12`, `$5`) dropped; and a value
of several words is present where the same words follow each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

Words = tuple[str, ...]

RAW_WORD: Final = re.compile(r"\w+(?:(?:[.@-]|(?<=\d)[:+/](?=\d))\w+)*")
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[nrt])")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")


@lru_cache(maxsize=65_536)
def words(text: str) -> Words:
    """Cut a text into normalised words, in order; what JSON escapes reads as it is."""
    plain = _ESCAPE.sub(_unescaped, text) if "\\" in text else text
    return tuple(map(_normal, RAW_WORD.findall(plain.casefold())))


def spoken(text: str) -> Words:
    """Words of what people and models say, where `1,628` is one number."""
    return words(_THOUSANDS.sub("", text))


def value_words(value: Any) -> Words:
    """Words of a JSON scalar; none for null and for booleans, which say nothing alone."""
    if value is None or isinstance(value, bool):
        return ()
    return words(str(value))


END: Final = "\0"
"""Stands after each of several texts, so that no value reaches from one into the next."""


def apart(one: int, other: int, sizes: tuple[int, int]) -> int:
    """Words between two values that begin at these positions; 0 where they overlap."""
    return max(0, other - one - sizes[0], one - other - sizes[1])


class Places:
    """Where each word of a text stands; a text may grow at its end."""

    def __init__(self, text: Sequence[str] = ()) -> None:
        self.words: list[str] = []
        self._at: dict[str, list[int]] = {}
        self.extend(text)

    def extend(self, more: Sequence[str]) -> None:
        """Append words."""
        for position, word in enumerate(more, len(self.words)):
            self._at.setdefault(word, []).append(position)
        self.words.extend(more)

    def find(self, value: Words) -> Iterator[int]:
        """Positions where a value begins, first to last."""
        if not value:
            return
        size = len(value)
        for start in self._at.get(value[0], ()):
            if size == 1 or tuple(self.words[start : start + size]) == value:
                yield start

    def count(self, value: Words) -> int:
        """How often a value stands there."""
        return sum(1 for _ in self.find(value))

    def __contains__(self, value: Words) -> bool:
        return next(self.find(value), None) is not None


def _unescaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else " "


def _normal(word: str) -> str:
    return word.rstrip("0").rstrip(".") if _DECIMAL.fullmatch(word) else word
