"""Settling the stays: hotel, meals and sights of one city after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphs.travel_planner.policy.choosing import (
    arrange,
    choose_hotel,
    choose_meals,
    choose_sights,
    is_known,
    served_by,
)
from graphs.travel_planner.policy.deadends import no_food, no_lodging, no_sights
from graphs.travel_planner.policy.ledger import Stay, open_after, open_note, stay_settled
from graphs.travel_planner.policy.moves import NoPlan, Unseen, need, need_all
from graphs.travel_planner.policy.reading import Call, Result, Seen
from graphs.travel_planner.policy.route import Route, Stop
from graphs.travel_planner.request.task import Task

_MOST_LOOKS = 2


def settle_stays(task: Task, seen: Seen, route: Route) -> list[Stay]:
    """The stays of a route, all settled.

    Args:
        task: The task.
        seen: What is shown.
        route: The route.

    Returns:
        One stay per stop.

    Raises:
        Unseen: When something must be looked up or added up first.
        NoPlan: When a city has no lodging that suits, or too little to eat or to see.
    """
    stays: list[Stay] = []
    wishes: Sequence[str] = task.cuisines
    for stop in route.stops:
        stay = stay_settled(seen, stop)
        refused = _refused_hotels(seen, stop.city)
        if stay is None:
            raise _settle(task, seen, stop, wishes)
        left = open_after(seen, stop.city)
        wishes = wishes if left is None else left
        if stay.hotel["name"] in refused:
            hotel = _hotel(task, seen, stop, refused)
            raise _ask(task, stop, hotel, stay.meals, stay.sights, wishes)
        stays.append(stay)
    if wishes:
        msg = f"no restaurant serves {', '.join(wishes)} food"
        raise NoPlan(msg)
    return stays


def _settle(task: Task, seen: Seen, stop: Stop, wishes: Sequence[str]) -> Unseen:
    """Choose the parts of a stay; what there is most to choose from is looked up last."""
    sights = _sights(seen, stop)
    here = {"city": stop.city}
    searches = (
        Call(tool=tool, args=here) for tool in ("search_hotels", "search_restaurants")
    )
    need_all(seen, *searches)
    hotel = _hotel(task, seen, stop, _refused_hotels(seen, stop.city))
    meals, left = _meals(task, seen, stop, wishes)
    return _ask(task, stop, hotel, meals, sights, left)


def _refused_hotels(seen: Seen, city: str) -> list[str]:
    """Hotels of a city that could not be booked."""
    booked = seen.made("book_hotel")
    return [
        args["hotel"] for args, result in booked if result.failed and args["city"] == city
    ]


def _hotel(task: Task, seen: Seen, stop: Stop, refused: Sequence[str]) -> Mapping[str, Any]:
    hotels = need(seen, "search_hotels", city=stop.city)
    row = choose_hotel(task, hotels.rows, stop.nights, refused)
    if row is None:
        known = all(is_known(task, row) for row in hotels.rows)
        hotels = replace(hotels, whole=hotels.whole and known)
        _look_again(seen, hotels, "search_hotels", stop)
        raise NoPlan(no_lodging(stop))
    return {
        "name": row["NAME"],
        "price": row["price"],
        "nights": stop.nights,
        "occupancy": row["maximum occupancy"],
    }


def _meals(
    task: Task, seen: Seen, stop: Stop, wishes: Sequence[str]
) -> tuple[Mapping[str, float], Sequence[str]]:
    """The meals of a stop, and the wishes that they leave open."""
    restaurants = need(seen, "search_restaurants", city=stop.city)
    menu = choose_meals(restaurants.rows, len(stop.meals), wishes)
    served = {wish for row in menu or () for wish in served_by(row, wishes)}
    left = [wish for wish in wishes if wish not in served]
    last = stop.days.stop == task.days
    known = not left or all("Cuisines" in row for row in restaurants.rows)
    restaurants = replace(restaurants, whole=restaurants.whole and known)
    if menu is None or (left and (last or restaurants.earlier)):
        _look_again(seen, restaurants, "search_restaurants", stop)
    if menu is None:
        raise NoPlan(no_food(stop))
    order = arrange(menu, stop.meals)
    return {row["Name"]: row["Average Cost"] for row in order}, left


def _sights(seen: Seen, stop: Stop) -> Sequence[str]:
    attractions = need(seen, "search_attractions", city=stop.city)
    sights = choose_sights(attractions.rows, len(stop.days))
    if len(sights) < len(stop.days):
        _look_again(seen, attractions, "search_attractions", stop)
        raise NoPlan(no_sights(stop))
    return sights


def _look_again(seen: Seen, result: Result, tool: str, stop: Stop) -> None:
    """Search again, once, where only some rows are shown and they do not suffice.

    Raises:
        Unseen: When the search should be made again.
    """
    call = Call(tool=tool, args={"city": stop.city})
    times = sum(made.key == call.key for made in seen.calls)
    if not result.whole and times < _MOST_LOOKS:
        raise Unseen(call)


def _ask(
    task: Task,
    stop: Stop,
    hotel: Mapping[str, Any],
    meals: Mapping[str, float],
    sights: Sequence[str],
    left: Sequence[str],
) -> Unseen:
    """The call that settles a stay, with a note on the wishes that it leaves open."""
    call = Call(
        tool="calculate_budget",
        args={
            "people": task.people,
            "city": stop.city,
            "hotel": hotel,
            "meals": meals,
            "sights": sights,
        },
    )
    return Unseen(call, note=open_note(stop.city, left) if task.cuisines else "")
