"""What tools said, as cells of rows of tables, each with a number of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Path = tuple[str, ...]
"""Names that lead from an object to a value within it; empty for the value itself."""

Kind = Literal[
    "record", "list", "keyed", "groups", "labelled", "positions", "value", "text"
]
"""Where rows come from: an object; a list of objects; an object of objects; a list of
lists; an object of lists; the positions of lists that go together; a value that is no
object; a text that is no JSON."""

EACH: Final = "\0*"
"""The last name of the path to the positions of lists that go together in an object."""

Call = tuple[tuple[str, str], ...]
"""Arguments of a call as names and written values."""


@dataclass(frozen=True)
class Output:
    """One output of a tool.

    Attributes:
        tool: Name of the tool.
        content: What it said, verbatim.
        args: Arguments of the call.
        position: Where it stands among the outputs or messages; grows with time.
        failed: Whether the call failed.
    """

    tool: str
    content: str
    args: Mapping[str, Any] = field(default_factory=dict)
    position: int = 0
    failed: bool = False


@dataclass(frozen=True)
class Correction(Output):
    """What the user put right, among what tools said.

    Attributes:
        content: The user's message.
        answer: What the agent said just before.
        since: What has a greater position was told since the user spoke last.
    """

    tool: str = ""
    content: str = ""
    answer: str = ""
    since: int = 0


@dataclass(slots=True, eq=False)
class Cell:
    """One value of an object.

    Attributes:
        path: Where in the row; empty for a label or a value that has no name.
        value: What JSON held there: a scalar, or a list or object that is no table.
        text: The value as it is written where nothing around it could be mistaken.
        row: The object.
        output: Position of the newest output that says so.
        items: For a list that is no table, a cell for each item, or for each item of the
            only list in it; for a long text, its pieces, which joined are the text.
        id: Number of the cell, stable once the cell belongs to a form; else -1.
    """

    path: Path
    value: Any
    text: str
    row: Row
    output: int
    items: tuple[Cell, ...] = ()
    id: int = -1

    def parts(self) -> Iterator[Cell]:
        """Itself, its items and theirs."""
        yield self
        for item in self.items:
            yield from item.parts()

    def leaves(self) -> Iterator[Cell]:
        """What of it can be kept singly: itself, or the leaves of its items."""
        return (part for part in self.parts() if not part.items)


@dataclass(slots=True, eq=False)
class Row:
    """One object.

    Attributes:
        table: The table it is a row of.
        parent: The row that it was found in, if any.
        output: Position of the newest output that tells of it.
        cells: Its values by path; under the empty path its label, if no field has it.
        children: Rows of child tables, by the path they were found at.
        groups: For lists of lists, the numbers of the groups it stands in, from 1.
        call: Arguments of the call that it is the answer to, where no key names it.
        asks: What that call asks of the object that it names by its key.
        source: Which of the form's outputs told of it last, from 0.
        earlier: Which others did before.
        asked: How often the same call told of it.
        failed: Whether that call failed.
        was: Former cells, the newest first.
        amended: By path, what a tool said and the user put right.
        pages: Of an answer that came page by page, the position of each by its place.
        gone: Whether the newest version of its parent no longer has it.
        dropped: Whether the newest answer to the call that told of it no longer has it; it
            is not told.
        id: Number of the row, as for cells.
    """

    table: Table
    parent: Row | None
    output: int
    cells: dict[Path, Cell] = field(default_factory=dict)
    children: dict[Path, list[Row]] = field(default_factory=dict)
    groups: Sequence[int] = ()
    call: Call = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    source: int = -1
    earlier: Sequence[int] = ()
    asked: int = 1
    failed: bool = False
    was: Sequence[Cell] = ()
    amended: Mapping[Path, str] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)
    gone: bool = False
    dropped: bool = False
    id: int = -1

    @property
    def told_by(self) -> Sequence[int]:
        """The outputs that have told of it; none of one that stands within another."""
        return self.earlier if self.source < 0 else (*self.earlier, self.source)

    def leaves(self) -> list[Cell]:
        """What can be kept singly of the values that it has and had."""
        found: list[Cell] = []
        for cell in (*self.cells.values(), *self.was):
            if cell.items:
                found += cell.leaves()
            else:
                found.append(cell)
        return found

    def all_cells(self) -> Iterator[Cell]:
        """Its cells, those it had, and the items of both; not those of its children."""
        for cell in (*self.cells.values(), *self.was):
            yield from cell.parts()


@dataclass(slots=True, eq=False)
class Table:
    """Like objects.

    Attributes:
        tool: The tool that said so first.
        path: Where in the parent's rows; empty at the top.
        kind: Where its rows come from.
        label: For `keyed` tables, the path at which each row repeats its key; else None.
        parent: The table whose rows hold these rows, if any.
        key: The path that names the objects, or None.
        columns: All paths that its rows have, in order of appearance.
        order: The same with those of child tables among them.
        rows: All rows, in order of appearance.
        tables: Child tables by path.
        version: Of a table that is no child, how often outputs told of it.
        id: Number of the table, as for cells.
    """

    tool: str
    path: Path
    kind: Kind
    label: Path | None = None
    parent: Table | None = None
    key: Path | None = None
    columns: dict[Path, None] = field(default_factory=dict)
    order: dict[Path, None] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    tables: dict[Path, Table] = field(default_factory=dict)
    version: int = 0
    id: int = -1

    @property
    def told(self) -> int:
        """How often outputs told of it, or of the table that its rows lie in."""
        return self.top.version

    @property
    def top(self) -> Table:
        """The table that is no child, itself or the one that its rows lie in."""
        here = self
        while here.parent is not None:
            here = here.parent
        return here

    @property
    def by_call(self) -> bool:
        """Whether nothing but the call tells its rows from others: they have no key."""
        return self.kind in ("text", "value") or (
            self.kind == "record" and self.key is None
        )
