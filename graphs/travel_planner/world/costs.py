"""What things cost a group: the rules of the trade, in one place for the tools."""

from __future__ import annotations

from math import ceil

SEATS = {"self-driving": 5, "taxi": 4}
"""Travellers per car."""


def fare(mode: str, cost: float, people: int) -> float:
    """The cost of one leg.

    Args:
        mode: `flight`, `self-driving` or `taxi`.
        cost: Price per seat of a flight, else per car.
        people: Number of travellers.

    Returns:
        The cost for all travellers.
    """
    return cost * (people if mode == "flight" else ceil(people / SEATS[mode]))


def rooms_for(people: int, occupancy: float) -> int:
    """How many rooms or units hold all travellers."""
    return ceil(people / max(1, occupancy))
