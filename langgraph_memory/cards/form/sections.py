"""Rows by the calls that they answer, and what those calls say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from langgraph_memory.cards.form.model import Call, Path, Table
from langgraph_memory.cards.form.showing import Shown
from langgraph_memory.cards.form.spelling import is_number
from langgraph_memory.facts.names import words

_SHORT: Final = 3


class Section(NamedTuple):
    """Rows that one line stands above.

    Attributes:
        call: Arguments of their calls that the rows do not repeat.
        rows: The rows, as far as they are shown.
        left: How many rows of the same calls are not shown.
    """

    call: Call
    rows: list[Shown]
    left: int


def sections_of(table: Table, rows: Sequence[Shown]) -> list[Section]:
    """Part the rows of a table by the calls that they answer.

    What the arguments of their calls say of all rows is taken from the rows.
    """
    live = Counter(row.call for row in table.rows if not row.gone)
    telling = _telling(live)
    calls: dict[Call, list[Shown]] = {}
    for row in rows:
        calls.setdefault(row.row.call, []).append(row)
    _leave_to_calls(calls, telling)
    sections: dict[Call, list[Shown]] = {}
    left: Counter[Call] = Counter()
    for call, part in calls.items():
        unsaid = tuple(a for a in _unsaid(call, part) if a in telling)
        sections.setdefault(unsaid, []).extend(part)
        left[unsaid] += live[call] - sum(not row.row.gone for row in part)
    return [Section(call, part, left[call]) for call, part in sections.items()]


def _telling(calls: Collection[Call]) -> frozenset[tuple[str, str]]:
    """The arguments that some of the calls have and others do not."""
    counts = Counter(argument for call in calls for argument in call)
    return frozenset(a for a, count in counts.items() if count < len(calls))


def _leave_to_calls(
    calls: Mapping[Call, Sequence[Shown]], telling: Collection[tuple[str, str]]
) -> None:
    """Take from the rows what the arguments of their calls say of all of them."""
    if not telling:
        return
    echoes: set[Path] | None = None
    for call, rows in calls.items():
        said = [argument for argument in call if argument in telling]
        first, *rest = [row.row.cells for row in rows]
        here = {
            path
            for path, cell in first.items()
            if any(_is_same(argument, path, cell.text) for argument in said)
            and all((c := cells.get(path)) and c.text == cell.text for cells in rest)
        }
        echoes = here if echoes is None else echoes & here
    for path in echoes or ():
        for rows in calls.values():
            for row in rows:
                if path != row.row.table.key:
                    row.texts.pop(path, None)
                    row.cues = tuple(cue for cue in row.cues if cue != path)


def _unsaid(call: Call, rows: Sequence[Shown]) -> Call:
    """The arguments of a call that its rows, as far as they are shown, do not repeat."""
    first, *rest = rows
    said = [
        (path, text)
        for path, text in first.texts.items()
        if all(row.texts.get(path) == text for row in rest)
    ]
    return tuple(a for a in call if not any(_is_same(a, *field) for field in said))


def _is_same(argument: tuple[str, str], path: Path, text: str) -> bool:
    """Whether a field says again what an argument says: a small number may be chance."""
    name, given = argument
    if given != text:
        return False
    telling = len(text) > _SHORT and not is_number(text)
    return telling or (bool(path) and not set(words(name)).isdisjoint(words(path[-1])))
