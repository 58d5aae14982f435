"""How the policy chooses among the rows it is shown: what suits, and then what is cheap."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil

from graphs.travel_planner.request.task import Task
from graphs.travel_planner.world.catalogue import Row

_ROOM_WORDS = {
    "private room": ("private",),
    "entire room": ("entire",),
    "shared room": ("shared",),
    "not shared room": ("private", "entire"),
}

Menu = tuple[Row, ...]


def choose_hotel(
    task: Task, rows: Sequence[Row], nights: int, refused: Collection[str]
) -> Row | None:
    """The cheapest hotel that suits, or None.

    Args:
        task: The task.
        rows: The hotels shown.
        nights: Length of the stay.
        refused: Names of hotels that could not be booked.

    Returns:
        Its row.
    """
    suitable = [
        row
        for row in rows
        if is_known(task, row) and row["NAME"] not in refused and _suits(task, row, nights)
    ]
    return min(suitable, key=lambda row: rooms(task, row) * row["price"], default=None)


def is_known(task: Task, row: Row) -> bool:
    """Whether all of a hotel is shown that decides whether it suits."""
    needed = {
        "NAME",
        "price",
        "maximum occupancy",
        *(["house_rules"] if task.rules else ()),
    }
    return needed <= row.keys()


def rooms(task: Task, row: Row) -> int:
    """Rooms of a hotel that the travellers need."""
    return ceil(task.people / max(1, int(row["maximum occupancy"])))


def _suits(task: Task, row: Row, nights: int) -> bool:
    kind = str(row.get("room type", "")).lower()
    if task.room and not kind.startswith(_ROOM_WORDS[task.room]):
        return False
    house = str(row.get("house_rules") or "").lower()
    if any(f"no {rule}" in house for rule in task.rules):
        return False
    vacant = row.get("rooms left")
    if vacant is not None and vacant < rooms(task, row):
        return False
    return float(row.get("minimum nights") or 1) <= nights


def choose_meals(rows: Sequence[Row], count: int, wishes: Collection[str]) -> Menu | None:
    """Restaurants that serve as many wishes as possible, and of such the cheapest.

    The best of each (number chosen, wishes served) is carried from row to row, so the
    result is exact.

    Args:
        rows: The restaurants shown.
        count: How many are needed, all different.
        wishes: Cuisines still wished for.

    Returns:
        Their rows, or None when there are too few.
    """
    best: dict[tuple[int, frozenset[str]], tuple[float, Menu]] = {
        (0, frozenset()): (0.0, ())
    }
    for row in _distinct(rows):
        served = served_by(row, wishes)
        for (number, covered), (cost, menu) in list(best.items()):
            if number < count:
                key = (number + 1, covered | served)
                candidate = (cost + row["Average Cost"], (*menu, row))
                if key not in best or candidate[0] < best[key][0]:
                    best[key] = candidate
    full = [
        (len(key[1]), -cost, menu) for key, (cost, menu) in best.items() if key[0] == count
    ]
    return max(full, key=lambda entry: entry[:2])[2] if full else None


def arrange(menu: Menu, meals: Sequence[tuple[int, str]]) -> list[Row]:
    """Put restaurants to meals: the dearest at dinner, the cheapest at breakfast.

    Args:
        menu: As many restaurants as there are meals.
        meals: The meals as (day, meal).

    Returns:
        The restaurants in the order of the meals.
    """
    order = ("breakfast", "lunch", "dinner")
    by_size = sorted(range(len(meals)), key=lambda i: order.index(meals[i][1]))
    by_cost = sorted(menu, key=lambda row: row["Average Cost"])
    placed = dict(zip(by_size, by_cost, strict=True))
    return [placed[i] for i in range(len(meals))]


def served_by(row: Row, wishes: Collection[str]) -> frozenset[str]:
    """The wishes that a restaurant serves."""
    kitchen = {word.strip().lower() for word in str(row.get("Cuisines", "")).split(",")}
    return frozenset(wish for wish in wishes if wish in kitchen)


def choose_sights(rows: Sequence[Row], count: int) -> list[str]:
    """The first sights shown; fewer when there are fewer."""
    return list(dict.fromkeys(str(row["Name"]) for row in rows if "Name" in row))[:count]


def _distinct(rows: Sequence[Row]) -> list[Row]:
    """Rows that can be used, cheapest first, one per name."""
    usable = [row for row in rows if "Name" in row and "Average Cost" in row]
    by_name: dict[str, Row] = {}
    for row in sorted(usable, key=lambda row: row["Average Cost"]):
        by_name.setdefault(str(row["Name"]), row)
    return list(by_name.values())
