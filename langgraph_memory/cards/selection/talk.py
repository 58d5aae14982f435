"""What the visible conversation already says, and what it said lately."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from langgraph_memory.cards.words import words

Speaker = Literal["user", "model", "call", "system"]

_WORD: Final = re.compile(r"\w+(?:[.@-]\w+|(?<=\d)[:/+]\d\w*)*")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_JOINED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RECENT: Final = 3


@dataclass(frozen=True)
class Said:
    """One thing that was said.

    Attributes:
        speaker: Who said it; `call` for a value given to a tool.
        text: What was said.
        turn: Position of its message; things of one message share it.
    """

    speaker: Speaker
    text: str
    turn: int


class Talk:
    """The conversation as a set of words and phrases."""

    def __init__(self, said: Iterable[Said]) -> None:
        """Take in what was said, the oldest first."""
        self._said = tuple(said)
        turns = sorted({one.turn for one in self._said})
        first = turns[-_RECENT:][0] if turns else 0
        self.all = _Heard(one.text for one in self._said)
        self.recent = _Heard(one.text for one in self._said if one.turn >= first)
        self.user = _Heard(one.text for one in self._said if one.speaker == "user")
        calls = [one for one in self._said if one.speaker == "call"]
        rounds = {turn: at for at, turn in enumerate(sorted({c.turn for c in calls}), 1)}
        self.rounds = len(rounds)
        self._used = {normal(one.text): rounds[one.turn] for one in calls}
        self._used_ids = {
            word: rounds[one.turn]
            for one in calls
            for word in _words(one.text)
            if any(map(str.isdigit, word)) and not word.isdigit()
        }

    def used(self, value: str) -> int:
        """The newest round of calls that was given a value, counted from 1; 0: none."""
        return self._used.get(value) or self._used_ids.get(value, 0)

    @cached_property
    def task(self) -> str:
        """What the user asks for: with his first message, and the newest."""
        said = [one.text for one in self._said if one.speaker == "user"]
        return "\n".join(dict.fromkeys([*said[:1], *said[-1:]]))

    @cached_property
    def wishes(self) -> frozenset[str]:
        """Stems of what the user said lately: with his newest message, and the first."""
        said = [one.text for one in self._said if one.speaker == "user"]
        return frozenset(stem for text in said[-1:] for stem in _stems(text))

    @cached_property
    def newest(self) -> _Heard:
        """The user's newest message."""
        return _Heard([one.text for one in self._said if one.speaker == "user"][-1:])

    @cached_property
    def named(self) -> frozenset[str]:
        """The words of it that carry content."""
        said = [one.text for one in self._said if one.speaker == "user"][-1:]
        return frozenset(word for text in said for word in _spoken(text)[0] if words(word))


class _Heard:
    """Words and phrases of some texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        parts = [_spoken(text) for text in texts]
        self._words: frozenset[str] = frozenset().union(*(part[0] for part in parts))
        self._text = "\0".join(part[1] for part in parts)

    def __contains__(self, value: str) -> bool:
        """Whether a value in its normal form was said as whole words."""
        if value in self._words:
            return True
        if " " in value:
            return f" {value} " in self._text
        return not value.isascii() and bool(_JOINED.search(value)) and value in self._text


@lru_cache(maxsize=2048)
def _spoken(text: str) -> tuple[frozenset[str], str]:
    found = _words(_THOUSANDS.sub("", text))
    return frozenset(found), f" {' '.join(found)} "


@lru_cache(maxsize=512)
def _stems(text: str) -> frozenset[str]:
    return frozenset(words(text))


def normal(value: Any) -> str:
    """The form in which values are compared: words in lower case, one blank between.

    Args:
        value: Plain JSON data.

    Returns:
        Empty for null, booleans, containers and texts without a word: nothing to compare.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)
    if not text.isascii():
        return " ".join(_words(text))
    if text.isalnum():
        return text.lower()
    if isinstance(value, float) and text.replace(".", "").isdigit():
        return text.rstrip("0").rstrip(".")
    whole = text.replace("-", "").isalnum() and "--" not in text
    if whole and text[0] != "-" != text[-1]:
        return text.lower()
    return " ".join(_words(text))


def _words(text: str) -> Sequence[str]:
    found = _WORD.findall(text.casefold())
    return [
        word.rstrip("0").rstrip(".") if "." in word and _DECIMAL.fullmatch(word) else word
        for word in found
    ]
