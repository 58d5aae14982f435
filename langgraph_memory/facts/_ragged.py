"""Rows that do not all have the same columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, repeat
from operator import itemgetter, mul
from typing import Final, TypeVar

from langgraph_memory.facts.tables import MISSING, Cell, Row

T = TypeVar("T")

Form = tuple[str, ...]
"""The columns of a row."""

_LEAST_FILLED: Final = 0.25
_ABSENT: Final = repeat(MISSING)


class Ragged:
    """Rows of several forms.

    Attributes:
        forms: The columns of each row.
        parts: The rows by their columns, those that begin first before others.
    """

    __slots__ = ("_places", "forms", "parts")

    def __init__(self, form: Form, rows: list[Row]) -> None:
        """Begin with rows of one form, or none."""
        self.forms = [form] * len(rows)
        self.parts: dict[Form, list[Row]] = {form: rows} if rows else {}
        self._places: list[dict[str, int]] = []

    def append(self, form: Form, row: Row) -> None:
        """Add a row."""
        self.forms.append(form)
        part = self.parts.get(form)
        if part is None:
            self.parts[form] = [row]
        else:
            part.append(row)

    def merge(self, forms: Iterable[Form], rows: dict[Form, list[Row]]) -> None:
        """Add rows of several forms, in the order that their forms have."""
        self.forms += forms
        if not self.parts:
            self.parts = rows
            return
        for form, added in rows.items():
            part = self.parts.get(form)
            if part is None:
                self.parts[form] = added
            else:
                part += added

    def union(self) -> Form:
        """All columns."""
        return tuple(dict.fromkeys(chain.from_iterable(self.parts)))

    def is_sparse(self, union: Form) -> bool:
        """Whether the rows have little of all columns."""
        cells: int = sum(map(mul, map(len, self.parts), map(len, self.parts.values())))
        return cells < _LEAST_FILLED * len(union) * len(self.forms)

    def spread(self, union: Form) -> list[Row]:
        """The rows, spread over all columns."""
        parts = self.parts.items()
        return self._in_order({form: _spread(form, part, union) for form, part in parts})

    def column(self, column: str) -> list[Cell]:
        """The cells of a column, one for each row."""
        if not self._places:
            self._places = [dict(zip(form, count())) for form in self.parts]
        parts = zip(self._places, self.parts.items(), strict=True)
        return self._in_order(
            {
                form: map(itemgetter(places[column]), rows) if column in places else _ABSENT
                for places, (form, rows) in parts
            }
        )

    def _in_order(self, found: Mapping[Form, Iterator[T]]) -> list[T]:
        """What was found for the rows of each form, in the order of the rows."""
        return list(map(next, map(found.__getitem__, self.forms)))


def _spread(form: Form, rows: Sequence[Row], union: Form) -> Iterator[Row]:
    """Rows of a form, spread over the columns of several."""
    if form == union[: len(form)]:
        rest = (MISSING,) * (len(union) - len(form))
        return iter([row + rest for row in rows])
    cells = dict(zip(form, zip(*rows, strict=True), strict=True))
    absent = (MISSING,) * len(rows)
    return zip(*[cells.get(column, absent) for column in union], strict=True)
