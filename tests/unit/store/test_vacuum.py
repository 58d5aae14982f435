"""What a purge does to a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.store.base import PutOp
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from langgraph_memory.store import CheckpointStore
from tests import postgres

NS = ("users", "ann")
MANY = 300
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


@pytest.fixture
def url() -> Iterator[str]:
    if missing := postgres.why_not():
        pytest.skip(missing)
    with postgres.server().database() as url:
        with PostgresSaver.from_conn_string(url) as saver:
            saver.setup()
        yield url


def connect(url: str, **options: Any) -> Any:
    return psycopg.Connection.connect(
        url, **{"autocommit": True, "row_factory": dict_row, **options}
    )


def empty(store: CheckpointStore) -> None:
    """Leave nothing but what deleting leaves."""
    value = {"text": "secret " * 30}
    store.batch(PutOp(NS, f"k{n}", value) for n in range(MANY))
    store.batch(PutOp(NS, f"k{n}", None) for n in range(MANY))


def vacuumed(url: str) -> bool:
    """Whether all tables were vacuumed, and not by the database itself."""
    with connect(url) as connection:
        rows = connection.execute(
            "SELECT relname, vacuum_count FROM pg_stat_user_tables"
        ).fetchall()
    counts = {row["relname"]: row["vacuum_count"] for row in rows}
    return all(counts[table] == 1 for table in TABLES)


def test_a_purge_vacuums_the_tables(url: str) -> None:
    """The space of deleted rows is free at once, and what is left is named."""
    with PostgresSaver.from_conn_string(url) as saver:
        store = CheckpointStore(saver)
        empty(store)
        beyond = store.purge([NS])
    assert vacuumed(url)
    assert any("VACUUM FULL" in line and "log" in line for line in beyond)
    assert not any("could not" in line for line in beyond)


async def test_an_asynchronous_saver_does_so_too(url: str) -> None:
    """In the event loop, likewise."""
    async with AsyncPostgresSaver.from_conn_string(url) as saver:
        store = CheckpointStore(saver)
        await store.abatch(PutOp(NS, f"k{n}", {"text": "x" * 200}) for n in range(MANY))
        await store.abatch(PutOp(NS, f"k{n}", None) for n in range(MANY))
        beyond = await store.apurge([NS])
    assert vacuumed(url)
    assert any("VACUUM FULL" in line for line in beyond)


async def test_pools_do_so_too(url: str) -> None:
    """A connection is taken from the pool of a saver, and given back."""
    options: dict[str, Any] = {"kwargs": {"autocommit": True, "row_factory": dict_row}}
    with ConnectionPool(url, min_size=1, **options) as pool:
        store = CheckpointStore(PostgresSaver(pool))
        empty(store)
        store.purge([NS])
        assert vacuumed(url)
        store.put(NS, "k", {"text": "new"})
    async with AsyncConnectionPool(url, min_size=1, open=False, **options) as pool:
        store = CheckpointStore(AsyncPostgresSaver(pool, serde=JsonPlusSerializer()))
        await store.adelete(NS, "k")
        assert any("VACUUM FULL" in line for line in await store.apurge([NS]))


def test_who_may_not_vacuum_is_told(url: str) -> None:
    """Another's tables are skipped by the database; the purge says so, and goes on."""
    with connect(url) as owner:
        owner.execute("DROP ROLE IF EXISTS guest")
        owner.execute("CREATE ROLE guest LOGIN")
        for table in TABLES:
            owner.execute(f"GRANT ALL ON {table} TO guest")
    try:
        with connect(url, user="guest") as connection:
            store = CheckpointStore(PostgresSaver(connection))
            empty(store)
            beyond = store.purge([NS])
            assert sum("could not be vacuumed" in line for line in beyond) == len(TABLES)
            store.put(NS, "k", {"text": "new"})
            assert store.get(NS, "k") is not None
    finally:
        with connect(url) as owner:
            owner.execute("DROP OWNED BY guest")
            owner.execute("DROP ROLE guest")


def test_a_connection_in_a_transaction_is_left_alone(url: str) -> None:
    """There is no vacuuming inside of one; that is said, and nothing breaks."""
    with connect(url, autocommit=False) as connection:
        store = CheckpointStore(PostgresSaver(connection))
        empty(store)
        assert any("not in autocommit" in line for line in store.purge([NS]))
        store.put(NS, "k", {"text": "new"})
        assert store.get(NS, "k") is not None
