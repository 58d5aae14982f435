"""What a store asks of a vector index.

The store keeps every vector with its item and hands it over; an index only finds what is
near. So an index can be lost and built again without embedding anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import StoreError


class LostVectorsError(StoreError):
    """A table no longer has what it was given; its owner loads it again."""


class Entry(NamedTuple):
    """An item with vectors.

    Attributes:
        key: The item's key, unique in its table.
        vectors: One or more vectors, end to end: 32-bit floats, little-endian.
        revision: Tells this state of the item from its others; as text it sorts by time.
        text: The item in words, for an index that keeps them.
    """

    key: str
    vectors: bytes
    revision: str = ""
    text: str = ""


class VectorTable(Protocol):
    """The vectors of one namespace. Its owner sees to it that one call runs at a time."""

    def load(self, entries: Iterable[Entry]) -> None:
        """Keep these items and no others.

        Args:
            entries: Each key once.

        Raises:
            StoreError: When vectors are not of the table's length.
        """

    def put(self, entry: Entry) -> None:
        """Keep an item, in place of all its key had.

        Args:
            entry: The item.

        Raises:
            StoreError: When its vectors are not of the table's length.
        """

    def remove(self, key: str) -> None:
        """Forget an item; one that is unknown changes nothing.

        Args:
            key: The item.
        """

    def nearest(
        self, query: Sequence[float], among: tuple[str, ...] | None = None
    ) -> Iterator[tuple[str, float]]:
        """Items, best first, each once, at its nearest vector.

        Args:
            query: A vector of the table's length.
            among: The keys that count, each once; others are passed over, and those that
                are unknown. None for all items.

        Yields:
            Key and cosine, −1 to 1; among equals in the order of keys. The table must not
            change meanwhile.

        Raises:
            LostVectorsError: When the table has to be loaded again.
            StoreError: When the query has another length, or the index cannot be reached.
        """


class VectorIndex(Protocol):
    """How texts become vectors, and where these are searched."""

    @property
    def embeddings(self) -> Embeddings:
        """What embeds documents and queries."""

    @property
    def fields(self) -> Sequence[str]:
        """The paths into an item's value whose texts are embedded when a put names none."""

    @property
    def waits(self) -> bool:
        """Whether its tables may wait for a disk or a network."""

    def table(
        self, dimensions: int, *, namespace: Sequence[str], model: str
    ) -> VectorTable:
        """Make a table for one namespace; it has nothing until it is loaded or put into.

        Args:
            dimensions: Numbers in each vector.
            namespace: The namespace.
            model: Which embeddings make the vectors: letters and digits.

        Returns:
            The table, which belongs to the caller.
        """

    def flush(self) -> None:
        """Write what waits to be written.

        Raises:
            StoreError: When it cannot be written; it goes on waiting.
        """

    def forget(self, namespace: Sequence[str]) -> None:
        """Remove what the index itself keeps of a namespace, whoever put it there.

        Args:
            namespace: The namespace; its tables must be loaded again.

        Raises:
            StoreError: When the index cannot be reached.
        """

    def retire(self, model: str) -> None:
        """Remove what the index itself keeps of the vectors of other embeddings.

        Args:
            model: The embeddings whose vectors stay.

        Raises:
            StoreError: When the index cannot be reached.
        """
