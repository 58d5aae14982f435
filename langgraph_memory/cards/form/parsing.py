"""The text of a form back as the values that were written."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from langgraph_memory.cards.form.layout import NEXT, PAIR_MARKS, TEXT
from langgraph_memory.cards.form.model import Path
from langgraph_memory.cards.form.spelling import ABSENT, is_number, take_json, unspell
from langgraph_memory.errors import LangGraphMemoryError

_RANGES: Final = re.compile(r"\d+(?:-\d+)?(?:\+\d+(?:-\d+)?)*", re.ASCII)
_BARE: Final = re.compile(r'[^\s.,|()=";:*]+')
_SPACED: Final = re.compile(r'[^\s.,|()=";:*]+(?: [^\s.,|()=";:*]+)*')
_ITEM: Final = ", "
_Object = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """What one part of a form says.

    Attributes:
        name: Name of the part.
        value: The JSON value, or the text.
        is_text: Whether it is a text that was no JSON.
    """

    name: str
    value: Any
    is_text: bool = False


def parse(text: str) -> tuple[Said, ...]:
    """Read what `write` wrote.

    Former versions (`was`) are passed over. Of one output that is written whole, the value
    is that of the output; of several outputs that became one table, it is a list of objects.

    Args:
        text: What `write` gave.

    Returns:
        What each part says, in order; equal to what was written down to the types.

    Raises:
        LangGraphMemoryError: When the text is no form.
    """
    return tuple(_Parser(text).parts())


@dataclass
class _Header:
    """What a header declares."""

    kind: str
    separator: str = "|"
    columns: list[Path] = field(default_factory=list)
    texts: set[Path] = field(default_factory=set)
    label: Path | None = None
    shared: list[tuple[Path, Any]] = field(default_factory=list)


@dataclass
class _Entry:
    """A row that was read: its fields, its label or groups, what its first cell says."""

    fields: _Object
    label: Any = None
    first: str = ""


class _Parser:
    """One pass over the lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n") if text else []
        self._at = 0
        self._headers: dict[tuple[Path, ...], _Header] = {}
        self._rows: dict[str, list[tuple[str, _Object]]] = {}

    def parts(self) -> Iterator[Said]:
        while self._at < len(self._lines):
            said = self._part()
            if said is not None:
                yield said

    def _take(self) -> str:
        line = self._lines[self._at]
        self._at += 1
        return line

    def _next(self, indent: int) -> str | None:
        """The next line, if it is indented as far or farther."""
        if self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith(" " * indent):
                return line[indent:]
        return None

    def _part(self) -> Said | None:
        line = self._take()
        if line.startswith("was "):
            self._skip_deeper()
            return None
        [name], at = _path(line, 0, spaced=False)
        if line.startswith("(", at):
            header, at = _header(line, at)
            self._expect(line, at, ":")
            return Said(name, _assembled(header, self._entries(header, 1, name, ((name,),))))
        if line.startswith(":", at):
            return Said(name, self._record(name, line, at + 1))
        if line.startswith(" for ", at):
            _, at = _pairs(line, at + len(" for "), call=True)
        if line.startswith(" = ", at):
            return Said(name, unspell(line[at + len(" = ") :]))
        self._expect(line, at, " says: ")
        texts = [line[at + len(" says: ") :]]
        while (more := self._next(1)) is not None:
            texts.append(more)
            self._at += 1
        return Said(name, "\n".join(texts), is_text=True)

    @staticmethod
    def _expect(line: str, at: int, mark: str) -> None:
        if not line.startswith(mark, at):
            msg = f"{mark!r} is missing in {line[:80]!r}"
            raise LangGraphMemoryError(msg)

    def _skip_deeper(self, indent: int = 1) -> None:
        while self._next(indent) is not None:
            self._at += 1

    def _record(self, name: str, line: str, at: int) -> _Object:
        found, _ = _fields(line, at + 1) if len(line) > at else ([], at)
        fields = self._filled(found, name)
        rows = self._rows.setdefault(name, [])
        rows.append(("", fields))
        self._below(fields, 1, ((name,),), name)
        return fields

    def _filled(self, found: list[tuple[Path, Any]], name: str) -> _Object:
        fields: _Object = {}
        for path, value in found:
            said = isinstance(value, _Reference)
            _put(fields, path, self._resolved(value.text, path, name) if said else value)
        return fields

    def _resolved(self, reference: str, path: Path, name: str) -> Any:
        """What a reference in a table stands for."""
        table, _, address = reference.partition("/")
        if not address and table not in self._rows:
            table, address = name, table
        for number, (first, fields) in enumerate(self._rows.get(table, []), 1):
            if address in ("", first, f"row{number}"):
                return copy.deepcopy(_at(fields, path))
        msg = f"nothing is at {reference!r}"
        raise LangGraphMemoryError(msg)

    def _entries(
        self, header: _Header, indent: int, name: str, place: tuple[Path, ...]
    ) -> list[_Entry]:
        """The rows of a table that begin each on a line of its own."""
        entries: list[_Entry] = []
        section: list[tuple[Path, Any]] = []
        while (line := self._next(indent)) is not None:
            self._at += 1
            if line.startswith("for "):
                _, at = _pairs(line, len("for "), call=True)
                self._expect(line, at, ":")
                section = _fields(line, at + 2)[0] if len(line) > at + 1 else []
                continue
            entry, found, _ = _row(line, 0, header, section)
            entry.fields = self._filled(found, name)
            if name:
                self._rows.setdefault(name, []).append((entry.first, entry.fields))
            entries.append(entry)
            self._below(entry.fields, indent + 1, place, name)
        return entries

    def _below(
        self, fields: _Object, indent: int, place: tuple[Path, ...], name: str = ""
    ) -> None:
        """The children of a row."""
        while (line := self._next(indent)) is not None:
            self._at += 1
            gone = line.startswith("was ")
            if line.startswith("was:"):
                continue
            path, at = _path(line, len("was ") if gone else 0, spaced=False)
            inner = (*place, path)
            if line.startswith("(", at):
                self._headers[inner], at = _header(line, at)
            self._expect(line, at, ":")
            header = self._headers.get(inner)
            if line.startswith(": =", at):
                value: Any = self._resolved(line[at + len(": =") :], path, name)
            elif header is None:
                entry: _Object = {}
                if len(line) > at + 1:
                    entry = self._filled(_fields(line, at + 2)[0], "")
                self._below(entry, indent + 1, inner)
                value = [entry]
            elif len(line) > at + 1:
                entries = []
                at += 2
                while at <= len(line):
                    one, found, at = _row(line, at, header, [])
                    one.fields = self._filled(found, "")
                    entries.append(one)
                value = _assembled(header, entries)
            else:
                value = _assembled(header, self._entries(header, indent + 1, "", inner))
            if not gone:
                _put(fields, path, value)


