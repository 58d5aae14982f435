"""Numbers for keys, so that arrays can speak of many texts at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
_Numbers = TypeVar("_Numbers", np.float32, np.float64, np.intp, np.bool_)

_FIRST = 16
_SAMPLE = 512
_MARGIN = 48


class Directory:
    """Which place among the arrays each key has.

    A place is held by the text that lies there and by each text linked to it, so that a
    text may be linked to one that comes later. Held by nobody, it goes to the next key.
    """

    def __init__(self) -> None:
        """Start without keys."""
        self._places: dict[str, int] = {}
        self._keys: list[str] = []
        self._told = False  # whether somebody has the list
        self._holders: list[int] = []
        self._free: list[int] = []

    @property
    def size(self) -> int:
        """How many rows an array needs to have one for each place."""
        return len(self._keys)

    def find(self, key: str) -> int | None:
        """The place of a key, or None when it has none."""
        return self._places.get(key)

    @property
    def keys(self) -> Sequence[str]:
        """The key at each place; where nobody holds it, the one it had last.

        What it says of the places that there are stays so; it may grow.
        """
        self._told = True
        return self._keys

    def hold(self, key: str) -> int:
        """Give a key a place, or hold the one it has once more.

        Args:
            key: The key.

        Returns:
            Its place, from 0 up, which it keeps until it is released as often as held.
        """
        place = self._places.get(key)
        if place is None:
            place = self._free.pop() if self._free else len(self._keys)
            self._places[key] = place
            if place == len(self._keys):
                self._keys.append(key)
                self._holders.append(0)
            else:
                self._name_anew(place, key)
        self._holders[place] += 1
        return place

    def release(self, place: int) -> None:
        """Hold a place once less.

        Args:
            place: A place that is held.
        """
        self._holders[place] -= 1
        if not self._holders[place]:
            del self._places[self._keys[place]]
            self._free.append(place)

    def _name_anew(self, place: int, key: str) -> None:
        # Seldom, so that queries need no copy of their own, which the garbage collector
        # would look through as well.
        if self._told:
            self._keys, self._told = self._keys.copy(), False
        self._keys[place] = key


class Keys(Sequence[str]):
    """The keys at some places, looked up only when they are asked for."""

    def __init__(self, keys: Sequence[str], places: Places) -> None:
        """Choose the places.

        Args:
            keys: The key at each place.
            places: Some places.
        """
        self._keys = keys
        self._places = places

    def __len__(self) -> int:
        """How many there are."""
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Keys: ...
    def __getitem__(self, at: int | slice) -> str | Keys:
        """The key at one of the places, or those at several."""
        if isinstance(at, slice):
            return Keys(self._keys, self._places[at])
        return self._keys[self._places.item(at)]


def middle_of_least(values: Floats, count: int) -> float:
    """The median of the so many least of some values.

    Args:
        values: The values.
        count: How many of them, at least one.
    """
    middle = [(count - 1) // 2, count // 2]
    # A sample puts two bounds around it (Floyd and Rivest, "Expected time bounds for
    # selection", 1975), so that few need be put in order.
    step = max(1, len(values) // _SAMPLE)
    sample = np.sort(values[::step])
    near = middle[0] // step
    low = sample[max(0, near - _MARGIN)]
    high = sample[min(len(sample) - 1, near + _MARGIN)]
    within = values[(values >= low) & (values <= high)]
    inner = [at - int(np.count_nonzero(values < low)) for at in middle]
    if inner[0] < 0 or inner[1] >= len(within):
        within, inner = values, middle
    return float(np.partition(within, inner)[inner].mean())


def grown(rows: NDArray[_Numbers], size: int, fill: float = 0) -> NDArray[_Numbers]:
    """An array with room for more rows.

    Args:
        rows: The array, of one dimension or two.
        size: How many rows it must have.
        fill: What new rows are filled with.

    Returns:
        The array itself where it is large enough; else a larger one that begins with it,
        so much larger that growing row by row costs the same for each.
    """
    if size <= len(rows):
        return rows
    larger = np.full((max(_FIRST, size, 2 * len(rows)), *rows.shape[1:]), fill, rows.dtype)
    larger[: len(rows)] = rows
    return larger
