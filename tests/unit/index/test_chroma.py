"""The index in Chroma: what waits, what is written, and what others do to it."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chromadb
import pytest
from chromadb.config import Settings
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory import CheckpointStore, ChromaIndex
from langgraph_memory.errors import (
    ConfigError,
    IndexMismatchError,
    MemoryWarning,
    StoreError,
)
from langgraph_memory.index.chroma_table import ChromaTable
from langgraph_memory.index.exact import ExactTable
from langgraph_memory.index.port import Entry, LostVectorsError
from langgraph_memory.testing import HashEmbeddings

NS = ("memory", "u:ann", "cards")
MODEL = "0123456789abcdef"
QUERY = [1.0, 2.0, 0.5, -1.0]


def vector(rng: random.Random, dimensions: int = 4) -> bytes:
    return struct.pack(f"<{dimensions}f", *(rng.uniform(-1, 1) for _ in range(dimensions)))


def table(index: ChromaIndex, namespace: tuple[str, ...] = NS) -> ChromaTable:
    return index.table(4, namespace=namespace, model=MODEL)


def assert_alike(one: ChromaTable, other: ExactTable) -> None:
    """The same keys in the order of their scores; Chroma wavers in the last digit."""
    ours, theirs = list(one.nearest(QUERY)), list(other.nearest(QUERY))
    assert dict(ours) == pytest.approx(dict(theirs), abs=2e-6)
    assert ours == sorted(ours, key=lambda hit: (-hit[1], hit[0]))
    assert len(ours) == len(theirs)


def rows_of(client: chromadb.api.ClientAPI) -> list[dict[str, object]]:
    """All rows of all collections."""
    rows: list[dict[str, object]] = []
    for collection in client.list_collections():
        got = collection.get(include=["metadatas", "documents"])
        columns = zip(got["ids"], got["metadatas"], got["documents"], strict=True)
        rows += ({"id": id_, "metadata": data, "text": text} for id_, data, text in columns)
    return rows


@pytest.fixture
def client(tmp_path: Path) -> Iterator[chromadb.api.ClientAPI]:
    """Chroma on disk, as the index opens it."""
    client = chromadb.PersistentClient(
        str(tmp_path / "chroma"), Settings(anonymized_telemetry=False)
    )
    yield client
    client.close()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[ChromaIndex]:
    """An index on disk that writes three at a time."""
    index = ChromaIndex(HashEmbeddings(), path=tmp_path / "chroma", batch=3)
    yield index
    index.close()


def test_importing_the_package_imports_no_chroma() -> None:
    """Only making a ChromaIndex does."""
    code = (
        "import sys, langgraph_memory; langgraph_memory.ChromaIndex; "
        "assert 'chromadb' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own


def test_it_agrees_with_the_exact_index(index: ChromaIndex) -> None:
    """After puts, updates and removals both have the same items, order and scores."""
    rng = random.Random(5)  # noqa: S311 - test data
    one, other = table(index), ExactTable(4)
    for step in range(300):
        key = f"k{rng.randrange(28):02}"
        if rng.random() < 0.25:
            one.remove(key)
            other.remove(key)
        else:
            count = rng.choice([1, 1, 3])
            entry = Entry(key, b"".join(vector(rng) for _ in range(count)), str(step))
            one.put(entry)
            other.put(entry)
        if step % 50 == 0:
            assert_alike(one, other)
    assert_alike(one, other)
    index.flush()
    assert_alike(one, other)


def test_namespaces_of_a_group_are_kept_apart(index: ChromaIndex) -> None:
    """A large neighbour in the same collection neither shows up nor hides anything."""
    rng = random.Random(5)  # noqa: S311 - test data
    small, large = table(index, (*NS[:2], "small")), table(index, (*NS[:2], "large"))
    few = [Entry(f"s{n}", vector(rng), "1") for n in range(5)]
    small.load(few)
    large.load(Entry(f"l{n}", vector(rng), "1") for n in range(400))
    exact = ExactTable(4)
    exact.load(few)
    assert_alike(small, exact)
    assert len(list(large.nearest(QUERY))) == 400
    small.load([])
    assert list(small.nearest(QUERY)) == []


def test_what_is_there_is_not_written_again(
    index: ChromaIndex, client: chromadb.api.ClientAPI
) -> None:
    """Loading compares; only what Chroma lacks is added."""
    rng = random.Random(5)  # noqa: S311 - test data
    entries = [Entry(f"k{n}", vector(rng), "1") for n in range(10)]
    table(index).load(entries)
    (collection,) = client.list_collections()
    ids = [str(row["id"]) for row in rows_of(client)]
    collection.update(ids=ids, metadatas=[{"seen": True}] * 10)
    table(index).load([*entries, Entry("new", vector(rng), "1")])
    assert sum("seen" in row["metadata"] for row in rows_of(client)) == 10
    assert len(rows_of(client)) == 11


def test_case_58_the_whole_row_is_of_the_new_state(
    index: ChromaIndex, client: chromadb.api.ClientAPI
) -> None:
    """No metadata and no document of an older state stays."""
    rng = random.Random(5)  # noqa: S311 - test data
    cards = table(index)
    cards.put(Entry("k", vector(rng) + vector(rng), "1", '{"tags":{"a":1,"old":2}}'))
    index.flush()
    cards.put(Entry("k", vector(rng), "2", '{"tags":{"a":2}}'))
    index.flush()
    (row,) = rows_of(client)
    assert row["text"] == '{"tags":{"a":2}}'
    assert row["metadata"]["key"] == "k"
    assert row["metadata"]["updated"] == "2"
    assert "namespace_hash" in row["metadata"]


def test_no_text_reaches_chroma_where_none_may(tmp_path: Path) -> None:
    """With texts=False there are vectors and hashes, in the rows and in the files."""
    folder = tmp_path / "chroma"
    index = ChromaIndex(HashEmbeddings(), path=folder, texts=False)
    store = CheckpointStore(InMemorySaver(), index=index)
    store.put(("u:Hildegard",), "passport-number", {"text": "Rupertsberg"})
    assert store.search(("u:Hildegard",), query="Rupertsberg")[0].score == 1
    index.close()
    data = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    for secret in (b"Hildegard", b"passport", b"Rupertsberg"):
        assert secret not in data


def test_case_66_other_embeddings_have_other_collections(index: ChromaIndex) -> None:
    """Vectors of two models never meet; those of the other one can be removed."""
    rng = random.Random(5)  # noqa: S311 - test data
    one = table(index)
    other = index.table(8, namespace=NS, model="f" * 16)
    one.load([Entry("k", vector(rng), "1")])
    other.load([Entry("k", vector(rng, 8), "1")])
    index.retire("f" * 16)
    assert len(list(other.nearest([1.0] * 8))) == 1
    with pytest.raises(LostVectorsError):
        list(one.nearest(QUERY))


def test_another_space_is_refused(
    index: ChromaIndex, client: chromadb.api.ClientAPI
) -> None:
    """A collection that compares by something else than the cosine is not used."""
    rng = random.Random(5)  # noqa: S311 - test data
    table(index).load([Entry("k", vector(rng), "1")])
    (collection,) = client.list_collections()
    client.delete_collection(collection.name)
    client.create_collection(collection.name, configuration={"hnsw": {"space": "l2"}})
    cards = table(index)
    cards.load([Entry("k", vector(rng), "1")])  # finds the old collection gone
    cards.load([Entry("k", vector(rng), "1")])
    with pytest.raises(StoreError, match="by l2, not cosine") as error:
        list(cards.nearest(QUERY))
    assert isinstance(error.value.__cause__, IndexMismatchError)


def test_case_68_more_rows_than_chroma_takes_at_once(tmp_path: Path) -> None:
    """6,000 items in one batch are split, and all are found."""
    index = ChromaIndex(HashEmbeddings(16), path=tmp_path / "chroma", batch=100_000)
    store = CheckpointStore(InMemorySaver(), index=index)
    store.batch([PutOp(NS, f"k{n}", {"text": f"w{n}"}) for n in range(6_000)])
    assert len(store.search((), query="w77", limit=6_000)) == 6_000
    index.flush()
    hits = store.search((), query="w77", limit=6_000)
    assert len(hits) == 6_000
    assert all(hit.score is not None for hit in hits)
    index.close()


@pytest.mark.parametrize(
    "user", ["u@x.com", "ab", "用户", "x" * 600, "\ud800", " ", "a/.."]
)
def test_case_69_any_user_id_will_do(user: str, index: ChromaIndex) -> None:
    """Names of collections are legal, whatever the labels are."""
    rng = random.Random(5)  # noqa: S311 - test data
    cards = table(index, ("memory", user, "cards"))
    cards.load([Entry("k\ud800", vector(rng), "1", "\ud800")])
    assert [key for key, _ in cards.nearest(QUERY)] == ["k\ud800"]


def test_case_72_a_folder_that_was_removed(tmp_path: Path) -> None:
    """The put is kept, the failure told with its way out, and a new index is filled."""
    folder = tmp_path / "chroma"
    index = ChromaIndex(HashEmbeddings(), path=folder, batch=1)
    saver = InMemorySaver()
    store = CheckpointStore(saver, index=index)
    store.put(NS, "k", {"text": "tea"})
    assert len(store.search(NS, query="tea")) == 1
    shutil.rmtree(folder)
    with pytest.warns(
        MemoryWarning, match="safe in the checkpointer.*open a new ChromaInd"
    ):
        store.put(NS, "l", {"text": "coffee"})
    item = store.get(NS, "l")
    assert item is not None
    assert item.value == {"text": "coffee"}
    other = ChromaIndex(HashEmbeddings(), path=tmp_path / "other")
    hits = CheckpointStore(saver, index=other).search(NS, query="coffee")
    assert (hits[0].key, hits[0].score) == ("l", 1)
    assert len(hits) == 2
    other.close()


def test_vectors_lost_by_chroma_are_written_again(
    index: ChromaIndex, client: chromadb.api.ClientAPI
) -> None:
    """A store notices that rows or whole collections are gone, and loads them."""
    store = CheckpointStore(InMemorySaver(), index=index)
    store.batch([PutOp(NS, f"k{n}", {"text": f"word{n}"}) for n in range(9)])
    assert len(store.search(NS, query="word3", limit=9)) == 9
    (collection,) = client.list_collections()
    collection.delete(ids=[row["id"] for row in rows_of(client)[:4]])
    assert len(store.search(NS, query="word3", limit=9)) == 9
    client.delete_collection(collection.name)
    hits = store.search(NS, query="word3", limit=9)
    assert hits[0].key == "k3"
    assert all(hit.score is not None for hit in hits)


def test_a_lagging_store_takes_nothing_from_others(tmp_path: Path) -> None:
    """Two stores on one Chroma write one item in turn; both find the last state."""
    saver = InMemorySaver()
    indexes = [
        ChromaIndex(HashEmbeddings(), path=tmp_path / "chroma", batch=1) for _ in range(2)
    ]
    one, other = (CheckpointStore(saver, index=index) for index in indexes)
    for turn in range(6):
        one.put(NS, "k", {"text": f"first{turn}"})
        if turn % 2:
            assert other.search(NS, query=f"first{turn}")[0].score == 1
        other.put(NS, "k", {"text": f"second{turn}"})
        for store in (one, other):
            assert store.search(NS, query=f"second{turn}")[0].score == 1
            assert store.search(NS, query=f"first{turn}")[0].score != 1
    other.delete(NS, "k")
    assert one.search(NS, query="second5") == []
    for index in indexes:
        index.close()


def test_purging_a_store_purges_chroma(
    index: ChromaIndex, client: chromadb.api.ClientAPI
) -> None:
    """Also what another process had put there, and nothing of other namespaces."""
    saver = InMemorySaver()
    store = CheckpointStore(saver, index=index)
    store.put(NS, "k", {"text": "secret"})
    store.put(("kept",), "k", {"text": "kept"})
    assert len(store.search((), query="secret")) == 2
    index.flush()
    assert len(rows_of(client)) == 2
    CheckpointStore(saver).delete(NS, "k")
    store.purge([NS])
    assert [row["text"] for row in rows_of(client)] == ['{"text":"kept"}']
    assert [hit.key for hit in store.search((), query="secret")] == ["k"]


@pytest.mark.parametrize(
    "settings",
    [
        {"name": "Ü"},
        {"batch": 0},
        {"path": "x", "host": "localhost"},
        {"fields": ()},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object]) -> None:
    """The mistake is told before anything is opened."""
    with pytest.raises(ConfigError):
        ChromaIndex(HashEmbeddings(), **settings)


def test_a_server_that_is_not_there_is_an_error() -> None:
    """Opening says so at once."""
    with pytest.raises(StoreError, match="Chroma could not open"):
        ChromaIndex(HashEmbeddings(), host="127.0.0.1", port=1)
