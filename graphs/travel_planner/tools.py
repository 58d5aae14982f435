"""The agent's tools over a booking desk; every search returns all its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from graphs.travel_planner.world.catalogue import Row
from graphs.travel_planner.world.costs import fare, rooms_for
from graphs.travel_planner.world.desk import Desk


class Stay(BaseModel):
    """A hotel for some nights."""

    name: str
    price: float = Field(description="Price per night and room.")
    nights: int
    occupancy: int = Field(description="Most people per room.")


Prices = dict[str, float]


def make_tools(desk: Desk) -> list[BaseTool]:
    """The tools of one traveller.

    Args:
        desk: Where they look things up and book.

    Returns:
        Nine tools; the two that book change the world and say so in their metadata.
    """
    return [*_searches(desk), *_bookings(desk), calculate_budget]


def _searches(desk: Desk) -> list[BaseTool]:
    @tool
    def search_cities(state: str) -> str:
        """List the cities of a state that can be visited."""
        cities = desk.catalogue.states.get(state, ())
        return _rows([{"city": city} for city in cities], f"no cities in {state}")

    @tool
    def search_flights(origin: str, destination: str, date: str) -> str:
        """List the flights of one day (YYYY-MM-DD) with prices per person."""
        flights = desk.catalogue.flights_on(origin, destination, date)
        return _rows(flights, f"no flight from {origin} to {destination} on {date}")

    @tool
    def search_hotels(city: str) -> str:
        """List the accommodations of a city with prices per night and room."""
        return _rows(desk.catalogue.hotels.get(city, ()), f"no accommodations in {city}")

    @tool
    def search_restaurants(city: str) -> str:
        """List the restaurants of a city with the average cost of a meal per person."""
        return _rows(desk.catalogue.restaurants.get(city, ()), f"no restaurants in {city}")

    @tool
    def search_attractions(city: str) -> str:
        """List the sights of a city."""
        return _rows(desk.catalogue.attractions.get(city, ()), f"no attractions in {city}")

    @tool
    def get_distance(
        origin: str, destination: str, mode: Literal["self-driving", "taxi"]
    ) -> str:
        """Tell duration, distance and cost per car of a drive."""
        return desk.catalogue.road(mode, origin, destination)

    return [search_cities, search_flights, search_hotels, search_restaurants,
            search_attractions, get_distance]  # fmt: skip


def _bookings(desk: Desk) -> list[BaseTool]:
    @tool
    def book_flight(flight_number: str, date: str, people: int) -> str:
        """Book seats on a flight."""
        return _json(desk.book_flight(flight_number, date, people))

    @tool
    def book_hotel(city: str, hotel: str, check_in: str, nights: int, rooms: int) -> str:
        """Book rooms in a hotel; check_in is the first night, YYYY-MM-DD."""
        return _json(desk.book_hotel(city, hotel, check_in, nights, rooms))

    for booking in (book_flight, book_hotel):
        booking.handle_tool_error = True
        booking.metadata = {"changes_state": True}
    return [book_flight, book_hotel]


@tool
def calculate_budget(  # noqa: PLR0913, PLR0917  what the model may fill in
    people: int,
    city: str = "",
    hotel: Stay | None = None,
    meals: Prices | None = None,
    sights: Sequence[str] = (),
    flights: Prices | None = None,
    drives: Prices | None = None,
    taxis: Prices | None = None,
    subtotals: Sequence[float] = (),
) -> str:
    """Add up costs for all travellers: of the stay in a city, of rides, of subtotals.

    meals: average cost per person by restaurant. sights: names; they cost nothing.
    flights, drives, taxis: price per seat or per car by "DATE ORIGIN > DESTINATION", with
    the flight number in front of a flight.
    """
    del sights  # Free of charge, named so that one call holds all that is planned.
    parts: dict[str, Any] = {"city": city} if city else {}
    costs = [float(subtotal) for subtotal in subtotals]
    if hotel:
        parts["rooms"] = rooms_for(people, hotel.occupancy)
        costs.append(hotel.price * hotel.nights * parts["rooms"])
    costs += [cost * people for cost in (meals or {}).values()]
    for mode, prices in (("flight", flights), ("self-driving", drives), ("taxi", taxis)):
        costs += [fare(mode, price, people) for price in (prices or {}).values()]
    return _json({**parts, "total": sum(costs)})


def _rows(rows: Sequence[Row], nothing: str) -> str:
    return _json(rows) if rows else f"There is {nothing}."


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
