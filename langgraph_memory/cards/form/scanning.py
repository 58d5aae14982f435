"""Pieces of a form's lines: names, values, headers and rows.

Every function takes a line and the index at which its piece begins, and returns the piece
and the index behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from langgraph_memory.cards.form.model import EACH, Path
from langgraph_memory.cards.form.pairing import NEXT, PAIR_MARKS, TEXT, WAS
from langgraph_memory.cards.form.spelling import (
    ABSENT,
    ALL,
    CUT,
    is_number,
    take_json,
    unspell,
)
from langgraph_memory.errors import LangGraphMemoryError

_RANGES: Final = re.compile(r"\d+(?:-\d+)?(?:\+\d+(?:-\d+)?)*", re.ASCII)
_BARE: Final = re.compile(r'[^\s.,|()=";:*…]+')
_SPACED: Final = re.compile(r'[^\s.,|()=";:*…]+(?: [^\s.,|()=";:*…]+)*')
_ITEM: Final = ", "
_ENDS: Final = (")", ";", CUT)  # of the columns of a header
Object = dict[str, Any]


@dataclass
class Header:
    """What a header declares."""

    kind: str
    separator: str = "|"
    columns: list[Path] = field(default_factory=list)
    texts: set[Path] = field(default_factory=set)
    label: Path | None = None
    shared: list[tuple[Path, Any]] = field(default_factory=list)


@dataclass
class Entry:
    """A row that was read: its fields, its label or groups, what its first cell says."""

    fields: Object
    label: Any = None
    first: str = ""


@dataclass(frozen=True)
class Reference:
    """A group that is said elsewhere."""

    text: str


def take_path(line: str, at: int, *, spaced: bool) -> tuple[Path, int]:
    """Dotted names, with single blanks within them where that is allowed."""
    names: list[str] = []
    while True:
        if line.startswith('"', at):
            name, at = take_json(line, at)
        elif line.startswith(ALL, at):
            name, at = EACH, at + len(ALL)
        else:
            found = (_SPACED if spaced else _BARE).match(line, at)
            if not found:
                msg = f"no name begins at {line[at : at + 40]!r}"
                raise LangGraphMemoryError(msg)
            name, at = found[0], found.end()
        names.append(name)
        if not line.startswith(".", at):
            return tuple(names), at
        at += 1


def take_text(line: str, at: int, marks: tuple[str, ...]) -> tuple[str, int]:
    """The written value at a place, and the index behind it."""
    if line[at : at + 1] in ('"', "{", "["):
        _, end = take_json(line, at)
        cut = line[at] == "[" and line.startswith(CUT, end)
        return line[at:end], end + len(CUT) * cut
    ends = [end for mark in marks if (end := line.find(mark, at)) >= 0]
    end = min(ends, default=len(line))
    return line[at:end], end


def _value(text: str) -> Any:
    return Reference(text[1:]) if text.startswith("=") else unspell(text)


def take_fields(line: str, at: int) -> tuple[list[tuple[Path, Any]], int]:
    """Values behind their names, and those that are null."""
    found: list[tuple[Path, Any]] = []
    if not line.startswith(f"{NEXT}null: ", at):
        found, at = take_pairs(line, at)
    if line.startswith(f"{NEXT}null: ", at):
        paths, at = take_names(line, at + len(f"{NEXT}null: "))
        found += [(path, None) for path in paths]
    return found, at


def take_names(line: str, at: int) -> tuple[list[Path], int]:
    """Dotted names with commas between them."""
    paths = []
    while True:
        path, at = take_path(line, at, spaced=False)
        paths.append(path)
        if not line.startswith(_ITEM, at):
            return paths, at
        at += len(_ITEM)


def take_pairs(
    line: str, at: int, *, spaced: bool = False, call: bool = False
) -> tuple[list[tuple[Path, Any]], int]:
    """`k v, k v`, or `k=v, k=v` with blanks in the names."""
    found: list[tuple[Path, Any]] = []
    marks = (*PAIR_MARKS, ":", "=", " = ", " says: ") if call else PAIR_MARKS
    while True:
        path, at = take_path(line, at, spaced=spaced)
        if line.startswith("(", at):
            inner, at = take_pairs(line, at + 1, spaced=spaced)
            found += [((*path, *rest), value) for rest, value in inner]
            at += 1
        else:
            text, at = take_text(line, at + 1, marks)
            found.append((path, _value(text)))
        if not line.startswith(_ITEM, at):
            return found, at
        at += len(_ITEM)


def take_header(line: str, at: int) -> tuple[Header, int]:
    """A header, and the index behind its bracket, or of the mark in place of that."""
    start, header = at, Header("rows")
    marks: list[str] = []
    at = _columns(line, at + 1, (), header, marks)
    if marks:
        header.separator = marks[0]
    for word in (f"{NEXT}all: ", f"{NEXT}shown: "):
        if line.startswith(word, at):
            header.shared, at = take_pairs(line, at + len(word))
    if line.startswith(f"{NEXT}null: ", at):
        paths, at = take_names(line, at + len(f"{NEXT}null: "))
        header.shared += [(path, None) for path in paths]
    if line.endswith(CUT) and not line.startswith(")", at):
        return take_header(f"{line[: -len(CUT)]})", start)[0], len(line) - len(CUT)
    return header, at + 1


def _columns(line: str, at: int, outer: Path, header: Header, marks: list[str]) -> int:
    """The columns of a header, up to its end or that of a group."""
    while not line.startswith(_ENDS, at):
        starred = line.startswith("*", at)
        bare = not line.startswith('"', at + starred)
        path, at = take_path(line, at + starred, spaced=False)
        column = (*outer, *path)
        if line.startswith("(", at):
            at = _columns(line, at + 1, column, header, marks) + 1
        elif bare and column in (("group",), ("key",)):
            header.kind = column[0]
        else:
            header.columns.append(column)
            if starred:
                header.label = column
            if line.startswith(TEXT, at):
                header.texts.add(column)
                at += len(TEXT)
        if not line.startswith(_ENDS, at):
            marks.append(line[at])
            at += 1
    return at


def take_row(
    line: str, at: int, header: Header, section: Sequence[tuple[Path, Any]]
) -> tuple[Entry, list[tuple[Path, Any]], int]:
    """A row, and the index behind it and what parts it from the next."""
    separator = header.separator
    marks = (separator, NEXT)
    found: list[tuple[Path, Any]] = []
    entry = Entry({})
    waiting: list[Path | None] = list(header.columns)
    if header.kind != "rows":
        waiting.insert(0, None)
    if not waiting:
        waiting.append(())
    step = 0
    more = True
    while more:
        if step < len(waiting):
            text, at = take_text(line, at, marks)
            column = waiting[step]
            step += 1
            entry.first = entry.first or (text if column else "")
            if column is None:
                entry.label = _label(text) if header.kind == "group" else _key(text)
            elif text.startswith("="):
                found.append((column[:1], Reference(text[1:])))
                while step < len(waiting) and (waiting[step] or ())[:1] == column[:1]:
                    step += 1
            elif text not in (ABSENT, CUT):
                raw = column in header.texts and is_number(text)
                found.append((column, text if raw else unspell(text)))
        else:
            said, at = _trailing(line, at, marks)
            found += said
        more = line.startswith(separator, at) and not line.startswith(NEXT, at)
        at += len(separator) if more else 0
    return entry, [*found, *header.shared, *section], at + len(NEXT)


def _trailing(
    line: str, at: int, marks: tuple[str, ...]
) -> tuple[list[tuple[Path, Any]], int]:
    """What stands behind the columns: `k=v`, `group(k=v, k=v)`, or what was before."""
    if line.startswith(WAS, at):
        _, at = take_pairs(line, at + len(WAS), spaced=True)
        return [], at + 1
    path, at = take_path(line, at, spaced=True)
    if line.startswith("(", at):
        inner, at = take_pairs(line, at + 1, spaced=True)
        return [((*path, *rest), value) for rest, value in inner], at + 1
    text, at = take_text(line, at + 1, marks)
    return [(path, unspell(text))], at


def _key(text: str) -> Any:
    if text == ABSENT:
        return None
    return text if is_number(text) else unspell(text)


def _label(text: str) -> Any:
    if text == ABSENT:
        return ""
    if not _RANGES.fullmatch(text):
        return unspell(text)
    numbers: list[int] = []
    for run in text.split("+"):
        first, _, last = run.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
