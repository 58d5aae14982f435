"""Which pieces of a text belong together: lines of one object, parts of one line.

And which of them name the columns of the lines below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

_MOST: Final = 16
"""Lines that an object may have."""

_KEY: Final = re.compile(r"[-*#\s]*([^\W\d_][\w ./-]{0,40}?)\s*[:=：](?!//)")
_RULE: Final = re.compile(r"[\s|:+=-]*-{2,}[\s|:+=-]*")
_ITEM: Final = re.compile(r"\s*(?:[-*•+]|\d+[.)])\s")
_DIGITS: Final = re.compile(r"\d+")
_DELIMITERS: Final = "|\t,;"
_ENDS: Final = re.compile(
    r"(?<![.\s][A-Z])(?<!\b(?:Mr|Ms|Dr|St|Mt|No|vs))(?<!\bMrs)(?<!\bProf)(?<!\b(?:e\.g|i\.e))"
    r"[.!?。！？]\Z"
)
_ROWS: Final = 3
_TAIL: Final = 8


class Layout(NamedTuple):
    """How the pieces of a text lie.

    Attributes:
        blocks: The positions of those that belong together, in order.
        heads: The positions of those that name columns.
    """

    blocks: tuple[range, ...]
    heads: frozenset[int]


class _Line(NamedTuple):
    """A line: its pieces, what it says, and how what follows is parted from it."""

    pieces: range
    text: str
    tail: str


@lru_cache(maxsize=256)
def layout(pieces: tuple[str, ...]) -> Layout:
    """Find what of a text belongs together.

    Lines are an object where they are names and values, or stand indented below their
    first; blank lines part objects, and so does a name that comes again.

    Args:
        pieces: Of a text, each with the blanks behind it.

    Returns:
        The blocks, which hold each piece once, and the heads of tables.
    """
    lines = list(_lines(pieces))
    objects = (one for group in _parted(lines) for one in _objects(group))
    blocks = (range(one[0].pieces.start, one[-1].pieces.stop) for one in objects)
    return Layout(tuple(blocks), frozenset(_heads(lines)))


def _lines(pieces: Sequence[str]) -> Iterator[_Line]:
    start = 0
    for at, piece in enumerate(pieces):
        said = piece.rstrip()
        tail = piece[len(said) :]
        if "\n" in tail or not tail or _ENDS.search(said[-_TAIL:]) or at + 1 == len(pieces):
            yield _Line(range(start, at + 1), "".join(pieces[start : at + 1]), tail)
            start = at + 1


def _parted(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """The lines between blank ones."""
    group: list[_Line] = []
    for line in lines:
        group.append(line)
        if line.tail.count("\n") > 1:
            yield group
            group = []
    if group:
        yield group


def _objects(lines: list[_Line]) -> Iterator[list[_Line]]:
    """The lines of each object; a line that is of none by itself."""
    named = [_KEY.match(line.text) for line in lines]
    keys = [_DIGITS.sub("0", match[1]) if match else "" for match in named]
    again = keys.count(keys[0]) > 1 and 2 * keys.count(keys[0]) <= len(keys)
    deeper = _deeper(lines)
    object_: list[_Line] = []
    told: set[str] = set()
    for at, line in enumerate(lines):
        other = at == 1 or (at > 1 and keys[at - 1])
        other = other and keys[at] and keys[at] not in told and not _ITEM.match(line.text)
        begins = keys[at] == keys[0] if again else not (deeper[at] or other)
        if object_ and (begins or len(object_) == _MOST):
            yield object_
            object_, told = [], set()
        object_.append(line)
        told.add(keys[at])
    yield object_


def _deeper(lines: Sequence[_Line]) -> list[bool]:
    """Which lines stand indented below another; neither rows nor items of a list do."""
    listed = _ITEM.match(lines[0].text) is not None
    return [False] + [
        "\n" in above.tail
        and above.tail[-1] != "\n"
        and not any(mark in line.text for mark in "|\t")
        and (listed or not _ITEM.match(line.text))
        for above, line in pairwise(lines)
    ]


def _heads(lines: Sequence[_Line]) -> Iterator[int]:
    for line, below in pairwise(lines):
        if any(mark in line.text for mark in _DELIMITERS) and _RULE.fullmatch(below.text):
            yield from line.pieces
    if len(lines) > _ROWS and (marks := _marks(lines[0].text)):
        alike = [_marks(line.text) == marks for line in lines[1:]]
        if 2 * sum(alike) > len(alike) and not any(map(str.isdigit, lines[0].text)):
            yield from lines[0].pieces


def _marks(text: str) -> tuple[int, ...]:
    counts = tuple(map(text.count, _DELIMITERS))
    return counts if max(counts) > 1 else ()
