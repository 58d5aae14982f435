"""Whether a task can be done at all: the cheapest trip by complete search over the rows.

It shares no code with the policy, so that it can judge the policy's refusals. It looks at
every choice and order of cities, every way to spread the nights, and every mode of
transport, and prices each exactly; only the hours of flights are left out of account, which
can call a trip possible that is not, never the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from math import inf

from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.catalogue import NO_ROAD, Catalogue, Row
from graphs.travel_planner.world.costs import fare, rooms_for
from graphs.travel_planner.world.trade import cost_of_road, cuisines_of, hotel_suits

Need = tuple[str, int]
"""A city and how many restaurants the days there ask for at least."""


@dataclass(frozen=True)
class _Place:
    """What of a city matters to the cheapest trip."""

    beds: Mapping[int, float]
    meals: tuple[tuple[frozenset[str], float], ...]
    sights: int


def cheapest_trip(task: Task, catalogue: Catalogue) -> float:
    """The least that a trip can cost that does all that is asked but keep to the budget.

    Args:
        task: What is asked.
        catalogue: All rows.

    Returns:
        Dollars for all travellers; infinity when there is no such trip at any price.
    """
    cities = catalogue.states.get(task.place, ()) if task.cities else (task.place,)
    places = {city: _place(task, catalogue, city) for city in cities}
    menu = _Menu(task, places)
    best = inf
    for route in permutations(cities, task.stops):
        for nights in _splits(task.nights, task.stops):
            beds = sum(places[city].beds[n] for city, n in zip(route, nights, strict=True))
            if beds < best and _sights_suffice([places[c].sights for c in route], nights):
                needs = tuple(
                    (city, 3 * n - 1) for city, n in zip(route, nights, strict=True)
                )
                ways = _ways(task, catalogue, route, nights)
                best = min(best, beds + ways + menu.cheapest(tuple(sorted(needs))))
    return best


def possible(task: Task, catalogue: Catalogue) -> bool:
    """Whether a trip within the budget exists; see `cheapest_trip`."""
    cheapest = cheapest_trip(task, catalogue)
    return cheapest < inf and (task.budget is None or cheapest <= task.budget)


def _splits(nights: int, stops: int) -> Iterator[tuple[int, ...]]:
    for cuts in combinations(range(1, nights), stops - 1):
        yield tuple(b - a for a, b in pairwise((0, *cuts, nights)))


def _place(task: Task, catalogue: Catalogue, city: str) -> _Place:
    rows = catalogue.hotels.get(city, ())
    beds = {
        nights: min((_bed(task, row, nights) for row in rows), default=inf)
        for nights in range(1, task.nights + 1)
    }
    best: dict[str, Row] = {}
    for row in catalogue.restaurants.get(city, ()):
        known = best.get(row["Name"])
        if known is None or row["Average Cost"] < known["Average Cost"]:
            best[row["Name"]] = row
    wanted = frozenset(task.cuisines)
    meals = [
        (wanted & cuisines_of(row), float(row["Average Cost"] * task.people))
        for row in best.values()
    ]
    sights = {row["Name"] for row in catalogue.attractions.get(city, ())}
    return _Place(beds, tuple(sorted(meals, key=lambda meal: meal[1])), len(sights))


def _bed(task: Task, row: Row, nights: int) -> float:
    rooms = rooms_for(task.people, row["maximum occupancy"])
    if row.get("rooms left", rooms) < rooms or not hotel_suits(task, row, nights):
        return inf
    return float(row["price"] * nights * rooms)


def _ways(
    task: Task, catalogue: Catalogue, route: Sequence[str], nights: Sequence[int]
) -> float:
    stops = (task.origin, *route, task.origin)
    days = [task.day(sum(nights[:i])) for i in range(len(nights) + 1)]
    driving = flying = 0.0
    for (origin, destination), day in zip(pairwise(stops), days, strict=True):
        road = {
            mode: _road(task, catalogue, mode, origin, destination)
            for mode in ("self-driving", "taxi")
        }
        air = min(
            (
                fare("flight", row["Price"], task.people)
                for row in catalogue.flights_on(origin, destination, day)
                if row.get("seats left", task.people) >= task.people
            ),
            default=inf,
        )
        driving += road["self-driving"]
        flying += min(road["taxi"], inf if "flight" in task.unwanted else air)
    return min(inf if "self-driving" in task.unwanted else driving, flying)


def _road(
    task: Task, catalogue: Catalogue, mode: str, origin: str, destination: str
) -> float:
    text = catalogue.road(mode, origin, destination)
    cost = None if text == NO_ROAD else cost_of_road(text)
    return inf if cost is None else fare(mode, cost, task.people)


def _sights_suffice(available: Sequence[int], nights: Sequence[int]) -> bool:
    """Whether each day has a sight of its own; a day of transfer may use either city's."""
    last = len(nights) - 1
    spare = [
        count - (n - 1) - (i == 0) - (i == last)
        for i, (count, n) in enumerate(zip(available, nights, strict=True))
    ]
    for i in range(last):
        giver = i if spare[i] > 0 else i + 1
        spare[giver] -= 1
    return min(spare) >= 0


class _Menu:
    """The cheapest restaurants that serve every wished cuisine."""

    def __init__(self, task: Task, places: Mapping[str, _Place]) -> None:
        self._wanted = frozenset(task.cuisines)
        self._places = places
        self._most = 3 * task.days
        self.cheapest = lru_cache(maxsize=None)(self._cheapest)

    def _cheapest(self, needs: tuple[Need, ...]) -> float:
        """Some restaurants serve the wishes, the cheapest others fill up the days.

        Of restaurants that serve the same wishes in the same city only the cheapest not yet
        taken can be part of a cheapest menu, so trying those for one open wish after
        another is complete.
        """
        return self._serve(needs, {city: [] for city, _ in needs}, self._wanted)

    def _serve(
        self, needs: tuple[Need, ...], taken: dict[str, list[int]], open_: frozenset[str]
    ) -> float:
        if not open_:
            return self._fill(needs, taken)
        wish = min(open_)
        best = inf
        for city, chosen in taken.items():
            tried: set[frozenset[str]] = set()
            for i, (serves, _) in enumerate(self._places[city].meals):
                if wish in serves and i not in chosen and serves not in tried:
                    tried.add(serves)
                    chosen.append(i)
                    best = min(best, self._serve(needs, taken, open_ - serves))
                    chosen.pop()
        return best

    def _fill(self, needs: tuple[Need, ...], taken: dict[str, list[int]]) -> float:
        total = 0.0
        count = 0
        for city, need in needs:
            meals = self._places[city].meals
            chosen = set(taken[city])
            rest = [i for i in range(len(meals)) if i not in chosen]
            chosen.update(rest[: max(0, need - len(chosen))])
            if len(chosen) < need:
                return inf
            count += len(chosen)
            total += sum(meals[i][1] for i in chosen)
        return total if count <= self._most else inf
