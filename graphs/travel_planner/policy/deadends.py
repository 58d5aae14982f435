"""Dead ends: why a route was given up, in sentences that the model notes for itself.

A sentence is about the smallest thing that is at fault, so that it rules out every route
with that thing, and what led to it need not be looked up again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphs.travel_planner.policy.reading import Seen
from graphs.travel_planner.policy.route import Route, Stop
from graphs.travel_planner.request.task import Task

_NOTE = re.compile(r"Ruled out: (.*)\.")
_BETWEEN = "; "


def no_lodging(stop: Stop) -> str:
    """No hotel of a city suits for so many nights."""
    return f"no lodging in {stop.city} suits for {stop.nights} nights"


def no_food(stop: Stop) -> str:
    """A city has too few restaurants for so many nights."""
    return f"too few restaurants in {stop.city} for {stop.nights} nights"


def no_sights(stop: Stop) -> str:
    """A city has too few sights for so many days."""
    return f"too few sights in {stop.city} for {len(stop.days)} days"


def no_way(route: Route) -> str:
    """A route cannot be travelled, or not for the money."""
    return f"no transport that can be paid for {_label(route)}"


def too_dear(task: Task, route: Route) -> str:
    """A route costs too much even in its cheapest form."""
    return f"more than ${task.budget or 0:,} for {_label(route)}"


def about(task: Task, route: Route) -> Iterable[str]:
    """Every sentence that would rule a route out."""
    yield no_way(route)
    yield too_dear(task, route)
    for stop in route.stops:
        yield from (no_lodging(stop), no_food(stop), no_sights(stop))


def noted(seen: Seen) -> frozenset[str]:
    """The sentences that the model is shown to have noted."""
    found = (_NOTE.search(note) for note in seen.notes)
    return frozenset(s for note in found if note for s in note[1].split(_BETWEEN))


def note(sentences: Iterable[str]) -> str:
    """What the model says about dead ends found just now; empty when there are none."""
    listed = _BETWEEN.join(dict.fromkeys(sentences))
    return f"Ruled out: {listed}." if listed else ""


def _label(route: Route) -> str:
    return ", ".join(f"{stop.nights} nights in {stop.city}" for stop in route.stops)
