"""The ledger: what the policy has settled, kept in its own calls of `calculate_budget`.

A settled part names all that the plan needs of it, so the tables it came from need not be
shown any longer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.travel_planner.itinerary import Leg
from graphs.travel_planner.policy.reading import Call, Result, Seen
from graphs.travel_planner.policy.route import Stop, Transfer
from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.costs import rooms_for

_RIDE = re.compile(r"(?:(\S+) )?(\d{4}-\d\d-\d\d) (.+) > (.+)")
_OPEN = re.compile(r"Still to eat after (.+?): (.*)\.")
_PARTS = (("flights", "flight"), ("drives", "self-driving"), ("taxis", "taxi"))
_NOTHING = "nothing"


@dataclass(frozen=True, kw_only=True)
class Rides:
    """All legs of a trip, with what they cost for all travellers."""

    legs: tuple[Leg, ...]
    transfers: tuple[Transfer, ...]
    total: float


@dataclass(frozen=True, kw_only=True)
class Stay:
    """What is settled for one stop.

    Attributes:
        city: Where.
        hotel: `{name, price, nights, occupancy}`.
        rooms: Number of rooms.
        meals: Average cost per person by restaurant, in the order of the meals.
        sights: Names, in the order of the days.
        total: Cost for all travellers.
    """

    city: str
    hotel: Mapping[str, Any]
    rooms: int
    meals: Mapping[str, float]
    sights: Sequence[str]
    total: float


def rides_call(task: Task, legs: Sequence[Leg], transfers: Sequence[Transfer]) -> Call:
    """The call that settles the legs of a trip."""
    prices: dict[str, dict[str, float]] = {}
    names = {mode: part for part, mode in _PARTS}
    for leg, transfer in zip(legs, transfers, strict=True):
        label = f"{transfer.day} {leg.origin} > {leg.destination}"
        if leg.flight:
            label = f"{leg.flight} {label}"
        prices.setdefault(names[leg.mode], {})[label] = leg.cost
    return Call(tool="calculate_budget", args={"people": task.people, **prices})


def rides_settled(seen: Seen) -> list[Rides]:
    """All legs settled so far, the newest first."""
    settled = []
    for args, result in seen.made("calculate_budget"):
        labelled = [
            (found, mode, cost)
            for part, mode in _PARTS
            for label, cost in (args.get(part) or {}).items()
            if (found := _RIDE.fullmatch(label))
        ]
        total = amount(result)
        if labelled and total is not None:
            labelled.sort(key=lambda ride: ride[0][2])
            settled.append(
                Rides(
                    legs=tuple(
                        Leg(mode=mode, origin=ride[3], destination=ride[4], cost=cost,
                            flight=ride[1])
                        for ride, mode, cost in labelled
                    ),
                    transfers=tuple(
                        Transfer(origin=ride[3], destination=ride[4], day=ride[2])
                        for ride, _, _ in labelled
                    ),
                    total=total,
                )
            )  # fmt: skip
    return settled


def stay_settled(seen: Seen, stop: Stop) -> Stay | None:
    """What is settled for a stop, the newest, or None."""
    for args, result in seen.made("calculate_budget"):
        hotel = args.get("hotel")
        if hotel and args.get("city") == stop.city and _fits(args, stop):
            total = amount(result)
            if total is None:
                return None
            return Stay(
                city=stop.city,
                hotel=hotel,
                rooms=rooms_for(args["people"], hotel["occupancy"]),
                meals=args["meals"],
                sights=args["sights"],
                total=total,
            )
    return None


def _fits(args: Mapping[str, Any], stop: Stop) -> bool:
    """Whether a stay was settled for this very length and part of a trip."""
    return bool(
        args["hotel"]["nights"] == stop.nights
        and len(args.get("meals", ())) == len(stop.meals)
        and len(args.get("sights", ())) == len(stop.days)
    )


def amount(result: Result) -> float | None:
    """The total that a `calculate_budget` call returned, if it is shown."""
    return next((float(row["total"]) for row in result.rows if "total" in row), None)


def open_note(city: str, wishes: Sequence[str]) -> str:
    """What the model says about the wishes that a stay leaves open."""
    return f"Still to eat after {city}: {', '.join(wishes) or _NOTHING}."


def open_after(seen: Seen, city: str) -> tuple[str, ...] | None:
    """The wishes that a settled stay leaves open; None when that is not shown."""
    for note in reversed(seen.notes):
        found = _OPEN.search(note)
        if found and found[1] == city:
            return () if found[2] == _NOTHING else tuple(found[2].split(", "))
    return None
