"""Slots: the values a run's calls were given, replaced by the names of their parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from langgraph_memory.experiences.arguments import leaves
from langgraph_memory.experiences.masking import mask

_MOST_VALUES = 300
_LONGEST_VALUE = 80
_MOST_WORDS = 4
_SHORT = 3
_NUMBER = re.compile(r"[-+]?\d[\d.,]*")
_NOT_A_SLOT = re.compile(r"[\W\d]+")
_PERSON = re.compile(
    r"name|passenger|guest|customer|contact|person|patient|recipient|author|姓名|联系人|乘客"
)


class Slots:
    """Makes texts of one run transferable: values of arguments become `<parameter>`.

    What is no argument but still belongs to this run (ids, dates, names) is masked too.
    """

    def __init__(
        self, calls: Iterable[Mapping[str, Any]], keep: frozenset[str] = frozenset()
    ) -> None:
        """Learn the values.

        Args:
            calls: The arguments of each call; the first parameter that held a value names
                its slot.
            keep: Words that are never replaced, such as the names of tools.
        """
        self._keep = keep
        self._names: dict[str, str] = {}
        for args in calls:
            for path, value in leaves(args):
                for written in _written(path, value):
                    if written not in keep and len(self._names) < _MOST_VALUES:
                        self._names.setdefault(_folded(written), slot_of(path))
        longest_first = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, longest_first)) or r"(?!)")

    def fill(self, text: str, keep: frozenset[str] = frozenset()) -> str:
        """The text with slots and placeholders; filling it again changes nothing.

        Args:
            text: Any text.
            keep: Further words or numbers that are not masked.

        Returns:
            The text, at most 2,000 characters of it.
        """

        def slot(match: re.Match[str]) -> str:
            return f"<{self._names[_folded(match[0])]}>"

        return mask(self._pattern.sub(slot, text), self._keep | keep)


def _written(path: str, value: object) -> Iterator[str]:
    """The ways in which a value may stand in a text; none when it is too common a word."""
    text = value.strip() if isinstance(value, str) else ""
    if not 1 < len(text) <= _LONGEST_VALUE or _NUMBER.fullmatch(text):
        return  # numbers say the same of every run and are masked alike
    words = text.split()
    if len(words) > _MOST_WORDS or (len(text) <= _SHORT and text.islower()):
        return
    yield text
    if len(words) > 1 and _PERSON.search(path.casefold()):
        yield from (word for word in words if word.istitle() and len(word) >= _SHORT)


def slot_of(path: str) -> str:
    """The name of the slot for the values of a parameter: `city` of `hotels[].city`."""
    last = path.replace("[]", "").replace("*", "").rstrip(".").rpartition(".")[2]
    return _NOT_A_SLOT.sub("", last).strip("_").lower()[:40] or "value"


def _folded(written: str) -> str:
    return written if len(written) <= _SHORT else written.casefold()


def _pattern(written: str) -> str:
    # Neither inside a longer word, nor inside a placeholder.
    before = r"(?<![A-Za-z0-9_<])" if written[0].isascii() else "(?<!<)"
    after = r"(?![A-Za-z0-9_>])" if written[-1].isascii() else "(?!>)"
    body = re.escape(written)
    return before + (body if len(written) <= _SHORT else f"(?i:{body})") + after
