from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.card import CardLink, DecisionCard
from langgraph_memory.cards.linking import (
    MOST_LINKS,
    both_ways,
    fed_by,
    feeding,
    of_one_object,
)
from tests.unit.cards.builders import LODGES, cards, only

EARLY = "2026-05-04T10:00:00+00:00"
LATE = "2026-05-04T13:00:00+00:00"


def lodges(**parts: Any) -> DecisionCard:
    return only(cards(LODGES, "a lodge", args={"valley": "Soglio"}, **parts))


def parcel(number: str = "P-771", **parts: Any) -> DecisionCard:
    data = {"parcel_id": number, "status": "waiting", "depot": "Chur"}
    return only(cards(data, "my parcel", name="get_parcel", **parts))


def parcels(*numbers: str, **parts: Any) -> DecisionCard:
    data = [{"parcel_id": number, "status": "waiting"} for number in numbers]
    return only(cards(data, "my parcels", name="list_parcels", **parts))


def numbered(count: int) -> list[DecisionCard]:
    """Cards of as many records that all have the same lodges, each newer than the last."""
    return [lodges(nth=n, at=f"2026-05-04T10:{n:02}:00+00:00") for n in range(count)]


def test_a_call_is_fed_by_the_cards_that_have_its_values() -> None:
    """The values name the card, and others are left out."""
    held = [lodges(), parcel()]
    args = {"lodge_name": "Larch House"}
    [(card, found)] = feeding(held, args)
    assert (card, found[0].parameter) == (held[0], "lodge_name")
    assert fed_by(held, args) == (CardLink("fed_by", held[0].key),)
    assert fed_by(held, {"lodge_name": "Nowhere"}) == ()


def test_of_many_cards_that_fed_a_call_the_telling_ones_are_linked() -> None:
    """What stands comes before what was replaced, then what gave more, then the newest."""
    held = numbered(12)
    args = {"lodge_name": "Larch House"}
    found = fed_by(held, args)
    assert [link.key for link in found] == [card.key for card in held[:3:-1]]
    gone = [replace(card, superseded_by="x") for card in held[1:]]
    assert fed_by([held[0], *gone], args)[0].key == held[0].key
    more = parcel()
    both = {**args, "parcel_id": "P-771", "depot": "Chur"}
    assert fed_by([*held, more], both)[0].key == more.key


def test_cards_of_one_object_are_linked() -> None:
    """Another reading of an object, its parts, and a list with a row of it belong to it."""
    other = parcel(nth=1, at=EARLY)
    rows = parcels("P-770", "P-771", nth=2, at=LATE)
    held = [other, rows, parcel("P-9", nth=3), lodges(nth=4)]
    found = of_one_object(parcel(), held)
    assert found == (CardLink("entity", rows.key), CardLink("entity", other.key))
    assert of_one_object(rows, held) == (CardLink("entity", other.key),)
    whole = {"parcel_id": "P-771", "events": [{"place": "Zug"}, {"place": "Chur"}]}
    _, events = cards(whole, "my parcel", name="track_parcel", nth=5)
    assert CardLink("entity", other.key) in of_one_object(events, held)


def test_lists_that_share_a_row_are_not_of_one_object() -> None:
    """One of two cards has to be about the object alone."""
    rows = parcels("P-770", "P-771")
    assert of_one_object(rows, [parcels("P-771", "P-772", nth=1)]) == ()


def test_neither_the_same_record_nor_what_was_replaced_is_linked_by_its_object() -> None:
    """Other kinds of links, and `supersedes`, tell of these."""
    old = parcel(nth=1)
    new = replace(parcel(), supersedes=(old.key,))
    sibling = replace(new, key="0" * 32)
    assert of_one_object(new, [old, sibling]) == ()


def test_links_are_told_in_both_directions() -> None:
    """A card tells what it fed, what came of that, and what tells of its object later."""
    source, later = parcel(at=EARLY), parcel(nth=1, at=LATE)
    later = replace(later, links=(CardLink("entity", source.key),))
    made = replace(lodges(nth=2, at=LATE), links=(CardLink("fed_by", source.key),))
    first, second, third = both_ways([source, later, made], {source.key: ["c2", "c1"]})
    assert first.links == (
        CardLink("entity", later.key),
        CardLink("fed", "c2"),
        CardLink("fed", "c1"),
        CardLink("led_to", made.key),
    )
    assert (first.credit, second, third) == (2, later, made)
    again = both_ways([first, second, third], {source.key: ["c2", "c1"]})
    assert set(again[0].links) == set(first.links)


@given(st.integers(0, 20), st.integers(0, 20))
def test_links_are_bounded_by_kind(made: int, calls: int) -> None:
    """However much came of a card, eight links of a kind are told, to the newest."""
    source = parcel(at=EARLY)
    fed = [
        replace(card, links=(CardLink("fed_by", source.key),)) for card in numbered(made)
    ]
    ids = [f"c{n}" for n in range(calls)]
    links = both_ways([source, *fed], {source.key: ids})[0].links
    led_to = [link.key for link in links if link.kind == "led_to"]
    assert led_to == [card.key for card in fed[::-1][:MOST_LINKS]]
    assert [link.key for link in links if link.kind == "fed"] == ids[:MOST_LINKS]
