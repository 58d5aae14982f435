"""What lies in the database: nothing readable under encryption, nothing but plain data."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
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
from langgraph_memory.index.chroma import ChromaIndex
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


@pytest.fixture(params=["mixed", "AES"])
def serde(request: pytest.FixtureRequest) -> EncryptedSerializer:
    if request.param == "mixed":
        return EncryptedSerializer(Cipher("one"))
    pytest.importorskip("Crypto", reason="pycryptodome, which has AES, is not here")
    return EncryptedSerializer.from_pycryptodome_aes(key=b"sixteen letters!")


def fill(store: CheckpointStore) -> None:
    store.put(NS, "the-key-of-ann", {"text": "zanzibar", "zanzibar": 1})
    assert store.search(NS, query="zanzibar")
    store.put(NS, "the-key-of-ann", {"text": "zanzibar", "zanzibar": 2})
    store.put(NS, "gone-the-key-of-ann", {"text": "zanzibar"}, ttl=5)
    store.delete(NS, "gone-the-key-of-ann")


def readable(raw: bytes) -> list[str]:
    """Which secrets can be read, as they are or in base64."""
    assert len(raw) > 1_000
    return [secret for secret in SECRETS if any(form in raw for form in forms(secret))]


def forms(secret: str) -> Iterator[bytes]:
    plain = secret.encode()
    yield plain
    for before in range(3):  # where it begins among three bytes
        whole = (before + len(plain)) // 3 * 3
        encoded = base64.b64encode((bytes(before) + plain)[:whole])
        yield encoded[4:] if before else encoded


def files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def check(store: CheckpointStore) -> None:
    (hit,) = store.search((), query="zanzibar")
    assert (hit.key, hit.namespace) == ("the-key-of-ann", NS)
    assert hit.value == {"text": "zanzibar", "zanzibar": 2}


def test_an_encrypting_serialiser_leaves_no_plaintext(
    serde: EncryptedSerializer, tmp_path: Path
) -> None:
    """Neither values nor keys, labels or names of models can be read in the files."""
    file = tmp_path / "a.sqlite"
    saver = sqlite_saver(file, serde=serde)
    fill(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
    assert (tmp_path / "a.sqlite-wal").stat().st_size > 1_000
    assert readable(files(tmp_path)) == []
    saver.conn.close()
    assert readable(files(tmp_path)) == []
    saver = sqlite_saver(file, serde=serde)
    check(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
    saver.conn.close()


def test_without_encryption_the_same_search_finds_them(tmp_path: Path) -> None:
    """So that the tests around it mean something."""
    saver = sqlite_saver(tmp_path / "a.sqlite")
    fill(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
    assert readable(files(tmp_path)) == list(SECRETS)
    saver.conn.close()


def fill_chroma(folder: Path, *, texts: bool) -> None:
    saver = sqlite_saver(folder / "a.sqlite", serde=EncryptedSerializer(Cipher("one")))
    for turn in range(2):
        path = folder / "chroma"
        index = ChromaIndex(HashEmbeddings(), path=path, texts=texts, batch=1)
        store = CheckpointStore(saver, index=index)
        if turn == 0:
            fill(store)
        check(store)
        index.close()
    saver.conn.close()


@pytest.mark.parametrize("texts", [False, True])
def test_chroma_can_be_told_to_hold_no_text(tmp_path: Path, *, texts: bool) -> None:
    """Then it is given vectors and hashes; else values, keys and namespaces too."""
    program = (
        f"from pathlib import Path; from {__name__} import fill_chroma;"
        f" fill_chroma(Path({str(tmp_path)!r}), texts={texts})"
    )
    subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-W", "ignore", "-c", program],
        # Chroma's graph writes memory to disk that it never cleared, whatever was there.
        env={**os.environ, "PYTHONPATH": str(ROOT), "MALLOC_PERTURB_": "165"},
        check=True,
    )
    found = readable(files(tmp_path / "chroma"))
    assert found == (list(SECRETS[:-1]) if texts else [])


@pytest.mark.skipif(postgres.why_not() is not None, reason=str(postgres.why_not()))
def test_postgres_gets_no_plaintext_either(serde: EncryptedSerializer) -> None:
    """No column of any table holds what was stored, under an encrypting serialiser."""
    options: Any = {"autocommit": True, "row_factory": dict_row}
    with (
        postgres.server().database() as url,
        psycopg.connect(url, **options) as connection,
    ):
        saver = PostgresSaver(connection, serde=serde)
        saver.setup()
        fill(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        assert len(tables) >= 3
        raw = "".join(
            f"{row}"
            for table in tables
            for row in connection.execute(
                f"SELECT t::text FROM {table['tablename']} t"  # noqa: S608 - a table's name
            )
        )
        assert readable(raw.encode()) == []
        assert not [secret for secret in SECRETS if secret.encode().hex() in raw]
        check(CheckpointStore(saver, index=ExactIndex(HashEmbeddings())))


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
    CheckpointStore(saver).put(NS, "the-key-of-ann", {"text": "zanzibar"})
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
