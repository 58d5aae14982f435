"""What the benchmarks store and search for: numbered items whose vectors are known."""

from __future__ import annotations

import zlib
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

DIMENSIONS = 384
QUERIES = 200
TOP = 10

_LATENT = 32
_NOISE = 0.05  # of the length that the latent part has
_SEED = 7
_CHUNK = 10_000
_FILLER = (
    "hotel near the old town with breakfast, quiet rooms and a garden; cancellation is "
    "free until two days before arrival, pets are welcome, the minimum stay is two nights "
    "and parking costs extra"
)


class Vectors(Embeddings):
    """Seeded unit vectors in a file, looked up by the number that a text begins with.

    Texts are points of 32 dimensions, turned into 384, with a little noise: what embeddings
    of texts look like to an index. Points without any structure would tell the quality of
    no approximate index. The file is mapped and not read, so that it is nobody's memory.
    """

    in_process = True

    def __init__(self, file: Path) -> None:
        """Open what `make` made."""
        self._rows = np.load(file, mmap_mode="r")

    @classmethod
    def make(cls, file: Path, items: int) -> Vectors:
        """Write the vectors of so many items, and of the queries."""
        random = np.random.default_rng(_SEED)
        turn = random.standard_normal((_LATENT, DIMENSIONS)) / np.sqrt(_LATENT)
        shape = (items + QUERIES, DIMENSIONS)
        rows = np.lib.format.open_memmap(file, mode="w+", dtype=np.float32, shape=shape)
        for first in range(0, len(rows), _CHUNK):
            part = rows[first : first + _CHUNK]
            points = random.standard_normal((len(part), _LATENT)) @ turn
            points += _NOISE * random.standard_normal(part.shape)
            part[:] = points / np.linalg.norm(points, axis=1, keepdims=True)
        rows.flush()
        return cls(file)

    def row(self, text: str) -> NDArray[np.float32]:
        """The vector of a text."""
        head = text.partition(" ")[0]
        if head.startswith("q") and head[1:].isdigit():
            row: NDArray[np.float32] = self._rows[len(self._rows) - 1 - int(head[1:])]
            return row
        number = int(head) if head.isdigit() else zlib.crc32(text.encode())
        return self.of_item(number)

    def of_item(self, number: int) -> NDArray[np.float32]:
        """The vector of an item."""
        row: NDArray[np.float32] = self._rows[number % (len(self._rows) - QUERIES)]
        return row

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Look up the vectors of documents."""
        return [self.row(text).tolist() for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Look up the vector of a query."""
        vector: list[float] = self.row(text).tolist()
        return vector

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Look them up; there is nothing to wait for."""
        return self.embed_documents(texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Look it up, likewise."""
        return self.embed_query(text)

    @cached_property
    def _all(self) -> NDArray[np.float32]:
        return np.array(self._rows[: len(self._rows) - QUERIES])

    def true_nearest(self, query: str, items: int) -> set[str]:
        """The keys of the items that are nearest to a query, by comparing all of them."""
        scores = self._all[:items] @ self.row(query)
        return {key_of(int(row)) for row in np.argsort(-scores, kind="stable")[:TOP]}


def key_of(number: int) -> str:
    """The key of an item."""
    return f"item-{number:08}"


def text_of(number: int) -> str:
    """What is embedded of an item."""
    return f"{number} {_FILLER}"


def query_of(number: int) -> str:
    """A text that no item has."""
    return f"q{number % QUERIES} which of them has a garden"


def value_of(number: int) -> dict[str, Any]:
    """The value of an item: some 300 bytes of JSON."""
    return {
        "text": text_of(number),
        "number": number,
        "tenth": number % 10,
        "source": "tool:search_hotels",
        "thread": f"thread-{number % 97:04}",
    }
