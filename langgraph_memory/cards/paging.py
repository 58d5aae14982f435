"""Where an answer stands in a longer list, by what it says of it.

A pager keeps its place on the server: the same call gives one page after the other. Such an
answer is told from one that has changed by what it says of its place (`page`, `offset`,
`next_cursor`): where that differs, and no row is the same, the earlier rows stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from langgraph_memory.cards.words import name_words, stems

_PLACE: Final = stems("page offset cursor skip continuation")
_SIZE: Final = stems("size total count limit max maximum per length")
_FURTHER: Final = stems("next more")
_BESIDE: Final = stems(
    "get fetch load read show list has is page result results item items"
)


def place_in(cells: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The fields by which an answer says which part of a longer list it is.

    Args:
        cells: Its fields: names and values.

    Returns:
        Those with a value, but for sizes and totals, which all parts have in common.
    """
    return {
        name: value
        for name, value in cells
        if value not in (None, "")
        and not isinstance(value, list | dict | bool)
        and _tells(name)
    }


def moved(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether two answers say of themselves that they are different parts of a list.

    The last part may have no cursor any more.
    """
    return bool(old) and old != new


def goes_on(tool: str) -> bool:
    """Whether a tool gives what comes next, by its name: `next_page`, `load_more`."""
    words = name_words(tool)
    return not _FURTHER.isdisjoint(words) and (_FURTHER | _BESIDE).issuperset(words)


def _tells(name: str) -> bool:
    last = name.rpartition(".")[2]
    words = name_words(last)
    if last.casefold().endswith("pages"):  # how many there are
        return False
    return not _PLACE.isdisjoint(words) and _SIZE.isdisjoint(words)
