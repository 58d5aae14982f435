"""The text of a form back as the values that were written."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from langgraph_memory.cards.form.model import EACH, Path
from langgraph_memory.cards.form.pairing import CALLED, CALLED_MARKS, MORE
from langgraph_memory.cards.form.scanning import (
    Entry,
    Header,
    Object,
    Reference,
    take_fields,
    take_header,
    take_pairs,
    take_path,
    take_row,
    take_text,
)
from langgraph_memory.cards.form.spelling import CUT, unspell
from langgraph_memory.errors import LangGraphMemoryError

_MORE: Final = re.compile(r"\+(\d+) more", re.ASCII)


@dataclass(frozen=True)
class Said:
    """What one part of a form says.

    Attributes:
        name: Name of the part.
        value: The JSON value, or the text.
        is_text: Whether it is a text that was no JSON.
        call: Arguments of the call that it answers, where the form says them.
        more: How many rows of the table are not shown.
    """

    name: str
    value: Any
    is_text: bool = False
    call: Mapping[str, Any] = field(default_factory=dict)
    more: int = 0


def parse(text: str) -> tuple[Said, ...]:
    """Read what `write` wrote.

    Former versions (`was`) are passed over. Of one output that is written whole, the value
    is that of the output; of several that became one table, there is one part for each
    call whose rows stand apart, with a list of objects.

    Args:
        text: What `write` gave.

    Returns:
        What each part says, in order; equal to what was written down to the types.

    Raises:
        LangGraphMemoryError: When the text is no form.
    """
    return tuple(_Parser(text).parts())


class _Parser:
    """One pass over the lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n") if text else []
        self._at = 0
        self._headers: dict[tuple[Path, ...], Header] = {}
        self._rows: dict[str, list[tuple[str, Object]]] = {}

    def parts(self) -> Iterator[Said]:
        while self._at < len(self._lines):
            yield from self._part()

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

    def _part(self) -> list[Said]:
        line = self._take()
        if line.startswith("was "):
            self._skip_deeper()
            return []
        [name], at = take_path(line, 0, spaced=False)
        if line.startswith("(", at):
            header, at = take_header(line, at)
            self._expect(line, at, CUT if line.endswith(CUT) else ":")
            return self._sections(header, name)
        if line.startswith((":", CUT), at):
            return [Said(name, self._record(name, line, at + 1))]
        call: Mapping[str, Any] = {}
        if line.startswith(" for ", at):
            found, at = take_pairs(line, at + len(" for "), call=True)
            call = _call(found)
        if line.startswith(" = ", at):
            text, end = take_text(line, at + len(" = "), ())
            self._expect(f"{line}\n", end, "\n")
            return [Said(name, unspell(text), call=call)]
        self._expect(line, at, " says: ")
        texts = [line[at + len(" says: ") :]]
        while (more := self._next(1)) is not None:
            texts.append(more)
            self._at += 1
        return [Said(name, "\n".join(texts), is_text=True, call=call)]

    def _sections(self, header: Header, name: str) -> list[Said]:
        """A table, its sections apart."""
        sections: list[Said] = []
        while True:
            call: Mapping[str, Any] = {}
            shared: list[tuple[Path, Any]] = []
            line = self._next(1)
            if line is not None and line.startswith(("for ", "for:")):
                self._at += 1
                at = len("for")
                if line[at] == " ":
                    found, at = take_pairs(line, at + 1, call=True)
                    call = _call(found)
                self._expect(line, at, ":")
                shared = take_fields(line, at + 2)[0] if len(line) > at + 1 else []
            elif sections:
                return sections
            entries = self._entries(header, 1, name, ((name,),), shared)
            more = self._take_more(1)
            sections.append(Said(name, _assembled(header, entries), call=call, more=more))

    @staticmethod
    def _expect(line: str, at: int, mark: str) -> None:
        if not line.startswith(mark, at):
            msg = f"{mark!r} is missing in {line[:80]!r}"
            raise LangGraphMemoryError(msg)

    def _skip_deeper(self, indent: int = 1) -> None:
        while self._next(indent) is not None:
            self._at += 1

    def _record(self, name: str, line: str, at: int) -> Object:
        found, _ = take_fields(line, at + 1) if len(line) > at else ([], at)
        fields = self._filled(found, name)
        rows = self._rows.setdefault(name, [])
        rows.append(("", fields))
        self._below(fields, 1, ((name,),), name)
        return fields

    def _filled(
        self, found: list[tuple[Path, Any]], name: str, fields: Object | None = None
    ) -> Object:
        fields = {} if fields is None else fields
        for path, value in found:
            said = isinstance(value, Reference)
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

    def _take_more(self, indent: int) -> int:
        """How many further rows the next line tells of; then it is taken."""
        found = _MORE.fullmatch(self._next(indent) or "")
        self._at += bool(found)
        return int(found[1]) if found else 0

    def _entries(
        self,
        header: Header,
        indent: int,
        name: str,
        place: tuple[Path, ...],
        section: Sequence[tuple[Path, Any]] = (),
    ) -> list[Entry]:
        """The rows of a table that begin each on a line of its own."""
        entries: list[Entry] = []
        while (line := self._next(indent)) is not None:
            if line.startswith(("for ", "for:")) or _MORE.fullmatch(line):
                break
            self._at += 1
            entry, found, _ = take_row(line, 0, header, section)
            entry.fields = self._filled(found, name)
            if name:
                self._rows.setdefault(name, []).append((entry.first, entry.fields))
            entries.append(entry)
            self._below(entry.fields, indent + 1, place, name)
        return entries

    def _below(
        self, fields: Object, indent: int, place: tuple[Path, ...], name: str = ""
    ) -> None:
        """The children of a row."""
        while (line := self._next(indent)) is not None:
            self._at += 1
            gone = line.startswith("was ")
            if line.startswith("was:"):
                continue
            if line.startswith(MORE):
                self._filled(take_fields(line, len(MORE))[0], name, fields)
                continue
            path, at = take_path(line, len("was ") if gone else 0, spaced=False)
            inner = (*place, path)
            if line.startswith(CALLED, at):
                _, at = take_text(line, at + len(CALLED), CALLED_MARKS)
            if line.startswith("(", at):
                self._headers[inner], at = take_header(line, at)
            if not line.startswith(CUT, at):
                self._expect(line, at, ":")
            value = self._listed(line, at, indent, inner, name)
            if not gone:
                _put(fields, path, value)

    def _listed(
        self, line: str, at: int, indent: int, place: tuple[Path, ...], name: str
    ) -> Any:
        """A list of children, of which the line behind its header is left."""
        header = self._headers.get(place)
        if line.startswith(": =", at):
            return self._resolved(line[at + len(": =") :], place[-1], name)
        if header is None:
            entry: Object = {}
            if len(line) > at + 1:
                entry = self._filled(take_fields(line, at + 2)[0], "")
            self._below(entry, indent + 1, place)
            return [entry]
        if len(line) == at + 1:
            listed = self._entries(header, indent + 1, "", place)
            self._take_more(indent + 1)
            return _assembled(header, listed)
        entries = []
        at += 2
        while at <= len(line) and not _MORE.fullmatch(line, at):
            one, found, at = take_row(line, at, header, [])
            one.fields = self._filled(found, "")
            entries.append(one)
        return _assembled(header, entries)


