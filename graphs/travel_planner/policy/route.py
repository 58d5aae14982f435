"""Routes: which cities in which order, and how many nights in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from graphs.travel_planner.request.task import Task


@dataclass(frozen=True, kw_only=True)
class Stop:
    """A stay in a city.

    Attributes:
        city: Where.
        first: Index of the day of arrival.
        nights: How long, at least 1.
        days: Indices of the days whose sights are seen here: from arrival on, the day of
            departure only when the trip ends then.
    """

    city: str
    first: int
    nights: int
    days: range

    @property
    def meals(self) -> list[tuple[int, str]]:
        """The meals due here, as (day, meal): from dinner to the last breakfast."""
        full = range(self.first + 1, self.first + self.nights)
        between = [(day, meal) for day in full for meal in ("breakfast", "lunch", "dinner")]
        leaving = self.first + self.nights
        return [(self.first, "dinner"), *between, (leaving, "breakfast")]


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """A leg before its transport is chosen; `day` is its date as `YYYY-MM-DD`."""

    origin: str
    destination: str
    day: str


@dataclass(frozen=True, kw_only=True)
class Route:
    """A sequence of stops and the transfers around them."""

    stops: tuple[Stop, ...]
    transfers: tuple[Transfer, ...]


def routes(task: Task, cities: Sequence[str]) -> Iterator[Route]:
    """All routes, the plainest first.

    Args:
        task: The task.
        cities: Cities that may be visited, the preferred ones first.

    Yields:
        Routes with evenly spread nights in all choices and orders of cities, then the
        others.
    """
    splits = sorted(_splits(task.nights, task.stops), key=lambda n: (max(n) - min(n), n))
    evenest = max(splits[0]) - min(splits[0])
    even = [n for n in splits if max(n) - min(n) == evenest]
    for group in (even, [n for n in splits if n not in even]):
        for order in permutations(cities, task.stops):
            for nights in group:
                yield route(task, order, nights)


def route(task: Task, order: Sequence[str], nights: Sequence[int]) -> Route:
    """One route.

    Args:
        task: The task.
        order: The cities to stay in.
        nights: Nights in each.

    Returns:
        The route from home and back.
    """
    arrivals = [sum(nights[:i]) for i in range(len(nights) + 1)]
    ends = [*arrivals[1:-1], arrivals[-1] + 1]
    stops = tuple(
        Stop(city=city, first=first, nights=n, days=range(first, end))
        for city, first, n, end in zip(order, arrivals, nights, ends, strict=False)
    )
    path = pairwise((task.origin, *order, task.origin))
    transfers = tuple(
        Transfer(origin=origin, destination=destination, day=task.day(index))
        for (origin, destination), index in zip(path, arrivals, strict=True)
    )
    return Route(stops=stops, transfers=transfers)


def _splits(nights: int, stops: int) -> Iterator[tuple[int, ...]]:
    for cuts in combinations(range(1, nights), stops - 1):
        yield tuple(b - a for a, b in pairwise((0, *cuts, nights)))
