"""One output of a tool as a table of its own; nothing is lost or guessed.

A dict is a record; a dict keyed by ids, or whose keys repeat a child's value, is a table,
and so are lists of dicts; lists of lists keep the numbers of their groups; nested dicts
lend their names to the paths of the row. Lists in a dict that go together are a table of
their positions. Other lists and long texts are cells with items.
What fits none of these is a cell that holds it whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from langgraph_memory.cards.form.keying import join_groups, name_keys
from langgraph_memory.cards.form.model import EACH, Cell, Kind, Output, Path, Row, Table
from langgraph_memory.cards.form.pieces import LONG, pieces
from langgraph_memory.cards.form.prefaced import load_within
from langgraph_memory.cards.form.spelling import (
    around,
    as_json,
    innermost,
    items_as_json,
    spell,
)
from langgraph_memory.facts.arrays import parallel
from langgraph_memory.facts.keyed import is_keyed
from langgraph_memory.facts.loading import NotJsonError
from langgraph_memory.facts.reading import load_data

_LEVELS: Final = 8
_OBJECTS: Final = frozenset({dict})
_LISTS: Final = frozenset({list})
_CONTAINERS: Final = _OBJECTS | _LISTS


class _Shape(NamedTuple):
    """How a value is a table: pairs of a label, or the number of a group, and an object."""

    kind: Kind
    label: Path | None
    rows: Sequence[tuple[Any, dict[str, Any]]]


def read_output(output: Output) -> Table:
    """Read one output.

    Args:
        output: What a tool said.

    Returns:
        A table by itself, with rows of all kinds that the output holds; without numbers.
    """
    walk = _Walk(output)
    try:
        value = load_data(output.content)
    except NotJsonError:
        value = load_within(output.content)
        if value is None:
            return walk.text(output.content)
    if isinstance(value, dict | list) and value and (shape := _shape(value)):
        table = Table(output.tool, (), shape.kind, shape.label)
        walk.fill(table, shape, None, 0)
    elif isinstance(value, dict) and value:
        table = Table(output.tool, (), "record")
        walk.fields(walk.row(table, None), value, (), 0)
    else:
        table = Table(output.tool, (), "value")
        walk.value(walk.row(table, None), value, ())
    name_keys(table)
    if table.kind == "groups":
        join_groups(table)
    return table


def text_cell(row: Row, text: str, position: int) -> Cell:
    """A text that is no JSON as one cell, with its pieces."""
    return Cell((), text, text, row, position, _pieces(row, text, (), position))


def _pieces(row: Row, text: str, path: Path, position: int) -> tuple[Cell, ...]:
    return tuple([Cell(path, part, part, row, position) for part in pieces(text)])


class _Walk:
    """One walk through an output; makes its rows and cells."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._position = output.position
        # Where child tables stand among the cells of the rows that are being read.
        self._places: dict[Row, list[tuple[int, Path]]] = {}

    def row(self, table: Table, parent: Row | None) -> Row:
        row = Row(table, parent, self._position)
        table.rows.append(row)
        return row

    def text(self, text: str) -> Table:
        """A text as one cell, its sentences and lines as items."""
        table = Table(self._output.tool, (), "text")
        row = self.row(table, None)
        row.cells[()] = text_cell(row, text, self._position)
        return table

    def _pieces(self, row: Row, text: str, path: Path) -> tuple[Cell, ...]:
        return _pieces(row, text, path, self._position)

    def value(self, row: Row, value: Any, path: Path) -> None:
        """Add a value that is a cell, whatever it is."""
        position = self._position
        items: tuple[Cell, ...] = ()
        if type(value) is list and value:
            listed = innermost(value)
            scalars = _CONTAINERS.isdisjoint(map(type, listed))
            texts = items_as_json(listed) if scalars else list(map(as_json, listed))
            text = around(value, ",".join(texts))
            given = zip(listed, texts, strict=True)
            items = tuple([Cell(path, one, said, row, position) for one, said in given])
            if len(text) > LONG:
                for item in items:
                    item.items = self._parts(row, item.value, path)
        else:
            text = spell(value)
            items = self._parts(row, value, path)
        row.cells[path] = Cell(path, value, text, row, position, items)

    def _parts(self, row: Row, value: Any, path: Path) -> tuple[Cell, ...]:
        """The pieces of a long text; of all else none."""
        if type(value) is not str or len(value) <= LONG:
            return ()
        return self._pieces(row, value, path)

    def fields(self, row: Row, value: Mapping[str, Any], prefix: Path, level: int) -> None:
        """Add the fields of an object."""
        together: Collection[str] | None = None
        for name, item in value.items():
            path = (*prefix, name)
            kind = type(item)
            if kind not in _CONTAINERS:
                self._scalar(row, item, path)
            elif item and level < _LEVELS:
                if together is None and kind is list:
                    together = self._positions(row, value, (*prefix, EACH))
                if not together or name not in together:
                    self._nested(row, item, path, level + 1)
            else:
                self.value(row, item, path)
        if not prefix:
            self._note(row)

    def _scalar(self, row: Row, value: Any, path: Path) -> None:
        if type(value) is str and len(value) > LONG:
            self.value(row, value, path)
        else:
            row.cells[path] = Cell(path, value, spell(value), row, self._position)

    def _note(self, row: Row) -> None:
        """Let the table know the paths of a row that is complete."""
        table = row.table
        places = self._places.pop(row, ()) if self._places else ()
        if not places and row.cells.keys() <= table.columns.keys():
            return
        found = dict.fromkeys(row.cells)
        table.columns |= found
        if places:
            paths = [*found]
            start = 0
            for place, path in places:
                table.order |= dict.fromkeys((*paths[start:place], path))
                start = place
        table.order |= found

    def _nested(self, row: Row, value: Any, path: Path, level: int) -> None:
        shape = _shape(value)
        if shape:
            table = _child(row.table, path, shape)
            if table:
                self._place(row, path)
                row.children[path] = self.fill(table, shape, row, level)
            else:
                self.value(row, value, path)
        elif isinstance(value, dict):
            self.fields(row, value, path, level)
        else:
            self.value(row, value, path)

    def _positions(self, row: Row, value: Mapping[str, Any], path: Path) -> Collection[str]:
        """Add what lists of an object say position by position; gives their names."""
        names = parallel(value)
        if not names:
            return ()
        table = _child(row.table, path, _Shape("positions", None, ()))
        if table is None:
            return ()
        self._place(row, path)
        paths = [(name,) for name in names]
        children = row.children[path] = []
        for said in zip(*[value[name] for name in names], strict=True):
            child = self.row(table, row)
            for column, item in zip(paths, said, strict=True):
                self._scalar(child, item, column)
            children.append(child)
        table.columns |= dict.fromkeys(paths)
        table.order |= table.columns
        return names

    def _place(self, row: Row, path: Path) -> None:
        """Remember where a child table stands among the cells of a row."""
        if path not in row.table.order:
            self._places.setdefault(row, []).append((len(row.cells), path))

    def fill(
        self, table: Table, shape: _Shape, parent: Row | None, level: int
    ) -> list[Row]:
        """Add the rows of a table."""
        added = []
        for label, value in shape.rows:
            row = self.row(table, parent)
            if shape.kind == "groups":
                row.groups = [label]
            elif label is not None:
                self.value(row, label, ())
            self.fields(row, value, (), level)
            added.append(row)
        return added


