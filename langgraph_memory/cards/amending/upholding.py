"""What the user puts right in cards, and how it stands against what tools say.

A correction is a card of its object, from the most trusted source: it takes the place of
older cards of the object and tells on what else they show, each with its day. Rows of lists
get the right value and say what stood there. A tool that says later what was put right, or
anything else, does not win against it; one that says the same by itself does, and is taken
at its word from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from langgraph_memory.cards.amending.aiming import Thing, aim
from langgraph_memory.cards.amending.mentions import pairs_in, put_right
from langgraph_memory.cards.amending.reading import Amendment
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.objects import subject_of
from langgraph_memory.cards.slots import object_slot
from langgraph_memory.facts.tables import MISSING, Cell, Row, Table

_DAY = 10


def things_in(card: DecisionCard, at: int) -> Iterator[Thing]:
    """The objects of a card as things that the user may speak of.

    Args:
        card: A card.
        at: When it was told; grows with time.
    """
    table = card.table
    if table is None and card.tool is not None and card.notes:
        yield _mentioned(card, at)
    for number, row in enumerate(() if table is None else table.rows):
        told = _told(card, row)
        key = _key(card, told)
        keys = (str(told[key]),) if key else tuple(map(str, card.args.values()))
        yield Thing(
            name=keys[0].casefold() if key else f"{card.slot}#{number}",
            keys=keys,
            about=(card.entity, card.tool or "", *([key] if key else [])),
            told={n: c for n, c in told.items() if n != key and c is not MISSING},
            at=at,
            ref=(card, key),
        )


def corrected(
    card: DecisionCard,
    amendment: Amendment,
    things: Sequence[Thing],
    answer: str,
    since: int,
) -> DecisionCard:
    """The card of a statement as one of the object that it puts something right of.

    Args:
        card: The card, of the user's words.
        amendment: What they say.
        things: The objects that were told of before.
        answer: What the agent said just before.
        since: As for `aim`.

    Returns:
        The card with the object's slot and the right value; itself where it is not clear
        what is meant.
    """
    aimed = aim(amendment, things, answer, since)
    if not aimed:
        return card
    best = max(
        aimed, key=lambda one: (subject_of(one.thing.ref[0]) is not None, one.thing.at)
    )
    told, key = best.thing.ref
    table = told.table
    if key is None and table is not None and table.kind == "list":  # nothing names the row
        return card
    former = best.thing.told[best.column]
    parts: dict[str, Cell] = {best.column: best.value}
    if key is not None:
        parts = {key: best.thing.keys[0], **parts}
    entity, slot = _subject(told, key, best.thing.keys)
    was = () if former is None else (f"{best.column} was {former}, put right by the user",)
    return replace(
        card,
        entity=entity,
        slot=slot,
        table=Table(
            name="",
            columns=tuple(parts),
            rows=(tuple(parts.values()),),
            key=key,
            kind="record",
        ),
        rows_total=1,
        row_values=(card.value.total,),
        notes=(*card.notes, *was),
        corrected={best.column: former},
    )


def _mentioned(card: DecisionCard, at: int) -> Thing:
    """What the notes of a card say, as one object."""
    said = pairs_in("\n".join(card.notes))
    named = (*(one.value for one in said.values()), *map(str, card.args.values()))
    return Thing(
        name=card.slot,
        keys=named,
        about=(card.entity, *said),
        told={name: one.value for name, one in said.items()},
        at=at,
        ref=(card, None),
    )


def fixed(notes: Iterable[str], correction: DecisionCard) -> Iterator[str]:
    """Notes of prose with what the user put right in them."""
    for note in notes:
        said, text = pairs_in(note), note
        for name, (wrong, right) in _contested(correction).items():
            if name in said and said[name].value == wrong:
                text = put_right(note, said[name], str(right))
        yield text


def _subject(card: DecisionCard, key: str | None, keys: Sequence[str]) -> tuple[str, str]:
    """What people call an object that a card tells of, and its slot."""
    table = card.table
    whole = table is not None and table.kind == "record" and not table.name
    if whole or key is None or table is None:
        return card.entity, card.slot
    noun = noun_of(key, table.name, card.tool or "")
    return f"{noun} {keys[0]}", object_slot(noun, keys[0])


def says_so(new: DecisionCard, correction: DecisionCard) -> bool:
    """Whether a tool says by itself, for one object, all that the user put right."""
    told = _record(new)
    return bool(told) and all(
        name in told and _same(told[name], right)
        for name, (_, right) in _contested(correction).items()
    )


def repeats(new: DecisionCard, correction: DecisionCard) -> bool:
    """Whether a card of one object says again what the user put right."""
    told = _record(new)
    return any(
        name in told and _same(told[name], wrong)
        for name, (wrong, _) in _contested(correction).items()
    )


def refreshed(correction: DecisionCard, newer: DecisionCard) -> DecisionCard:
    """A correction that tells on what a newer card of its object says beside it."""
    table, told = correction.table, newer.table
    if told is None and newer.notes:
        own = [note for note in correction.notes if note not in carried(correction)]
        notes = tuple(dict.fromkeys((*own, *fixed(newer.notes, correction))))
        made = replace(correction, notes=notes)
        return correction if made == correction else made.changed()
    if table is None or told is None or not told.rows:
        return correction
    mine = dict(zip(table.columns, table.rows[0], strict=True))
    fresh = {
        name: cell
        for name, cell in {**newer.constants, **_record(newer, left_out=False)}.items()
        if name not in correction.corrected and name != table.key
    }
    said = _record(newer)
    others = [
        f"{newer.tool} said {name} {said[name]} later"
        for name, (wrong, right) in _contested(correction).items()
        if name in said and not _same(said[name], wrong) and not _same(said[name], right)
    ]
    columns = {**mine, **fresh}
    known = [note for note in correction.notes if not _dates(note, fresh)]
    dated = [f"as of {newer.as_of[:_DAY]}: {', '.join(fresh)}"] if fresh else []
    made = replace(
        correction,
        table=replace(table, columns=tuple(columns), rows=(tuple(columns.values()),)),
        left_out={**correction.left_out, **newer.left_out},
        notes=tuple(dict.fromkeys((*known, *dated, *others))),
    )
    return correction if made == correction else made.changed()


def carried(correction: DecisionCard) -> tuple[str, ...]:
    """Notes of a correction that older cards of its object had."""
    own = 2 if any(wrong is not None for wrong in correction.corrected.values()) else 1
    return correction.notes[own:]


def marked(card: DecisionCard, correction: DecisionCard) -> DecisionCard:
    """A card in which the rows of a corrected object say what is right.

    Args:
        card: A card of a list, or of what another tool says of the object.
        correction: What the user put right.

    Returns:
        The card, with a note of what stood there; itself where it says nothing of it.
    """
    table, about = card.table, correction.table
    if table is None or about is None or about.key is None:
        return card
    name = about.rows[0][about.columns.index(about.key)]
    rows, notes = list(table.rows), list(card.notes)
    for number, row in enumerate(rows):
        told = dict(zip(table.columns, row, strict=True))
        key = table.key or about.key.rpartition(".")[2]
        asked = card.args.values() if table.kind == "record" else ()
        if not any(_same(one, name) for one in (told.get(key), *asked)):
            continue
        for column, (wrong, right) in _contested(correction).items():
            last = column.rpartition(".")[2]
            for place, mine in enumerate(table.columns):
                if mine.rpartition(".")[2] == last and _same(row[place], wrong):
                    row = (*row[:place], right, *row[place + 1 :])  # noqa: PLW2901
                    of = f"{name} " if table.kind == "list" else ""
                    notes.append(f"{of}{mine} was {wrong}, put right by the user")
        rows[number] = row
    if tuple(rows) == table.rows:
        return card
    return card.changed(
        table=replace(table, rows=tuple(rows)), notes=tuple(dict.fromkeys(notes))
    )


def _contested(correction: DecisionCard) -> dict[str, tuple[Cell, Cell]]:
    """By column, what was wrong and what is right."""
    told = _record(correction)
    return {name: (wrong, told[name]) for name, wrong in correction.corrected.items()}


def _record(card: DecisionCard, *, left_out: bool = True) -> dict[str, Cell]:
    """What a card tells of a single object, or its prose by words before values."""
    table = card.table
    if table is None and card.tool is not None:
        return {name: one.value for name, one in pairs_in("\n".join(card.notes)).items()}
    if table is None or table.kind != "record" or not table.rows:
        return {}
    told = dict(zip(table.columns, table.rows[0], strict=True))
    return {**card.left_out, **told} if left_out else told


def _told(card: DecisionCard, row: Row) -> dict[str, Cell]:
    columns = card.table.columns if card.table is not None else ()
    return {**card.left_out, **card.constants, **dict(zip(columns, row, strict=True))}


def _key(card: DecisionCard, told: Mapping[str, Any]) -> str | None:
    """The column that names the object: its key, else what the call asked for."""
    if card.table is not None and card.table.key is not None:
        return card.table.key if card.table.key in told else None
    asked = set(map(str, card.args.values()))
    return next((name for name, cell in told.items() if str(cell) in asked), None)


def _same(one: Any, other: Any) -> bool:
    return one == other or str(one).strip().casefold() == str(other).strip().casefold()


def _dates(note: str, columns: Mapping[str, Cell]) -> bool:
    """Whether a note says as of when columns are that are newer by now."""
    _, mark, names = note.partition(": ")
    named = names.split(", ") if note.startswith("as of ") and mark else []
    return bool(named) and all(name in columns for name in named)