@dataclass(frozen=True)
class _Reference:
    """A group that is said elsewhere."""

    text: str


def _put(fields: _Object, path: Path, value: Any) -> None:
    *outer, last = path
    for name in outer:
        fields = fields.setdefault(name, {})
    fields[last] = value


def _assembled(header: _Header, entries: list[_Entry]) -> Any:
    """The value that a table was."""
    if header.kind == "group":
        groups: _Object = {}
        numbered: dict[int, list[_Object]] = {}
        for entry in entries:
            if isinstance(entry.label, str):
                groups.setdefault(entry.label, []).append(entry.fields)
            else:
                for number in entry.label:
                    numbered.setdefault(number, []).append(entry.fields)
        return groups or [numbered[number] for number in sorted(numbered)]
    if header.kind == "key":
        return {entry.label: entry.fields for entry in entries}
    if header.label is not None:
        return {_at(entry.fields, header.label): entry.fields for entry in entries}
    return [entry.fields for entry in entries]


def _at(fields: Any, path: Path) -> Any:
    for name in path:
        fields = fields[name]
    return fields


def _path(line: str, at: int, *, spaced: bool) -> tuple[Path, int]:
    """The dotted names at a place, and the index behind them."""
    names: list[str] = []
    while True:
        if line.startswith('"', at):
            name, at = take_json(line, at)
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


def _text(line: str, at: int, marks: tuple[str, ...]) -> tuple[str, int]:
    """The written value at a place, and the index behind it."""
    if line[at : at + 1] in ('"', "{", "["):
        _, end = take_json(line, at)
        return line[at:end], end
    ends = [end for mark in marks if (end := line.find(mark, at)) >= 0]
    end = min(ends, default=len(line))
    return line[at:end], end


def _value(text: str) -> Any:
    return _Reference(text[1:]) if text.startswith("=") else unspell(text)


