"""Two processes on one Chroma: one writes, the other searches through an open index."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.base import SearchItem

from langgraph_memory import CheckpointStore, ChromaIndex
from langgraph_memory.testing import HashEmbeddings
from tests import chroma_server

NS = ("memory", "u:ann", "cards")
ROOT = Path(__file__).parents[3]
WORDS = [f"word{n}" for n in range(12)]
WRITES = 400


def text_of(step: int, rng: random.Random) -> str:
    return " ".join([f"step{step}", *rng.choices(WORDS, k=4)])


def write(file: Path, place: dict[str, Any]) -> None:
    """Puts, updates and deletes; says which, as soon as each is acknowledged."""
    rng = random.Random(11)  # noqa: S311 - test data
    index = ChromaIndex(HashEmbeddings(), batch=16, **place)
    with closing(sqlite3.connect(file, timeout=60)) as connection:
        store = CheckpointStore(SqliteSaver(connection), index=index)
        for step in range(WRITES):
            key = f"k{rng.randrange(40)}"
            if gone := rng.random() < 0.3:
                store.delete(NS, key)
            else:
                store.put(NS, key, {"text": text_of(step, rng), "step": step})
            print(key, step, int(gone), flush=True)  # noqa: T201 - read by the test
        index.close()


@pytest.fixture(params=["on disk", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """Where both find Chroma."""
    if request.param == "on disk":
        yield {"path": str(tmp_path / "chroma")}
    else:
        port = chroma_server.server().port
        yield {"host": chroma_server.HOST, "port": port, "name": "two-processes"}


class Acknowledged:
    """What the writer has said, by key: the step, and whether it was a deletion."""

    def __init__(self, writer: subprocess.Popen[str]) -> None:
        self.last: dict[str, tuple[int, bool]] = {}
        self.deletions: dict[str, list[int]] = {}
        self._writer = writer
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        for line in self._writer.stdout or ():
            key, step, gone = line.split()
            if gone == "1":
                self.deletions.setdefault(key, []).append(int(step))
            self.last[key] = int(step), gone == "1"

    def finish(self) -> None:
        assert self._writer.wait() == 0
        self._thread.join()


def check_scores(query: str, hits: list[SearchItem]) -> None:
    """Each score is that of the text it comes with."""
    embed = HashEmbeddings().embed_query
    for hit in hits:
        pairs = zip(embed(query), embed(hit.value["text"]), strict=True)
        cosine = max(0.0, sum(a * b for a, b in pairs))
        assert hit.score == pytest.approx(cosine, abs=1e-5)


def test_a_reader_sees_what_another_process_wrote(
    place: dict[str, Any], tmp_path: Path
) -> None:
    """Each acknowledged write is there at the next search, and nothing else is."""
    rng = random.Random(3)  # noqa: S311 - test data
    file = tmp_path / "memory.sqlite"
    index = ChromaIndex(HashEmbeddings(), batch=16, **place)
    missing: list[tuple[str, int]] = []
    with closing(sqlite3.connect(file, timeout=60)) as connection:
        store = CheckpointStore(SqliteSaver(connection), index=index)
        store.search(NS)
        code = f"from {__name__} import write; from pathlib import Path; import sys; "
        code += f"write(Path(sys.argv[1]), {place!r})"
        writer = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, "-c", code, str(file)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        acknowledged = Acknowledged(writer)
        searches = 0
        while writer.poll() is None:
            known = dict(acknowledged.last)
            query = " ".join(rng.choices(WORDS, k=3))
            hits = store.search(NS, query=query, limit=50)
            check_scores(query, hits)
            steps = {hit.key: hit.value["step"] for hit in hits}
            for key, (step, gone) in known.items():
                if key in steps:
                    assert steps[key] > step or (steps[key] == step and not gone)
                elif not gone:
                    missing.append((key, step))
            searches += 1
        acknowledged.finish()
        for key, step in missing:  # it was deleted, though that was yet to be said
            assert any(later > step for later in acknowledged.deletions.get(key, ()))
        hits = store.search(NS, query="word1 word2", limit=50)
        check_scores("word1 word2", hits)
        alive = {key: step for key, (step, gone) in acknowledged.last.items() if not gone}
        assert {hit.key: hit.value["step"] for hit in hits} == alive
        assert searches > 5
    if "host" in place:
        index.retire("none")
    index.close()
    (writer.stdout or sys.stdin).close()
