"""How to get from leg to leg: one mode for all, or the best of several per leg."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from graphs.travel_planner.itinerary import Leg
from graphs.travel_planner.policy.moves import need_all
from graphs.travel_planner.policy.reading import Call, Result, Seen
from graphs.travel_planner.policy.route import Route, Transfer
from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.costs import fare

Legs = tuple[Leg, ...]

_COST = re.compile(r"\bcost:?\s*\$?([\d,]+(?:\.\d+)?)")


def ways(task: Task, seen: Seen, route: Route) -> Iterator[Legs]:
    """The ways to travel a route, looked up only as far as they are asked for.

    The own car stays with the travellers, so it is used on all legs or on none. It costs a
    twentieth of the others and is tried first; then flights, with taxis where nothing
    flies; then the cheaper of the two on each leg.

    Args:
        task: The task.
        seen: What is shown.
        route: The route.

    Yields:
        One leg per transfer.

    Raises:
        Unseen: When something must be looked up first.
    """
    if "self-driving" not in task.unwanted:
        # Where the car cannot even leave home, the other roads need not be looked up.
        leaving = _complete(_roads(seen, route.transfers[:1], "self-driving"))
        driven = leaving and _complete(_roads(seen, route.transfers, "self-driving"))
        if driven:
            yield driven
    flown: list[Leg | None] = [None] * len(route.transfers)
    if "flight" not in task.unwanted:
        flown = _flights(task, seen, route.transfers)
    grounded = [t for t, leg in zip(route.transfers, flown, strict=True) if leg is None]
    taxis = iter(_roads(seen, grounded, "taxi"))
    mixed = _complete([leg or next(taxis) for leg in flown])
    if mixed is None:
        return
    yield mixed
    every = _roads(seen, route.transfers, "taxi")
    cheapest = _complete([_cheaper(task, a, b) for a, b in zip(flown, every, strict=True)])
    if cheapest and cheapest != mixed:
        yield cheapest


def _complete(legs: Collection[Leg | None]) -> Legs | None:
    found = tuple(leg for leg in legs if leg)
    return found if len(found) == len(legs) else None


def _cheaper(task: Task, *legs: Leg | None) -> Leg | None:
    return min(
        (leg for leg in legs if leg),
        key=lambda leg: fare(leg.mode, leg.cost, task.people),
        default=None,
    )


def _roads(seen: Seen, transfers: Collection[Transfer], mode: str) -> list[Leg | None]:
    calls = [
        Call(
            tool="get_distance",
            args={"origin": t.origin, "destination": t.destination, "mode": mode},
        )
        for t in transfers
    ]
    results = need_all(seen, *calls)
    legs: list[Leg | None] = []
    for transfer, result in zip(transfers, results, strict=True):
        cost = _cost(result)
        legs.append(
            None
            if cost is None
            else Leg(
                mode=mode,
                origin=transfer.origin,
                destination=transfer.destination,
                cost=cost,
            )
        )
    return legs


def _cost(result: Result) -> float | None:
    for row in result.rows:
        if isinstance(row.get("cost"), int | float):
            return float(row["cost"])
    found = _COST.search(result.text)
    return float(found[1].replace(",", "")) if found else None


def _flights(task: Task, seen: Seen, transfers: Collection[Transfer]) -> list[Leg | None]:
    calls = [
        Call(
            tool="search_flights",
            args={"origin": t.origin, "destination": t.destination, "date": t.day},
        )
        for t in transfers
    ]
    results = need_all(seen, *calls)
    refused = {a["flight_number"] for a, r in seen.made("book_flight") if r.failed}
    legs: list[Leg | None] = []
    for transfer, result in zip(transfers, results, strict=True):
        usable = [
            row
            for row in result.rows
            if "Price" in row
            and row.get("Flight Number", "") not in ("", *refused)
            and row.get("seats left", task.people) >= task.people
        ]
        row = min(usable, key=lambda row: row["Price"], default=None)
        legs.append(
            Leg(
                mode="flight",
                origin=transfer.origin,
                destination=transfer.destination,
                cost=row["Price"],
                flight=row["Flight Number"],
            )
            if row
            else None
        )
    return legs
