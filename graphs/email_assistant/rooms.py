"""The meeting rooms of a house, and what is booked in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta


class BookingError(ValueError):
    """A room cannot be booked so."""


@dataclass(frozen=True, kw_only=True)
class Room:
    """A meeting room.

    Attributes:
        name: Its name.
        seats: How many people it holds.
        has: What it is equipped with.
    """

    name: str
    seats: int
    has: str


@dataclass(frozen=True, kw_only=True)
class Booking:
    """A room for a while.

    Attributes:
        id: The booking's number; it stays when the booking is moved.
        room: Name of the room.
        start: When it begins.
        minutes: How long it takes.
        people: How many come.
        title: What it is for.
    """

    id: str
    room: str
    start: datetime
    minutes: int
    people: int
    title: str

    @property
    def end(self) -> datetime:
        """When it ends."""
        return self.start + timedelta(minutes=self.minutes)


ROOMS = (
    Room(name="Birch", seats=4, has="screen"),
    Room(name="Cedar", seats=8, has="screen"),
    Room(name="Juniper", seats=10, has="screen, whiteboard"),
    Room(name="Heron", seats=12, has="screen, camera"),
    Room(name="Long Hall", seats=30, has="two screens, camera"),
)
_TAKEN = (
    ("Birch", datetime(2027, 3, 17, 13, 0), 120, "Interviews"),  # noqa: DTZ001  local time
    ("Cedar", datetime(2027, 3, 16, 13, 0), 240, "Works council"),  # noqa: DTZ001
    ("Cedar", datetime(2027, 3, 18, 8, 0), 480, "Audit"),  # noqa: DTZ001
    ("Cedar", datetime(2027, 3, 25, 8, 0), 480, "Audit"),  # noqa: DTZ001
    ("Long Hall", datetime(2027, 3, 19, 9, 0), 480, "Open day"),  # noqa: DTZ001
)
_FIRST_NUMBER = 4101


class Rooms:
    """The rooms and their bookings."""

    def __init__(self) -> None:
        """Take the rooms, some of which others have booked already."""
        self.rooms = {room.name: room for room in ROOMS}
        self.taken = [
            Booking(
                id=f"other-{n}", room=room, start=at, minutes=long, people=1, title=title
            )
            for n, (room, at, long, title) in enumerate(_TAKEN)
        ]
        self.bookings: dict[str, Booking] = {}

    def free(
        self, start: datetime, minutes: int, people: int, *, but: str = ""
    ) -> list[Room]:
        """The rooms that are large enough and free, smallest first.

        Args:
            start: When it begins.
            minutes: How long it takes.
            people: How many come.
            but: A booking that does not count, since it is to be moved.
        """
        end = start + timedelta(minutes=minutes)
        busy = {
            one.room
            for one in self._all()
            if one.id != but and one.start < end and start < one.end
        }
        return [
            room
            for room in self.rooms.values()
            if room.seats >= people and room.name not in busy
        ]

    def book(
        self,
        *,
        room: str,
        start: datetime,
        minutes: int,
        people: int,
        title: str,
        booking_id: str = "",
    ) -> Booking:
        """Book a room, or move a booking.

        Args:
            room: Name of the room.
            start: When it begins.
            minutes: How long it takes.
            people: How many come.
            title: What it is for.
            booking_id: The booking to move; empty for a new one.

        Returns:
            The booking.

        Raises:
            BookingError: When room or booking do not exist, or the room is too small or
                taken.
        """
        held = self.rooms.get(room)
        if held is None:
            msg = f'there is no room "{room}"'
            raise BookingError(msg)
        if booking_id and booking_id not in self.bookings:
            msg = f'there is no booking "{booking_id}"'
            raise BookingError(msg)
        if held.seats < people:
            msg = f'room "{room}" has {held.seats} seats, too few for {people}'
            raise BookingError(msg)
        if held not in self.free(start, minutes, people, but=booking_id):
            msg = f'room "{room}" is taken at that time'
            raise BookingError(msg)
        made = Booking(
            id=booking_id or f"RB-{_FIRST_NUMBER + len(self.bookings)}",
            room=room,
            start=start,
            minutes=minutes,
            people=people,
            title=title,
        )
        self.bookings[made.id] = made
        return made

    def _all(self) -> Iterator[Booking]:
        yield from self.taken
        yield from self.bookings.values()
