"""Whether searching by meaning says anything."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import CheckpointStore, ChromaIndex, ExactIndex
from langgraph_memory.errors import MemoryWarning
from langgraph_memory.index.health import constant
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


def test_case_90_items_put_without_an_index_are_told_of_once() -> None:
    """Opened with an index, such a store says why a query ranks nothing."""
    saver = InMemorySaver()
    CheckpointStore(saver).put(NS, "k", {"text": "green tea"})
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
    with pytest.warns(MemoryWarning, match=r"reindex\(\) embeds them"):
        assert [hit.score for hit in store.search(NS, query="tea")] == [None]
    assert [hit.score for hit in store.search(NS, query="tea")] == [None]
    store.reindex()
    assert store.search(NS, query="tea")[0].score is not None


def test_case_90_what_is_not_to_be_embedded_is_no_trouble() -> None:
    """Items put with index=False, or without the text, are rightly not ranked."""
    saver = InMemorySaver()
    CheckpointStore(saver).put(NS, "other", {"name": "ann"})
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
    store.put(NS, "k", {"text": "green tea"}, index=False)
    assert [hit.score for hit in store.search(NS, query="tea")] == [None, None]
