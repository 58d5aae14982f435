"""What goes wrong in other memories, tried on a store over Chroma."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
import pytest
from chromadb.config import Settings
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory import CheckpointStore, ChromaIndex
from langgraph_memory.errors import IndexMismatchError, MemoryWarning, StoreError
from langgraph_memory.index.port import Entry
from langgraph_memory.testing import HashEmbeddings
from tests import chroma_server

NS = ("memory", "u:ann", "cards")


@pytest.fixture(params=["in memory", "on disk", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """Settings of an index: where Chroma is."""
    if request.param == "in memory":
        yield {}
    elif request.param == "on disk":
        yield {"path": tmp_path / "chroma"}
    else:
        port = chroma_server.server().port
        yield {"host": chroma_server.HOST, "port": port, "name": "cases"}


@pytest.fixture
def index(place: dict[str, Any]) -> Iterator[ChromaIndex]:
    """An index that writes two at a time."""
    index = ChromaIndex(HashEmbeddings(), batch=2, **place)
    yield index
    index.retire("none")
    index.close()


@pytest.fixture
def store(index: ChromaIndex) -> CheckpointStore:
    """A store over it."""
    return CheckpointStore(InMemorySaver(), index=index)


def test_case_59_odd_metadata_neither_crash_nor_change(store: CheckpointStore) -> None:
    """None, empty and nested values, mixed lists and an empty value are kept and found."""
    odd = {"project": None, "tags": [], "meta": {}, "extra": {"a": {"b": 1}}}
    values = [{**odd, "text": "tea"}, {"tags": ["x", 1], "text": "tea"}, {}]
    for n, value in enumerate(values):
        store.put(NS, f"k{n}", value)
    hits = {hit.key: hit for hit in store.search(NS, query="tea")}
    assert [hits[f"k{n}"].value for n in range(3)] == values
    assert [hits[f"k{n}"].score for n in range(3)] == [1.0, 1.0, None]
    assert len(store.search(NS, query="tea", filter={})) == 3
    assert [hit.key for hit in store.search(NS, query="tea", filter={"tags": []})] == ["k0"]


def test_case_87_higher_is_better_and_scores_are_from_0_to_1(
    store: CheckpointStore,
) -> None:
    """What is nearer has the higher score, whatever Chroma calls a distance."""
    texts = {"same": "coffee", "near": "coffee beans", "far": "old books"}
    store.batch([PutOp(NS, key, {"text": text}) for key, text in texts.items()])
    hits = store.search(NS, query="coffee")
    assert [hit.key for hit in hits] == ["same", "near", "far"]
    scores = [hit.score or 0.0 for hit in hits]
    assert scores[0] == pytest.approx(1)
    assert 1 > scores[1] > scores[2] >= 0


def test_case_90_an_exact_id_comes_first(store: CheckpointStore) -> None:
    """Of many tickets the one named in the query is the best."""
    keys = [f"ERR-{n}" for n in range(4400, 4440)]
    store.batch([PutOp(NS, key, {"text": f"ticket {key} is open"}) for key in keys])
    assert store.search(NS, query="ERR-4417", limit=1)[0].key == "ERR-4417"


def test_case_71_an_old_vector_never_scores_a_new_text(place: dict[str, Any]) -> None:
    """An update that cannot be embedded is kept, unranked, and ranked when it can be."""

    class Failing(HashEmbeddings):
        fails = False

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            if self.fails:
                msg = "refused"
                raise ConnectionError(msg)
            return super().embed_documents(texts)

    embeddings = Failing()
    index = ChromaIndex(embeddings, batch=1, **place)
    store = CheckpointStore(InMemorySaver(), index=index)
    store.put(NS, "k", {"text": "zany zebra"})
    embeddings.fails = True
    with pytest.warns(MemoryWarning, match="without vectors"):
        store.put(NS, "k", {"text": "calm cow"})
    (hit,) = store.search(NS, query="zany zebra")
    assert (hit.value, hit.score) == ({"text": "calm cow"}, None)
    embeddings.fails = False
    store.reindex()
    (hit,) = store.search(NS, query="calm cow")
    assert hit.score == pytest.approx(1)
    index.retire("none")
    index.close()


def test_case_80_threads_write_one_item_each(store: CheckpointStore) -> None:
    """The same fact from many threads is one item; different ones are all there."""
    with ThreadPoolExecutor(6) as pool:
        done = pool.map(
            lambda n: store.put(NS, f"k{n % 10}", {"text": f"fact{n % 10}"}), range(60)
        )
        assert list(done) == [None] * 60
    hits = store.search(NS, query="fact7", limit=60)
    assert sorted(hit.key for hit in hits) == [f"k{n}" for n in range(10)]
    assert (hits[0].key, hits[0].score) == ("k7", pytest.approx(1))


def test_case_66_reopening_with_another_model_names_both(place: dict[str, Any]) -> None:
    """Though the dimensions agree; reindex() then makes the store the other one's."""

    class Other(HashEmbeddings):
        def embed_query(self, text: str) -> list[float]:
            return super().embed_query(text)[::-1]

    saver = InMemorySaver()
    one = ChromaIndex(HashEmbeddings(), batch=1, **place)
    CheckpointStore(saver, index=one).put(NS, "k", {"text": "tea"})
    one.close()
    other = ChromaIndex(Other(), batch=1, **place)
    store = CheckpointStore(saver, index=other)
    with pytest.raises(IndexMismatchError, match=r"HashEmbeddings.*Other.*reindex\(\)"):
        store.search(NS, query="tea")
    assert store.reindex() == 1
    assert store.search(NS, query="tea")[0].score == pytest.approx(1)
    other.retire("none")
    other.close()


@pytest.mark.parametrize("kind", ["clustered", "uniform"])
def test_recall_is_high(kind: str) -> None:
    """Of the ten nearest of 3,000 at least 19 in 20 are found."""
    rng = np.random.default_rng(7)
    centres = rng.standard_normal((30, 64)) * (kind == "clustered") * 2
    vectors = rng.standard_normal((3_050, 64)) + centres[rng.integers(0, 30, 3_050)]
    items, queries = vectors[:3_000].astype("<f4"), vectors[3_000:]
    index = ChromaIndex(HashEmbeddings())
    table = index.table(64, namespace=NS, model="0123456789abcdef")
    table.load(Entry(str(n), row.tobytes(), "1") for n, row in enumerate(items))
    units = items / np.linalg.norm(items, axis=1, keepdims=True)
    found = 0
    for query in queries:
        best = np.argsort(-(units @ query))[:10].tolist()
        hits = zip(range(10), table.nearest(query.tolist()), strict=False)
        found += len({int(key) for _, (key, _) in hits} & set(best))
    assert found >= 0.95 * 10 * len(queries)
    index.close()


def test_a_client_of_ones_own_stays_open(tmp_path: Path) -> None:
    """Closing the index writes what waits, and closes only what it opened."""
    settings = Settings(anonymized_telemetry=False)
    with chromadb.PersistentClient(str(tmp_path / "chroma"), settings) as client:
        index = ChromaIndex(HashEmbeddings(), client=client)
        store = CheckpointStore(InMemorySaver(), index=index)
        store.put(NS, "k", {"text": "tea"})
        assert len(store.search(NS, query="tea")) == 1
        index.close()
        assert [collection.count() for collection in client.list_collections()] == [1]
        with pytest.raises(StoreError, match="is closed"):
            store.search(NS, query="tea")