def _is_table(items: list[Any]) -> bool:
    return bool(items) and all(items) and set(map(type, items)) == _OBJECTS


def _shape(value: Any) -> _Shape | None:
    """How a value that is not empty is a table, if it is one."""
    if type(value) is list and type(value[0]) not in _CONTAINERS:
        return None
    items = value.values() if type(value) is dict else value
    kinds = set(map(type, items))
    if kinds != _OBJECTS and (kinds != _LISTS or not all(map(_is_table, items))):
        return None
    if type(value) is dict:
        return _keyed_shape(value, kinds) if is_keyed(value) else None
    if kinds == _OBJECTS:
        rows = [(None, item) for item in value]
        return _Shape("list", None, rows) if any(value) else None
    return _Shape("groups", None, _rows(enumerate(value, 1)))


def _keyed_shape(value: dict[str, Any], kinds: set[type]) -> _Shape:
    if kinds == _LISTS:
        return _Shape("labelled", None, _rows(value.items()))
    label = _repeated(value)
    if label:
        return _Shape("keyed", label, [(None, child) for child in value.values()])
    return _Shape("keyed", None, list(value.items()))


def _rows(groups: Any) -> list[tuple[Any, dict[str, Any]]]:
    return [(label, item) for label, group in groups for item in group]


def _repeated(value: Mapping[str, Any]) -> Path | None:
    """The path at which every object repeats its key."""
    key, first = next(iter(value.items()))
    for name, item in first.items():
        if item == key and all(child.get(name) == k for k, child in value.items()):
            return (name,)
    return None


def _child(table: Table, path: Path, shape: _Shape) -> Table | None:
    """The child table for some rows; None when other kinds of rows are there already."""
    found = table.tables.get(path)
    if found is None:
        found = table.tables[path] = Table(
            table.tool, path, shape.kind, shape.label, parent=table
        )
    return found if (found.kind, found.label) == (shape.kind, shape.label) else None


def descendants(row: Row) -> Iterator[Row]:
    """A row and all rows below it."""
    yield row
    for rows in row.children.values():
        for child in rows:
            yield from descendants(child)
