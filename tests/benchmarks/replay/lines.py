"""Lines of tool outputs, the pieces that the simple policies choose from.

JSON is laid out as it is when it is pretty-printed, one scalar a line, without indentation
(which would only cost tokens) and without lines of brackets alone; other text has its own
lines. A line that was there before says nothing new, so equal lines count once, where they
stand first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tests.benchmarks.replay.tokens import Count

_SPEAKS: Final = re.compile(r"\w")
_KEY: Final = re.compile(r'"((?:[^"\\]|\\.)*)": ?')


@dataclass(frozen=True)
class Line:
    """A line and the key it stands under: its own, or that of the list it is in."""

    text: str
    key: str


def distinct_lines(outputs: Iterable[str]) -> list[Line]:
    """The different lines of all outputs, in the order in which tools said them."""
    distinct: dict[str, Line] = {}
    for output in outputs:
        for line in lines_of(output):
            distinct.setdefault(line.text, line)
    return list(distinct.values())


@lru_cache(maxsize=8_192)
def lines_of(output: str) -> tuple[Line, ...]:
    """Lines of one output."""
    try:
        laid_out = json.dumps(json.loads(output), indent=0, ensure_ascii=False)
    except (ValueError, RecursionError):
        laid_out = output
    key, found = "", []
    for text in laid_out.splitlines():
        named = _KEY.match(text)
        key = named[1] if named else key
        if _SPEAKS.search(text):
            found.append(Line(text, key))
    return tuple(found)


def fit(lines: Sequence[Line], order: Iterable[int], budget: int, count: Count) -> str:
    """The lines that fit, taken in an order, shown in their own.

    Args:
        lines: To choose from.
        order: Numbers of lines, the first choice first.
        budget: Tokens; a line that is too long for the rest is passed over.
        count: Tokens of a text.
    """
    taken = []
    for number in order:
        cost = count(f"{lines[number].text}\n")
        if cost <= budget:
            taken.append(number)
            budget -= cost
    return "\n".join(lines[number].text for number in sorted(taken))


def fit_newest(lines: Sequence[Line], budget: int, count: Count) -> str:
    """As many of the last lines as fit."""
    return fit(lines, reversed(range(len(lines))), budget, count)