def _call(found: Sequence[tuple[Path, Any]]) -> dict[str, Any]:
    return {path[0]: value for path, value in found}


def _put(fields: Object, path: Path, value: Any) -> None:
    *outer, last = path
    for name in outer:
        fields = fields.setdefault(name, {})
    if last == EACH:
        for name in dict.fromkeys(chain.from_iterable(value)):
            fields[name] = [row.get(name) for row in value]
    else:
        fields[last] = value


def _assembled(header: Header, entries: list[Entry]) -> Any:
    """The value that a table was; a list where a selection left the keys out."""
    if header.kind == "group":
        groups: Object = {}
        numbered: dict[int, list[Object]] = {}
        for entry in entries:
            if isinstance(entry.label, str):
                groups.setdefault(entry.label, []).append(entry.fields)
            else:
                for number in entry.label:
                    numbered.setdefault(number, []).append(entry.fields)
        return groups or [numbered[number] for number in sorted(numbered)]
    labels = [
        _at(entry.fields, header.label) if header.label else entry.label
        for entry in entries
    ]
    if entries and None not in labels:
        return dict(zip(labels, (entry.fields for entry in entries), strict=True))
    return [entry.fields for entry in entries]


def _at(fields: Any, path: Path) -> Any:
    for name in path:
        fields = fields.get(name)
    return fields
