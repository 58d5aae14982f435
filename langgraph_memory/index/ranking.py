"""The rows of a matrix that are nearest to a query, best first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from threading import Thread

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
Places = NDArray[np.intp]

_DIGITS = 6  # beyond them the order would hang on the rounding of float32
_STEP = 10.0**-_DIGITS
_FIRST_HITS = 32
_BLOCK = 64  # rows of which the best one stands for all
_CHUNK = 256  # rows copied together, which fit into the cache of a core
_LARGE = 8_000_000  # numbers in a matrix from which on it is compared in two threads
_PARTS = 4


def cosines(rows: Rows, query: Rows) -> Rows:
    """The cosine of each row to a query, −1 to 1, rounded; all have length 1."""
    return _rounded(_products(rows, query))


def best_first(
    rows: Rows, query: Rows, among: Places | None = None
) -> Iterator[tuple[Places, Rows]]:
    """Groups of rows, every cosine of a group above every cosine of the next.

    Few are wanted as a rule, so the groups start small and grow.

    Args:
        rows: Rows of length 1.
        query: A row of length 1.
        among: The places of the rows that count, ascending; None for all.

    Yields:
        Places of rows, and their cosines, −1 to 1, rounded.
    """
    if among is None:
        yield from _groups(_products(rows, query))
    else:
        for places, scores in _groups(_products_among(rows, query, among)):
            yield among[places], scores


def _products(rows: Rows, query: Rows) -> Rows:
    # einsum is one pass in one thread, and a row's product does not hang on where the row
    # lies. BLAS is no faster, since memory is what sets the pace; its threads make products
    # of this size slower as soon as something else runs on the machine, and its blocks give
    # equal rows unequal products. A second thread brings memory's pace up by a third. It
    # lives for one query: a pool would not survive a fork. Both take the next part when
    # they are done with one, so that neither waits for the other when the machine is busy.
    if rows.size < _LARGE:
        return _product(rows, query)
    products: Rows = np.empty(len(rows), np.float32)
    step = -(-len(rows) // _PARTS)
    starts = deque(range(0, len(rows), step))

    def work() -> None:
        while starts:
            try:
                part = slice(start := starts.popleft(), start + step)
            except IndexError:
                return
            products[part] = _product(rows[part], query)

    second = Thread(target=work)
    second.start()
    work()
    second.join()
    return products


def _product(rows: Rows, query: Rows) -> Rows:
    product: Rows = np.einsum("ij,j->i", rows, query)
    return product


def _products_among(rows: Rows, query: Rows, among: Places) -> Rows:
    products = np.empty(len(among), np.float32)
    copies = np.empty((min(_CHUNK, len(among)), rows.shape[1]), np.float32)
    for start in range(0, len(among), _CHUNK):
        places = among[start : start + _CHUNK]
        # A copy of all of them would pass through memory twice more. Without "clip", numpy
        # makes another copy for the case of a place that is out of range.
        chosen = rows.take(places, axis=0, out=copies[: len(places)], mode="clip")
        products[start : start + _CHUNK] = _product(chosen, query)
    return products


def _rounded(products: Rows) -> Rows:
    return products.clip(-1.0, 1.0).round(_DIGITS)


def _groups(products: Rows) -> Iterator[tuple[Places, Rows]]:
    above, wanted = np.inf, _FIRST_HITS
    while wanted < len(products):
        least = float(_rounded(_threshold(products, wanted))[0])
        if least < above:
            yield _between(products, least, above)
            above = least
        wanted *= 8
    yield _between(products, -np.inf, above)


def _threshold(products: Rows, wanted: int) -> Rows:
    """A product that at least so many others reach, though not many more."""
    blocks = len(products) // _BLOCK
    best = products
    if wanted * 4 < blocks:
        best = products[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
    place = len(best) - wanted
    least: Rows = np.partition(best, place)[place : place + 1]
    return least


def _between(products: Rows, least: float, above: float) -> tuple[Places, Rows]:
    """Places whose rounded product is at least the one, and below the other."""
    near = products >= least - _STEP
    if above < np.inf:
        near &= products < above + _STEP
    places = np.flatnonzero(near)
    scores = _rounded(products[places])
    kept = (scores >= least) & (scores < above)
    return places[kept], scores[kept]
