"""What two cards tell of the same things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.asking import answers
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.deeds import changes
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.ended import end_in
from langgraph_memory.cards.instants import instant
from langgraph_memory.cards.objects import Object, Told, asked_in, objects_of, subject_of
from langgraph_memory.cards.setting import set_in
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.tables import MISSING, Cell, Table

_UNNAMED: Final = lexicon.IDENTIFIER | lexicon.NAME | lexicon.TIME
_FIGURES: Final = 5  # digits by which a number is that of one thing
_LONGEST: Final = 80


def common(card: DecisionCard, newer: DecisionCard) -> Iterator[tuple[str, Told, Told]]:
    """The things that two cards tell of.

    Things are the same when noun and key are, or when a code is their key and their nouns
    have a word in common. A single object without a key of its own is the one that its call
    names: `flight_status(flight=AF1)` tells of the row `AF1` of a table of flights, and of
    what another call says of it. All else that its call was given must hold for the other
    card, too, unless the newer call changed it.

    Args:
        card: A card.
        newer: A newer one.

    Yields:
        Each thing's key, what the card tells of it, and what the newer one does.
    """
    if not comparable(card, newer):
        return
    keyed = list(_by_keys(card, newer)) or list(_by_deed(card, newer))
    asked, asks = asked_in(card), asked_in(newer)
    yield from (
        (key, known, told)
        for key, known, told in keyed
        if answers(asks, known) and answers(asked, told)
    )
    if keyed:
        return
    if _single(card) and _single(newer):
        yield from _by_calls(card, newer)
    elif _single(newer):
        for key, told in _row_of(newer, card):
            yield key, _asked(card, told), _beside(newer) | _cells(newer)
    elif _single(card):
        for key, told in _row_of(card, newer):
            yield key, _cells(card), told


def comparable(card: DecisionCard, newer: DecisionCard) -> bool:
    """Whether two calls were given the same, but for what the newer one changed.

    Args:
        card: A card.
        newer: A newer one.
    """
    shared = card.args.keys() & newer.args.keys()
    differ = {name for name in shared if card.args[name] != newer.args[name]}
    fields = {name.rpartition(".")[2] for name in _cells(newer)} if differ else set()
    return differ <= fields and (not differ or changes(newer.tool or ""))


class Names(NamedTuple):
    """What a card calls things by.

    Attributes:
        things: The keys of its objects, and what is given.
        given: What its call was given, where it tells of one thing.
        cells: The cells of its only row, which the call of another card may name.
    """

    things: frozenset[str]
    given: frozenset[str]
    cells: frozenset[str]

    def may_meet(self, other: Names) -> bool:
        """Whether the other card may tell of one of these things, too."""
        return not (
            self.things.isdisjoint(other.things)
            and self.given.isdisjoint(other.cells)
            and self.cells.isdisjoint(other.given)
        )


def names_of(card: DecisionCard) -> Names:
    """Read what a card calls things by."""
    given: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    if _asked_for(card):
        given = frozenset(map(str, card.args.values()))
    elif card.table is not None and len(card.table.rows) == 1:
        cells = frozenset(map(str, card.table.rows[0]))
    keys = (key for (_, key), _ in _told_by(card))
    return Names(given.union(keys), given, cells)


def is_code(key: str) -> bool:
    """Whether a key is that of one thing, whatever its kind: no word, small number, day."""
    figures = sum(map(str.isdigit, key))
    letters = any(map(str.isalpha, key))
    return bool(figures) and (letters or figures >= _FIGURES) and not instant(key)


def _by_keys(card: DecisionCard, newer: DecisionCard) -> Iterator[tuple[str, Told, Told]]:
    others: defaultdict[str, list[tuple[str, Told]]] = defaultdict(list)
    for (noun, key), told in _told_by(newer):
        others[key].append((noun, told))
    # Where no object is its subject, its answer says how the call went.
    said = {} if subject_of(newer) is None else _beside(newer)
    for (noun, key), told in objects_of(card):
        for other, fresh in others.get(key, ()):
            if noun == other or (is_code(key) and _akin(noun, other)):
                yield key, _asked(card, told), {**said, **fresh}


def _single(card: DecisionCard) -> bool:
    """Whether a card is about one thing that has no key of its own."""
    return _asked_for(card) and subject_of(card) is None


def _asked_for(card: DecisionCard) -> bool:
    """Whether a card is about one thing, which its call may name."""
    table = card.table
    top = table is not None and table.kind == "record" and not table.name
    return top and bool(card.tool and card.args)


def _names(card: DecisionCard) -> Iterator[tuple[str, str | int]]:
    """The arguments by which a call may name a thing: `flight=AF1`, no `date`."""
    for name, value in card.args.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        telling = _nouns(name) and not lexicon.TIME.intersection(name_words(name))
        if telling and value != "" and len(str(value)) <= _LONGEST:
            yield name, value


def _by_calls(card: DecisionCard, newer: DecisionCard) -> Iterator[tuple[str, Told, Told]]:
    """The one thing that the calls of two single objects name."""
    # What a call set is no more than that: beside it, it names its thing as others do.
    did, does = changes(card.tool or ""), changes(newer.tool or "")
    more = newer.args.keys() - card.args.keys(), card.args.keys() - newer.args.keys()
    if (more[0] and not does) or (more[1] and not did):
        return
    tools = _nouns(card.tool or ""), _nouns(newer.tool or "")
    for name, value in _names(card):
        nouns = _nouns(name)
        named = [not nouns.isdisjoint(tool) for tool in tools]
        acts = (did or does) and (any(named) or not tools[0].isdisjoint(tools[1]))
        meant = acts or all(named) or is_code(str(value))
        if meant and newer.args.get(name) == value:
            yield str(value), _cells(card), _beside(newer) | _cells(newer)
            return


def _row_of(single: DecisionCard, table_card: DecisionCard) -> Iterator[tuple[str, Told]]:
    """The row of a list that tells of the thing that the call of a single object names."""
    table = table_card.table
    if table is None or table.kind != "list" or subject_of(table_card) is not None:
        return
    tools = _nouns(single.tool or "") | _nouns(table_card.tool or "") | _nouns(table.name)
    for name, value in _names(single):
        at = _column(table, name)
        if at is None or (tools.isdisjoint(_nouns(name)) and not is_code(str(value))):
            continue
        rows = [row for row in table.rows if str(row[at]) == str(value)]
        if len(rows) != 1:
            continue
        told = dict(zip(table.columns, rows[0], strict=True)) | table_card.constants
        rest = {n: v for n, v in single.args.items() if n != name}
        known = {**table_card.args, **told}
        if changes(single.tool or "") or all(known.get(n) == v for n, v in rest.items()):
            yield str(value), {n: c for n, c in told.items() if n != table.columns[at]}


def _column(table: Table, name: str) -> int | None:
    """The column that names the rows of a table as an argument does."""
    wanted = name_words(name)
    found = [at for at, column in enumerate(table.columns) if name_words(column) == wanted]
    names = len(found) == 1 and table.key in (None, table.columns[found[0]])
    return found[0] if names and (table.key or len(table.rows) == 1) else None


def _cells(card: DecisionCard) -> dict[str, Cell]:
    table = card.table
    if table is None or table.kind != "record" or not table.rows:
        return {}
    return dict(zip(table.columns, table.rows[0], strict=True))


def _beside(card: DecisionCard) -> dict[str, Cell]:
    """What a single object has beyond its card."""
    return {name: cell for name, cell in card.left_out.items() if cell is not MISSING}


def _by_deed(card: DecisionCard, newer: DecisionCard) -> Iterator[tuple[str, Told, Told]]:
    """The one thing that a call named, and that a later call ended or changed."""
    given = set_in(newer)
    done = {end_in(newer), given[0] if given else None} - {None}
    if done and _asked_for(card):
        tool = card.tool or ""
        named = {(noun_of(n, "", tool), str(v)) for n, v in card.args.items()}
        for of, told in _told_by(newer):
            if of in named and of in done:
                yield of[1], _cells(card), told


def _told_by(card: DecisionCard) -> Iterator[tuple[Object, Told]]:
    """The objects of a card, and the one that its call ended or changed."""
    yield from objects_of(card)
    if given := set_in(card):
        yield given
    end = end_in(card) if card.table is None else None
    if end is not None:
        yield end, {}


def _asked(card: DecisionCard, told: Told) -> Told:
    """What a list tells of a row, with what its call asked for: `status=pending`."""
    if card.table is None or card.table.kind != "list":
        return told
    asked = {
        name: value
        for name, value in card.args.items()
        if isinstance(value, str) and not lexicon.CUE.isdisjoint(name_words(name))
    }
    return {**asked, **told}


def _nouns(name: str) -> frozenset[str]:
    return frozenset(name_words(name)) - _UNNAMED


def _akin(noun: str, other: str) -> bool:
    return not set(noun.split()).isdisjoint(other.split())
