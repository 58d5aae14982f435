from __future__ import annotations

from dataclasses import replace

import pytest

from langgraph_memory.cards.beside import times_of
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import parse, render
from tests.unit.cards.builders import cards, only


def order(at: str, nth: int = 0, status: str = "pending") -> DecisionCard:
    data = {"order_id": "O-1", "status": status, "total": 50}
    made = only(cards(data, "the order", name="get_order", nth=nth))
    return replace(made, as_of=at)


@pytest.mark.parametrize(
    ("stamps", "told"),
    [
        (["2026-05-04T10:00:00+00:00"], []),
        (["2026-05-04T10:00:00+00:00", "2026-05-05T10:00:00+00:00"], []),
        (["2026-05-04T10:00:00+00:00", "2026-05-04T12:00:00+02:00"], []),
        (
            ["2026-05-04T10:00:00+00:00", "2026-05-04T15:00:00+02:00"],
            ["2026-05-04T10:00Z", "2026-05-04T13:00Z"],
        ),
        (
            ["2026-05-04T10:00:05+00:00", "2026-05-04T10:00:09.5"],
            ["2026-05-04T10:00:05Z", "2026-05-04T10:00:09Z"],
        ),
        (["2026-05-04T10:00:05+00:00", "soon"], []),
    ],
)
def test_times_tell_cards_of_one_day_apart(stamps: list[str], told: list[str]) -> None:
    """The time of day is told only beside others of that day, as short as will do."""
    found = times_of(order(at, nth) for nth, at in enumerate(stamps))
    assert list(found.values()) == told


def test_a_told_time_is_read_back() -> None:
    """The text of a card tells the time it is given in place of its day."""
    card = order("2026-05-04T10:00:00+00:00")
    assert parse(render(card)).as_of == "2026-05-04"
    text = render(card, when="2026-05-04T10:00Z")
    assert parse(text).as_of == "2026-05-04T10:00Z"
