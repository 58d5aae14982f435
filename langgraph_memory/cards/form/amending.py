"""What the user puts right, in the tables of what tools said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from langgraph_memory.cards.amending.aiming import Thing, aim
from langgraph_memory.cards.amending.mentions import Said, pairs_in, put_right
from langgraph_memory.cards.amending.reading import amendments_in
from langgraph_memory.cards.form.model import Correction, Path, Row
from langgraph_memory.cards.form.spelling import spell


class Amended(NamedTuple):
    """A cell that gets another value.

    Attributes:
        row: Its row.
        path: Its path.
        value: What is right.
        position: When the user said so.
    """

    row: Row
    path: Path
    value: Any
    position: int


class Standing(NamedTuple):
    """What was put right, for rows to come that say it wrong again.

    Attributes:
        name: What the object is called by.
        key: The last name of what holds that, or empty.
        path: The path of the cell, of which the last name counts.
        former: The wrong value as it is written.
        value: The right one.
    """

    name: str
    key: str
    path: Path
    former: str
    value: Any


def amended(correction: Correction, rows: Sequence[Row]) -> list[Amended]:
    """The cells that a message of the user gives another value.

    Args:
        correction: The message.
        rows: All rows that were told before it.

    Returns:
        Cells that say something else than he does; see `aim`.
    """
    said = amendments_in(correction.content)
    here = [row for row in rows if not (row.dropped or row.gone)] if said else []
    things = [thing for row in here for thing in _things(row)]
    found = []
    for amendment in said:
        for aimed in aim(amendment, things, correction.answer, correction.since):
            row, places = aimed.thing.ref
            place, value = places[aimed.column], aimed.value
            if isinstance(place, Said):
                value, place = put_right(row.cells[()].text, place, str(value)), ()
            if spell(value) != row.cells[place].text:
                found.append(Amended(row, place, value, correction.position))
    return found


def standing(one: Amended) -> Standing:
    """What stays put right, once the cell was written over."""
    key = _key(one.row)
    return Standing(
        _name(one.row),
        "" if key is None else key[-1],
        one.path,
        one.row.amended[one.path],
        one.value,
    )


def again(standing: Sequence[Standing], rows: Iterable[Row]) -> list[Amended]:
    """Cells of new rows that say again what the user put right."""
    return [
        Amended(row, path, one.value, row.output)
        for row in rows
        for one in standing
        if _called(row, one)
        for path, cell in row.cells.items()
        if path[-1:] == one.path[-1:] and cell.text == one.former
    ]


def stood_for(one: Standing, row: Row, path: Path, former: str) -> bool:
    """Whether something that stays put right is this of a row."""
    return (one.name, one.path[-1:], one.former) == (_name(row), path[-1:], former)


def _called(row: Row, one: Standing) -> bool:
    """Whether a row is of the object; rows of a list may not know what names them."""
    return one.name == _name(row) or any(
        path[-1:] == (one.key,) and str(cell.value).casefold() == one.name
        for path, cell in row.cells.items()
    )


def _name(row: Row) -> str:
    """What a row is called by: its key or label, else the call that it answers."""
    named = _keys(row)
    return named[0].casefold() if named else f"{row.table.tool}{row.call}#{row.id}"


def _key(row: Row) -> Path | None:
    """Where it says what it is called by: its key, else what its call asked for."""
    if row.table.key is not None:
        return row.table.key
    asked = {text for _, text in row.call}
    return next((path for path, c in row.cells.items() if path and c.text in asked), None)


def _keys(row: Row) -> tuple[str, ...]:
    if row.table.kind in ("value", "text"):
        return ()
    key = _key(row)
    cells = (row.cells.get(path) for path in (key, ()) if path is not None)
    return tuple(str(cell.value) for cell in cells if cell is not None)


def _things(row: Row) -> list[Thing]:
    """What the user may speak of in a row."""
    if row.table.kind == "text":
        return [] if row.amended else [_mentioned(row)]
    return [_thing(row)]


def _mentioned(row: Row) -> Thing:
    """What a plain text says, as one object."""
    said = pairs_in(row.cells[()].text)
    return Thing(
        name=_name(row),
        keys=(*(one.value for one in said.values()), *(text for _, text in row.call)),
        about=(row.table.tool, *said),
        told={name: one.value for name, one in said.items()},
        at=row.output,
        ref=(row, said),
    )


def _thing(row: Row) -> Thing:
    table, key = row.table, _key(row)
    paths = {
        ".".join(path): path
        for path, cell in row.cells.items()
        if path and path != key and not cell.items
    }
    keys, parent = _keys(row), row.parent
    while not keys and parent is not None:
        keys, parent = _keys(parent), parent.parent
    return Thing(
        name=_name(row),
        keys=keys or tuple(text.strip('"') for _, text in row.call),
        about=(table.tool, *table.path, *(key or ())),
        told={name: row.cells[path].value for name, path in paths.items()},
        at=row.output,
        ref=(row, paths),
    )
