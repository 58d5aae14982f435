"""Embedding items later: after a failure, and for other embeddings."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory.errors import IndexMismatchError, MemoryWarning, StoreError
from langgraph_memory.index.chroma import ChromaIndex
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings

NS = ("a", "b")


class Other(HashEmbeddings):
    """The same size, other vectors."""

    def embed_query(self, text: str) -> list[float]:
        return super().embed_query(text[::-1])


class Frail(HashEmbeddings):
    """Embeddings that fail for documents with a word, or from some call on."""

    word = "\0"
    calls = 10**9

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.calls -= 1
        if self.calls < 0 or any(self.word in text for text in texts):
            raise TimeoutError(self.word)
        return super().embed_documents(texts)


@pytest.fixture(params=[ExactIndex, ChromaIndex])
def make_index(request: pytest.FixtureRequest) -> type[Any]:
    """Either kind of index."""
    return request.param


def scores(store: CheckpointStore, query: str) -> dict[str, float | None]:
    return {hit.key: hit.score for hit in store.search((), query=query, limit=1_000)}


def fill(store: CheckpointStore, count: int = 200) -> None:
    ops = [PutOp(("n", str(n % 3)), f"k{n}", {"text": f"word{n}"}) for n in range(count)]
    store.batch(ops)


def test_case_71_what_could_not_be_embedded_is_embedded_at_the_next_search(
    make_index: type[Any],
) -> None:
    """As soon as the embedder works again, a search finds such items by their meaning."""
    frail = Frail()
    saver = InMemorySaver()
    store = CheckpointStore(saver, index=make_index(frail))
    store.put(NS, "k", {"text": "old"})
    frail.word = "new"
    with pytest.warns(MemoryWarning, match="without vectors"):
        store.put(NS, "k", {"text": "new"})
    assert scores(store, "new") == {"k": None}
    frail.word = "\0"
    for reader in (CheckpointStore(saver, index=make_index(HashEmbeddings())), store):
        assert scores(reader, "new") == {"k": pytest.approx(1, abs=1e-5)}


async def test_case_71_from_asynchronous_code(make_index: type[Any]) -> None:
    """The same, at the next asynchronous search and by areindex."""
    frail = Frail()
    saver = InMemorySaver()
    store = CheckpointStore(saver, index=make_index(frail))
    await store.aput(NS, "first", {"text": "first"})
    frail.word = "new"
    with pytest.warns(MemoryWarning, match="without vectors"):
        await store.aput(NS, "k", {"text": "new"})
    frail.word = "\0"
    assert await store.areindex() == 1
    hits = await store.asearch(NS, query="new")
    assert (hits[0].key, hits[0].score) == ("k", pytest.approx(1, abs=1e-5))


def test_reindex_embeds_what_lacks_vectors_and_nothing_else(make_index: type[Any]) -> None:
    """Items put without an index are embedded, by their own paths; index=False is kept."""
    saver = InMemorySaver()
    plain = CheckpointStore(saver)
    plain.put(NS, "default", {"text": "green tea"})
    plain.put(NS, "paths", {"text": "x", "title": "black coffee"}, index=["title"])
    plain.put(NS, "never", {"text": "green tea"}, index=False)
    plain.put(NS, "nothing", {"other": 1})
    store = CheckpointStore(saver, index=make_index(HashEmbeddings()))
    assert store.reindex() == 2
    assert store.reindex() == 0
    found = scores(store, "black coffee")
    assert next(iter(found)) == "paths"
    assert found["paths"] == pytest.approx(1, abs=1e-5)
    assert scores(store, "green tea")["default"] == pytest.approx(1, abs=1e-5)
    assert found["never"] is found["nothing"] is None


def test_case_66_reindex_for_other_embeddings(make_index: type[Any]) -> None:
    """The error offers it; then the new embeddings find all, and the old are refused."""
    saver = InMemorySaver()
    old = CheckpointStore(saver, index=make_index(HashEmbeddings()))
    fill(old)
    assert scores(old, "word7")["k7"] == pytest.approx(1, abs=1e-5)
    store = CheckpointStore(saver, index=make_index(Other()))
    with pytest.raises(IndexMismatchError, match=r"call reindex\(\)"):
        store.search((), query="word7")
    seen: list[tuple[int, int]] = []
    assert store.reindex(progress=lambda done, total: seen.append((done, total))) == 200
    assert seen[0] == (0, 200)
    assert seen[-1] == (200, 200)
    assert seen == sorted(seen)
    for reader in (store, CheckpointStore(saver, index=make_index(Other()))):
        found = scores(reader, "word7")
        assert found["k7"] == pytest.approx(1, abs=1e-5)
        assert None not in found.values()
    with pytest.raises(IndexMismatchError):
        old.search((), query="word7")
    assert len(old.search((), limit=1_000)) == 200
    back = CheckpointStore(saver, index=make_index(HashEmbeddings(64)))
    assert back.reindex() == 200
    assert scores(back, "word7")["k7"] == pytest.approx(1, abs=1e-5)


def test_a_put_by_the_old_embeddings_is_never_taken_for_the_new(
    make_index: type[Any],
) -> None:
    """A process that has not heard of the change writes items that the new one embeds."""
    saver = InMemorySaver()
    old = CheckpointStore(saver, index=make_index(HashEmbeddings()))
    fill(old, 3)
    store = CheckpointStore(saver, index=make_index(Other()))
    store.reindex()
    old.put(NS, "late", {"text": "late tea"})
    found = scores(store, "late tea")
    assert found["late"] == pytest.approx(1, abs=1e-5)
    assert None not in found.values()


def test_reindex_can_be_interrupted_and_resumed(make_index: type[Any]) -> None:
    """What is done is kept; the rest is found unscored, and done by the next call."""
    saver = InMemorySaver()
    fill(CheckpointStore(saver, index=make_index(HashEmbeddings())))

    def stop(done: int, total: int) -> None:
        assert total == 200
        if done > 60:
            raise KeyboardInterrupt

    class Counting(Other):
        texts = 0

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            self.texts += len(texts)
            return super().embed_documents(texts)

    with pytest.raises(KeyboardInterrupt):
        CheckpointStore(saver, index=make_index(Other())).reindex(progress=stop)
    counting = Counting()
    store = CheckpointStore(saver, index=make_index(counting))
    assert len(store.search((), limit=1_000)) == 200
    left = store.reindex()
    assert 0 < left < 200
    assert counting.texts == left + 1
    assert None not in scores(store, "word7").values()


def test_an_embedder_that_dies_on_the_way(make_index: type[Any]) -> None:
    """The error says so, nothing is lost, and another call finishes."""
    saver = InMemorySaver()
    fill(CheckpointStore(saver))
    frail = Frail()
    frail.calls = 2
    store = CheckpointStore(saver, index=make_index(frail))
    with pytest.raises(StoreError, match="nothing could be embedded; what is done is kept"):
        store.reindex()
    frail.calls = 10**9
    assert 0 < store.reindex() < 200
    assert None not in scores(store, "word7").values()


def test_one_text_that_cannot_be_embedded_stops_nothing(make_index: type[Any]) -> None:
    """All others are embedded, and the one stays findable without a score."""
    saver = InMemorySaver()
    fill(CheckpointStore(saver), 70)
    frail = Frail()
    frail.word = "word13"
    store = CheckpointStore(saver, index=make_index(frail))
    assert store.reindex() == 69
    unscored = [key for key, score in scores(store, "word7").items() if score is None]
    assert unscored == ["k13"]


def test_a_store_without_an_index_cannot_be_reindexed() -> None:
    """The error says what is missing."""
    with pytest.raises(StoreError, match="no index to embed for"):
        CheckpointStore(InMemorySaver()).reindex()


def test_the_port_is_what_both_are() -> None:
    """Either index can stand where the other does."""
    indexes: list[VectorIndex] = [
        ExactIndex(HashEmbeddings()),
        ChromaIndex(HashEmbeddings()),
    ]
    assert all(index.fields == ("text",) for index in indexes)
