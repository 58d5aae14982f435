"""What reading yields: tables of scalar cells, and the lines that are prose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

Scalar = str | int | float | bool | None


class Missing(Enum):
    """Type of `MISSING`, the cell of a row that has no such column."""

    MISSING = "missing"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing.MISSING
"""An absent cell; None is a cell that says null."""

Cell = Scalar | Missing
Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """Like objects, one per row.

    Attributes:
        name: Dotted path of the table in its source; empty at the top.
        columns: Distinct dotted paths, in the order the source has them.
        rows: One tuple per object, as long as `columns`.
        key: The column that names the objects (an id, else a name), or None.
        kind: `record` for a single object, `list` for any number of like ones.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    key: str | None
    kind: Literal["record", "list"]

    def __init__(
        self,
        name: str,
        columns: tuple[str, ...],
        rows: tuple[Row, ...],
        key: str | None,
        kind: Literal["record", "list"],
    ) -> None:
        """Make a table; in less than half the time of what `frozen` would write."""
        fields = self.__dict__
        fields["name"] = name
        fields["columns"] = columns
        fields["rows"] = rows
        fields["key"] = key
        fields["kind"] = kind


@dataclass(frozen=True)
class Reading:
    """A text as data.

    Attributes:
        tables: What is structured; a parent stands before its children.
        prose: The lines, in order and never blank, that are not structured.
    """

    tables: tuple[Table, ...]
    prose: tuple[str, ...]
