"""Whether searching by meaning says anything, or its lane is dead.

Nothing fails then, and no result looks odd by itself: embeddings that give one vector for
every text rank everything alike, and items that were put without an index are not ranked.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np

from langgraph_memory._warnings import warn

_SAME = 0.999999


class Health:
    """Tells of each trouble once, as a `MemoryWarning`."""

    def __init__(self) -> None:
        """Have told nothing yet."""
        self._told: set[str] = set()
        self._lock = Lock()

    def check_embeddings(self, query: Sequence[float], other: bytes) -> None:
        """Look at the vectors of two different texts, a query's and another one.

        Args:
            query: The one.
            other: The other, by the same embeddings: 32-bit floats, little-endian.
        """
        if trouble := constant(query, other):
            self._tell(trouble)

    def tell_unembedded(self) -> None:
        """Say that items without vectors were found, though they have texts to embed."""
        self._tell("items were put without an index; reindex() embeds them")

    def _tell(self, trouble: str) -> None:
        with self._lock:
            told, self._told = self._told, self._told | {trouble}
        if trouble not in told:
            warn(f"searching by meaning is dead: {trouble}", stacklevel=3)


def constant(query: Sequence[float], other: bytes) -> str | None:
    """What is wrong with embeddings, going by their vectors of two different texts.

    Args:
        query: One vector.
        other: The other one, 32-bit floats, little-endian.

    Returns:
        What is wrong, in words, or None. Lengths that differ are somebody else's business.
    """
    one, two = np.asarray(query, np.float64), np.frombuffer(other, "<f4").astype(float)
    if not one.any():
        return "the embeddings gave a vector of zeros, which is near to nothing"
    lengths = float(np.linalg.norm(one) * np.linalg.norm(two))
    if one.shape == two.shape and lengths and float(one @ two) / lengths > _SAME:
        return "the embeddings give the same vector for different texts"
    return None
