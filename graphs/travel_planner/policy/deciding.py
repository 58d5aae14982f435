"""The policy's reasoning: from what is shown to the next calls or the final answer.

The trip is settled piece by piece, legs first and then city by city, each piece by a
`calculate_budget` call; nothing is booked before the whole fits the budget. What is not
shown is looked up, again if need be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphs.travel_planner.itinerary import refusal_answer
from graphs.travel_planner.policy.choosing import (
    arrange,
    choose_hotel,
    choose_meals,
    choose_sights,
    served_by,
)
from graphs.travel_planner.policy.composing import compose
from graphs.travel_planner.policy.ledger import (
    Rides,
    Stay,
    amount,
    open_after,
    open_note,
    rides_call,
    rides_settled,
    stay_settled,
)
from graphs.travel_planner.policy.moves import NoPlan, Unseen, look, need, need_all
from graphs.travel_planner.policy.reading import Call, Result, Seen
from graphs.travel_planner.policy.route import Route, Stop, route, routes
from graphs.travel_planner.policy.ways import ways
from graphs.travel_planner.request.task import Task, TaskError, read_task

_MOST_ROUTES = 12
_MOST_LOOKS = 2


@dataclass(frozen=True, kw_only=True)
class Move:
    """What the model does next: calls with a short text, or a final answer."""

    text: str
    calls: tuple[Call, ...] = ()


def decide(seen: Seen) -> Move:
    """Decide the next move.

    Args:
        seen: What is shown.

    Returns:
        The move.
    """
    try:
        task = read_task(seen.request)
    except TaskError as error:
        return Move(text=refusal_answer(str(error)))
    try:
        return Move(text=_plan(task, seen))
    except Unseen as unseen:
        return Move(text=unseen.note, calls=unseen.calls)
    except NoPlan as dead_end:
        return Move(text=refusal_answer(str(dead_end)))


def _plan(task: Task, seen: Seen) -> str:
    reasons: list[str] = []
    for tried, candidate in enumerate(_routes(task, seen)):
        if tried == _MOST_ROUTES:
            break
        try:
            return _follow(task, seen, candidate)
        except NoPlan as dead_end:
            reasons.append(str(dead_end))
    raise NoPlan(
        "; ".join(dict.fromkeys(reasons)) or f"too few cities known in {task.place}"
    )


def _routes(task: Task, seen: Seen) -> Iterator[Route]:
    """The route settled on, then all others."""
    settled = [found for rides in rides_settled(seen) if (found := _route_of(task, rides))]
    yield from settled[:1]
    if task.cities:
        cities = [
            str(row["city"]) for row in need(seen, "search_cities", state=task.place).rows
        ]
    else:
        cities = [task.place]
    for candidate in routes(task, cities):
        if candidate not in settled[:1]:
            yield candidate


def _route_of(task: Task, rides: Rides) -> Route | None:
    """The route that settled legs belong to, if it is one of this task."""
    days = {task.day(i): i for i in range(task.days)}
    arrivals = [days.get(transfer.day) for transfer in rides.transfers]
    order = [leg.destination for leg in rides.legs[:-1]]
    if None in arrivals or len(order) != task.stops or rides.legs[0].origin != task.origin:
        return None
    known = [day for day in arrivals if day is not None]
    nights = [b - a for a, b in pairwise(known)]
    found = route(task, order, nights)
    return found if found.transfers == rides.transfers else None


def _follow(task: Task, seen: Seen, candidate: Route) -> str:
    """Plan and book one route; the answer when all is done."""
    first = next(iter(_ways(task, seen, candidate)))
    stays = _stays(task, seen, candidate)
    rides = _affordable(task, seen, candidate, stays, first)
    total = _total(task, seen, rides, stays)
    _book(task, seen, candidate, rides, stays)
    return compose(task, candidate, rides, stays, total)


def _ways(task: Task, seen: Seen, candidate: Route) -> Iterator[Rides]:
    """Settled legs of the route, then ways not settled yet.

    Raises:
        NoPlan: When there is no way at all.
    """
    refused = {args["flight_number"] for args, r in seen.made("book_flight") if r.failed}
    settled = [
        rides
        for rides in rides_settled(seen)
        if rides.transfers == candidate.transfers
        and not refused & {leg.flight for leg in rides.legs}
    ]
    yield from settled
    known = {rides.legs for rides in settled}
    for legs in ways(task, seen, candidate):
        if legs not in known:
            raise Unseen(rides_call(task, legs, candidate.transfers))
    if not settled:
        path = " – ".join([t.origin for t in candidate.transfers])
        msg = f"no transport for {path} and back"
        raise NoPlan(msg)


def _affordable(
    task: Task, seen: Seen, candidate: Route, stays: Sequence[Stay], first: Rides
) -> Rides:
    cost = sum(stay.total for stay in stays)
    if task.budget is None or cost + first.total <= task.budget:
        return first
    for rides in _ways(task, seen, candidate):
        if cost + rides.total <= task.budget:
            return rides
    msg = f"the cheapest trip found costs more than ${task.budget:,}"
    raise NoPlan(msg)


def _stays(task: Task, seen: Seen, candidate: Route) -> list[Stay]:
    stays: list[Stay] = []
    wishes: tuple[str, ...] = task.cuisines
    for stop in candidate.stops:
        stay = stay_settled(seen, stop, _refused_hotels(seen, stop.city))
        if stay is None:
            raise _settle(task, seen, stop, wishes)
        stays.append(stay)
        left = open_after(seen, stop.city)
        wishes = wishes if left is None else left
    if wishes:
        msg = f"no restaurant serves {', '.join(wishes)} food"
        raise NoPlan(msg)
    return stays


def _refused_hotels(seen: Seen, city: str) -> list[str]:
    booked = seen.made("book_hotel")
    return [
        args["hotel"] for args, result in booked if result.failed and args["city"] == city
    ]


def _settle(task: Task, seen: Seen, stop: Stop, wishes: Sequence[str]) -> Unseen:
    """Choose hotel, meals and sights of a stop, and ask for their cost."""
    hotels = need(seen, "search_hotels", city=stop.city)
    refused = _refused_hotels(seen, stop.city)
    hotel = choose_hotel(task, hotels.rows, stop.nights, refused)
    if hotel is None:
        _look_again(seen, hotels, "search_hotels", stop)
        msg = f"no lodging in {stop.city} suits for {stop.nights} nights"
        raise NoPlan(msg)
    restaurants = need(seen, "search_restaurants", city=stop.city)
    menu = choose_meals(restaurants.rows, len(stop.meals), wishes)
    served = {wish for row in menu or () for wish in served_by(row, wishes)}
    last = stop.days.stop == task.days
    if menu is None or (len(served) < len(wishes) and (last or restaurants.earlier)):
        _look_again(seen, restaurants, "search_restaurants", stop)
    attractions = need(seen, "search_attractions", city=stop.city)
    sights = choose_sights(attractions.rows, len(stop.days))
    if len(sights) < len(stop.days):
        _look_again(seen, attractions, "search_attractions", stop)
    if menu is None or len(sights) < len(stop.days):
        msg = f"too little to eat or to see in {stop.city}"
        raise NoPlan(msg)
    call = Call(
        tool="calculate_budget",
        args={
            "people": task.people,
            "city": stop.city,
            "hotel": {
                "name": hotel["NAME"],
                "price": hotel["price"],
                "nights": stop.nights,
                "occupancy": hotel["maximum occupancy"],
            },
            "meals": {
                row["Name"]: row["Average Cost"] for row in arrange(menu, stop.meals)
            },
            "sights": sights,
        },
    )
    left = [wish for wish in wishes if wish not in served]
    return Unseen(call, note=open_note(stop.city, left) if wishes else "")


def _look_again(seen: Seen, result: Result, tool: str, stop: Stop) -> None:
    """Search again, once, where only some rows are shown and they do not suffice.

    Raises:
        Unseen: When the search should be made again.
    """
    call = Call(tool=tool, args={"city": stop.city})
    times = sum(made.key == call.key for made in seen.calls)
    if not result.whole and times < _MOST_LOOKS:
        raise Unseen(call)


def _total(task: Task, seen: Seen, rides: Rides, stays: Sequence[Stay]) -> float:
    subtotals = [rides.total, *(stay.total for stay in stays)]
    call = Call(
        tool="calculate_budget", args={"people": task.people, "subtotals": subtotals}
    )
    result = look(seen, call.tool, **call.args)
    total = amount(result) if result else None
    if total is None:
        raise Unseen(call)
    return total


def _book(
    task: Task, seen: Seen, candidate: Route, rides: Rides, stays: Sequence[Stay]
) -> None:
    """Ask for the bookings that are not confirmed yet: beds first, for they sell out."""
    beds = [
        Call(
            tool="book_hotel",
            args={
                "city": stop.city,
                "hotel": stay.hotel["name"],
                "check_in": task.day(stop.first),
                "nights": stop.nights,
                "rooms": stay.rooms,
            },
        )
        for stop, stay in zip(candidate.stops, stays, strict=True)
    ]
    seats = [
        Call(
            tool="book_flight",
            args={"flight_number": leg.flight, "date": t.day, "people": task.people},
        )
        for leg, t in zip(rides.legs, candidate.transfers, strict=True)
        if leg.flight
    ]
    for bookings in (beds, seats):
        if bookings:
            need_all(seen, *bookings)
