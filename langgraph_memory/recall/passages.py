"""The part of a record that a question is about, within a number of tokens."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from langgraph_memory.cards.form.pieces import pieces
from langgraph_memory.cards.selection.blocks import layout
from langgraph_memory.facts.reading import read
from langgraph_memory.facts.tables import MISSING, Table
from langgraph_memory.index.words import tokenize

_LONG_LINE: Final = 400
_LONGEST_OBJECT: Final = 800
_LONGEST_NAME: Final = 60
_HALVINGS: Final = 12

_FURTHER: Final = "… (+{} characters)"

_NEAR: Final = 0.5
"""Share of the best part's score from which another part is shown beside it."""


@dataclass(frozen=True)
class Passage:
    """What is shown of a text.

    Attributes:
        text: The text shown.
        parts: How many of its parts that is; 0 where the text is shown from its beginning.
        of: How many parts it has; 0 likewise.
        whole: Whether it is all of the text, as it is.
        matched: Whether it was chosen by the question.
    """

    text: str
    parts: int
    of: int
    whole: bool
    matched: bool


class Part(NamedTuple):
    """A row, a value or a line of a text.

    Attributes:
        text: How it is shown.
        said: Its values, without the names that the text gives them.
        alone: Whether it belongs to a single object and not to one of many.
        cells: The texts that a row of a list holds, short ones: it may be called by them.
    """

    text: str
    said: str
    alone: bool = False
    cells: tuple[str, ...] = ()


def passage(
    text: str, query: str | None, *, room: int, count: Callable[[str], int]
) -> Passage:
    """Choose what to show of a text.

    With a question, those of its rows, values or lines that share words with it, the rarest
    words first, in the order of the text. Without one, or when none shares a word: all of
    it, or its beginning where it is too long.

    Args:
        text: A record's text.
        query: What is looked for, or None.
        room: Most tokens.
        count: Tokens of a text.

    Returns:
        The passage.
    """
    asked = frozenset(tokenize(query or ""))
    parts = [part.text for part in parts_of(text)] if asked else []
    chosen = _best(parts, asked, room, count)
    if chosen:
        shown = beginning("\n".join(parts[at] for at in sorted(chosen)), room, count)
        return Passage(shown, len(chosen), len(parts), whole=False, matched=True)
    shown = beginning(text, room, count)
    return Passage(shown, 0, 0, whole=shown == text, matched=False)


def beginning(text: str, room: int, count: Callable[[str], int]) -> str:
    """The beginning of a text that takes so many tokens, or all of it.

    Args:
        text: Any text.
        room: Most tokens.
        count: Tokens of a text.

    Returns:
        The text, or a prefix of it, at a line's end where one is near.
    """
    if count(text) <= room:
        return text
    fits, too_long = 0, len(text)
    for _ in range(_HALVINGS):
        middle = (fits + too_long) // 2
        if count(text[:middle]) <= room:
            fits = middle
        else:
            too_long = middle
    cut = text.rfind("\n", fits - _LONG_LINE if fits > _LONG_LINE else 0, fits)
    return text[: cut if cut > 0 else fits]


def clipped(text: str, room: int, count: Callable[[str], int]) -> str:
    """The beginning of a text, and how much more there is.

    Args:
        text: Any text.
        room: Most tokens.
        count: Tokens of a text.

    Returns:
        The text, or a prefix of it with `… (+N characters)`, which alone stands where
        there is room for nothing else.
    """
    if count(text) <= room:
        return text
    mark = _FURTHER.format(len(text))
    shown = beginning(text, max(0, room - count(mark)), count).rstrip()
    return f"{shown}{_FURTHER.format(len(text) - len(shown))}"


def _best(
    parts: Sequence[str], asked: frozenset[str], room: int, count: Callable[[str], int]
) -> list[int]:
    """Positions of the parts that share most with the question, as many as fit or one."""
    shared = [asked.intersection(tokenize(part)) for part in parts]
    holding = Counter(word for words in shared for word in words)
    rarity = {word: math.log1p(len(parts) / n) for word, n in holding.items()}
    scores = [sum(rarity[word] for word in words) for words in shared]
    least = max(scores, default=0.0) * _NEAR
    near = [at for at, score in enumerate(scores) if score and score >= least]
    chosen: list[int] = []
    for at in sorted(near, key=lambda at: (-scores[at], at)):
        room -= count(parts[at]) + 1
        if room < 0 and chosen:
            break
        chosen.append(at)
    return chosen


def parts_of(text: str) -> list[Part]:
    """Cut a text into what can be shown of it by itself.

    Args:
        text: A record's text.

    Returns:
        Rows of lists, values of single objects, lines, and those lines together that tell
        of one object; always the same for one text.
    """
    reading = read(text)
    lines = reading.prose if reading.tables else _lines(text)
    rows = [part for table in reading.tables for part in _rows(table)]
    return [*rows, *(Part(line, line) for line in lines)]


def _lines(text: str) -> Iterator[str]:
    """The lines, several of one object as one, and long ones in pieces."""
    cut = pieces(text)
    line = ""
    for block in layout(tuple(cut)).blocks:
        said = "".join(cut[block.start : block.stop])
        several = "\n" in said.strip()
        if line and (several or len(line) + len(said.rstrip()) > _LONG_LINE):
            yield from _pieces(line)
            line = ""
        line += said
        if several and len(said) <= _LONGEST_OBJECT:
            yield "\n".join(filter(None, map(str.rstrip, said.split("\n")))).strip()
            line = ""
        elif "\n" in said:
            for one in line.split("\n"):
                yield from _pieces(one)
            line = ""
    yield from _pieces(line)


def _rows(table: Table) -> Iterator[Part]:
    """One part per row of a list, or per value of a single object."""
    place = f"{table.name}: " if table.name else ""
    for row in table.rows:
        cells = {c: v for c, v in zip(table.columns, row, strict=True) if v is not MISSING}
        if table.kind == "list":
            said = " ".join(map(_said, cells.values()))
            called = (v for v in cells.values() if isinstance(v, str))
            short = tuple([v for v in called if len(v) <= _LONGEST_NAME])
            yield Part(place + _compact(cells), said, cells=short)
        else:
            for name, cell in cells.items():
                text = f"{place}{name}: {_compact(cell)}"
                yield Part(text, _said(cell), alone=True)


def _said(cell: Any) -> str:
    return "" if cell is None or isinstance(cell, bool) else str(cell)


def _pieces(line: str) -> Iterable[str]:
    """A line, or pieces of a long one that end between words."""
    piece: list[str] = []
    length = 0
    for word in line.split():
        if length + len(word) > _LONG_LINE and piece:
            yield " ".join(piece)
            piece, length = [], 0
        piece.append(word)
        length += len(word) + 1
    if piece:
        yield " ".join(piece)


def _compact(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
