from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.travel_planner.judging.feasibility import cheapest_trip, possible
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.world.catalogue import Catalogue
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    TWO_CITIES,
    TWO_CITY_RECORDS,
    catalogue_of,
    hotel,
    restaurant,
    road,
    sight,
)

ROADS = 100
BEDS = 160
MEALS = 2 * (10 + 11 + 12 + 13 + 14)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return catalogue_of(tmp_path, ONE_CITY, ONE_CITY_RECORDS)


def test_the_cheapest_trip_is_priced_exactly(catalogue: Catalogue) -> None:
    """Roads, beds and meals of the cheapest trip are counted for all travellers."""
    assert cheapest_trip(read_task(ONE_CITY), catalogue) == ROADS + BEDS + MEALS


def test_the_budget_decides(catalogue: Catalogue) -> None:
    """A trip is possible exactly when its cheapest form fits the budget."""
    task = read_task(ONE_CITY)
    cheapest = ROADS + BEDS + MEALS
    assert possible(replace(task, budget=cheapest), catalogue)
    assert not possible(replace(task, budget=cheapest - 1), catalogue)
    assert possible(replace(task, budget=None), catalogue)


def test_wishes_make_it_dearer_or_impossible(catalogue: Catalogue) -> None:
    """Each wish is honoured in the price, or leaves no trip at all."""
    task = read_task(ONE_CITY)
    plain = cheapest_trip(task, catalogue)
    assert cheapest_trip(replace(task, unwanted=("self-driving",)), catalogue) == (
        plain - ROADS + 2 * 2 * 90
    )
    grounded = replace(task, unwanted=("self-driving", "flight"))
    assert cheapest_trip(grounded, catalogue) == plain - ROADS + 2 * 400
    assert cheapest_trip(replace(task, cuisines=("italian",)), catalogue) == plain + 2 * (
        40 - 14
    )
    assert cheapest_trip(replace(task, cuisines=("thai",)), catalogue) == math.inf
    assert cheapest_trip(replace(task, room="entire room"), catalogue) == math.inf
    assert cheapest_trip(replace(task, rules=("smoking",)), catalogue) == math.inf


def test_other_orders_and_lengths_of_stay_are_tried(tmp_path: Path) -> None:
    """A hotel that asks for three nights of four is found a place in the trip."""
    catalogue = catalogue_of(tmp_path, TWO_CITIES, TWO_CITY_RECORDS)
    task = read_task(TWO_CITIES)
    even = cheapest_trip(task, catalogue)
    for name in ("Birch Inn", "Birch Loft"):
        catalogue = catalogue.with_hotel("Birch", name, {"minimum nights": 3.0})
    longer = cheapest_trip(task, catalogue)
    assert even <= longer < math.inf
    for name in ("Birch Inn", "Birch Loft"):
        catalogue = catalogue.with_hotel("Birch", name, {"minimum nights": 4.0})
    assert cheapest_trip(task, catalogue) == math.inf


MENU = st.lists(
    st.tuples(
        st.integers(5, 60),
        st.sets(st.sampled_from(["Thai", "Greek", "French", "Cafe"]), min_size=1),
    ),
    min_size=5,
    max_size=8,
)


@given(MENU, st.sets(st.sampled_from(["thai", "greek", "french"])))
def test_the_cheapest_menu_is_that_of_trying_all(
    menu: list[tuple[int, set[str]]], wishes: set[str]
) -> None:
    """The search agrees with trying every set of restaurants."""
    task = replace(read_task(ONE_CITY), people=1, cuisines=tuple(sorted(wishes)))
    rows = tuple(
        restaurant(f"R{i}", "Birch", cost, ", ".join(sorted(kitchen)))
        for i, (cost, kitchen) in enumerate(menu)
    )
    catalogue = Catalogue(
        hotels={"Birch": (hotel("Loft", "Birch", 80.0),)},
        restaurants={"Birch": rows},
        attractions={"Birch": tuple(sight(f"S{i}", "Birch") for i in range(3))},
        roads={
            ("self-driving", origin, destination): road(
                "self-driving", origin, destination, 50
            )
            for origin, destination in (("Alder", "Birch"), ("Birch", "Alder"))
        },
    )
    best = min(
        (
            sum(cost for cost, _ in chosen)
            for size in range(5, len(menu) + 1)
            for chosen in combinations(menu, size)
            if wishes <= {word.lower() for _, kitchen in chosen for word in kitchen}
        ),
        default=math.inf,
    )
    assert cheapest_trip(task, catalogue) == ROADS + BEDS + best
