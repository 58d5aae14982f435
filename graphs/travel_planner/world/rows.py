"""Reference rows: files of travel queries, each with the rows it is to be planned from."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from graphs.travel_planner.request.task import TaskError, read_task
from graphs.travel_planner.world.catalogue import Catalogue, Row, group

K = TypeVar("K")
V = TypeVar("V")

_FLIGHT = re.compile(r"Flight from (.+) to (.+) on (\d{4}-\d\d-\d\d)")
_ROAD = re.compile(r"(Self-driving|Taxi) from (.+) to (.+)")
_PLACES = ("Accommodations", "Restaurants", "Attractions")


@dataclass(frozen=True, kw_only=True)
class Case:
    """One query with its catalogue.

    Attributes:
        id: The query's id.
        query: The traveller's words.
        catalogue: The rows that belong to it.
    """

    id: str
    query: str
    catalogue: Catalogue


def read_cases(path: Path) -> list[Case]:
    """Read a file of queries.

    Args:
        path: JSON lines `{id, query, records: [{table, row}]}`, gzipped when the name ends
            in `.gz`. Other fields of a line or a record are not looked at.

    Returns:
        The cases in the file's order.

    Raises:
        ValueError: When a line is not such an object; the message names the line.
        OSError: When the file cannot be read.
    """
    return list(_cases(path))


def merged(cases: Iterable[Case]) -> Catalogue:
    """One catalogue of the rows of several cases, each row once."""
    found = [case.catalogue for case in cases]
    return Catalogue(
        states=_joined(catalogue.states for catalogue in found),
        hotels=_joined(catalogue.hotels for catalogue in found),
        restaurants=_joined(catalogue.restaurants for catalogue in found),
        attractions=_joined(catalogue.attractions for catalogue in found),
        flights=_joined(catalogue.flights for catalogue in found),
        roads={key: road for catalogue in found for key, road in catalogue.roads.items()},
    )


def _joined(tables: Iterable[Mapping[K, tuple[V, ...]]]) -> dict[K, tuple[V, ...]]:
    joined: dict[K, list[V]] = {}
    for table in tables:
        for key, members in table.items():
            held = joined.setdefault(key, [])
            held += [member for member in members if member not in held]
    return {key: tuple(members) for key, members in joined.items()}


def _cases(path: Path) -> Iterator[Case]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield _case(json.loads(line))
                except (ValueError, KeyError, TypeError) as error:
                    msg = f"{path}, line {number}: not a travel query with rows ({error!r})"
                    raise ValueError(msg) from error


def _case(line: dict[str, Any]) -> Case:
    records = [(record["table"], record["row"]) for record in line["records"]]
    return Case(
        id=str(line["id"]),
        query=line["query"],
        catalogue=_catalogue(line["query"], records),
    )


def _catalogue(query: str, records: Iterable[tuple[str, Any]]) -> Catalogue:
    flights: dict[tuple[str, str], list[Row]] = {}
    roads: dict[tuple[str, str, str], str] = {}
    places: dict[str, list[Row]] = {kind: [] for kind in _PLACES}
    cities: dict[str, None] = {}
    for table, row in records:
        if flight := _FLIGHT.fullmatch(table):
            if isinstance(row, dict):
                flights.setdefault((flight[1], flight[2]), []).append(row)
        elif road := _ROAD.fullmatch(table):
            roads[road[1].lower(), road[2], road[3]] = str(row)
        else:
            kind, _, city = table.partition(" in ")
            cities[city] = None
            if isinstance(row, dict):
                places[kind].append(row)
    return Catalogue(
        states=_states(query, tuple(cities)),
        hotels=group(places["Accommodations"], "city"),
        restaurants=group(places["Restaurants"], "City"),
        attractions=group(places["Attractions"], "City"),
        flights={pair: tuple(rows) for pair, rows in flights.items()},
        roads=roads,
    )


def _states(query: str, cities: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    # The rows do not say which state a city lies in; they belong to the query's own state.
    try:
        task = read_task(query)
    except TaskError:
        return {}
    if not task.cities:
        return {}
    return {task.place: tuple(city for city in cities if city != task.origin)}
