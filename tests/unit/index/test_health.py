"""Whether searching by meaning says anything."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Iterator

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import CheckpointStore, ChromaIndex, ExactIndex
from langgraph_memory.errors import MemoryWarning
from langgraph_memory.index.health import Health, constant
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.testing import HashEmbeddings

NS = ("notes",)


class Constant(HashEmbeddings):
    """An embedder whose model is broken."""

    def embed_query(self, text: str) -> list[float]:  # noqa: ARG002 - all the same
        return [0.6, 0.8]


def packed(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


@pytest.fixture(params=["exact", "chroma"])
def index(request: pytest.FixtureRequest) -> Iterator[VectorIndex]:
    """Each index, with embeddings that give one vector for everything."""
    if request.param == "exact":
        yield ExactIndex(Constant())
    else:
        made = ChromaIndex(Constant())
        yield made
        made.close()


def test_case_90_constant_vectors_are_told_of_once(index: VectorIndex) -> None:
    """The first search says so, the second one does not again, and both have results."""
    store = CheckpointStore(InMemorySaver(), index=index)
    for key, text in {"a": "green tea", "b": "red wine"}.items():
        store.put(NS, key, {"text": text})
    with pytest.warns(MemoryWarning, match="dead.*same vector for different texts"):
        assert len(store.search(NS, query="tea")) == 2
    assert len(store.search(NS, query="wine")) == 2


@pytest.mark.parametrize(
    ("query", "other", "trouble"),
    [
        ([1.0, 0.0], packed(2, 0), "same vector"),
        ([0.0, 0.0], packed(1, 0), "zeros"),
        ([1.0, 0.0], packed(1, 0.1), None),
        ([1.0, 0.0], packed(-1, 0), None),
        ([1.0, 0.0], packed(0, 0), None),
        ([1.0, 0.0], packed(1, 0, 0), None),
    ],
)
def test_what_two_vectors_tell(
    query: list[float], other: bytes, trouble: str | None
) -> None:
    """Only what can rank nothing is a trouble."""
    told = constant(query, other)
    assert (told is None) == (trouble is None)
    assert trouble is None or (told is not None and trouble in told)


def test_case_90_an_empty_index_is_told_of_once() -> None:
    """A table that gives none of what was put into it is dead; an empty one is not."""
    health = Health()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for given, held in ((0, 0), (3, 3), (0, 3), (0, 4)):
            health.check_table(given, held)
    assert ["index is empty" in str(warning.message) for warning in caught] == [True]
