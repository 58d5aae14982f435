"""What many changes leave behind in Chroma: nothing that grows without bound."""

from __future__ import annotations

import os
import random
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import PutOp

from langgraph_memory import CheckpointStore, ChromaIndex
from langgraph_memory.errors import StoreError
from langgraph_memory.index.chroma_client import Chroma
from langgraph_memory.index.port import Entry, LostVectorsError
from langgraph_memory.testing import HashEmbeddings

NS = ("memory", "u:ann", "cards")
MODEL = "0123456789abcdef"
QUERY = [1.0, 2.0, 0.5, -1.0]


def vector(rng: random.Random) -> bytes:
    return struct.pack("<4f", *(rng.uniform(-1, 1) for _ in range(4)))


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def resident() -> int:
    """Bytes of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def index(tmp_path: Path) -> Iterator[ChromaIndex]:
    """An index on disk."""
    index = ChromaIndex(HashEmbeddings(), path=tmp_path / "chroma")
    yield index
    index.close()


@pytest.mark.parametrize("kind", ["in memory", "on disk"])
def test_case_67_and_70_many_cycles_leave_a_bounded_size(
    kind: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Cycles of adding and deleting leave little, and searches that work."""
    # As many as make Chroma anew once; with --all-pairs as 500 of a hundred items.
    thorough = pytestconfig.getoption("all_pairs")
    cycles, dimensions = (125, 384) if thorough else (28, 16)
    folder = tmp_path / "chroma"
    path = folder if kind == "on disk" else None
    index = ChromaIndex(HashEmbeddings(dimensions), path=path, batch=400)
    store = CheckpointStore(InMemorySaver(), index=index)
    store.put(NS, "kept", {"text": "kept"})
    keys = [f"k{n}" for n in range(400)]
    for cycle in range(cycles):
        store.batch([PutOp(NS, key, {"text": f"{key} {cycle}"}) for key in keys])
        store.batch([PutOp(NS, key, None) for key in keys])
        if cycle == cycles // 5:
            memory, files = resident(), open_files()
        hits = store.search(NS, query="kept", limit=1_000)
        assert [(hit.key, hit.score) for hit in hits] == [("kept", pytest.approx(1))]
    assert open_files() <= files + 12
    assert resident() < memory + 100_000_000
    if path is not None:
        assert size_of(folder) < (40_000_000 if thorough else 8_000_000)
    index.close()


def test_case_70_collections_that_are_gone_are_closed(index: ChromaIndex) -> None:
    """Their files do not stay open, as Chroma leaves them."""
    rng = random.Random(5)  # noqa: S311 - test data
    cards = index.table(4, namespace=NS, model=MODEL)
    for turn in range(14):
        cards.load([Entry(f"k{n}", vector(rng), str(turn)) for n in range(3)])
        assert len(list(cards.nearest(QUERY))) == 3
        index.forget(NS)
        if turn == 2:
            files = open_files()
    assert open_files() <= files + 4


def test_others_go_on_when_chroma_is_opened_anew(index: ChromaIndex) -> None:
    """A table whose neighbour is forgotten finds what it had, and takes more."""
    rng = random.Random(5)  # noqa: S311 - test data
    ours = index.table(4, namespace=NS, model=MODEL)
    theirs = index.table(4, namespace=("other", "place"), model=MODEL)
    for table in (ours, theirs):
        table.load([Entry("k", vector(rng), "1")])
    index.forget(NS)
    assert [key for key, _ in theirs.nearest(QUERY)] == ["k"]
    theirs.put(Entry("l", vector(rng), "1"))
    index.flush()
    assert sorted(key for key, _ in theirs.nearest(QUERY)) == ["k", "l"]


def test_a_client_in_use_stays_open(tmp_path: Path) -> None:
    """Opening anew waits until nobody uses the client any more."""
    chroma = Chroma(tmp_path, None, 0, None)
    with chroma.using() as one:
        chroma.renew()
        with chroma.using() as other:
            assert other is one
        assert one.list_collections() == []
    with chroma.using() as later:
        assert later is not one
    chroma.close()
    with pytest.raises(StoreError, match="closed"), chroma.using():
        pass


def test_forgetting_leaves_nothing_in_the_files(index: ChromaIndex, tmp_path: Path) -> None:
    """Rows, vectors and texts of a namespace are gone; its neighbours stay."""
    rng = random.Random(5)  # noqa: S311 - test data
    ours = index.table(4, namespace=NS, model=MODEL)
    theirs = index.table(4, namespace=(*NS[:2], "others"), model=MODEL)
    secret = vector(rng)
    ours.load(Entry(f"k{n}", secret, "1", "secret") for n in range(1_500))
    theirs.load([Entry("k", vector(rng), "1", "kept")])
    index.forget(NS)
    assert [key for key, _ in theirs.nearest(QUERY)] == ["k"]
    with pytest.raises(LostVectorsError):
        list(ours.nearest(QUERY))
    database = sqlite3.connect(tmp_path / "chroma" / "chroma.sqlite3")
    with closing(database):
        alive = {row[0] for row in database.execute("SELECT id FROM segments")}
        rows = "SELECT string_value FROM embedding_metadata WHERE key='chroma:document'"
        assert [row[0] for row in database.execute(rows)] == ["kept"]
    folders = {path.name for path in (tmp_path / "chroma").iterdir() if path.is_dir()}
    assert folders <= alive
