"""What lies in the database: nothing readable under encryption, nothing but plain data."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from psycopg.rows import dict_row

from langgraph_memory.errors import StoreError
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store import CheckpointStore
from langgraph_memory.testing import HashEmbeddings
from tests import postgres
from tests.unit.store.savers import sqlite_saver

ROOT = Path(__file__).parents[3]
NS = ("tenant-acme", "user-ann")
SECRETS = ("tenant-acme", "user-ann", "the-key-of-ann", "zanzibar", "HashEmbeddings")


class Cipher:
    """Enough of a cipher to see what passes it."""

    def __init__(self, key: str) -> None:
        self._pad = hashlib.sha256(key.encode()).digest()

    def _mix(self, data: bytes) -> bytes:
        return bytes(a ^ b for a, b in zip(data, cycle(self._pad), strict=False))

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        return "mix", hashlib.sha256(plaintext).digest()[:4] + self._mix(plaintext)

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        plaintext = self._mix(ciphertext[4:])
        if hashlib.sha256(plaintext).digest()[:4] != ciphertext[:4]:
            msg = f"wrong key for {ciphername}"
            raise ValueError(msg)
        return plaintext


def fill(store: CheckpointStore) -> None:
    store.put(NS, "the-key-of-ann", {"text": "zanzibar", "zanzibar": 1})
    store.put(NS, "gone-the-key-of-ann", {"text": "zanzibar"}, ttl=5)
    store.delete(NS, "gone-the-key-of-ann")


def test_an_encrypting_serialiser_leaves_no_plaintext(tmp_path: Path) -> None:
    """Neither values nor keys, labels or names of models can be read in the files."""
    file = tmp_path / "a.sqlite"
    serde = EncryptedSerializer(Cipher("one"))
    embeddings = HashEmbeddings()
    saver = sqlite_saver(file, serde=serde)
    fill(CheckpointStore(saver, index=ExactIndex(embeddings)))
    saver.conn.close()
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(raw) > 1_000
    for secret in SECRETS:
        assert secret.encode() not in raw
    saver = sqlite_saver(file, serde=serde)
    store = CheckpointStore(saver, index=ExactIndex(embeddings))
    (hit,) = store.search((), query="zanzibar")
    assert (hit.key, hit.namespace) == ("the-key-of-ann", NS)
    saver.conn.close()


@pytest.mark.skipif(postgres.why_not() is not None, reason=str(postgres.why_not()))
def test_postgres_gets_no_plaintext_either() -> None:
    """No column of any table holds what was stored, under an encrypting serialiser."""
    serde = EncryptedSerializer(Cipher("one"))
    options: Any = {"autocommit": True, "row_factory": dict_row}
    with (
        postgres.server().database() as url,
        psycopg.connect(url, **options) as connection,
    ):
        saver = PostgresSaver(connection, serde=serde)
        saver.setup()
        fill(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
        raw = "".join(
            str(row)
            for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - fixed
        )
        assert len(raw) > 1_000
        assert not [secret for secret in SECRETS if secret in raw]
        assert not [s for s in SECRETS if base64.b64encode(s.encode())[:8].decode() in raw]
        again = CheckpointStore(saver, index=ExactIndex(HashEmbeddings()))
        (hit,) = again.search((), query="zanzibar")
        assert (hit.key, hit.namespace) == ("the-key-of-ann", NS)


def test_values_pass_the_serialiser_before_they_are_text() -> None:
    """A saver that keeps text outside of its serialiser keeps it encrypted all the same."""
    seen: list[object] = []

    class Watching(InMemorySaver):
        def put(self, config: object, checkpoint: object, *rest: object) -> object:
            seen.append(checkpoint)
            return super().put(config, checkpoint, *rest)

    saver = Watching(serde=EncryptedSerializer(Cipher("one")))
    fill(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
    assert len(seen) > 4
    assert not [secret for secret in SECRETS if secret in repr(seen)]
    assert "+mix:" in repr(seen)


def test_a_wrong_key_is_an_error() -> None:
    """What cannot be decrypted is reported, not left out."""
    saver = InMemorySaver(serde=EncryptedSerializer(Cipher("one")))
    fill(CheckpointStore(saver))
    saver.serde = EncryptedSerializer(Cipher("two"))
    with pytest.raises(StoreError, match="wrong key"):
        CheckpointStore(saver).search(())


def test_case_53_data_that_names_code_stays_data(tmp_path: Path) -> None:
    """A value in the form of a serialised call comes back as it was, and calls nothing."""
    target = tmp_path / "ran"
    value = {
        "lc": 2,
        "type": "constructor",
        "id": ["os", "system"],
        "args": [f"touch {target}"],
        "kwargs": {},
    }
    saver = sqlite_saver(tmp_path / "a.sqlite")
    CheckpointStore(saver).put(NS, "k", {"card": value})
    item = CheckpointStore(saver).get(NS, "k")
    assert item is not None
    assert item.value == {"card": value}
    assert not target.exists()
    saver.conn.close()


STRICT = """
import logging, sqlite3, sys, warnings
records = []
class Handler(logging.Handler):
    def emit(self, record): records.append(record.getMessage())
logging.getLogger().addHandler(Handler())
with warnings.catch_warnings(record=True):  # what libraries say of their own imports
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph_memory.index.exact import ExactIndex
    from langgraph_memory.store import CheckpointStore
    from langgraph_memory.testing import HashEmbeddings
warnings.simplefilter("error")
for turn in range(2):
    connection = sqlite3.connect(sys.argv[1], check_same_thread=False)
    store = CheckpointStore(SqliteSaver(connection), index=ExactIndex(HashEmbeddings()))
    store.put(("a",), f"k{turn}", {"text": "tea", "n": [1, None, 2.5]}, ttl=5)
    assert len(store.search((), query="tea")) == turn + 1
    assert store.list_namespaces() == [("a",)]
    connection.close()
assert not records, records
"""


def test_case_53_strict_deserialisation_has_nothing_to_say(tmp_path: Path) -> None:
    """With LANGGRAPH_STRICT_MSGPACK there is neither an error nor a warning."""
    environment = {
        **os.environ,
        "LANGGRAPH_STRICT_MSGPACK": "true",
        "PYTHONPATH": str(ROOT),
    }
    result = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", STRICT, str(tmp_path / "a.sqlite")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
