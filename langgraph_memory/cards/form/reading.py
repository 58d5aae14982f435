"""One output of a tool as a table of its own; nothing is lost or guessed.

A dict is a record; a dict keyed by ids, or whose keys repeat a child's value, is a table,
and so are lists of dicts; lists of lists keep the numbers of their groups; nested dicts
lend their names to the paths of the row. Lists of scalars and long texts are cells with
items. What fits none of these is a cell that holds it whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from langgraph_memory.cards.form.model import Cell, Kind, Output, Path, Row, Table
from langgraph_memory.cards.form.pieces import LONG, pieces
from langgraph_memory.cards.form.spelling import as_json, spell
from langgraph_memory.facts.keyed import is_keyed
from langgraph_memory.facts.keys import choose_key
from langgraph_memory.facts.loading import NotJsonError
from langgraph_memory.facts.names import words
from langgraph_memory.facts.reading import load_data

_LEVELS: Final = 8
_ROWS_FOR_KEY: Final = 64


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
    _name_keys(table)
    if table.kind == "groups":
        _join_groups(table)
    return table


class _Walk:
    """One walk through an output; makes its rows and cells."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._position = output.position

    def row(self, table: Table, parent: Row | None) -> Row:
        row = Row(table, parent, self._position)
        table.rows.append(row)
        return row

    def text(self, text: str) -> Table:
        """A text as one cell, its sentences and lines as items."""
        table = Table(self._output.tool, (), "text")
        row = self.row(table, None)
        row.cells[()] = Cell((), text, text, row, self._position, self._pieces(row, text))
        return table

    def _pieces(self, row: Row, text: str, path: Path = ()) -> tuple[Cell, ...]:
        return tuple([Cell(path, part, part, row, self._position) for part in pieces(text)])

    def value(self, row: Row, value: Any, path: Path) -> None:
        """Add a value that is a cell, whatever it is."""
        if type(value) is list and value and not any(map(_is_container, value)):
            items = tuple([self._cell(row, one, path, as_json(one)) for one in value])
            text = f"[{','.join([item.text for item in items])}]"
            row.cells[path] = Cell(path, value, text, row, self._position, items)
        else:
            row.cells[path] = self._cell(row, value, path, spell(value))

    def _cell(self, row: Row, value: Any, path: Path, text: str) -> Cell:
        long = type(value) is str and len(value) > LONG
        items = self._pieces(row, value, path) if long else ()
        return Cell(path, value, text, row, self._position, items)

    def fields(self, row: Row, value: Mapping[str, Any], prefix: Path, level: int) -> None:
        """Add the fields of an object."""
        for name, item in value.items():
            path = (*prefix, name)
            kind = type(item)
            if (kind is dict or kind is list) and item and level < _LEVELS:
                self._nested(row, item, path, level + 1)
            else:
                self.value(row, item, path)
        if not prefix and not row.cells.keys() <= row.table.columns.keys():
            row.table.columns |= dict.fromkeys(row.cells)
            row.table.order |= dict.fromkeys(row.cells)

    def _nested(self, row: Row, value: Any, path: Path, level: int) -> None:
        shape = _shape(value)
        if shape:
            table = _child(row.table, path, shape)
            if table:
                _place(path, row)
                row.children[path] = self.fill(table, shape, row, level)
            else:
                self.value(row, value, path)
        elif isinstance(value, dict):
            self.fields(row, value, path, level)
        else:
            self.value(row, value, path)

    def fill(
        self, table: Table, shape: _Shape, parent: Row | None, level: int
    ) -> list[Row]:
        """Add the rows of a table."""
        added = []
        for label, value in shape.rows:
            row = self.row(table, parent)
            if shape.kind == "groups":
                row.groups.append(label)
            elif label is not None:
                self.value(row, label, ())
            self.fields(row, value, (), level)
            added.append(row)
        return added


def _is_container(value: Any) -> bool:
    return isinstance(value, dict | list)


def _shape(value: Any) -> _Shape | None:
    """How a value that is not empty is a table, if it is one."""
    items = value.values() if type(value) is dict else value
    kinds = set(map(type, items))
    if kinds not in ({dict}, {list}):
        return None
    if kinds == {list} and not all(map(_is_table, items)):
        return None
    if type(value) is dict:
        return _keyed_shape(value, kinds) if is_keyed(value) else None
    if kinds == {dict}:
        rows = [(None, item) for item in value]
        return _Shape("list", None, rows) if any(value) else None
    return _Shape("groups", None, _rows(enumerate(value, 1)))


def _keyed_shape(value: dict[str, Any], kinds: set[type]) -> _Shape:
    if kinds == {list}:
        return _Shape("labelled", None, _rows(value.items()))
    label = _repeated(value)
    if label:
        return _Shape("keyed", label, [(None, child) for child in value.values()])
    return _Shape("keyed", None, list(value.items()))


def _is_table(items: list[Any]) -> bool:
    return bool(items) and all(type(item) is dict and item for item in items)


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


def _place(path: Path, row: Row) -> None:
    """Note where a child table stands among the fields of a row."""
    if path not in row.table.order:
        row.table.order |= dict.fromkeys((*row.cells, path))


def _name_keys(table: Table) -> None:
    """Choose what names the objects, here and in all child tables."""
    table.key = () if table.kind == "keyed" and not table.label else table.label
    if table.key is None and table.kind != "value":
        table.key = _key(table)
    for child in table.tables.values():
        _name_keys(child)


def _key(table: Table) -> Path | None:
    name = table.path[-1] if table.path else table.tool
    spoken = set(words(name))
    for path in table.rows[0].cells:
        parts = words(path[-1]) if len(path) == 1 else []
        if parts[1:] and parts[-1] == "id" and spoken.issuperset(parts[:-1]):
            return path
    sample = table.rows[:_ROWS_FOR_KEY]
    if table.kind == "groups":
        sample = list({signature(row): row for row in sample}.values())
    rows = [
        {".".join(path): _hashable(cell.value) for path, cell in row.cells.items()}
        for row in sample
    ]
    chosen = choose_key(name, rows)
    return next((p for p in table.rows[0].cells if ".".join(p) == chosen), None)


def _hashable(value: Any) -> Any:
    return as_json(value) if _is_container(value) else value


def _join_groups(table: Table) -> None:
    """Keep an object that stands in several groups once, with the numbers of all."""
    if table.key is None:
        return
    kept: list[Row] = []
    places: dict[Any, int] = {}
    last = -1
    group = 0
    for row in table.rows:
        [number] = row.groups
        last = -1 if number != group else last
        group = number
        place = -1
        if table.key in row.cells and not row.children:
            place = places.setdefault(signature(row), len(kept))
        if last < place < len(kept):
            kept[place].groups.append(number)
            last = place
        else:
            last = len(kept)
            kept.append(row)
    table.rows = kept


def signature(row: Row) -> tuple[tuple[Path, str], ...]:
    """All that a row says by itself, to compare it with others."""
    return tuple([(path, cell.text) for path, cell in row.cells.items()])


def descendants(row: Row) -> Iterator[Row]:
    """A row and all rows below it."""
    yield row
    for rows in row.children.values():
        for child in rows:
            yield from descendants(child)
