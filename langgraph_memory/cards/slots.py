"""What slots begin with; a slot says what a card is about, for comparing."""

from __future__ import annotations

from typing import Final

OBJECT: Final = "object:"
"""A keyed object of the outside world."""

CALL: Final = "call:"
"""The result of a call."""

ERROR: Final = "error:"
"""The failure of a call."""

STATEMENT: Final = "statement:"
"""Something the user states."""


def object_slot(noun: str, key: str) -> str:
    """The slot of a keyed object."""
    return f"{OBJECT}{noun}={key}"
