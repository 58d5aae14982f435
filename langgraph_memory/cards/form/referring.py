"""Groups and lists that were said before, and where."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from langgraph_memory.cards.form.layout import Layout
from langgraph_memory.cards.form.model import EACH, Path
from langgraph_memory.cards.form.showing import Shown

_GROUP: Final = 4
_ADDRESS: Final = re.compile(r"[A-Za-z\d#][\w#@.:-]*", re.ASCII)
_ORDINAL: Final = re.compile(r"row\d+", re.ASCII)


class References:
    """Remembers what the rows of one text said."""

    def __init__(self, names: Collection[str]) -> None:
        """Begin; `names` are those of the tables, and may grow."""
        self._names = names
        self._groups: dict[tuple[object, ...], tuple[str, str]] = {}
        self._firsts: dict[str, set[str]] = {}
        self._counted: dict[str, int] = {}

    def of(self, name: str, row: Shown, layout: Layout | None = None) -> dict[Path, str]:
        """Groups and lists of a row that an earlier row says in the same way, and where."""
        if not _ADDRESS.fullmatch(name):
            return {}
        address = self._address(name, row, layout)
        said = {
            group: fields
            for group, fields in _groups(row.texts).items()
            if not layout or layout.places(group, row.texts, _GROUP)
        }
        for path, below in row.below.items():
            said.pop(path[:1], None)
            if path[-1] != EACH and _size(below) >= _GROUP:
                said[path] = [*_said(below)]
        return self._found(address, said)

    def of_all(self, name: str, layout: Layout) -> dict[Path, str]:
        """The same of groups that all rows of a table share."""
        if not _ADDRESS.fullmatch(name):
            return {}
        shared = {
            group: fields
            for group, fields in _groups(layout.constants).items()
            if layout.shares(group)
        }
        return self._found((name, "row1"), shared)

    def _found(
        self, address: tuple[str, str], said: dict[Path, list[object]]
    ) -> dict[Path, str]:
        found: dict[Path, str] = {}
        for group, fields in said.items():
            first = self._groups.setdefault((group, *fields), address)
            if first is not address:
                near = first[0] == address[0] and first[1] not in self._names
                found[group] = f"={first[1] if near else '/'.join(filter(None, first))}"
        return found

    def _address(self, name: str, row: Shown, layout: Layout | None) -> tuple[str, str]:
        """The table of a row, and what tells it from the others; empty for a record."""
        if layout is None:
            return name, ""
        firsts = self._firsts.setdefault(name, set())
        number = self._counted[name] = self._counted.get(name, 0) + 1
        first = layout.first(row)
        safe = _ADDRESS.fullmatch(first) and not _ORDINAL.fullmatch(first)
        address = first if safe and first not in firsts else f"row{number}"
        firsts.add(first)
        return name, address


def _groups(texts: Mapping[Path, str]) -> dict[Path, list[object]]:
    """Values with nested names, by their first name; groups that are worth a reference."""
    groups: dict[Path, list[object]] = {}
    if len(texts) < _GROUP:
        return groups
    for path, text in texts.items():
        if len(path) > 1:
            groups.setdefault(path[:1], []).append((path, text))
    return {group: said for group, said in groups.items() if len(said) >= _GROUP}


def _said(rows: Sequence[Shown]) -> Iterator[object]:
    for row in rows:
        yield (*row.texts.items(), *row.row.groups, *row.was, row.row.gone)
        for path, below in row.below.items():
            yield path
            yield from _said(below)


def _size(rows: Sequence[Shown]) -> int:
    """Number of fields in a list."""
    return sum(len(row.texts) + sum(map(_size, row.below.values())) for row in rows)
