"""The best of many cosines first, without ordering all of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from langgraph_memory.index.matrix import Places, Rows

_DIGITS = 6  # beyond them the order would hang on the rounding of float32
_STEP = 10.0**-_DIGITS
_FIRST_HITS = 64  # more than a turn asks for
_BLOCK = 32  # cosines of which the best one stands for all


def cosines(rows: Rows, query: Rows) -> Rows:
    """The cosine of each row to a query, −1 to 1, rounded; all have length 1."""
    return _rounded(np.einsum("ij,j->i", rows, query))


def best_first(products: Rows) -> Iterator[tuple[Places, Rows]]:
    """Groups of cosines, every one of a group above every one of the next.

    Few are wanted as a rule, so the groups start small and grow.

    Args:
        products: The products of rows of length 1 with a query of length 1.

    Yields:
        Places among the products, and the cosines there, −1 to 1, rounded.
    """
    above, wanted = np.inf, _FIRST_HITS
    while wanted < len(products):
        least = float(_rounded(_threshold(products, wanted))[0])
        if least < above:
            yield _between(products, least, above)
            above = least
        wanted *= 8
    yield _between(products, -np.inf, above)


def _rounded(products: Rows) -> Rows:
    return products.clip(-1.0, 1.0).round(_DIGITS)


def _threshold(products: Rows, wanted: int) -> Rows:
    """A product that at least so many others reach, though not many more."""
    blocks = len(products) // _BLOCK
    best = products
    if wanted * 4 < blocks:
        best = products[: blocks * _BLOCK].reshape(_BLOCK, blocks).max(axis=0)
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
