"""Vectors in short: few numbers that keep most of how they differ."""

from __future__ import annotations

from typing import Final

import numpy as np

from langgraph_memory.index.matrix import Rows
from langgraph_memory.index.places import Floats, Places, grown

_NUMBERS: Final = 64
_SAMPLE: Final = 1_024


class Sketch:
    """Rows on the axes along which a sample of them differs most.

    A pass over whole vectors is one over memory, and what it reads drives everything else
    out of the processor's caches. These are a quarter as long.
    """

    def __init__(self, rows: Rows) -> None:
        """Choose the axes.

        Args:
            rows: Some vectors.
        """
        sample = rows[:: max(1, len(rows) // _SAMPLE)].astype(float)
        # The eigenvectors of the greatest eigenvalues come last.
        axes = np.linalg.eigh(sample.T @ sample)[1][:, -_NUMBERS:]
        self._axes: Rows = np.ascontiguousarray(axes.T, np.float32)
        self._rows: Rows = np.zeros((0, len(self._axes)), np.float32)

    def extend(self, rows: Rows) -> None:
        """Keep rows at the first places, as many as there are."""
        self._rows = np.ascontiguousarray(rows @ self._axes.T)

    def put(self, places: Places, rows: Rows) -> None:
        """Keep rows at some places, in place of what was there."""
        self._rows = grown(self._rows, int(places.max()) + 1)
        self._rows[places] = np.vecdot(self._axes, rows[:, None])

    def kept(self, places: Places | slice, shifts: Floats, mean: Floats) -> Floats:
        """How long rows are here when something is taken from them.

        Args:
            places: The places.
            shifts: How often the mean is taken, for each of them.
            mean: What is taken.
        """
        short = self._rows[places] - shifts[:, None] * self._short(mean)
        lengths: Floats = np.linalg.norm(short, axis=1)
        return lengths

    def products(self, vector: Floats, size: int) -> Floats:
        """Estimate the products of the rows with a vector.

        Args:
            vector: The vector.
            size: How many places are asked about.
        """
        self._rows = grown(self._rows, size)
        return products(self._rows[:size], self._short(vector))

    def _short(self, vector: Floats) -> Floats:
        return products(self._axes, vector)


def products(rows: Rows, vector: Floats) -> Floats:
    """The product of each row with a vector."""
    # Row by row in one thread: BLAS's threads make products of this size slower.
    found: Floats = np.vecdot(rows, vector.astype(np.float32)).astype(float)
    return found
