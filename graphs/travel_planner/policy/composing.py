"""Composing the final answer from the pieces that were settled."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.travel_planner.itinerary import Day, Itinerary, Lodging, Meal, Sight
from graphs.travel_planner.policy.ledger import Rides, Stay
from graphs.travel_planner.policy.route import Route
from graphs.travel_planner.request.task import Task


def compose(
    task: Task, route: Route, rides: Rides, stays: Sequence[Stay], total: float
) -> str:
    """Write the final answer.

    Args:
        task: The task.
        route: The route.
        rides: Its legs.
        stays: Its stays, one per stop.
        total: What `calculate_budget` said it all costs.

    Returns:
        A sentence and the itinerary as JSON.
    """
    legs = dict(zip((t.day for t in route.transfers), rides.legs, strict=True))
    days = []
    for index in range(task.days):
        meals, sights, lodging = _day(route, stays, index)
        date = task.day(index)
        days.append(
            Day(date=date, leg=legs.get(date), meals=meals, sights=sights, lodging=lodging)
        )
    return Itinerary(total=total, days=tuple(days)).answer(_opening(task, route, total))


def _day(
    route: Route, stays: Sequence[Stay], index: int
) -> tuple[dict[str, Meal], tuple[Sight, ...], Lodging | None]:
    meals: dict[str, Meal] = {}
    sights: tuple[Sight, ...] = ()
    lodging = None
    for stop, stay in zip(route.stops, stays, strict=True):
        menu = zip(stop.meals, stay.meals.items(), strict=True)
        for (day, name), (restaurant, cost) in menu:
            if day == index:
                meals[name] = Meal(name=restaurant, city=stop.city, cost=cost)
        if index in stop.days:
            sight = stay.sights[index - stop.first]
            sights = (Sight(name=sight, city=stop.city),)
        if stop.first <= index < stop.first + stop.nights:
            lodging = Lodging(
                name=stay.hotel["name"],
                city=stop.city,
                price=stay.hotel["price"],
                rooms=stay.rooms,
            )
    return meals, sights, lodging


def _opening(task: Task, route: Route, total: float) -> str:
    cities = " and ".join(stop.city for stop in route.stops)
    of = f" of the ${task.budget:,}" if task.budget else ""
    return f"{task.days} days in {cities}, all booked, for ${total:,.0f}{of}."
