"""Rows of numbers, and the products of all or some of them with a query."""

from __future__ import annotations

from collections import deque
from threading import Thread

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
Places = NDArray[np.intp]

_BLOCK = 1 << 24  # bytes
_FIRST_ROWS = 16
_CHUNK = 256  # rows copied together, which fit into the cache of a core
_LARGE = 2  # blocks from which on two threads compare


class Matrix:
    """Rows of float32, the last of which may be taken away.

    They lie in blocks. So growing neither copies them nor takes memory in reserve; and each
    block is large enough for numpy to ask for large pages, without which a pass over all of
    them takes twice as long.
    """

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._size = 0
        self._most = max(_FIRST_ROWS, _BLOCK // (4 * dimensions))  # rows in a block
        self._blocks: list[Rows] = []

    def __len__(self) -> int:
        return self._size

    def __setitem__(self, row: int, numbers: Rows) -> None:
        number, place = divmod(row, self._most)
        self._blocks[number][place] = numbers

    def extend(self, rows: Rows) -> None:
        """Add rows at the end."""
        taken = 0
        while taken < len(rows):
            number, start = divmod(self._size, self._most)
            block = self._room(number, start + len(rows) - taken)
            count = min(len(rows) - taken, len(block) - start)
            block[start : start + count] = rows[taken : taken + count]
            taken += count
            self._size += count

    def _room(self, number: int, rows: int) -> Rows:
        """A block, with room for so many rows if it can be so large."""
        if number == len(self._blocks):
            first = min(max(rows, _FIRST_ROWS), self._most)
            self._blocks.append(self._empty(self._most if number else first))
        block = self._blocks[number]
        if len(block) < min(rows, self._most):  # only the first one grows
            larger = self._empty(min(max(rows, 2 * len(block)), self._most))
            larger[: len(block)] = block
            self._blocks[number] = block = larger
        return block

    def _empty(self, rows: int) -> Rows:
        return np.empty((rows, self._dimensions), np.float32)

    def drop(self, row: int) -> None:
        """Remove a row by putting the last one into its place."""
        self._size -= 1
        number, place = divmod(row, self._most)
        last_number, last_place = divmod(self._size, self._most)
        self._blocks[number][place] = self._blocks[last_number][last_place]
        if not last_place:
            self._blocks.pop()

    def products(self, query: Rows) -> Rows:
        """The product of each row with a query."""
        # Row by row it is one pass in one thread, and a row's product does not hang on
        # where the row lies. BLAS on all rows is no faster, since memory is what sets the
        # pace; its threads make products of this size slower as soon as something else runs
        # on the machine, and its blocks give equal rows unequal products. A second thread
        # brings memory's pace up by a third. It lives for one query: a pool would not
        # survive a fork. Both take the next block when they are done with one, so that
        # neither waits for the other.
        products: Rows = np.empty(self._size, np.float32)
        numbers = deque(range(len(self._blocks)))

        def work() -> None:
            while True:
                try:
                    start = (number := numbers.popleft()) * self._most
                except IndexError:
                    return
                part = products[start : start + self._most]
                part[:] = _product(self._blocks[number][: len(part)], query)

        if len(self._blocks) >= _LARGE:
            second = Thread(target=work)
            second.start()
            work()
            second.join()
        else:
            work()
        return products

    def products_among(self, query: Rows, places: Places) -> Rows:
        """The product of some rows with a query.

        Args:
            query: The query.
            places: The numbers of the rows, ascending.

        Returns:
            As many products.
        """
        products: Rows = np.empty(len(places), np.float32)
        copies = self._empty(min(_CHUNK, len(places)))
        starts = np.arange(len(self._blocks) + 1) * self._most
        bounds = np.searchsorted(places, starts).tolist()
        for block, base, first, end in zip(
            self._blocks, starts.tolist(), bounds, bounds[1:], strict=False
        ):
            for start in range(first, end, _CHUNK):
                stop = min(start + _CHUNK, end)
                # A copy of all of them would pass through memory twice more. Without
                # "clip", numpy makes another one lest a place be out of range.
                chosen = block.take(
                    places[start:stop] - base, 0, copies[: stop - start], "clip"
                )
                products[start:stop] = _product(chosen, query)
        return products


def _product(rows: Rows, query: Rows) -> Rows:
    product: Rows = np.vecdot(rows, query)
    return product
