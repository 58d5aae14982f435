"""A form, or part of it, as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from langgraph_memory.cards.form.layout import Layout
from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Call, Path, Row, Table
from langgraph_memory.cards.form.pairing import (
    CALLED,
    CALLED_MARKS,
    MORE,
    NEXT,
    PAIR_MARKS,
    REST,
    names,
    pairs,
)
from langgraph_memory.cards.form.referring import References
from langgraph_memory.cards.form.sections import sections_of
from langgraph_memory.cards.form.showing import Shown, shown
from langgraph_memory.cards.form.spelling import CUT, placed, spell_name, spell_path

_VERB: Final = re.compile(
    r"(?:get|search|list|find|fetch|read|lookup|look_up|query|retrieve|show|view|load)"
    r"(?:_+|-+|(?=[A-Z]))"
)
_INLINE: Final = 3
_LARGE: Final = 3
_DENSE: Final = 0.5
_FAR: Final = 12
_CALL_MARKS: Final = (*PAIR_MARKS, ":", "=")


def write(
    form: Form,
    selection: Collection[int] | None = None,
    cues: Collection[int] = (),
    *,
    again: bool = False,
) -> str:
    """Write what tools said.

    Args:
        form: The tables.
        selection: Numbers of the cells to write; None writes everything.
        cues: Numbers of the cells by which the conversation calls their objects: they are
            said in their row even where all rows say the same.
        again: Whether they are said again at lists that stand far below them.

    Returns:
        The text, without a line end behind it; empty when there is nothing to write.
    """
    return write_rows(shown(form, selection, cues), again=again)


def write_rows(tables: Iterable[tuple[Table, list[Shown]]], *, again: bool = False) -> str:
    """Write some rows of tables that are no children; see `write`."""
    writer = _Writer(again=again)
    for table, rows in tables:
        writer.table(table, rows)
    return "\n".join(writer.lines)


def noun(tool: str) -> str:
    """The name of a tool without the verb that says it reads: `get_order`, `order`."""
    found = _VERB.match(tool)
    rest = tool[found.end() :] if found else ""
    return rest[:1].lower() + rest[1:] if rest else tool


class _Writer:
    """Collects the lines of one text."""

    def __init__(self, *, again: bool) -> None:
        self._again = again
        self.lines: list[str] = []
        self._names: set[str] = set()
        self._single: set[Table] = set()
        self._layouts: dict[Shown, dict[Path, Layout]] = {}
        self._declared: dict[Table, Layout] = {}
        self._references = References(self._names)
        self._begins: dict[Shown, int] = {}

    def table(self, table: Table, rows: list[Shown]) -> None:
        """Write a table that is no child."""
        name = self._name(table.tool)
        if table.kind in ("text", "value"):
            self._values(name, rows)
            return
        self._lay_out(rows)
        if table.kind == "record" and len(rows) == 1:
            self._record(name, rows[0], " ", self._references.of(name, rows[0]))
            return
        sections = sections_of(table, rows)
        parts = [section.rows for section in sections]
        layout = Layout(table, rows, parts if len(parts) > 1 else [])
        self._header(name, layout)
        for call, part, left in sections:
            texts = {path: part[0].texts[path] for path in layout.sectional}
            if call or len(parts) > 1:
                self.lines.append(f" {_for(call)}: {pairs(texts)}".rstrip())
            self._rows(layout, part, " ", name)
            if left:
                self.lines.append(f" {REST.format(left)}")

    def _header(self, name: str, layout: Layout) -> None:
        references = self._references.of_all(name, layout)
        self.lines.append(f"{name}{layout.header(references)}")

    def _name(self, tool: str) -> str:
        for name in (noun(tool), tool):
            if name not in self._names:
                break
        else:
            name = f"{tool}#{len(self._names)}"
        self._names.add(name)
        return spell_name(name)

    def _values(self, name: str, rows: Sequence[Shown]) -> None:
        for row in rows:
            call = f" {_for(row.row.call)}" if len(rows) > 1 and row.row.call else ""
            newest = [("", text) for text in row.texts.values()]
            former = [("was ", text) for _, text in row.was]
            for lead, text in newest + former:
                if row.row.table.kind == "value":
                    self.lines.append(f"{lead}{name}{call} = {text}")
                else:
                    first, *rest = text.split("\n")
                    self.lines.append(f"{lead}{name}{call} says: {first}")
                    self.lines += [f" {line}" for line in rest]

    def _rows(self, layout: Layout, rows: Iterable[Shown], indent: str, name: str) -> None:
        for row in rows:
            references = self._references.of(name, row, layout) if name else {}
            self._begins[row] = len(self.lines)
            self.lines.append(indent + layout.row(row, references))
            self._below(row, f"{indent} ", references)

    def _record(
        self, name: str, row: Shown, indent: str, references: Mapping[Path, str]
    ) -> None:
        """Write an object without a header; its children stand among its fields."""
        self._begins[row] = len(self.lines)
        for number, (texts, path) in enumerate(_stretches(row, references)):
            if not number:
                # In place of the colon the mark takes no token of its own.
                mark = CUT if row.left else ":"
                self.lines.append(f"{name}{mark} {_pairs(texts)}".rstrip())
                self.lines += [f"{indent}was: {_pairs(was)}" for was in row.versions()]
            elif texts:
                self.lines.append(f"{indent}{MORE}{_pairs(texts)}")
            if path is not None:
                self._child(row, path, indent, references)

    def _below(self, row: Shown, indent: str, references: Mapping[Path, str]) -> None:
        """Write the children of a row."""
        for path in row.below:
            self._child(row, path, indent, references)

    def _child(
        self, row: Shown, path: Path, indent: str, references: Mapping[Path, str]
    ) -> None:
        if path in references:
            self.lines.append(f"{indent}{spell_path(path)}: {references[path]}")
        else:
            self._block(row, path, row.below[path], indent)

    def _block(self, parent: Shown, path: Path, rows: Sequence[Shown], indent: str) -> None:
        label = spell_path(path) + self._called(parent, rows)
        table = rows[0].row.table
        live = [row for row in rows if not row.row.gone]
        gone = [row for row in rows if row.row.gone]
        if table in self._single and live:
            self._record(f"{indent}{label}", rows[0], f"{indent} ", {})
            return
        layout = self._layouts[parent][path]
        for lead, part in (("", live), ("was ", gone)):
            if not part:
                continue
            known = self._declared.get(table) is layout
            inline = len(part) <= _INLINE and not any(row.below for row in part)
            header = ":" if known else layout.header(inline=inline)
            self._declared[table] = layout
            line = f"{indent}{lead}{label}{header}"
            rest = [] if lead else _rest(parent.row.children[path], part)
            if inline:
                self.lines.append(f"{line} {NEXT.join([*map(layout.row, part), *rest])}")
            else:
                self.lines.append(line)
                self._rows(layout, part, f"{indent} ", "")
                self.lines += [f"{indent} {text}" for text in rest]

    def _called(self, parent: Shown, rows: Sequence[Shown]) -> str:
        """What the object around some rows is called by, where that stands far above."""
        if not self._again or not parent.cues or all(row.cues for row in rows):
            return ""
        cue = parent.texts[parent.cues[0]]
        between = sum([len(row.texts) for row in rows])
        for number in range(len(self.lines) - 1, self._begins[parent] - 1, -1):
            _, found, since = self.lines[number].rpartition(cue)
            between += len(since.split())
            if between > _FAR:
                return f"{CALLED}{placed(cue, CALLED_MARKS)}"
            if found:
                break
        return ""

    def _lay_out(self, rows: Sequence[Shown]) -> None:
        """Find the layouts of all child tables below some rows of one table."""
        blocks: dict[Path, list[tuple[Shown, list[Shown]]]] = {}
        for row in rows:
            for path, below in row.below.items():
                blocks.setdefault(path, []).append((row, below))
        for path, found in blocks.items():
            table = found[0][1][0].row.table
            everything = [row for _, below in found for row in below]
            alone = len(everything) == 1 and not everything[0].row.gone
            if alone and table.kind == "list" and not _rest(table.rows, everything):
                self._single.add(table)
            else:
                for members in _clusters(found):
                    layout = Layout(table, [row for _, below in members for row in below])
                    for parent, _ in members:
                        self._layouts.setdefault(parent, {})[path] = layout
            self._lay_out(everything)


def _stretches(
    row: Shown, references: Mapping[Path, str]
) -> Iterator[tuple[dict[Path, str], Path | None]]:
    """The fields of an object up to each of its lists, and those behind the last."""
    texts: dict[Path, str] = {}
    for path in row.row.table.order:
        group = path[:1]
        if path in row.below:
            yield texts, path
            texts = {}
        elif group in references and group not in row.below:
            texts[group] = references[group]
        elif path in row.texts:
            texts[path] = row.texts[path]
    yield texts, None


def _pairs(texts: dict[Path, str]) -> str:
    nulls = [path for path, text in texts.items() if text == "null"]
    if len(nulls) < 2:  # noqa: PLR2004 - one null is shorter in its place
        return pairs(texts)
    said = {path: text for path, text in texts.items() if text != "null"}
    return f"{pairs(said)}{NEXT}null: {names(nulls)}"


def _rest(rows: Iterable[Row], shown_ones: Sequence[Shown]) -> list[str]:
    """How many rows of a list are not shown, if any."""
    left = sum(not row.gone for row in rows) - len(shown_ones)
    return [REST.format(left)] if left > 0 else []


def _for(call: Call) -> str:
    said = (f"{spell_name(name)} {placed(text, _CALL_MARKS)}" for name, text in call)
    return f"for {', '.join(said)}".rstrip()


def _clusters(
    blocks: Sequence[tuple[Shown, list[Shown]]],
) -> Iterable[list[tuple[Shown, list[Shown]]]]:
    """Blocks of children that can share a header: most of their paths are the same."""
    if len(blocks) == 1:
        return [[*blocks]]
    clusters: dict[frozenset[Path], list[tuple[Shown, list[Shown]]]] = {}
    small = []
    for block in blocks:
        if len(block[1]) < _LARGE:
            small.append(block)
        else:
            clusters.setdefault(frozenset(_dense(block[1])), []).append(block)
    for block in small:
        paths = set(_dense(block[1]))
        fitting = [dense for dense in clusters if dense <= paths]
        best = max(fitting, key=len, default=frozenset())
        clusters.setdefault(best, []).append(block)
    return clusters.values()


def _dense(rows: Sequence[Shown]) -> Iterator[Path]:
    counts = Counter(chain.from_iterable([row.texts for row in rows]))
    return (path for path, count in counts.items() if count >= _DENSE * len(rows))
