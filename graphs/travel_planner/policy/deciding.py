"""The policy's reasoning: from what is shown to the next calls or the final answer.

The trip is settled piece by piece, legs first and then city by city, each piece by a
`calculate_budget` call; nothing is booked before the whole fits the budget. What is not
shown is looked up, again if need be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import inf

from graphs.travel_planner.itinerary import refusal_answer
from graphs.travel_planner.policy import deadends
from graphs.travel_planner.policy.composing import compose
from graphs.travel_planner.policy.ledger import (
    Rides,
    Stay,
    amount,
    rides_call,
    rides_settled,
)
from graphs.travel_planner.policy.moves import NoPlan, Unseen, look, need, need_all
from graphs.travel_planner.policy.reading import Call, Seen
from graphs.travel_planner.policy.route import Route, route, routes
from graphs.travel_planner.policy.settling import settle_stays
from graphs.travel_planner.policy.ways import ways
from graphs.travel_planner.request.task import Task, TaskError, read_task
from graphs.travel_planner.world.costs import fare

_MOST_ROUTES = 30
_MOST_REASONS = 4


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
    """The answer, by the first route that leads to one.

    Raises:
        Unseen: When something must be looked up first; with a note of new dead ends.
        NoPlan: When no route leads to a plan.
    """
    known = deadends.noted(seen)
    found: list[str] = []
    try:
        for candidate in islice(_routes(task, seen), _MOST_ROUTES):
            if known.isdisjoint(deadends.about(task, candidate)):
                try:
                    return _follow(task, seen, candidate)
                except NoPlan as dead_end:
                    found.append(str(dead_end))
    except Unseen as unseen:
        texts = (deadends.note(found), unseen.note)
        raise Unseen(*unseen.calls, note=" ".join(filter(None, texts))) from None
    reasons = dict.fromkeys([*sorted(known), *found])
    raise NoPlan(
        "; ".join(islice(reasons, _MOST_REASONS)) or f"too few cities known in {task.place}"
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
    stays = settle_stays(task, seen, candidate)
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
        fares = sum(fare(leg.mode, leg.cost, task.people) for leg in legs)
        if legs not in known and fares <= (task.budget or inf):
            raise Unseen(rides_call(task, legs, candidate.transfers))
    if not settled:
        raise NoPlan(deadends.no_way(candidate))


def _affordable(
    task: Task, seen: Seen, candidate: Route, stays: Sequence[Stay], first: Rides
) -> Rides:
    cost = sum(stay.total for stay in stays)
    if task.budget is None or cost + first.total <= task.budget:
        return first
    for rides in _ways(task, seen, candidate):
        if cost + rides.total <= task.budget:
            return rides
    raise NoPlan(deadends.too_dear(task, candidate))


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
