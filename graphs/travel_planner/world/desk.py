"""The booking desk: takes bookings over a catalogue in which things change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from langchain_core.tools import ToolException

from graphs.travel_planner.world.catalogue import Catalogue, Change, Row


class BookingError(ToolException):
    """A booking that cannot be made; the message says why."""


class Desk:
    """Bookings of one traveller.

    Attributes:
        catalogue: What is on offer now.
        bookings: What has been booked, by confirmation number.
    """

    def __init__(self, catalogue: Catalogue, changes: Sequence[Change] = ()) -> None:
        """Open the desk.

        Args:
            catalogue: What is on offer.
            changes: What will happen to it.
        """
        self.catalogue = catalogue
        self.bookings: dict[str, Row] = {}
        self._changes = tuple(changes)

    def next_conversation(self) -> None:
        """Let time pass: what was to change later changes now, and bookings are filed."""
        for change in self._due("later"):
            self.catalogue = self.catalogue.with_hotel(
                change.city, change.hotel, change.set
            )
        self.bookings = {}

    def book_flight(self, number: str, day: str, people: int) -> Row:
        """Book seats.

        Args:
            number: The flight's number.
            day: The date as `YYYY-MM-DD`.
            people: Number of seats.

        Returns:
            The confirmation. The same booking made twice is one booking.

        Raises:
            BookingError: When there is no such flight, or too few seats are left.
        """
        flight = self._flight(number, day)
        if flight.get("seats left", people) < people:
            msg = f"flight {number} on {day} has {flight['seats left']} seats left"
            raise BookingError(msg)
        return self._confirm(
            {
                "flight": number,
                "date": day,
                "people": people,
                "total": flight["Price"] * people,
            }
        )

    def book_hotel(
        self, city: str, hotel: str, check_in: str, nights: int, rooms: int
    ) -> Row:
        """Book rooms.

        Args:
            city: The hotel's city.
            hotel: Its name.
            check_in: First night as `YYYY-MM-DD`.
            nights: Number of nights.
            rooms: Number of rooms or units.

        Returns:
            The confirmation. The same booking made twice is one booking.

        Raises:
            BookingError: When there is no such hotel, it is sold out, or it asks for more
                nights.
        """
        for change in self._due("booking"):
            if (change.city, change.hotel) == (city, hotel):
                self.catalogue = self.catalogue.with_hotel(city, hotel, change.set)
        rows = [row for row in self.catalogue.hotels.get(city, ()) if row["NAME"] == hotel]
        if not rows:
            msg = f"there is no hotel {hotel!r} in {city}"
            raise BookingError(msg)
        row = rows[0]
        if row.get("rooms left", rooms) < rooms:
            msg = f"{hotel} in {city} is sold out"
            raise BookingError(msg)
        if nights < row["minimum nights"]:
            msg = f"{hotel} in {city} takes at least {row['minimum nights']:g} nights"
            raise BookingError(msg)
        total = row["price"] * nights * rooms
        return self._confirm(
            {"hotel": hotel, "city": city, "check_in": check_in, "nights": nights,
             "rooms": rooms, "total": total}
        )  # fmt: skip

    def _due(self, when: str) -> list[Change]:
        return [change for change in self._changes if change.when == when]

    def _flight(self, number: str, day: str) -> Row:
        for pair in self.catalogue.flights:
            for row in self.catalogue.flights_on(*pair, day):
                if row["Flight Number"] == number:
                    return row
        msg = f"there is no flight {number} on {day}"
        raise BookingError(msg)

    def _confirm(self, booking: dict[str, Any]) -> Row:
        # Derived from what is booked, so that a call that is run again books nothing twice.
        text = json.dumps(booking, sort_keys=True, ensure_ascii=False)
        number = hashlib.sha256(text.encode()).hexdigest()[:6].upper()
        self.bookings[number] = booking
        return {"confirmation": number, "total": booking["total"]}
