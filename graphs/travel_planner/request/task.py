"""The task: what a traveller asks for, read from plain English."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from graphs.travel_planner.request.wishes import cuisines, room_type, rules, unwanted_modes
from graphs.travel_planner.request.wording import budget, dates, destination, origin, people

Mode = Literal["flight", "self-driving", "taxi"]
MODES: tuple[Mode, ...] = ("self-driving", "flight", "taxi")


class TaskError(ValueError):
    """A request leaves out something without which no trip can be planned."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """A trip as it was asked for.

    Attributes:
        origin: City where the trip begins and ends.
        place: The city to visit, or the state whose cities are to be visited.
        cities: How many cities of the state; 0 when `place` is a city.
        people: Number of travellers, at least 1.
        start: First day.
        days: Number of days, at least 2; nights are one fewer.
        budget: Most the trip may cost for all travellers together, in dollars; None when
            nothing was said.
        room: `private room`, `entire room`, `shared room`, `not shared room`, or None.
        rules: What the lodging must allow, such as `pets`.
        cuisines: Each to be eaten at least once, lowercase.
        unwanted: Modes of transport that must not be used.
    """

    origin: str
    place: str
    cities: int
    people: int
    start: date
    days: int
    budget: int | None
    room: str | None
    rules: tuple[str, ...]
    cuisines: tuple[str, ...]
    unwanted: tuple[Mode, ...]

    @property
    def stops(self) -> int:
        """Number of cities to stay in."""
        return max(1, self.cities)

    @property
    def nights(self) -> int:
        """Number of nights away from home."""
        return self.days - 1

    def day(self, index: int) -> str:
        """The date of a day of the trip, counted from 0, as `YYYY-MM-DD`."""
        return (self.start + timedelta(days=index)).isoformat()


def read_task(text: str) -> Task:
    """Read a request.

    Args:
        text: One traveller's request in English.

    Returns:
        The task.

    Raises:
        TaskError: When the origin, the destination or the dates cannot be found, when a
            date does not exist, or when the dates leave too few nights for the cities.
    """
    try:
        start, days = dates(text) or (None, 0)
    except ValueError as error:
        msg = f"a date of the request is not in the calendar ({error})"
        raise TaskError(msg) from error
    home = origin(text)
    place, count = destination(text, home) or ("", 0)
    missing = [
        name
        for name, value in (
            ("where the trip starts", home),
            ("where it goes", place),
            ("the dates", start),
        )
        if not value
    ]
    if start is None or home is None or missing:
        msg = f"the request does not say {' or '.join(missing)}"
        raise TaskError(msg)
    if days - 1 < max(1, count):
        msg = f"{days} days leave too few nights for {max(1, count)} cities"
        raise TaskError(msg)
    unwanted: tuple[Mode, ...] = tuple(m for m in MODES if m in unwanted_modes(text))
    return Task(
        origin=home,
        place=place,
        cities=count,
        people=people(text),
        start=start,
        days=days,
        budget=budget(text),
        room=room_type(text),
        rules=rules(text),
        cuisines=cuisines(text),
        unwanted=unwanted,
    )
