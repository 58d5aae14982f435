"""What a store asks of a vector index.

The store keeps every vector with its item and hands it over; an index only finds what is
near. So an index can be lost and built again without embedding anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from langchain_core.embeddings import Embeddings


class VectorTable(Protocol):
    """The vectors of one namespace. Its owner sees to it that one call runs at a time."""

    def load(self, items: Iterable[tuple[str, bytes]]) -> None:
        """Keep these items and no others.

        Args:
            items: Each key once, with its vectors as for `put`.

        Raises:
            StoreError: When some are not of the table's length.
        """

    def put(self, key: str, vectors: bytes) -> None:
        """Keep the vectors of an item, in place of all it had.

        Args:
            key: The item.
            vectors: One or more vectors, end to end: 32-bit floats, little-endian.

        Raises:
            StoreError: When they are not of the table's length.
        """

    def remove(self, key: str) -> None:
        """Forget an item; one that is unknown changes nothing.

        Args:
            key: The item.
        """

    def nearest(self, query: Sequence[float]) -> Iterator[tuple[str, float]]:
        """All items, best first, each once, at its nearest vector.

        Args:
            query: A vector of the table's length.

        Yields:
            Key and cosine, −1 to 1; among equals in the order of keys. The table must not
            change meanwhile.

        Raises:
            StoreError: When the query has another length.
        """


class VectorIndex(Protocol):
    """How texts become vectors, and where these are searched."""

    @property
    def embeddings(self) -> Embeddings:
        """What embeds documents and queries."""

    @property
    def fields(self) -> Sequence[str]:
        """The paths into an item's value whose texts are embedded when a put names none."""

    def table(self, dimensions: int) -> VectorTable:
        """Make an empty table for one namespace.

        Args:
            dimensions: Numbers in each vector.

        Returns:
            The table, which belongs to the caller.
        """
