"""The time, from a clock that may fail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from langgraph_memory._warnings import warn

Clock = Callable[[], datetime]


def steady(clock: Clock | None) -> Clock:
    """A clock that always gives a time, aware and in UTC.

    Args:
        clock: The user's, or None for the system's. A time without a zone is taken for UTC.

    Returns:
        The clock. Where the user's fails, or gives no time, it says so in a
        `MemoryWarning` and gives the system's time.
    """
    if clock is None:
        return _system

    def now() -> datetime:
        try:
            told = clock()
            zoned = told.replace(tzinfo=UTC) if told.tzinfo is None else told
            return zoned.astimezone(UTC)
        except Exception as error:  # noqa: BLE001  reported, whatever it was
            reason = f"{type(error).__name__}: {error}"
            msg = f"the memory's clock failed, the system's time is taken: {reason}"
            warn(msg)
            return _system()

    return now


def _system() -> datetime:
    return datetime.now(UTC)
