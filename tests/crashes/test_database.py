"""A database that goes away and comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg_pool import ConnectionPool

from langgraph_memory.errors import StoreError
from langgraph_memory.store import CheckpointStore
from tests import postgres
from tests.crashes.failing import all_write_until_it_fails
from tests.crashes.ledger import Ledger
from tests.crashes.places import store_on
from tests.crashes.script import ROOT

WRITERS = ("ann", "bob", "cid", "dee")


@pytest.fixture
def server() -> Iterator[postgres.Server]:
    """A server that waits for its disk, so that it keeps what it has acknowledged."""
    if missing := postgres.why_not():
        pytest.skip(missing)
    server = postgres.Server(options="")
    yield server
    server.remove()


@pytest.fixture
def saver(server: postgres.Server) -> Iterator[PostgresSaver]:
    """A checkpointer that connects again when it has to."""
    options = {"autocommit": True, "prepare_threshold": 0}
    pool: Any = ConnectionPool(
        server.url, min_size=1, max_size=4, kwargs=options, timeout=0.3, open=True
    )
    try:
        saver = PostgresSaver(pool)
        saver.setup()
        yield saver
    finally:
        pool.close()


def await_answer(store: CheckpointStore) -> None:
    """Wait until the pool has found out about its dead connections, one by one."""
    deadline = time.monotonic() + 60
    while True:
        try:
            store.put((*ROOT, "again"), "k", {"text": "again", "n": 0})
        except StoreError:
            assert time.monotonic() < deadline
        else:
            store.delete((*ROOT, "again"), "k")
            return


def test_a_database_that_goes_away_and_comes_back(
    server: postgres.Server, saver: PostgresSaver, kills: int
) -> None:
    """Meanwhile every call is a StoreError; then all that was acknowledged is there."""
    store, reader = store_on(saver), store_on(saver)
    ledgers = {who: Ledger() for who in WRITERS}
    enough = threading.Semaphore(0)
    for _ in range(kills // 20):
        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(
                all_write_until_it_fails, store, ledgers, done=enough.release
            )
            for _ in range(40):
                assert enough.acquire(timeout=60)
            server.stop()
        for failure in writing.result().values():
            assert "the checkpointer failed" in str(failure)
        for call in (
            lambda: store.put(ROOT, "k", {"text": "lost"}),
            lambda: store.get(ROOT, "k"),
            lambda: store.search(ROOT),
            store.list_namespaces,
        ):
            with pytest.raises(StoreError, match="the checkpointer failed"):
                call()
        server.start()
        await_answer(store)
        ledger = Ledger.of(ledgers.values())
        for each in (reader, store, store_on(saver)):
            ledger.check(each)
