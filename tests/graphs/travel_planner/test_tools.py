from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool

from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.world.catalogue import Change, own_catalogue
from graphs.travel_planner.world.desk import BookingError, Desk
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    catalogue_of,
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(catalogue_of(tmp_path, ONE_CITY, ONE_CITY_RECORDS))


def tools(desk: Desk) -> dict[str, BaseTool]:
    return {tool.name: tool for tool in make_tools(desk)}


def use(desk: Desk, name: str, **args: Any) -> ToolMessage:
    call = {"name": name, "args": args, "id": "1", "type": "tool_call"}
    message = tools(desk)[name].invoke(call)
    assert isinstance(message, ToolMessage)
    return message


def test_the_tools_are_the_nine_that_a_planner_needs(desk: Desk) -> None:
    """The names and parameters that models are offered stay as they are."""
    offered = {name: set(tool.args) for name, tool in tools(desk).items()}
    assert offered == {
        "search_cities": {"state"},
        "search_flights": {"origin", "destination", "date"},
        "search_hotels": {"city"},
        "search_restaurants": {"city"},
        "search_attractions": {"city"},
        "get_distance": {"origin", "destination", "mode"},
        "book_flight": {"flight_number", "date", "people"},
        "book_hotel": {"city", "hotel", "check_in", "nights", "rooms"},
        "calculate_budget": {
            *("people", "city", "hotel", "meals", "sights", "flights", "drives"),
            *("taxis", "subtotals"),
        },
    }


def test_searches_return_all_their_rows(desk: Desk) -> None:
    """A search leaves nothing out."""
    rows = json.loads(use(desk, "search_restaurants", city="Birch").text)
    assert rows == list(desk.catalogue.restaurants["Birch"])


def test_nothing_found_is_said_and_is_no_error(desk: Desk) -> None:
    """An empty search is an answer."""
    message = use(desk, "search_hotels", city="Nowhere")
    assert message.text == "There is no accommodations in Nowhere."
    assert message.status == "success"


def test_the_budget_counts_rooms_seats_and_cars(desk: Desk) -> None:
    """Rooms, seats and cars are counted for all travellers."""
    message = use(
        desk,
        "calculate_budget",
        people=6,
        city="Birch",
        hotel={"name": "Inn", "price": 100, "nights": 2, "occupancy": 4},
        meals={"A": 10, "B": 15},
        flights={"F1": 50},
        drives={"d": 40},
        taxis={"t": 30},
        subtotals=[1000],
    )
    assert json.loads(message.text) == {
        "city": "Birch",
        "rooms": 2,
        "total": 2 * 2 * 100 + 6 * 25 + 6 * 50 + 2 * 40 + 2 * 30 + 1000,
    }


def test_the_same_booking_twice_is_one(desk: Desk) -> None:
    """A booking that is run again gives the same confirmation."""
    args = {"city": "Birch", "hotel": "Birch Inn", "check_in": "2030-03-01"}
    first = use(desk, "book_hotel", **args, nights=2, rooms=1)
    second = use(desk, "book_hotel", **args, nights=2, rooms=1)
    assert first.text == second.text
    assert json.loads(first.text)["total"] == 200
    assert len(desk.bookings) == 1


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        (
            "book_flight",
            {"flight_number": "X", "date": "2030-03-01", "people": 1},
            "no flight X",
        ),
        (
            "book_hotel",
            {
                "city": "Birch",
                "hotel": "X",
                "check_in": "2030-03-01",
                "nights": 1,
                "rooms": 1,
            },
            "no hotel 'X'",
        ),
    ],
)
def test_what_cannot_be_booked_is_an_error(
    desk: Desk, name: str, args: dict[str, Any], reason: str
) -> None:
    """The model is told why, by a result marked as an error."""
    message = use(desk, name, **args)
    assert message.status == "error"
    assert reason in message.text
    assert not desk.bookings


def test_hotels_sell_out_and_prices_change() -> None:
    """What changes before a booking and what changes later are told apart."""
    catalogue, _ = own_catalogue()
    city, name = "Portland", "Foghorn Loft"
    gone = Change(when="booking", city=city, hotel=name, set={"rooms left": 0})
    dearer = Change(when="later", city=city, hotel="The Ropewalk Inn", set={"price": 999})
    desk = Desk(catalogue, (gone, dearer))
    with pytest.raises(BookingError, match="sold out"):
        desk.book_hotel(city, name, "2030-03-01", 2, 1)
    assert desk.book_hotel(city, "The Ropewalk Inn", "2030-03-01", 1, 1)["total"] == 164
    desk.next_conversation()
    assert desk.book_hotel(city, "The Ropewalk Inn", "2030-03-01", 1, 1)["total"] == 999


def test_a_stay_that_is_too_short_is_refused() -> None:
    """A hotel's minimum nights hold at the desk too."""
    desk = Desk(own_catalogue()[0])
    with pytest.raises(BookingError, match="at least 3 nights"):
        desk.book_hotel("Portland", "Granite Row Suite", "2030-03-01", 2, 1)


def test_the_own_catalogue_is_whole() -> None:
    """Every city of every state has beds, meals, sights and a road to somewhere."""
    catalogue, changes = own_catalogue()
    assert len(catalogue.states) >= 2
    for city in (city for cities in catalogue.states.values() for city in cities):
        assert len(catalogue.hotels[city]) >= 6
        assert len(catalogue.restaurants[city]) >= 9
        assert len(catalogue.attractions[city]) >= 5
        assert any(city == destination for _, _, destination in catalogue.roads)
    for change in changes:
        assert change.hotel in {row["NAME"] for row in catalogue.hotels[change.city]}
