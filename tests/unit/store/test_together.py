"""Batches in databases that have transactions."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import PutOp
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langgraph_memory.errors import StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.store.layout import item_cell
from langgraph_memory.testing import HashEmbeddings
from tests import postgres

NS = ("a",)
REFUSE = f"""
CREATE TRIGGER refuse BEFORE INSERT ON checkpoints
WHEN NEW.checkpoint_ns = '{item_cell("bad")}'
BEGIN SELECT RAISE(ABORT, 'refused'); END
"""
OPS = [PutOp((space,), key, {"text": key}) for space in "ab" for key in ("x", "y", "bad")]

needs_postgres = pytest.mark.skipif(bool(postgres.why_not()), reason="no PostgreSQL")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection as SqliteSaver opens its own."""
    connection = sqlite3.connect(tmp_path / "memory.sqlite", check_same_thread=False)
    yield connection
    connection.close()


def store_on(saver: Any) -> CheckpointStore:
    return CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))


def refusing(database: sqlite3.Connection) -> CheckpointStore:
    saver = SqliteSaver(database)
    saver.setup()
    database.execute(REFUSE)
    return store_on(saver)


def keys(store: CheckpointStore) -> list[str]:
    return sorted(hit.key for hit in store.search((), limit=1_000))


def test_a_batch_is_written_as_a_whole_or_not_at_all(database: sqlite3.Connection) -> None:
    """One item that the database refuses keeps the batch out, other namespaces too."""
    store = refusing(database)
    store.put(NS, "before", {"text": "x"})
    with pytest.raises(StoreError, match="refused"):
        store.batch(OPS)
    assert keys(store) == keys(store_on(SqliteSaver(database))) == ["before"]
    assert store.list_namespaces() == [NS]
    store.batch([op for op in OPS if op.key != "bad"])
    assert keys(store) == ["before", "x", "x", "y", "y"]


def test_a_refused_item_does_no_harm_to_those_who_write_beside_it(
    database: sqlite3.Connection,
) -> None:
    """Of many threads, those alone fail whose item is refused."""
    store = refusing(database)

    def put(number: int) -> str | None:
        key = "bad" if number % 5 == 0 else f"k{number:02}"
        try:
            store.put((f"n{number}",), key, {"text": key})
        except StoreError:
            return None
        return key

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(put, range(40)))
    assert [n for n, key in enumerate(done) if key is None] == list(range(0, 40, 5))
    there = sorted(key for key in done if key)
    assert keys(store) == keys(store_on(SqliteSaver(database))) == there


def modes() -> list[dict[str, Any]]:
    """The ways to open a connection in which transactions begin or end otherwise."""
    found: list[dict[str, Any]] = [
        {"isolation_level": None},
        {"isolation_level": "DEFERRED"},
    ]
    if sys.version_info >= (3, 12):
        found += [{"autocommit": True}, {"autocommit": False}]
    return found


@pytest.mark.parametrize("mode", modes(), ids=str)
def test_every_mode_of_a_connection_serves(tmp_path: Path, mode: dict[str, Any]) -> None:
    """What is acknowledged is there for another connection, what failed is not."""
    file = tmp_path / "memory.sqlite"
    connection = sqlite3.connect(file, check_same_thread=False, **mode)
    other = sqlite3.connect(file, check_same_thread=False)
    with closing(connection), closing(other):
        SqliteSaver(other).setup()
        other.execute(REFUSE)
        other.commit()
        store = store_on(SqliteSaver(connection))
        store.put(NS, "k", {"text": "x"})
        with pytest.raises(StoreError, match="refused"):
            store.batch(OPS)
        assert keys(store) == keys(store_on(SqliteSaver(other))) == ["k"]


def test_a_transaction_of_the_users_own_is_not_in_the_way(
    database: sqlite3.Connection,
) -> None:
    """As after a put of the checkpointer, it is committed along."""
    store = store_on(SqliteSaver(database))
    store.put(NS, "k", {"text": "x"})
    database.execute("CREATE TABLE own (n)")
    database.execute("INSERT INTO own VALUES (1)")
    assert database.in_transaction
    store.put(NS, "l", {"text": "y"})
    assert not database.in_transaction
    assert database.execute("SELECT n FROM own").fetchall() == [(1,)]
    assert keys(store) == ["k", "l"]


def test_a_failure_leaves_a_transaction_of_the_users_own(
    database: sqlite3.Connection,
) -> None:
    """Nothing of the batch is there, and what the user had written is."""
    store = refusing(database)
    database.execute("CREATE TABLE own (n)")
    database.execute("INSERT INTO own VALUES (1)")
    with pytest.raises(StoreError, match="refused"):
        store.batch(OPS)
    database.commit()
    assert database.execute("SELECT n FROM own").fetchall() == [(1,)]
    assert keys(store) == []


