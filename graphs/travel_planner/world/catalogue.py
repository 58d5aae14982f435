"""The catalogue: what can be travelled, slept in, eaten at and seen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Rows = tuple[Row, ...]

NO_ROAD = "No valid information."

_OWN = Path(__file__).parent / "data" / "catalogue.json"


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """Everything that the tools can look up.

    Attributes:
        states: Cities by state.
        hotels: Rows by city.
        restaurants: Rows by city.
        attractions: Rows by city.
        flights: Rows by (origin, destination); a row without a `FlightDate` flies daily.
        roads: Sentences with duration, distance and cost by (mode, origin, destination).
    """

    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hotels: Mapping[str, Rows] = field(default_factory=dict)
    restaurants: Mapping[str, Rows] = field(default_factory=dict)
    attractions: Mapping[str, Rows] = field(default_factory=dict)
    flights: Mapping[tuple[str, str], Rows] = field(default_factory=dict)
    roads: Mapping[tuple[str, str, str], str] = field(default_factory=dict)

    def flights_on(self, origin: str, destination: str, day: str) -> Rows:
        """The flights of one day, each with its date.

        Args:
            origin: City of departure.
            destination: City of arrival.
            day: The date as `YYYY-MM-DD`.

        Returns:
            Rows with a `FlightDate`; none when nothing flies.
        """
        rows = self.flights.get((origin, destination), ())
        return tuple(
            {**row, "FlightDate": day} for row in rows if row.get("FlightDate", day) == day
        )

    def road(self, mode: str, origin: str, destination: str) -> str:
        """The sentence about a road, or `NO_ROAD`."""
        return self.roads.get((mode, origin, destination), NO_ROAD)

    def with_hotel(self, city: str, name: str, change: Mapping[str, Any]) -> Catalogue:
        """The catalogue after a hotel's row has changed.

        Args:
            city: The hotel's city.
            name: Its name.
            change: The columns that change.

        Returns:
            A new catalogue.
        """
        rows = tuple(
            {**row, **change} if row["NAME"] == name else row for row in self.hotels[city]
        )
        return replace(self, hotels={**self.hotels, city: rows})


@dataclass(frozen=True, kw_only=True)
class Change:
    """Something that happens to a hotel while people plan.

    Attributes:
        when: `booking`: just before the first attempt to book it; `later`: before the next
            conversation.
        city: The hotel's city.
        hotel: Its name.
        set: The columns that change.
    """

    when: str
    city: str
    hotel: str
    set: Mapping[str, Any]


def own_catalogue() -> tuple[Catalogue, tuple[Change, ...]]:
    """The small catalogue that ships with the example, and what changes in it."""
    data = json.loads(_OWN.read_text(encoding="utf-8"))
    catalogue = Catalogue(
        states={state: tuple(cities) for state, cities in data["states"].items()},
        hotels=_by_city(data["hotels"], "city"),
        restaurants=_by_city(data["restaurants"], "City"),
        attractions=_by_city(data["attractions"], "City"),
        flights=_flights(_rows(data["flights"])),
        roads=dict(road for entry in data["roads"] for road in _road(*entry)),
    )
    return catalogue, tuple(Change(**change) for change in data["changes"])


def _rows(table: Mapping[str, Sequence[Any]]) -> Rows:
    return tuple(dict(zip(table["columns"], row, strict=True)) for row in table["rows"])


def _by_city(table: Mapping[str, Sequence[Any]], column: str) -> dict[str, Rows]:
    return group(_rows(table), column)


def group(rows: Sequence[Row], column: str) -> dict[str, Rows]:
    """Rows by the value of one column, in their order."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return {key: tuple(members) for key, members in groups.items()}


def _flights(rows: Rows) -> dict[tuple[str, str], Rows]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["OriginCityName"], row["DestCityName"]), []).append(row)
    return {key: tuple(members) for key, members in groups.items()}


def _road(
    one: str, other: str, hours: int, minutes: int, km: int
) -> list[tuple[tuple[str, str, str], str]]:
    """Both directions of a road, by own car and by taxi."""
    hours_km = f"duration: {hours} hours {minutes} mins, distance: {km} km"
    return [
        (
            (mode, origin, destination),
            f"{mode}, from {origin} to {destination}, {hours_km}, cost: {cost}",
        )
        for mode, cost in (("self-driving", max(1, km // 10)), ("taxi", km))
        for origin, destination in ((one, other), (other, one))
    ]
