"""A world of three small towns, as reference rows, and a conversation without a graph."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from graphs.travel_planner.policy.model import PlanningPolicy
from graphs.travel_planner.request.task import Task, read_task
from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.world.catalogue import Catalogue
from graphs.travel_planner.world.desk import Desk
from graphs.travel_planner.world.rows import read_cases

ONE_CITY = (
    "Please plan a 3-day trip for 2 people from Alder to Birch, from March 1st to March "
    "3rd, 2030, with a budget of $900."
)
TWO_CITIES = (
    "Plan a 5-day trip for one person departing from Alder and visiting 2 cities in Woods "
    "from March 1st to March 5th, 2030. The budget is $1,500."
)


def hotel(name: str, city: str, price: float = 100.0, **columns: Any) -> dict[str, Any]:
    row = {
        "NAME": name,
        "price": price,
        "room type": "Private room",
        "house_rules": "No smoking",
        "minimum nights": 1.0,
        "maximum occupancy": 2,
        "review rate number": 4.0,
        "city": city,
    }
    return {**row, **columns}


def restaurant(
    name: str, city: str, cost: int = 10, cuisines: str = "Cafe"
) -> dict[str, Any]:
    return {
        "Name": name,
        "Average Cost": cost,
        "Cuisines": cuisines,
        "Aggregate Rating": 4.0,
        "City": city,
    }


def sight(name: str, city: str) -> dict[str, Any]:
    return {
        "Name": name,
        "Latitude": 1.25,
        "Longitude": -2.5,
        "Address": f"1 Road, {city}",
        "Phone": "(555) 555-0100",
        "Website": "https://example.org/",
        "City": city,
    }


def flight(
    number: str, origin: str, destination: str, day: str, price: int
) -> dict[str, Any]:
    return {
        "Flight Number": number,
        "Price": price,
        "DepTime": "09:00",
        "ArrTime": "10:00",
        "ActualElapsedTime": "1 hours 0 minutes",
        "FlightDate": day,
        "OriginCityName": origin,
        "DestCityName": destination,
        "Distance": 300.0,
    }


def road(mode: str, origin: str, destination: str, cost: int) -> str:
    return (
        f"{mode}, from {origin} to {destination}, duration: 2 hours 5 mins, "
        f"distance: 1,200 km, cost: {cost:,}"
    )


def records(cities: tuple[str, ...], legs: tuple[tuple[str, str, str], ...]) -> list[Any]:
    """Reference rows of a small world, as a file of queries holds them."""
    tables: list[tuple[str, Any]] = []
    for city in cities:
        hotels = [hotel(f"{city} Inn", city), hotel(f"{city} Loft", city, 80.0)]
        meals = [restaurant(f"{city} Kitchen {i}", city, 10 + i) for i in range(8)]
        meals.append(restaurant(f"{city} Trattoria", city, 40, "Italian, Pizza"))
        tables += [(f"Accommodations in {city}", row) for row in hotels]
        tables += [(f"Restaurants in {city}", row) for row in meals]
        tables += [
            (f"Attractions in {city}", sight(f"{city} View {i}", city)) for i in range(4)
        ]
    for origin, destination, day in legs:
        table = f"Flight from {origin} to {destination} on {day}"
        tables.append(
            (table, flight(f"F{origin}{destination}", origin, destination, day, 90))
        )
        pair = f"from {origin} to {destination}"
        tables.append(
            (f"Self-driving {pair}", road("self-driving", origin, destination, 50))
        )
        tables.append((f"Taxi {pair}", road("taxi", origin, destination, 400)))
    return [{"table": table, "row": row} for table, row in tables]


ONE_CITY_RECORDS = records(
    ("Birch",), (("Alder", "Birch", "2030-03-01"), ("Birch", "Alder", "2030-03-03"))
)
TWO_CITY_RECORDS = records(
    ("Birch", "Cedar"),
    (
        ("Alder", "Birch", "2030-03-01"),
        ("Birch", "Cedar", "2030-03-03"),
        ("Cedar", "Alder", "2030-03-05"),
    ),
)


def write_cases(path: Path, *cases: tuple[str, list[Any]]) -> Path:
    lines = [
        json.dumps({"id": f"case_{i}", "query": query, "records": rows})
        for i, (query, rows) in enumerate(cases)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def task(query: str = ONE_CITY) -> Task:
    return read_task(query)


def play(
    query: str, desk: Desk, before: Sequence[BaseMessage] = ()
) -> Iterator[BaseMessage]:
    """A conversation without a graph, in which the policy sees everything."""
    tools = {tool.name: tool for tool in make_tools(desk)}
    messages: list[BaseMessage] = [*before, HumanMessage(query, id="request")]
    yield messages[-1]
    for step in range(60):
        reply = PlanningPolicy().invoke(messages)
        reply.id = f"step-{step}"
        messages.append(reply)
        yield reply
        if not reply.tool_calls:
            return
        for call in reply.tool_calls:
            result = tools[call["name"]].invoke({**call, "type": "tool_call"})
            messages.append(result)
            yield result


def catalogue_of(folder: Path, query: str, rows: list[Any]) -> Catalogue:
    return read_cases(write_cases(folder / "rows.jsonl", (query, rows)))[0].catalogue
