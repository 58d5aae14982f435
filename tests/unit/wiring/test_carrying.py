"""Taking memories along while others write, in bounded memory, and in spite of kills."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from langgraph_memory import CheckpointStore, ChromaIndex, ExactIndex, Memory, Scope
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import sqlite_saver

ANN = Scope(user="ann")
CARDS = ANN.namespace("cards")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def memory() -> Memory:
    return Memory(embeddings=HashEmbeddings(16))


@pytest.fixture(params=["ours", "in_memory_store"])
def store(request: pytest.FixtureRequest) -> BaseStore:
    return ours() if request.param == "ours" else InMemoryStore()


def ours(size: int = 16) -> CheckpointStore:
    return CheckpointStore(InMemorySaver(), index=ExactIndex(HashEmbeddings(size)))


def fill(store: BaseStore, numbers: Iterable[int], version: int = 1) -> None:
    store.batch(
        PutOp(CARDS, f"k{n:05}", {"text": f"word{n}", "version": version}, index=False)
        for n in numbers
    )


def keys_and_versions(text: str) -> list[tuple[str, int]]:
    head, *items, end = map(json.loads, text.splitlines())
    assert head["scope"]["user"] == "ann"
    assert end == {"end": len(items)}
    return [(item["key"], item["value"]["version"]) for item in items]


def test_an_export_beside_writers_has_each_item_once(
    memory: Memory, store: BaseStore
) -> None:
    """What stays is there once, what changes as it was or is, what goes is or is not."""
    fill(store, range(2_000))
    rounds = iter(range(100))

    def write(_: int) -> None:
        turn = next(rounds)
        fill(store, range(turn, 2_000, 10), version=2)
        store.batch(PutOp(CARDS, f"k{n:05}", None) for n in range(5 + turn, 2_000, 50))
        fill(store, range(3_000 + 10 * turn, 3_010 + 10 * turn))

    file = io.StringIO()
    memory.export(store, ANN, file, progress=write)
    found = keys_and_versions(file.getvalue())
    keys = [key for key, _ in found]
    assert len(set(keys)) == len(keys)
    assert {f"k{n:05}" for n in range(2_000) if n % 50 not in range(5, 10)} <= set(keys)
    assert {version for _, version in found} == {1, 2}
    assert len(keys) < 2_000  # what went before its turn is left out
    assert next(rounds) > 3  # there were writers


def test_pages_that_shift_hide_nothing(memory: Memory) -> None:
    """An item that slips through between two pages of another store is found after all."""

    class Shifting(InMemoryStore):
        gone = 0

        def batch(self, ops: Any) -> Any:
            ops = list(ops)
            if isinstance(ops[0], SearchOp) and ops[0].offset and self.gone < 30:
                super().batch(
                    [PutOp(CARDS, f"k{self.gone + n:05}", None) for n in range(10)]
                )
                self.gone += 10
            return super().batch(ops)

    store = Shifting()
    fill(store, range(3_000))
    file = io.StringIO()
    memory.export(store, ANN, file)
    keys = [key for key, _ in keys_and_versions(file.getvalue())]
    assert sorted(keys) == [f"k{n:05}" for n in range(30, 3_000)]


def test_no_more_than_a_thousand_items_are_asked_for_at_once(memory: Memory) -> None:
    """Both ways are streams, whatever the number of items."""

    class Counting(InMemoryStore):
        most = 0

        def batch(self, ops: Any) -> Any:
            ops = list(ops)
            results = super().batch(ops)
            sizes = [len(found) if isinstance(found, list) else 1 for found in results]
            self.most = max(self.most, sum(sizes))
            return results

    store, other = Counting(), Counting()
    fill(store, range(4_000))
    store.most = 0
    told: list[int] = []
    file = io.StringIO()
    memory.export(store, ANN, file, progress=told.append)
    assert told == list(range(500, 4_001, 500))
    file.seek(0)
    told.clear()
    memory.import_(other, file, progress=told.append)
    assert told[-1] == 4_000
    assert max(store.most, other.most) <= 1_000


async def test_case_97_a_memory_moves_to_another_index_and_model(
    memory: Memory, tmp_path: Path
) -> None:
    """In Chroma, embedded by another model, it has the same keys and times."""
    store = ours()
    store.batch(
        PutOp(CARDS, f"k{n}", {"text": f"word{n}", "version": n}) for n in range(700)
    )
    store.put(CARDS, "k5", {"text": "word5", "version": 5})
    file, again = tmp_path / "ann.jsonl", tmp_path / "again.jsonl"
    await memory.aexport(store, ANN, file)
    index = ChromaIndex(HashEmbeddings(48), path=tmp_path / "chroma")
    saver = sqlite_saver(tmp_path / "b.sqlite")
    other = CheckpointStore(saver, index=index)
    assert await memory.aimport(other, file) == 700
    await memory.aexport(other, ANN, again)
    assert again.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    (hit,) = other.search(CARDS, query="word41", limit=1)
    assert hit.key == "k41"
    assert hit.score == pytest.approx(1, abs=1e-5)
    index.close()
    saver.conn.close()


def test_an_import_that_was_killed_is_run_again(memory: Memory, tmp_path: Path) -> None:
    """The second run ends as one alone would have, with each item once."""
    store = ours()
    fill(store, range(3_000))
    file, again = tmp_path / "ann.jsonl", tmp_path / "again.jsonl"
    memory.export(store, ANN, file)
    place = tmp_path / "b.sqlite"
    killed = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-c", KILLED, str(place), str(file)], cwd=ROOT, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    saver = sqlite_saver(place)
    other = CheckpointStore(saver, index=ExactIndex(HashEmbeddings(16)))
    some = other.search(CARDS, limit=10_000)
    assert 1_000 <= len(some) < 3_000
    assert memory.import_(other, file) == 3_000
    memory.export(other, ANN, again)
    assert again.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    (hit,) = other.search(CARDS, query="word2999", limit=1)
    assert hit.key == "k02999"
    saver.conn.close()


KILLED = """
import os, signal, sys
from langgraph_memory import CheckpointStore, ExactIndex, Memory
from langgraph_memory.testing import HashEmbeddings
from tests.unit.store.savers import sqlite_saver

