"""Disks that are full, under the checkpointer and under Chroma."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from langgraph_memory.errors import MemoryWarning, StoreError
from langgraph_memory.index.chroma import ChromaIndex
from langgraph_memory.store import CheckpointStore
from tests.crashes import disks
from tests.crashes.disks import Ballast, on_a_small_disk
from tests.crashes.failing import all_write_until_it_fails, write_until_it_fails
from tests.crashes.ledger import ALL, QUERY, Ledger, check_scores
from tests.crashes.places import EMBEDDINGS, Place, store_on
from tests.crashes.script import ROOT

WRITERS = ("ann", "bob", "cid", "dee")
WHY_NOT = disks.why_not()
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))


def database_on_a_full_disk(disk: Path) -> None:
    """Twice in turn, with some space given back in between."""
    place = Place(str(disk / "memory.sqlite"))
    ballast = Ballast(disk)
    in_threads, in_batches = {who: Ledger() for who in WRITERS}, Ledger()
    ballast.take(1_000_000)
    with place.store() as store, place.store() as reader:
        for _ in range(2):
            before = sum(ledger.acknowledged for ledger in in_threads.values())
            failures = [
                *all_write_until_it_fails(store, in_threads).values(),
                write_until_it_fails(store, in_batches, "flo", batch=100),
            ]
            assert all("the checkpointer failed: Oper" in str(e) for e in failures)
            after = sum(ledger.acknowledged for ledger in in_threads.values())
            assert after > before + 20
            ledger = Ledger.of([*in_threads.values(), in_batches])
            with place.store() as opened:
                for each in (reader, store, opened):
                    ledger.check(each)
            ballast.drop()


def chroma_on_a_full_disk(disk: Path) -> None:
    """The checkpointer is elsewhere and has room."""
    folder = disk / "chroma"
    ballast = Ballast(disk)

    def write(store: CheckpointStore, first: int, stop: int) -> None:
        for n in range(first, stop):
            store.put(ROOT, f"k{n}", {"text": f"ann wrote {n}"})

    def check(store: CheckpointStore, count: int) -> None:
        hits = store.search(ROOT, query=QUERY, limit=ALL)
        assert {hit.key for hit in hits} == {f"k{n}" for n in range(count)}
        check_scores(hits, QUERY)

    with Place(str(disk.parent / "memory.sqlite")).saver() as saver:
        with closing(ChromaIndex(EMBEDDINGS, path=folder, batch=8)) as index:
            store = store_on(saver, index)
            write(store, 0, 20)
            check(store, 20)
            ballast.take(100_000_000)
            with pytest.warns(
                MemoryWarning, match=r"vectors wait for Chroma in memory: Chr"
            ):
                write(store, 20, 80)
            check(store, 80)
            with pytest.raises(StoreError, match=r"items are safe in the checkpointer"):
                index.flush()
            check(store, 80)
            check(store_on(saver), 80)
            ballast.drop()
            write(store, 80, 100)
            index.flush()
            check(store, 100)
        with closing(ChromaIndex(EMBEDDINGS, path=folder)) as index:
            check(store_on(saver, index), 100)


def test_the_checkpointers_disk_is_full(tmp_path: Path) -> None:
    """What was acknowledged can be read, and writing goes on when there is space again."""
    on_a_small_disk(database_on_a_full_disk, "2m", tmp_path / "disk")


def test_chromas_disk_is_full(tmp_path: Path) -> None:
    """Items are kept and found, the failure is told, and vectors are written later."""
    on_a_small_disk(chroma_on_a_full_disk, "8m", tmp_path / "disk")
