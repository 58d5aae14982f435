from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from graphs.travel_planner.itinerary import Itinerary, read_answer
from graphs.travel_planner.judging.checks import Plan, check
from graphs.travel_planner.policy.model import PlanningPolicy
from graphs.travel_planner.request.task import read_task
from graphs.travel_planner.world.catalogue import Change
from graphs.travel_planner.world.desk import Desk
from tests.graphs.travel_planner.small_world import (
    ONE_CITY,
    ONE_CITY_RECORDS,
    TWO_CITIES,
    TWO_CITY_RECORDS,
    catalogue_of,
    play,
)


def desk_of(
    folder: Path, query: str = ONE_CITY, rows: list[Any] = ONE_CITY_RECORDS
) -> Desk:
    return Desk(catalogue_of(folder, query, rows))


def calls(messages: list[BaseMessage]) -> list[tuple[str, str]]:
    return [
        (call["name"], json.dumps(call["args"], sort_keys=True))
        for message in messages
        if isinstance(message, AIMessage)
        for call in message.tool_calls
    ]


def wrong(query: str, desk: Desk, answer: str) -> dict[str, str | None]:
    trip = read_answer(answer)
    assert isinstance(trip, Itinerary), trip
    bookings = list(desk.bookings.values())
    findings = check(
        Plan(task=read_task(query), rows=desk.catalogue, trip=trip, bookings=bookings)
    )
    return {name: finding for name, finding in findings.items() if finding}


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (ONE_CITY, ONE_CITY_RECORDS),
        (TWO_CITIES, TWO_CITY_RECORDS),
        (ONE_CITY + " We love Italian food.", ONE_CITY_RECORDS),
        (ONE_CITY + " We do not plan to drive ourselves.", ONE_CITY_RECORDS),
        (
            TWO_CITIES.replace("1,500", "1,900") + " No flights, no self-driving, please.",
            TWO_CITY_RECORDS,
        ),
    ],
)
def test_plans_pass_all_checks(tmp_path: Path, query: str, rows: list[Any]) -> None:
    """What the policy plans and books stands up to every check, without a repeated call."""
    desk = desk_of(tmp_path, query, rows)
    messages = list(play(query, desk))
    assert wrong(query, desk, messages[-1].text) == {}
    assert len(calls(messages)) == len(set(calls(messages)))


def test_nothing_is_booked_before_the_whole_fits(tmp_path: Path) -> None:
    """A trip beyond the budget is refused with empty books."""
    query = ONE_CITY.replace("$900", "$300")
    desk = desk_of(tmp_path, query)
    *_, answer = play(query, desk)
    assert read_answer(answer.text) == "more than $300 for 2 nights in Birch"
    assert not desk.bookings


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (" Smoking must be allowed.", "no lodging in Birch suits for 2 nights"),
        (" We want Thai food.", "no restaurant serves thai food"),
    ],
)
def test_what_cannot_be_had_is_refused(tmp_path: Path, wish: str, reason: str) -> None:
    """The refusal says which wish cannot be met."""
    *_, answer = play(ONE_CITY + wish, desk_of(tmp_path))
    assert read_answer(answer.text) == reason


def test_an_unclear_request_is_answered_with_what_is_missing() -> None:
    """Without dates the policy asks for them instead of guessing."""
    reply = PlanningPolicy().invoke([HumanMessage("From Alder to Birch, please.")])
    assert read_answer(reply.text) == "the request does not say the dates"


def test_a_hotel_that_sells_out_is_replaced(tmp_path: Path) -> None:
    """After a failed booking the next best hotel is booked and the cost added up anew."""
    gone = Change(when="booking", city="Birch", hotel="Birch Loft", set={"rooms left": 0})
    desk = Desk(desk_of(tmp_path).catalogue, (gone,))
    messages = list(play(ONE_CITY, desk))
    assert wrong(ONE_CITY, desk, messages[-1].text) == {}
    assert {booking["hotel"] for booking in desk.bookings.values()} == {"Birch Inn"}
    assert len([name for name, _ in calls(messages) if name == "search_hotels"]) == 1


