"""Reading the trade's rows: what a hotel allows, a kitchen serves, a road costs."""

from __future__ import annotations

import re
from typing import Any

from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.catalogue import Row

_COST = re.compile(r"cost:\s*\$?([\d,]+(?:\.\d+)?)")

_ROOMS = {
    "private room": ("Private room",),
    "entire room": ("Entire home/apt",),
    "shared room": ("Shared room",),
    "not shared room": ("Private room", "Entire home/apt"),
}


def room_suits(task: Task, row: Row) -> bool:
    """Whether a hotel's rooms are of the kind that was asked for."""
    return task.room is None or row["room type"] in _ROOMS[task.room]


def rules_suit(task: Task, row: Row) -> bool:
    """Whether a hotel allows what was asked for; what it does not forbid it allows."""
    forbidden = [rule.strip().lower() for rule in str(row["house_rules"] or "").split("&")]
    return not any(f"no {rule}" in forbidden for rule in task.rules)


def hotel_suits(task: Task, row: Row, nights: int) -> bool:
    """Whether a hotel has the right rooms and rules and takes so short a stay."""
    return (
        room_suits(task, row) and rules_suit(task, row) and row["minimum nights"] <= nights
    )


def cuisines_of(row: Row) -> frozenset[str]:
    """The cuisines of a restaurant, lowercase."""
    text: Any = row["Cuisines"] or ""
    return frozenset(cuisine.strip().lower() for cuisine in str(text).split(","))


def cost_of_road(text: str) -> float | None:
    """The cost of a drive per car from the sentence about it, or None."""
    found = _COST.search(text)
    return float(found[1].replace(",", "")) if found else None
