from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphs.travel_planner.itinerary import Day, Itinerary, Leg, Lodging, Meal, Sight
from graphs.travel_planner.judging.checks import CHECKS, Plan, check
from graphs.travel_planner.request.task import read_task
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    catalogue_of,
)

LODGING = Lodging(name="Birch Loft", city="Birch", price=80.0, rooms=1)


def leg(origin: str, destination: str) -> Leg:
    return Leg(mode="self-driving", origin=origin, destination=destination, cost=50)


def meal(number: int) -> Meal:
    return Meal(name=f"Birch Kitchen {number}", city="Birch", cost=10 + number)


def view(number: int) -> tuple[Sight, ...]:
    return (Sight(name=f"Birch View {number}", city="Birch"),)


DAYS = (
    Day(
        date="2030-03-01",
        leg=leg("Alder", "Birch"),
        meals={"dinner": meal(0)},
        sights=view(0),
        lodging=LODGING,
    ),
    Day(
        date="2030-03-02",
        meals={"breakfast": meal(1), "lunch": meal(2), "dinner": meal(3)},
        sights=view(1),
        lodging=LODGING,
    ),
    Day(
        date="2030-03-03",
        leg=leg("Birch", "Alder"),
        meals={"breakfast": meal(4)},
        sights=view(2),
    ),
)
TOTAL = 2 * 50 + 2 * 80 + 2 * (10 + 11 + 12 + 13 + 14)
BOOKED = {"hotel": "Birch Loft", "city": "Birch", "nights": 2, "rooms": 1}


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return Plan(
        task=read_task(ONE_CITY),
        rows=catalogue_of(tmp_path, ONE_CITY, ONE_CITY_RECORDS),
        trip=Itinerary(total=TOTAL, days=DAYS),
        bookings=[BOOKED],
    )


def with_day(plan: Plan, index: int, **changes: Any) -> Plan:
    days = list(plan.trip.days)
    days[index] = replace(days[index], **changes)
    return replace(plan, trip=replace(plan.trip, days=tuple(days)))


def with_wish(plan: Plan, **changes: Any) -> Plan:
    return replace(plan, task=replace(plan.task, **changes))


def elsewhere(plan: Plan) -> Plan:
    hotel = Lodging(name="Birch Loft", city="Cedar", price=80.0, rooms=1)
    return with_day(plan, 0, lodging=hotel)


def with_row(plan: Plan, **columns: Any) -> Plan:
    return replace(plan, rows=plan.rows.with_hotel("Birch", "Birch Loft", columns))


def train(plan: Plan) -> Plan:
    taxi = Leg(mode="taxi", origin="Birch", destination="Alder", cost=400)
    return with_day(plan, 2, leg=taxi)


WRONG: list[tuple[str, Callable[[Plan], Plan]]] = [
    ("dates", lambda p: with_day(p, 1, date="2030-03-04")),
    ("route", lambda p: with_day(p, 2, leg=leg("Cedar", "Alder"))),
    ("route", lambda p: with_day(p, 2, leg=None)),
    ("route", lambda p: with_wish(p, place="Cedar")),
    ("transport", lambda p: with_day(p, 0, leg=replace(leg("Alder", "Birch"), cost=49))),
    (
        "transport",
        lambda p: with_day(p, 0, leg=replace(leg("Alder", "Birch"), mode="flight")),
    ),
    ("transport", train),
    ("unwanted transport", lambda p: with_wish(p, unwanted=("self-driving",))),
    ("lodging", lambda p: with_day(p, 1, lodging=None)),
    ("lodging", elsewhere),
    ("lodging", lambda p: with_day(p, 0, lodging=replace(LODGING, price=79.0))),
    ("minimum nights", lambda p: with_row(p, **{"minimum nights": 3.0})),
    ("occupancy", lambda p: with_wish(p, people=3)),
    ("room type", lambda p: with_wish(p, room="entire room")),
    ("house rules", lambda p: with_wish(p, rules=("smoking",))),
    ("meals", lambda p: with_day(p, 1, meals={"breakfast": meal(1), "dinner": meal(3)})),
    ("meals", lambda p: with_day(p, 0, meals={})),
    ("meals", lambda p: with_day(p, 0, meals={"breakfast": meal(0), "dinner": meal(5)})),
    ("meals", lambda p: with_day(p, 2, meals={"breakfast": replace(meal(4), cost=1)})),
    ("sights", lambda p: with_day(p, 1, sights=())),
    ("sights", lambda p: with_day(p, 1, sights=(Sight(name="Moon", city="Birch"),))),
    ("cuisines", lambda p: with_wish(p, cuisines=("italian",))),
    ("no repeats", lambda p: with_day(p, 1, sights=view(0))),
    ("no repeats", lambda p: with_day(p, 2, meals={"breakfast": meal(1)})),
    ("total", lambda p: replace(p, trip=replace(p.trip, total=1.0))),
    ("budget", lambda p: with_wish(p, budget=TOTAL - 1)),
    ("bookings", lambda p: replace(p, bookings=[])),
    ("bookings", lambda p: replace(p, bookings=[{**BOOKED, "nights": 1}])),
]


def test_a_sound_plan_passes(plan: Plan) -> None:
    """A plan without fault has no finding in any check."""
    assert check(plan) == dict.fromkeys(CHECKS)


@pytest.mark.parametrize(("name", "spoil"), WRONG)
def test_each_fault_is_found(plan: Plan, name: str, spoil: Callable[[Plan], Plan]) -> None:
    """A plan with one fault fails the check that is about it, with a reason."""
    assert check(spoil(plan))[name]


def test_every_check_can_fail() -> None:
    """No check is there that no fault has been tried on."""
    assert {name for name, _ in WRONG} == set(CHECKS)


def test_a_flight_must_be_booked_for_all(plan: Plan) -> None:
    """Seats for some of the travellers are not enough."""
    flights = [
        Leg(
            mode="flight",
            origin="Alder",
            destination="Birch",
            cost=90,
            flight="FAlderBirch",
        ),
        Leg(
            mode="flight",
            origin="Birch",
            destination="Alder",
            cost=90,
            flight="FBirchAlder",
        ),
    ]
    flown = with_day(with_day(plan, 0, leg=flights[0]), 2, leg=flights[1])
    seats = [
        {"flight": "FAlderBirch", "date": "2030-03-01", "people": 2},
        {"flight": "FBirchAlder", "date": "2030-03-03", "people": 1},
    ]
    findings = check(replace(flown, bookings=[BOOKED, *seats]))
    assert findings["transport"] is None
    assert findings["bookings"] == "flight FBirchAlder is not booked for all"