def _fields(line: str, at: int) -> tuple[list[tuple[Path, Any]], int]:
    """Values behind their names, and those that are null."""
    found: list[tuple[Path, Any]] = []
    if not line.startswith(f"{NEXT}null: ", at):
        found, at = _pairs(line, at)
    if line.startswith(f"{NEXT}null: ", at):
        paths, at = _names(line, at + len(f"{NEXT}null: "))
        found += [(path, None) for path in paths]
    return found, at


def _names(line: str, at: int) -> tuple[list[Path], int]:
    paths = []
    while True:
        path, at = _path(line, at, spaced=False)
        paths.append(path)
        if not line.startswith(_ITEM, at):
            return paths, at
        at += len(_ITEM)


def _pairs(
    line: str, at: int, *, spaced: bool = False, call: bool = False
) -> tuple[list[tuple[Path, Any]], int]:
    """`k v, k v`, or `k=v, k=v` with blanks in the names."""
    found: list[tuple[Path, Any]] = []
    marks = (*PAIR_MARKS, ":", "=", " = ", " says: ") if call else PAIR_MARKS
    while True:
        path, at = _path(line, at, spaced=spaced)
        if line.startswith("(", at):
            inner, at = _pairs(line, at + 1, spaced=spaced)
            found += [((*path, *rest), value) for rest, value in inner]
            at += 1
        else:
            text, at = _text(line, at + 1, marks)
            found.append((path, _value(text)))
        if not line.startswith(_ITEM, at):
            return found, at
        at += len(_ITEM)


def _header(line: str, at: int) -> tuple[_Header, int]:
    header = _Header("rows")
    marks: list[str] = []
    at = _columns(line, at + 1, (), header, marks)
    if marks:
        header.separator = marks[0]
    if line.startswith(f"{NEXT}all: ", at):
        header.shared, at = _pairs(line, at + len(f"{NEXT}all: "))
    if line.startswith(f"{NEXT}null: ", at):
        paths, at = _names(line, at + len(f"{NEXT}null: "))
        header.shared += [(path, None) for path in paths]
    return header, at + 1


def _columns(line: str, at: int, outer: Path, header: _Header, marks: list[str]) -> int:
    """The columns of a header, up to its end or that of a group."""
    while not line.startswith((")", ";"), at):
        starred = line.startswith("*", at)
        bare = not line.startswith('"', at + starred)
        path, at = _path(line, at + starred, spaced=False)
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
        if not line.startswith((")", ";"), at):
            marks.append(line[at])
            at += 1
    return at


def _row(
    line: str, at: int, header: _Header, section: list[tuple[Path, Any]]
) -> tuple[_Entry, list[tuple[Path, Any]], int]:
    """A row, and the index behind it and what parts it from the next."""
    separator = header.separator
    marks = (separator, NEXT)
    found: list[tuple[Path, Any]] = []
    entry = _Entry({})
    waiting: list[Path | None] = list(header.columns)
    if header.kind != "rows":
        waiting.insert(0, None)
    if not waiting:
        waiting.append(())
    step = 0
    more = True
    while more:
        if step < len(waiting):
            text, at = _text(line, at, marks)
            column = waiting[step]
            step += 1
            entry.first = entry.first or (text if column else "")
            if column is None:
                entry.label = _label(text) if header.kind == "group" else _key(text)
            elif text.startswith("="):
                found.append((column[:1], _Reference(text[1:])))
                while step < len(waiting) and (waiting[step] or ())[:1] == column[:1]:
                    step += 1
            elif text != ABSENT:
                raw = column in header.texts and is_number(text)
                found.append((column, text if raw else unspell(text)))
        else:
            path, at = _path(line, at, spaced=True)
            if line.startswith("(", at):
                inner, at = _pairs(line, at + 1, spaced=True)
                found += [((*path, *rest), value) for rest, value in inner]
                at += 1
            else:
                text, at = _text(line, at + 1, marks)
                found.append((path, unspell(text)))
        more = line.startswith(separator, at) and not line.startswith(NEXT, at)
        at += len(separator) if more else 0
    return entry, [*found, *header.shared, *section], at + len(NEXT)


def _key(text: str) -> Any:
    return text if is_number(text) else unspell(text)


def _label(text: str) -> Any:
    if not _RANGES.fullmatch(text):
        return unspell(text)
    numbers: list[int] = []
    for run in text.split("+"):
        first, _, last = run.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
