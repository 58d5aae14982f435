"""The itinerary: the plan of a trip as data, as JSON and as prose."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

MEALS = ("breakfast", "lunch", "dinner")

_BLOCK = re.compile(r"```(?:json)?\s*(\{.*?\})\s*```", re.DOTALL)


class AnswerError(ValueError):
    """An answer holds no itinerary that can be read."""


@dataclass(frozen=True, kw_only=True)
class Leg:
    """One transfer.

    Attributes:
        mode: `flight`, `self-driving` or `taxi`.
        origin: City of departure.
        destination: City of arrival.
        cost: Price per seat of a flight, else per car.
        flight: The flight's number, or None.
    """

    mode: str
    origin: str
    destination: str
    cost: float
    flight: str | None = None


@dataclass(frozen=True, kw_only=True)
class Meal:
    """A meal at a restaurant; `cost` is per person."""

    name: str
    city: str
    cost: float


@dataclass(frozen=True, kw_only=True)
class Sight:
    """A sight to visit."""

    name: str
    city: str


@dataclass(frozen=True, kw_only=True)
class Lodging:
    """Where the night is spent; `price` is per night and room."""

    name: str
    city: str
    price: float
    rooms: int


@dataclass(frozen=True, kw_only=True)
class Day:
    """One day of the trip.

    Attributes:
        date: `YYYY-MM-DD`.
        leg: The day's transfer, or None.
        meals: By `breakfast`, `lunch`, `dinner`; a meal on the way is left out.
        sights: The day's sights.
        lodging: The following night's, or None on the last day.
    """

    date: str
    leg: Leg | None = None
    meals: Mapping[str, Meal] = field(default_factory=dict)
    sights: tuple[Sight, ...] = ()
    lodging: Lodging | None = None


@dataclass(frozen=True, kw_only=True)
class Itinerary:
    """A whole trip; `total` is what it costs for all travellers."""

    total: float
    days: tuple[Day, ...]

    def answer(self, opening: str) -> str:
        """The final answer of a conversation: some prose and the plan as JSON."""
        text = json.dumps(asdict(self), ensure_ascii=False)
        return f"{opening}\n```json\n{text}\n```"


def refusal_answer(reason: str) -> str:
    """The final answer when there is no trip."""
    text = json.dumps({"refusal": reason}, ensure_ascii=False)
    return f"I found no trip that fits: {reason}.\n```json\n{text}\n```"


def read_answer(text: str) -> Itinerary | str:
    """Read a final answer.

    Args:
        text: What the model said last.

    Returns:
        The itinerary, or the reason of a refusal.

    Raises:
        AnswerError: When it holds neither.
    """
    blocks = _BLOCK.findall(text)
    if not blocks:
        msg = "the answer has no JSON block"
        raise AnswerError(msg)
    try:
        data = json.loads(blocks[-1])
        if "refusal" in data:
            return str(data["refusal"])
        days = tuple(_day(day) for day in data["days"])
        return Itinerary(total=float(data["total"]), days=days)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        msg = f"the answer's JSON is no itinerary ({error!r})"
        raise AnswerError(msg) from error


def _day(data: dict[str, Any]) -> Day:
    leg, lodging = data.get("leg"), data.get("lodging")
    meals = data.get("meals") or {}
    return Day(
        date=data["date"],
        leg=Leg(**leg) if leg else None,
        meals={name: Meal(**meals[name]) for name in MEALS if meals.get(name)},
        sights=tuple(Sight(**sight) for sight in data.get("sights") or ()),
        lodging=Lodging(**lodging) if lodging else None,
    )