def test_another_order_is_found_where_the_first_has_no_road(tmp_path: Path) -> None:
    """The cities are visited in the order in which they can be reached."""
    desk = desk_of(tmp_path, TWO_CITIES, TWO_CITY_RECORDS)
    reordered = {"Woods": ("Cedar", "Birch")}
    desk.catalogue = replace(desk.catalogue, states=reordered)
    *_, answer = play(TWO_CITIES, desk)
    assert wrong(TWO_CITIES, desk, answer.text) == {}


def test_longer_stays_are_tried_where_short_ones_are_not_taken(tmp_path: Path) -> None:
    """Where every hotel of a city asks for three nights, three nights are spent there."""
    desk = desk_of(tmp_path, TWO_CITIES, TWO_CITY_RECORDS)
    for name in ("Birch Inn", "Birch Loft"):
        desk.catalogue = desk.catalogue.with_hotel("Birch", name, {"minimum nights": 3.0})
    *_, answer = play(TWO_CITIES, desk)
    assert wrong(TWO_CITIES, desk, answer.text) == {}


def test_a_dead_end_is_noted_and_not_entered_again(tmp_path: Path) -> None:
    """The reason stands in the model's own words, which serve without the tables."""
    desk = desk_of(tmp_path, TWO_CITIES, TWO_CITY_RECORDS)
    for name in ("Birch Inn", "Birch Loft"):
        desk.catalogue = desk.catalogue.with_hotel("Birch", name, {"minimum nights": 3.0})
    messages = list(play(TWO_CITIES, desk))
    noting = next(m for m in messages if "Ruled out: no lodging in Birch" in m.text)
    legs = {"search_cities", "get_distance"}
    without_tables = [
        message
        for message in messages[: messages.index(noting)]
        if (message.name in legs if isinstance(message, ToolMessage) else True)
        and {name for name, _ in calls([message])} <= legs
    ]
    for view, leaving in (
        (without_tables, "2030-03-03 Birch > Cedar"),
        ([*without_tables, AIMessage(noting.text)], "2030-03-02 Birch > Cedar"),
    ):
        (call,) = PlanningPolicy().invoke(view).tool_calls
        assert leaving in call["args"]["drives"]


def test_the_policy_knows_only_what_it_is_shown(tmp_path: Path) -> None:
    """Without the result of a search the policy makes it again."""
    messages = list(play(ONE_CITY, desk_of(tmp_path)))
    searched = next(
        i
        for i, m in enumerate(messages)
        if isinstance(m, AIMessage) and m.tool_calls[0]["name"] == "search_hotels"
    )
    cut = [*messages[:searched], *messages[searched + 2 : searched + 4]]
    reply = PlanningPolicy().invoke(cut)
    assert reply.tool_calls[0]["name"] == "search_hotels"


def test_what_is_settled_needs_no_tables(tmp_path: Path) -> None:
    """With the budget calls alone in sight the plan is finished as it was settled."""
    desk = desk_of(tmp_path, TWO_CITIES, TWO_CITY_RECORDS)
    messages = list(play(TWO_CITIES, desk))
    kept: list[BaseMessage] = [messages[0]]
    for message, result in pairwise(messages):
        single = isinstance(message, AIMessage) and len(message.tool_calls) == 1
        if single and isinstance(result, ToolMessage) and result.name == "calculate_budget":
            kept += [message, result]
    reply = PlanningPolicy().invoke(kept)
    assert {call["name"] for call in reply.tool_calls} == {"book_hotel"}


def test_earlier_conversations_spare_searches_that_still_hold(tmp_path: Path) -> None:
    """Remembered restaurants are used, remembered hotels are looked up anew."""
    memory = HumanMessage(
        "[card 0a0a0a0a] search_restaurants(city=Birch) · 5 of 9 rows · as of 2030-01-01\n"
        "Name | Average Cost | Cuisines\n"
        + "\n".join(f"Birch Kitchen {i} | {10 + i} | Cafe" for i in range(5))
        + "\n[card 0b0b0b0b] search_hotels(city=Birch) · 1 of 2 rows · as of 2030-01-01\n"
        "NAME | price | maximum occupancy\nBirch Loft | 80.0 | 2"
    )
    desk = desk_of(tmp_path)
    messages = list(play(ONE_CITY, desk, before=[memory]))
    names = [name for name, _ in calls(messages)]
    assert wrong(ONE_CITY, desk, messages[-1].text) == {}
    assert "search_hotels" in names
    assert "search_restaurants" not in names
