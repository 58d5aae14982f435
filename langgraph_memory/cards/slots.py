"""What slots begin with; a slot says what a card is about, for comparing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OBJECT: Final = "object:"
"""A keyed object of the outside world."""

CALL: Final = "call:"
"""The result of a call."""

ERROR: Final = "error:"
"""The failure of a call."""

STATEMENT: Final = "statement:"
"""Something the user states."""

_PAGE: Final = " page: "


def object_slot(noun: str, key: str) -> str:
    """The slot of a keyed object."""
    return f"{OBJECT}{noun}={key}"


def of_page(slot: str, place: Mapping[str, object]) -> str:
    """The slot of a list of which an answer is one page.

    Args:
        slot: The slot of the whole.
        place: The fields by which the answer says which page it is; see `place_in`.
    """
    told = ", ".join(f"{name}={value}" for name, value in sorted(place.items()))
    return f"{slot}{_PAGE}{told}" if told else slot


def without_page(slot: str) -> str:
    """The slot of the whole that a page is of."""
    return slot.partition(_PAGE)[0]
