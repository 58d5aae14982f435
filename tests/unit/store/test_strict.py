"""Strict deserialisation, in a process that was started with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import postgres

ROOT = Path(__file__).parents[3]

STRICT = """
import asyncio, logging, sqlite3, sys, warnings
records = []
class Handler(logging.Handler):
    def emit(self, record): records.append(record.getMessage())
logging.getLogger().addHandler(Handler())
with warnings.catch_warnings(record=True):  # what libraries say of their own imports
    from langgraph.checkpoint.postgres import PostgresSaver
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
    from langgraph_memory.index.exact import ExactIndex
    from langgraph_memory.store import CheckpointStore
    from langgraph_memory.testing import HashEmbeddings
warnings.simplefilter("error")
kind, where = sys.argv[1:]

def use(saver, turn):
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
    store.put(("a",), f"k{turn}", {"text": "tea", "n": [1, None, 2.5]}, ttl=5)
    store.put(("a",), "gone", {"text": "tea"})
    store.delete(("a",), "gone")
    assert store.get(("a",), f"k{turn}").value["n"] == [1, None, 2.5]
    assert len(store.search((), query="tea")) == turn + 1
    assert store.list_namespaces() == [("a",)]

async def ause(saver, turn):
    store = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
    await store.aput(("a",), f"k{turn}", {"text": "tea", "n": [1, None, 2.5]}, ttl=5)
    await store.aput(("a",), "gone", {"text": "tea"})
    await store.adelete(("a",), "gone")
    assert (await store.aget(("a",), f"k{turn}")).value["n"] == [1, None, 2.5]
    assert len(await store.asearch((), query="tea")) == turn + 1
    assert await store.alist_namespaces() == [("a",)]

async def on_a_loop(kind, turn):
    async with kind.from_conn_string(where) as saver:
        await saver.setup()
        await ause(saver, turn)

for turn in range(2):
    if kind.startswith("Async"):
        asyncio.run(on_a_loop(globals()[kind], turn))
    else:
        with globals()[kind].from_conn_string(where) as saver:
            saver.setup()
            use(saver, turn)
            asyncio.run(ause(saver, turn))
assert not records, records
"""


def run(kind: str, where: str) -> tuple[int, str]:
    result = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", STRICT, kind, where],
        env={**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stderr


@pytest.mark.parametrize("kind", ["SqliteSaver", "AsyncSqliteSaver"])
def test_case_53_strict_deserialisation_has_nothing_to_say(
    kind: str, tmp_path: Path
) -> None:
    """With LANGGRAPH_STRICT_MSGPACK there is neither an error nor a warning."""
    assert run(kind, str(tmp_path / "a.sqlite")) == (0, "")


@pytest.mark.skipif(postgres.why_not() is not None, reason=str(postgres.why_not()))
@pytest.mark.parametrize("kind", ["PostgresSaver", "AsyncPostgresSaver"])
def test_case_53_nor_has_it_on_postgres(kind: str) -> None:
    """The same holds there."""
    with postgres.server().database() as url:
        assert run(kind, url) == (0, "")
