"""Outputs brought together: each object once, in its newest version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from langgraph_memory.cards.form.acting import did
from langgraph_memory.cards.form.alike import outdates, same_thing, takes
from langgraph_memory.cards.form.amending import (
    Amended,
    Standing,
    again,
    amended,
    standing,
    stood_for,
)
from langgraph_memory.cards.form.asking import apart, asking
from langgraph_memory.cards.form.identity import Identity, call_of, identified, told_apart
from langgraph_memory.cards.form.model import Cell, Correction, Output, Path, Row, Table
from langgraph_memory.cards.form.paging import next_list, next_page, passing, turned
from langgraph_memory.cards.form.reading import descendants, read_output, text_cell
from langgraph_memory.cards.form.spelling import spell

_ALL = -1_000_000  # in place of the position of an answer: rows of all of them


class Form:
    """Everything tools said so far.

    Outputs are added one by one, each is read once; what is already there keeps its
    numbers. An object is told by its key: a record among the records that have the same
    key and share half of their paths with it, whatever tool said so; a row of a list by
    its key and its dates. Objects without a key, values and texts are told by their call.

    Attributes:
        tables: Tables that are not children, in the order of their appearance.
        rows: All rows by their number.
        cells: All cells by their number, former ones and items too.
        outputs: What was added, in order.
    """

    def __init__(self, outputs: Iterable[Output] = ()) -> None:
        """Begin with some outputs."""
        self.tables: list[Table] = []
        self.rows: list[Row] = []
        self.cells: list[Cell] = []
        self.outputs: list[Output] = []
        self._count = 0
        self._known: dict[Table, dict[Identity, Row]] = {}
        self._calls: dict[tuple[str, str], int] = {}
        self._amended: list[Standing] = []
        for output in outputs:
            self.add(output)

    def add(self, output: Output) -> None:
        """Bring in a further output.

        Args:
            output: What a tool said, newer than what was added before.
        """
        if isinstance(output, Correction):
            self._amend(output)
            return
        first, new = len(self.rows), asking(read_output(output), output)
        target = next((table for table in self.tables if takes(table, new)), None)
        if target is None:
            target = replace(new, rows=[], tables={})
            self._number(target)
            self.tables.append(target)
            self._known[target] = {}
        target.columns |= new.columns
        target.version += 1
        target.order |= new.order
        known = self._known[target]
        before, call = self._answered(output), call_of(output, new)
        for row, called in identified(new, call, output):
            row.call, row.source = row.call or call, len(self.outputs)
            row.failed = output.failed
            old = known.get(identity := apart(called, row, known))
            if old is None:
                known[identity] = row
                self._attach(row, target, None)
            else:
                whole = not output.failed and old.source == before
                if whole and next_page(old, row):
                    self._turn(old, row)
                else:
                    self._renew(old, row, whole=whole)
            if new.kind == "record" and new.key is not None:
                self._outdate(target, old or row)
        if not output.failed and not next_list(output, new, self.rows[first:]):
            self._drop(before)
        self.outputs.append(output)
        for row, cell in did(output, new, self.rows):
            self._put(cell, row)
        self._write_over(again(self._amended, self.rows[first:]))

    def _amend(self, correction: Correction) -> None:
        """Let what the user puts right stand in place of what tools said."""
        found = amended(correction, self.rows)
        self._write_over(found)
        self._amended += [standing(one) for one in found]
        self.outputs.append(correction)

    def _write_over(self, found: Sequence[Amended]) -> None:
        for row, path, value, position in found:
            old = row.cells[path]
            row.amended = {**row.amended, path: old.text}
            if row.table.kind == "text":  # which says itself what it was
                self._put(text_cell(row, value, position), row)
            else:
                row.was = [old, *row.was]
                self._put(Cell(path, value, spell(value), row, position), row)
            row.table.top.version += 1

    def _answered(self, output: Output) -> int:
        """Which output answered the same call last; -1 for none. This one does from now."""
        asked = output.tool, spell(dict(sorted(output.args.items())))
        before = self._calls.get(asked, -1)
        self._calls[asked] = len(self.outputs)
        return before

    def _drop(self, before: int) -> None:
        """Leave out what an answer had that the newest one to the same call has not.

        Objects with a key of their own stay: that another one is told of now says nothing
        against them.
        """
        for table in self.tables if before >= 0 else ():
            if table.kind == "text" or (table.kind == "record" and not table.by_call):
                continue
            for row in table.rows:
                if row.source == before and not row.failed and not row.dropped:
                    table.version += 1
                    for below in descendants(row):
                        below.gone = below.dropped = True

    def take(self, table: Table) -> None:
        """Bring in a table that was not read of an output; all of its rows are new.

        Args:
            table: One without numbers, as `read_output` gives them.
        """
        rows, table.rows = table.rows, []
        self._number(table)
        self.tables.append(table)
        self._known[table] = {}
        for row in rows:
            self._attach(row, table, None)

    def _outdate(self, table: Table, newest: Row) -> None:
        """Let the rows of lists say what a newer record says of their object."""
        for other in self.tables:
            if other is table or other.kind != "list" or not same_thing(other, table):
                continue
            other.version += 1
            for row in other.rows:
                if row.output < newest.output and outdates(newest, row):
                    self._say(row, newest)

    def _say(self, row: Row, newest: Row) -> None:
        for path, newer in newest.cells.items():
            mine = row.cells.get(path)
            if not mine or row.amended.get(path) == newer.text:
                continue
            if mine.text != newer.text and not (mine.items or newer.items):
                row.was = [mine, *row.was]
                self._put(replace(newer), row)

    def _number(self, table: Table) -> None:
        table.id = self._count
        self._count += 1

    def _attach(self, row: Row, table: Table, parent: Row | None) -> None:
        """Make a row, and all below it, part of the form."""
        row.table, row.parent, row.id = table, parent, len(self.rows)
        self.rows.append(row)
        table.rows.append(row)
        for cell in row.cells.values():
            self._enter(cell, row)
        for path, children in row.children.items():
            child = self._child(table, path, children[0].table)
            for below in children:
                self._attach(below, child, row)

    def _put(self, cell: Cell, row: Row) -> None:
        row.cells[cell.path] = cell
        self._enter(cell, row)

    def _enter(self, cell: Cell, row: Row) -> None:
        cells = self.cells
        for one in cell.parts():
            one.row = row
            one.id = len(cells)
            cells.append(one)

    def _child(self, table: Table, path: Path, like: Table) -> Table:
        found = table.tables.get(path)
        if found is None:
            found = table.tables[path] = replace(like, rows=[], tables={}, parent=table)
            self._number(found)
        else:
            found.columns |= like.columns
            found.order |= like.order
        return found

    def _renew(self, old: Row, new: Row, *, whole: bool = False) -> None:
        """Let a row say what its newest version says, and keep what it said.

        Args:
            old: The row.
            new: Its newest version.
            whole: Whether that is all there is to say now: it answers the same call.
        """
        old.output, old.groups, old.gone = new.output, new.groups, False
        old.asked += bool(new.call) and old.call == new.call
        old.call, old.asks, old.failed = new.call, {**old.asks, **new.asks}, new.failed
        old.source, old.earlier = new.source, old.told_by
        said = (old, new) if whole else (new,)
        told = {path[:1] for row in said for path in (*row.cells, *row.children)}
        for below in descendants(old) if old.dropped else ():
            below.dropped = False
        self._renew_cells(old, new, told)
        for path in dict.fromkeys((*old.children, *new.children)):
            if path[:1] in told:
                newest = new.children.get(path, [])
                self._renew_children(old, path, newest, whole=whole)

    def _turn(self, old: Row, new: Row) -> None:
        """Let a row hold one more page of its list."""
        before = turned(old, new)
        old.output, old.asked = new.output, old.asked + 1
        old.source, old.earlier = new.source, old.told_by
        for path in passing(old):
            if path in old.cells and path in new.cells:
                self._put(new.cells.pop(path), old)
        for path, rows in new.children.items():
            self._renew_children(old, path, rows, whole=True, page=before)
        told = {path[:1] for path in new.cells if path not in old.children}
        new.cells = {path: c for path, c in new.cells.items() if path[:1] in told}
        self._renew_cells(old, new, told)

    def _renew_cells(self, old: Row, new: Row, told: set[Path]) -> None:
        for path, cell in list(old.cells.items()):
            newer = new.cells.get(path)
            if newer is not None and newer.text == cell.text:
                for part in cell.parts():
                    part.output = newer.output
                self._believe(old, path)  # the tool says so itself by now
            elif newer is not None and old.amended.get(path) == newer.text:
                continue  # the tool says again what the user put right
            elif path[:1] in told:
                self._believe(old, path)
                old.was = [cell, *old.was]
                if newer is None:
                    del old.cells[path]
                else:
                    self._put(newer, old)
        for path, cell in new.cells.items():
            if path not in old.cells:
                self._put(cell, old)

    def _believe(self, row: Row, path: Path) -> None:
        """Take a tool at its word again: it says something else than was put right."""
        if path in row.amended:
            kept = row, path, row.amended[path]
            row.amended = {p: text for p, text in row.amended.items() if p != path}
            self._amended = [one for one in self._amended if not stood_for(one, *kept)]

    def _renew_children(
        self,
        parent: Row,
        path: Path,
        new: list[Row],
        *,
        whole: bool,
        page: int | None = _ALL,
    ) -> None:
        """Let a list say what its newest version does; of pages, each by itself."""
        older = parent.children.get(path, [])
        if new:
            table = self._child(parent.table, path, new[0].table)
        kept = dict(told_apart(older))
        children = []
        for identity, row in told_apart(new):
            old = kept.pop(identity, None)
            if old is None:
                self._attach(row, table, parent)
                children.append(row)
            else:
                self._renew(old, row, whole=whole)
                children.append(old)
        for row in kept.values():
            if page in (_ALL, row.output):
                for below in descendants(row):
                    below.gone = True
        both = (children, kept.values()) if page == _ALL else (kept.values(), children)
        parent.children[path] = [row for rows in both for row in rows]
