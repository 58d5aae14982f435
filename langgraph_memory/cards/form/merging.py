"""Outputs brought together: each object once, in its newest version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from langgraph_memory.cards.form.alike import DATE, named, outdates, same_thing, takes
from langgraph_memory.cards.form.keying import signature
from langgraph_memory.cards.form.model import Call, Cell, Output, Path, Row, Table
from langgraph_memory.cards.form.reading import descendants, read_output
from langgraph_memory.cards.form.spelling import spell

_Identity = tuple[object, ...]


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
        self._known: dict[Table, dict[_Identity, Row]] = {}
        self._calls: dict[tuple[str, str], int] = {}
        for output in outputs:
            self.add(output)

    def add(self, output: Output) -> None:
        """Bring in a further output.

        Args:
            output: What a tool said, newer than what was added before.
        """
        new = read_output(output)
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
        before = self._answered(output)
        call = _call(output, new)
        for row, identity in _identified(new, call, output):
            row.call, row.source = call, len(self.outputs)
            if new.kind == "record" and new.key is not None:
                _, row.call = named(row, new.key, output)
            row.failed = output.failed
            old = known.get(identity)
            if old is None:
                known[identity] = row
                self._attach(row, target, None)
            else:
                whole = not output.failed and old.source == before
                self._renew(old, row, whole=whole)
            if new.kind == "record" and new.key is not None:
                self._outdate(target, old or row)
        if not output.failed:
            self._drop(before)
        self.outputs.append(output)

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
            if mine and mine.text != newer.text and not (mine.items or newer.items):
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
        old.call, old.failed = new.call, new.failed
        old.source, old.earlier = new.source, _sources(old)
        said = (old, new) if whole else (new,)
        told = {path[:1] for row in said for path in (*row.cells, *row.children)}
        for below in descendants(old) if old.dropped else ():
            below.dropped = False
        self._renew_cells(old, new, told)
        for path in dict.fromkeys((*old.children, *new.children)):
            if path[:1] in told:
                newest = new.children.get(path, [])
                self._renew_children(old, path, newest, whole=whole)

    def _renew_cells(self, old: Row, new: Row, told: set[Path]) -> None:
        for path, cell in list(old.cells.items()):
            newer = new.cells.get(path)
            if newer is not None and newer.text == cell.text:
                for part in cell.parts():
                    part.output = newer.output
            elif path[:1] in told:
                old.was = [cell, *old.was]
                if newer is None:
                    del old.cells[path]
                else:
                    self._put(newer, old)
        for path, cell in new.cells.items():
            if path not in old.cells:
                self._put(cell, old)

    def _renew_children(
        self, parent: Row, path: Path, new: list[Row], *, whole: bool
    ) -> None:
        older = parent.children.get(path, [])
        if new:
            table = self._child(parent.table, path, new[0].table)
        kept = dict(_told_apart(older))
        children = []
        for identity, row in _told_apart(new):
            old = kept.pop(identity, None)
            if old is None:
                self._attach(row, table, parent)
                children.append(row)
            else:
                self._renew(old, row, whole=whole)
                children.append(old)
        for row in kept.values():
            for below in descendants(row):
                below.gone = True
        parent.children[path] = [*children, *kept.values()]


def _sources(row: Row) -> Sequence[int]:
    """The outputs that have told of a row; none of one that stands within another."""
    return row.earlier if row.source < 0 else (*row.earlier, row.source)


def _call(output: Output, table: Table) -> Call:
    """The scalar arguments of the call that rows without a name of their own answer."""
    if table.kind == "record" and table.key is not None:
        return ()
    given = output.args.items()
    return tuple((n, spell(v)) for n, v in given if not isinstance(v, dict | list))


def _identified(
    table: Table, call: Call, output: Output
) -> Iterable[tuple[Row, _Identity]]:
    """The rows of an output, with what tells them from the others of their table."""
    if table.kind == "record" and table.key is not None:
        return [(row, named(row, table.key, output)) for row in table.rows]
    if table.kind in ("record", "text", "value"):
        asked = tuple(sorted((name, spell(value)) for name, value in output.args.items()))
        return [(row, asked) for row in table.rows]
    if table.kind == "groups":
        return [
            (row, (call, *identity, tuple(row.groups)))
            for identity, row in _told_apart(table.rows)
        ]
    return [(row, (call, *identity)) for identity, row in _told_apart(table.rows)]


def _told_apart(rows: Iterable[Row]) -> Iterable[tuple[_Identity, Row]]:
    """Rows of one list by key and dates, or by all they say; equal ones are numbered."""
    seen: Counter[_Identity] = Counter()
    for row in rows:
        key = row.table.key
        identity: _Identity
        if key is not None and key in row.cells:
            dates = [
                cell.text
                for cell in row.cells.values()
                if type(cell.value) is str and DATE.match(cell.value)
            ]
            identity = (row.cells[key].text, *dates)
        else:
            identity = signature(row)
        seen[identity] += 1
        yield (*identity, seen[identity]), row
