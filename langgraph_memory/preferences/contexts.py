"""When a preference holds: always, on a topic, on a kind of day, or both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property

_SATURDAY = 5

PLACES = 4
"""How many contexts a turn stands in: everything, its topic, its kind of day, both."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """What is known of a turn.

    Attributes:
        topic: What it is about; empty when unknown.
        day: `weekday`, `weekend`, or empty when unknown.
    """

    topic: str = ""
    day: str = ""

    @cached_property
    def path(self) -> tuple[str, str, str, str]:
        """Keys of the contexts it stands in: everything, topic, day, topic on such a day.

        What is unknown has a key of its own, so that an unknown topic is one as well.
        """
        return "", f"t:{self.topic}", f"d:{self.day}", f"b:{self.day}:{self.topic}"


def context_of(topic: str, at: datetime, zone: tzinfo) -> Context:
    """The context of a moment.

    Args:
        topic: What the turn is about.
        at: When it was, with a time zone.
        zone: The user's own time zone: a weekend begins where he is.

    Returns:
        The context.
    """
    weekend = at.astimezone(zone).weekday() >= _SATURDAY
    return Context(topic=topic, day="weekend" if weekend else "weekday")