async def test_the_asynchronous_half_does_the_same(tmp_path: Path) -> None:
    """All or nothing, also for tasks that write at the same time."""
    async with aiosqlite.connect(tmp_path / "memory.sqlite") as connection:
        saver = AsyncSqliteSaver(connection)
        await saver.setup()
        await connection.execute(REFUSE)
        store = store_on(saver)
        puts = [store.aput((f"n{n}",), f"k{n}", {"text": "x"}) for n in range(9)]
        results = await asyncio.gather(store.abatch(OPS), *puts, return_exceptions=True)
        assert isinstance(results[0], StoreError)
        assert results[1:] == [None] * 9
        found = await store.asearch((), limit=100)
        assert sorted(hit.key for hit in found) == [f"k{n}" for n in range(9)]


async def test_a_cancelled_task_takes_nobody_along(tmp_path: Path) -> None:
    """Whoever is cancelled while it writes for others leaves them to write themselves."""
    async with aiosqlite.connect(tmp_path / "memory.sqlite") as connection:
        store = store_on(AsyncSqliteSaver(connection))
        await store.aput(NS, "first", {"text": "x"})
        for wait in range(12):
            tasks = [
                asyncio.create_task(store.aput((f"n{n}",), f"{wait}-{n}", {"text": "x"}))
                for n in range(6)
            ]
            for _ in range(wait * 3):
                await asyncio.sleep(0)
            tasks[wait % 3].cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            failed = {n for n, result in enumerate(results) if result is not None}
            assert failed <= {wait % 3}
            found = {hit.key for hit in await store.asearch((), limit=1_000)}
            assert found >= {f"{wait}-{n}" for n in range(6) if n not in failed}
        other = store_on(AsyncSqliteSaver(connection))
        again = {hit.key for hit in await other.asearch((), limit=1_000)}
        assert again == {hit.key for hit in await store.asearch((), limit=1_000)}


POSTGRES_REFUSES = (
    f"""CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN
IF NEW.checkpoint_ns = '{item_cell("bad")}' THEN RAISE 'refused'; END IF; RETURN NEW;
END $$ LANGUAGE plpgsql""",
    """CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON checkpoints
FOR EACH ROW EXECUTE FUNCTION refuse()""",
)
OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": 0,
    "row_factory": dict_row,
}


@pytest.fixture
def url() -> Iterator[str]:
    """A database with empty tables, which refuses an item."""
    url = postgres.server().url
    with ConnectionPool[Any](url, kwargs=OPTIONS, min_size=1) as pool:
        PostgresSaver(pool).setup()
        with pool.connection() as connection:
            connection.execute("DELETE FROM checkpoints")
            for statement in POSTGRES_REFUSES:
                connection.execute(statement)
        yield url
        with pool.connection() as connection:
            connection.execute("DROP TRIGGER refuse ON checkpoints")


@needs_postgres
def test_a_pool_of_connections_serves(url: str) -> None:
    """On a pool too, batches are all or nothing, and threads do not lock each other out."""
    with ConnectionPool[Any](url, kwargs=OPTIONS, min_size=2) as pool:
        stores = [store_on(PostgresSaver(pool)) for _ in range(2)]
        with pytest.raises(StoreError, match="refused"):
            stores[0].batch(OPS)

        def put(number: int) -> None:
            ops = [PutOp(NS, f"k{n}", {"text": f"{number} {n}"}) for n in range(9)]
            stores[number % 2].batch(ops if number % 3 else ops[::-1])

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(put, range(24)))
        assert keys(stores[0]) == keys(stores[1]) == [f"k{n}" for n in range(9)]


@needs_postgres
async def test_an_asynchronous_pool_serves(url: str) -> None:
    """And from asynchronous code."""
    async with AsyncConnectionPool[Any](
        url, kwargs=OPTIONS, min_size=2, open=False
    ) as pool:
        store = store_on(AsyncPostgresSaver(pool))
        puts = [store.aput(NS, f"k{n}", {"text": "x"}) for n in range(9)]
        results = await asyncio.gather(store.abatch(OPS), *puts, return_exceptions=True)
        assert isinstance(results[0], StoreError)
        assert results[1:] == [None] * 9
        found = await store.asearch((), limit=100)
        assert sorted(hit.key for hit in found) == [f"k{n}" for n in range(9)]
