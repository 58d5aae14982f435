"""Checks of a plan, outside the policy: against the request, the rows and the bookings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isclose

from graphs.travel_planner.itinerary import MEALS, Day, Itinerary, Leg, Lodging, Meal
from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.catalogue import NO_ROAD, Catalogue, Row
from graphs.travel_planner.world.costs import fare
from graphs.travel_planner.world.trade import (
    cost_of_road,
    cuisines_of,
    room_suits,
    rules_suit,
)

Findings = dict[str, str | None]
"""By name of the check: what is wrong, or None."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan with everything it is checked against.

    Attributes:
        task: What was asked.
        rows: The catalogue's rows.
        trip: The itinerary.
        bookings: The confirmations that the desk holds.
    """

    task: Task
    rows: Catalogue
    trip: Itinerary
    bookings: Sequence[Row] = ()

    @property
    def legs(self) -> list[Leg]:
        """All transfers in order."""
        return [day.leg for day in self.trip.days if day.leg]

    @property
    def meals(self) -> list[Meal]:
        """All meals in order."""
        return [meal for day in self.trip.days for meal in day.meals.values()]

    @property
    def nights(self) -> list[Lodging]:
        """The lodging of each night that has one."""
        return [day.lodging for day in self.trip.days if day.lodging]

    def places(self, day: Day) -> tuple[str, ...]:
        """Where the travellers are on a day: both cities on a day of transfer."""
        here = self.task.origin
        for each in self.trip.days:
            before, here = here, each.leg.destination if each.leg else here
            if each is day:
                return (before, here) if each.leg else (here,)
        return ()

    def hotel(self, lodging: Lodging) -> Row | None:
        """The row of a lodging."""
        return _row(self.rows.hotels, lodging.city, "NAME", lodging.name)

    def restaurant(self, meal: Meal) -> Row | None:
        """The row of a meal; of two with one name, the one at this cost."""
        rows = self.rows.restaurants.get(meal.city, ())
        for row in rows:
            if row["Name"] == meal.name and isclose(row["Average Cost"], meal.cost):
                return row
        return None


def check(plan: Plan) -> Findings:
    """Run all checks.

    Args:
        plan: The plan.

    Returns:
        The findings, in the order in which a traveller would ask.
    """
    return {name: next(iter(rule(plan)), None) for name, rule in CHECKS.items()}


def _row(rows: Mapping[str, Iterable[Row]], city: str, key: str, name: str) -> Row | None:
    return next((row for row in rows.get(city, ()) if row[key] == name), None)


def _dates(plan: Plan) -> Iterable[str]:
    expected = [plan.task.day(i) for i in range(plan.task.days)]
    if [day.date for day in plan.trip.days] != expected:
        yield f"the days should be {expected[0]} to {expected[-1]}"


def _route(plan: Plan) -> Iterable[str]:
    here = plan.task.origin
    for leg in plan.legs:
        if leg.origin != here:
            yield f"a leg leaves {leg.origin}, but the travellers are in {here}"
        here = leg.destination
    if not plan.legs or here != plan.task.origin:
        yield f"the trip does not end in {plan.task.origin}"
    elif not (plan.trip.days[0].leg and plan.trip.days[-1].leg):
        yield "the trip does not take up all its days"
    visited = [leg.destination for leg in plan.legs[:-1]]
    task = plan.task
    allowed = plan.rows.states.get(task.place, ()) if task.cities else (task.place,)
    if len(visited) != task.stops or len(set(visited)) != task.stops:
        yield f"{task.stops} different cities should be visited, not {visited}"
    for city in visited:
        if city not in allowed:
            yield f"{city} was not asked for"


def _transport(plan: Plan) -> Iterable[str]:
    for day in plan.trip.days:
        if day.leg and not _leg_exists(plan, day.leg, day.date):
            yield f"no such {day.leg.mode} from {day.leg.origin} to {day.leg.destination}"
    modes = {leg.mode for leg in plan.legs}
    if "self-driving" in modes and len(modes) > 1:
        yield "the own car is left behind"


def _leg_exists(plan: Plan, leg: Leg, day: str) -> bool:
    if leg.mode == "flight":
        flights = plan.rows.flights_on(leg.origin, leg.destination, day)
        return any(
            (row["Flight Number"], row["Price"]) == (leg.flight, leg.cost)
            for row in flights
        )
    text = plan.rows.road(leg.mode, leg.origin, leg.destination)
    return text != NO_ROAD and cost_of_road(text) == leg.cost


def _unwanted(plan: Plan) -> Iterable[str]:
    for leg in plan.legs:
        if leg.mode in plan.task.unwanted:
            yield f"{leg.mode} was not wanted"


def _lodging(plan: Plan) -> Iterable[str]:
    for day in plan.trip.days[:-1]:
        if day.lodging is None:
            yield f"no bed on {day.date}"
        elif day.lodging.city != plan.places(day)[-1]:
            yield f"the bed of {day.date} is in {day.lodging.city}"
    for bed in plan.nights:
        row = plan.hotel(bed)
        if row is None or not isclose(row["price"], bed.price):
            yield f"no hotel {bed.name} in {bed.city} at {bed.price:g}"


def _minimum_nights(plan: Plan) -> Iterable[str]:
    for (name, city), nights in groupby(plan.nights, key=lambda bed: (bed.name, bed.city)):
        row = _row(plan.rows.hotels, city, "NAME", name)
        if row and len(list(nights)) < row["minimum nights"]:
            yield f"{name} takes at least {row['minimum nights']:g} nights"


def _hotels(plan: Plan, ask: Callable[[Lodging, Row], bool], wrong: str) -> Iterable[str]:
    for bed in plan.nights:
        row = plan.hotel(bed)
        if row and not ask(bed, row):
            yield f"{bed.name} {wrong}"


def _occupancy(plan: Plan) -> Iterable[str]:
    def holds(bed: Lodging, row: Row) -> bool:
        return bool(bed.rooms * row["maximum occupancy"] >= plan.task.people)

    return _hotels(plan, holds, f"does not hold {plan.task.people}")


def _room_type(plan: Plan) -> Iterable[str]:
    return _hotels(
        plan, lambda _, row: room_suits(plan.task, row), f"has no {plan.task.room}"
    )


def _house_rules(plan: Plan) -> Iterable[str]:
    wished = ", ".join(plan.task.rules)
    return _hotels(plan, lambda _, row: rules_suit(plan.task, row), f"forbids {wished}")


def _meals(plan: Plan) -> Iterable[str]:
    for i, day in enumerate(plan.trip.days):
        for name in _meals_due(plan, i):
            if name not in day.meals:
                yield f"no {name} on {day.date}"
        for name, meal in day.meals.items():
            if meal.city not in _where_eaten(plan.places(day), name):
                yield f"the {name} of {day.date} is in {meal.city}"
            if plan.restaurant(meal) is None:
                yield f"no restaurant {meal.name} in {meal.city} at {meal.cost:g}"


def _meals_due(plan: Plan, index: int) -> Sequence[str]:
    """All three; on days of transfer those before leaving and after arriving, if away."""
    if plan.trip.days[index].leg is None:
        return MEALS
    away_before, away_after = index > 0, index < len(plan.trip.days) - 1
    return ("breakfast",) * away_before + ("dinner",) * away_after


def _where_eaten(places: Sequence[str], meal: str) -> Sequence[str]:
    """The old city for breakfast, the new one for dinner, either for lunch."""
    return {"breakfast": places[:1], "dinner": places[-1:]}.get(meal, places)


def _sights(plan: Plan) -> Iterable[str]:
    for day in plan.trip.days:
        if not day.sights:
            yield f"no sight on {day.date}"
        for sight in day.sights:
            if sight.city not in plan.places(day):
                yield f"{sight.name} is in {sight.city}, not where {day.date} is spent"
            if _row(plan.rows.attractions, sight.city, "Name", sight.name) is None:
                yield f"no sight {sight.name} in {sight.city}"


def _cuisines(plan: Plan) -> Iterable[str]:
    rows = [row for row in map(plan.restaurant, plan.meals) if row]
    eaten = {cuisine for row in rows for cuisine in cuisines_of(row)}
    for wish in plan.task.cuisines:
        if wish not in eaten:
            yield f"nothing {wish} to eat"


def _repeats(plan: Plan) -> Iterable[str]:
    sights = [(sight.name, sight.city) for day in plan.trip.days for sight in day.sights]
    meals = [(meal.name, meal.city) for meal in plan.meals]
    for (name, _), times in Counter([*sights, *meals]).items():
        if times > 1:
            yield f"{name} comes {times} times"


def _cost(plan: Plan) -> float:
    people = plan.task.people
    return (
        sum(fare(leg.mode, leg.cost, people) for leg in plan.legs)
        + sum(bed.price * bed.rooms for bed in plan.nights)
        + sum(meal.cost * people for meal in plan.meals)
    )


def _total(plan: Plan) -> Iterable[str]:
    if not isclose(_cost(plan), plan.trip.total, abs_tol=0.5):
        yield f"the trip costs {_cost(plan):g}, not {plan.trip.total:g}"


def _budget(plan: Plan) -> Iterable[str]:
    if plan.task.budget is not None and _cost(plan) > plan.task.budget:
        yield f"the trip costs {_cost(plan):g} of {plan.task.budget}"


def _booked(plan: Plan) -> Iterable[str]:
    seats = {(b["flight"], b["date"], b["people"]) for b in plan.bookings if "flight" in b}
    beds = Counter[tuple[str, str, int]]()
    for b in plan.bookings:
        if "hotel" in b:
            beds[b["hotel"], b["city"], b["rooms"]] += b["nights"]
    for day in plan.trip.days:
        flight = day.leg.flight if day.leg else None
        if flight and (flight, day.date, plan.task.people) not in seats:
            yield f"flight {flight} is not booked for all"
    for bed, nights in Counter((b.name, b.city, b.rooms) for b in plan.nights).items():
        if beds[bed] < nights:
            yield f"{bed[0]} is not booked for all nights"


CHECKS: Mapping[str, Callable[[Plan], Iterable[str]]] = {
    "dates": _dates,
    "route": _route,
    "transport": _transport,
    "unwanted transport": _unwanted,
    "lodging": _lodging,
    "minimum nights": _minimum_nights,
    "occupancy": _occupancy,
    "room type": _room_type,
    "house rules": _house_rules,
    "meals": _meals,
    "sights": _sights,
    "cuisines": _cuisines,
    "no repeats": _repeats,
    "total": _total,
    "budget": _budget,
    "bookings": _booked,
}