def die(count):
    if count >= 1_000:
        os.kill(os.getpid(), signal.SIGKILL)

embeddings = HashEmbeddings(16)
store = CheckpointStore(sqlite_saver(sys.argv[1]), index=ExactIndex(embeddings))
Memory(embeddings=embeddings).import_(store, sys.argv[2], progress=die)
"""


def test_a_new_process_forgets_what_others_left_in_chroma(
    memory: Memory, tmp_path: Path
) -> None:
    """Vectors and texts of whom it forgets go from files that it has not looked at yet."""
    for purge in (False, True):
        folder = tmp_path / f"purge-{purge}"
        folder.mkdir()
        for step in ("remember", "forget"):
            saver = sqlite_saver(folder / "a.sqlite")
            index = ChromaIndex(HashEmbeddings(16), path=folder / "chroma")
            store = CheckpointStore(saver, index=index)
            if step == "remember":
                for user in ("ann", "bob"):
                    namespace = Scope(user=user).namespace("cards")
                    store.put(namespace, "k", {"text": f"{user} likes tea"})
                store.search((), query="tea")
                index.flush()
            else:
                gone = memory.forget(store, ANN, purge=purge)
                assert gone.removed["cards"] == ("k",)
            index.close()
            saver.conn.close()
        assert texts_in(folder / "chroma") == {"bob"}


def texts_in(folder: Path) -> set[str]:
    """Whose texts are in the collections."""
    import chromadb  # noqa: PLC0415 - takes most of a second

    client = chromadb.PersistentClient(
        str(folder), chromadb.config.Settings(anonymized_telemetry=False)
    )
    found = str([c.get(include=["documents"]) for c in client.list_collections()])
    if hasattr(client, "close"):  # not yet in the oldest Chroma
        client.close()
    return {user for user in ("ann", "bob") if f"{user} likes tea" in found}
