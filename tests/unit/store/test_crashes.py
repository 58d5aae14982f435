"""Processes that are killed, that write at once, and a database that goes away."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import pytest
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg_pool import ConnectionPool

from langgraph_memory.errors import StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests import postgres
from tests.unit.store.savers import sqlite_saver

ROOT = Path(__file__).parents[3]
NS = ("shared",)
KILLS = 20

# It puts, changes and deletes, and says what it is about to do and what it has done.
WRITER = """
import sqlite3, sys
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
file, who, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
connection = sqlite3.connect(file, check_same_thread=False, timeout=60)
store = CheckpointStore(SqliteSaver(connection), index=ExactIndex(HashEmbeddings(32)))
for n in range(first, first + count):
    key = f"{who}-{n % 7}"
    print("doing", key, n, flush=True)
    if n % 5 == 4:
        store.delete(("shared",), key)
    else:
        store.put(("shared",), key, {"text": f"{who} wrote {n}", "n": n})
    print("done", key, n, flush=True)
"""


def store_on(saver: Any) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))


def writer(file: Path, who: str, first: int, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-W", "ignore", "-c", WRITER, file, who, str(first), str(count)],
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


class Ledger:
    """What writers said: for each key, what it may hold now."""

    def __init__(self) -> None:
        self.may_be: dict[str, set[int | None]] = {}
        self.last = -1

    def hear(self, line: str) -> None:
        # A line may be cut short where its writer was killed.
        words = line.split()
        if len(words) != 3 or not line.endswith("\n"):
            return
        state, key, number = words[0], words[1], int(words[2])
        held = None if number % 5 == 4 else number
        self.last = max(self.last, number)
        if state == "done":
            self.may_be[key] = {held}
        else:
            self.may_be.setdefault(key, {None}).add(held)

    def check(self, store: CheckpointStore) -> None:
        """Nothing acknowledged is lost or comes back; texts and vectors belong together."""
        before = {hit.key: hit.value["n"] for hit in store.search(NS, limit=1_000)}
        found: dict[str, int] = {}
        for key, values in self.may_be.items():
            assert before.get(key) in values
            if (item := store.get(NS, key)) is not None:
                found[key] = item.value["n"]
            assert found.get(key) in values
        # What a killed writer did not acknowledge may show late, but then everywhere.
        hits = store.search(NS, query="who wrote what", limit=1_000)
        assert {hit.key: hit.value["n"] for hit in hits} == found
        for hit in hits[:3]:
            (first,) = store.search(NS, query=hit.value["text"], limit=1)
            assert first.key == hit.key
            assert first.score == pytest.approx(1)


def test_a_writer_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    """After each of 20 kills in the middle of writes, old and new readers see the same."""
    file = tmp_path / "a.sqlite"
    saver = sqlite_saver(file)
    old_reader, ledger = store_on(saver), Ledger()
    chance = random.Random(3)  # noqa: S311 - not for secrets
    for _ in range(KILLS):
        with writer(file, "ann", ledger.last + 1, 10_000) as process:
            for _ in range(chance.randrange(1, 40)):
                ledger.hear(output(process).readline())
            time.sleep(chance.random() / 200)
            process.kill()
            for line in output(process):
                ledger.hear(line)
        ledger.check(old_reader)
        ledger.check(store_on(saver))
    saver.conn.close()


def test_four_processes_write_one_namespace(tmp_path: Path) -> None:
    """What each acknowledges, a reader in another process finds at its next search."""
    file = tmp_path / "a.sqlite"
    saver = sqlite_saver(file)
    reader, ledgers = store_on(saver), {who: Ledger() for who in ("a", "b", "c", "d")}
    with ExitStack() as stack:
        running = {w: stack.enter_context(writer(file, w, 0, 40)) for w in ledgers}
        while running:
            for who, process in list(running.items()):
                line = output(process).readline()
                if not line:
                    del running[who]
                    continue
                ledgers[who].hear(line)
                if line.startswith("done"):
                    _, key, number = line.split()
                    (held,) = ledgers[who].may_be[key]
                    found = {h.key: h.value["n"] for h in reader.search(NS, limit=100)}
                    # It may have gone on since it said so, but never back.
                    assert held is None or found.get(key, held) >= int(number)
    everything = Ledger()
    for ledger in ledgers.values():
        assert ledger.last == 39
        everything.may_be |= ledger.may_be
    everything.check(reader)
    everything.check(store_on(saver))
    saver.conn.close()


@pytest.fixture
def on_postgres() -> Iterator[tuple[postgres.Server, PostgresSaver]]:
    if missing := postgres.why_not():
        pytest.skip(missing)
    server = postgres.Server(options="")
    options = {"autocommit": True, "prepare_threshold": 0}
    pool: Any = ConnectionPool(
        server.url, min_size=1, max_size=2, kwargs=options, timeout=5, open=True
    )
    try:
        saver = PostgresSaver(pool)
        saver.setup()
        yield server, saver
    finally:
        pool.close()
        server.remove()


def test_a_database_that_goes_away_and_comes_back(
    on_postgres: tuple[postgres.Server, PostgresSaver],
) -> None:
    """Meanwhile every call is a StoreError; then all that was acknowledged is there."""
    server, saver = on_postgres
    store = store_on(saver)
    for n in range(5):
        store.put(NS, f"k{n}", {"text": f"word{n}", "n": n})
    server.stop()
    for call in (
        lambda: store.put(NS, "k0", {"text": "lost", "n": -1}),
        lambda: store.search(NS),
        lambda: store.get(NS, "k0"),
    ):
        with pytest.raises(StoreError, match="the checkpointer failed"):
            call()
    server.start()
    deadline = time.monotonic() + 60
    while True:  # the pool finds out about its dead connections one by one
        try:
            store.put(NS, "k5", {"text": "word5", "n": 5})
            break
        except StoreError:
            assert time.monotonic() < deadline
    for reader in (store, store_on(saver)):
        assert sorted(hit.value["n"] for hit in reader.search(NS)) == list(range(6))
        assert reader.search(NS, query="word5", limit=1)[0].key == "k5"
