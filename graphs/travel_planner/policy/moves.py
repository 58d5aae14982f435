"""How a line of the policy's reasoning ends before an answer: with calls, or nowhere."""

from __future__ import annotations

from typing import Any

from graphs.travel_planner.policy.reading import Call, Result, Seen

LASTING = frozenset(
    {"search_cities", "search_restaurants", "search_attractions", "get_distance"}
)
"""Searches whose earlier results still hold; those of prices and vacancies do not."""


class Unseen(Exception):  # noqa: N818  a turn of the reasoning, no error
    """Something must be looked up, added up or booked before the reasoning can go on."""

    def __init__(self, *calls: Call, note: str = "") -> None:
        """Ask for calls.

        Args:
            *calls: The calls to make, at least one.
            note: What the model says beside them.
        """
        super().__init__(*(call.key for call in calls))
        self.calls = calls
        self.note = note


class NoPlan(Exception):  # noqa: N818  a turn of the reasoning, no error
    """A line of thought that leads to no plan; the message says why."""


def look(seen: Seen, tool: str, **args: Any) -> Result | None:
    """What a search returned, if it is shown and still holds."""
    result = seen.result(tool, **args)
    if result is not None and result.earlier and tool not in LASTING:
        return None
    return result


def need(seen: Seen, tool: str, **args: Any) -> Result:
    """What a search returned.

    Raises:
        Unseen: When that is not shown.
    """
    result = look(seen, tool, **args)
    if result is None:
        raise Unseen(Call(tool=tool, args=args))
    return result


def need_all(seen: Seen, *calls: Call) -> list[Result]:
    """What several searches returned.

    Raises:
        Unseen: With all the calls whose results are not shown.
    """
    results = [look(seen, call.tool, **call.args) for call in calls]
    missing = [call for call, result in zip(calls, results, strict=True) if result is None]
    if missing:
        raise Unseen(*missing)
    return [result for result in results if result is not None]
