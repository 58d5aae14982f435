from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import parse, render
from langgraph_memory.config import CardConfig
from tests.unit.cards.builders import LODGE_TASK, LODGES, cards, only, shown

HOTELS = [
    {"name": "Zeta", "status": "sold out"},
    {"name": "Alpha", "status": "available"},
    {"name": "Mid", "status": "available"},
]


def names(card: DecisionCard, rows: int | None = None) -> list[Any]:
    """The first cells of the rows that are shown."""
    return [row[0] for row in parse(render(card, rows)).rows]


@pytest.mark.parametrize("hotels", [HOTELS, HOTELS[::-1], HOTELS[1:] + HOTELS[:1]])
def test_rows_are_shown_in_the_order_of_their_source(hotels: list[dict[str, str]]) -> None:
    """The first of a ranking is shown first, though it cannot be had."""
    card = only(cards(hotels, "Find a hotel", name="search_hotels"))
    assert names(card) == [hotel["name"] for hotel in hotels]
    assert DecisionCard.from_dict(card.to_dict()) == card


def test_of_fewer_rows_the_best_ones_are_shown_in_that_order() -> None:
    """Which rows are shown goes by their worth, in which order by their source."""
    card = only(cards(LODGES, LODGE_TASK, args={"valley": "Soglio"}))
    source = [lodge["Lodge"] for lodge in LODGES]
    best = shown(card, "Lodge")
    assert best != source
    for count in range(1, len(best) + 1):
        assert names(card, count) == sorted(best[:count], key=source.index)


def test_a_card_without_room_for_all_rows_keeps_the_order() -> None:
    """What is left out leaves a gap, no more."""
    many = [
        {**hotel, "name": f"{hotel['name']} {n}"} for n in range(20) for hotel in HOTELS
    ]
    config = CardConfig(max_tokens=60)
    card = only(cards(many, "Find a hotel", config, name="search_hotels"))
    told = names(card)
    source = [hotel["name"] for hotel in many]
    assert 1 < len(told) < len(source)
    assert told == sorted(told, key=source.index)
