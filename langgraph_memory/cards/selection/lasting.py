"""What was found of columns, kept from one moment to the next where nothing changed."""

from __future__ import annotations

from typing import Generic, TypeVar

from langgraph_memory.cards.form.model import Path, Table

Found = TypeVar("Found")


class Lasting(Generic[Found]):
    """Findings by column; those of a table last until an output tells of it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._moment: object = None
        self._tables: dict[Table, tuple[int, dict[Path, Found]]] = {}

    def at(self, moment: object) -> None:
        """Forget what was found at another moment; moments are equal where all is."""
        if moment != self._moment:
            self._moment, self._tables = moment, {}

    def of(self, table: Table) -> dict[Path, Found]:
        """What was found of a table as it is now; what is found further belongs there."""
        told, found = self._tables.get(table, (-1, {}))
        if told != table.told:
            found = {}
            self._tables[table] = table.told, found
        return found
