"""Forgetting, exporting and importing all that one scope remembers."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import chromadb
import pytest
from chromadb.config import Settings
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import PostgresStore

from langgraph_memory import (
    CheckpointStore,
    ChromaIndex,
    ExactIndex,
    Memory,
    Scope,
    ScopeError,
    StoreError,
)
from langgraph_memory.scope import KINDS
from langgraph_memory.testing import Clock, HashEmbeddings
from tests import postgres
from tests.unit.store.savers import sqlite_saver

ANN, BOB = Scope(user="u_ann"), Scope(user="u_bob")
NEIGHBOURS = (
    BOB,
    Scope(user="u_ann2"),
    Scope(user="u_an"),
    Scope(user="u_ann", tenant="acme"),
    Scope(user="u_ann", agent="planner"),
    Scope(user="U_ANN"),
)


@pytest.fixture
def memory() -> Memory:
    return Memory(embeddings=HashEmbeddings(32))


@pytest.fixture(params=["memory", "sqlite", "in_memory_store", "postgres_store"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseStore]:
    if request.param == "sqlite":
        saver = sqlite_saver(tmp_path / "a.sqlite")
        saver.conn.execute("PRAGMA synchronous=OFF")
        yield CheckpointStore(saver, index=ExactIndex(HashEmbeddings(32)))
        saver.conn.close()
    elif request.param == "postgres_store":
        if missing := postgres.why_not(vectors=True):
            pytest.skip(missing)
        with (
            postgres.server().database() as url,
            PostgresStore.from_conn_string(
                url, index={"dims": 32, "embed": HashEmbeddings(32), "fields": ["text"]}
            ) as store,
        ):
            store.setup()
            yield store
    elif request.param == "memory":
        yield fresh()
    else:
        yield InMemoryStore(index={"dims": 32, "embed": HashEmbeddings(32)})


def fresh(size: int = 32) -> CheckpointStore:
    index = ExactIndex(HashEmbeddings(size))
    return CheckpointStore(InMemorySaver(), index=index, clock=Clock())


def fill(store: BaseStore, scope: Scope, count: int = 3) -> None:
    """So many items of each kind."""
    store.batch(
        PutOp(
            scope.namespace(kind),
            f"{kind}-{n}",
            {"text": f"{scope.user} {kind} word{n}", "n": n, "deep": {"list": [n, None]}},
            index=["text"] if kind in ("cards", "experiences") else False,
        )
        for kind in KINDS
        for n in range(count)
    )


def held(store: BaseStore, scope: Scope) -> list[tuple[Any, ...]]:
    hits = [hit for k in KINDS for hit in store.search(scope.namespace(k), limit=10_000)]
    return sorted(
        (tuple(h.namespace), h.key, json.dumps(h.value))
        for h in hits
        if tuple(h.namespace) in {scope.namespace(kind) for kind in KINDS}
    )


def test_case_1_forgetting_one_user_leaves_all_others(
    memory: Memory, store: BaseStore
) -> None:
    """All of the one goes, from the store and from its index; nothing of anybody else."""
    for scope in (ANN, *NEIGHBOURS):
        fill(store, scope)
    before = {scope: held(store, scope) for scope in NEIGHBOURS}
    gone = memory.forget(store, ANN)
    assert {kind: sorted(keys) for kind, keys in gone.removed.items()} == {
        kind: [f"{kind}-{n}" for n in range(3)] for kind in KINDS
    }
    assert len(gone) == 3 * len(KINDS)
    assert gone.scope == ANN
    assert held(store, ANN) == []
    hits = store.search(("memory", "cards"), query="u_ann cards word1", limit=100)
    assert len(hits) == 3 * len(NEIGHBOURS)
    assert ANN.namespace("cards") not in {tuple(hit.namespace) for hit in hits}
    assert {scope: held(store, scope) for scope in NEIGHBOURS} == before
    assert len(memory.forget(store, ANN)) == 0


async def test_case_1_chroma_keeps_nothing_of_whom_it_forgot(
    memory: Memory, tmp_path: Path
) -> None:
    """In both ways, at once, in the collections themselves; and all of the other stays."""
    client = chromadb.PersistentClient(
        str(tmp_path / "chroma"), Settings(anonymized_telemetry=False)
    )
    for in_loop, purge in ((False, False), (True, False), (False, True), (True, True)):
        index = ChromaIndex(HashEmbeddings(32), client=client, name=f"m{in_loop}{purge}")
        store = CheckpointStore(InMemorySaver(), index=index)
        fill(store, ANN)
        fill(store, BOB)
        assert len(store.search((), query="u_ann cards word1", limit=100)) == 6 * len(KINDS)
        index.flush()
        assert owners(client) == {"u_ann", "u_bob"}
        if in_loop:
            await memory.aforget(store, ANN, purge=purge)
        else:
            memory.forget(store, ANN, purge=purge)
        assert owners(client) == {"u_bob"}
        assert len(store.search((), query="u_bob cards word1", limit=100)) == 3 * len(KINDS)
        memory.forget(store, BOB, purge=purge)
        assert owners(client) == set()
        index.close()
    if hasattr(client, "close"):  # not yet in the oldest Chroma
        client.close()


def owners(client: Any) -> set[str]:
    """Whose texts are in any collection."""
    documents = [
        text
        for collection in client.list_collections()
        for text in collection.get(include=["documents"])["documents"]
    ]
    return {name for name in ("u_ann", "u_bob") if name in str(documents)}


def test_case_2_a_store_with_loose_prefixes_gives_nobody_elses(memory: Memory) -> None:
    """Some stores take the text of a prefix; what they find beyond is left alone."""

    class Loose(InMemoryStore):
        def batch(self, ops: Any) -> Any:
            return [
                self._found(op)
                if isinstance(op, SearchOp)
                else super(Loose, self).batch([op])[0]
                for op in ops
            ]

        def _found(self, op: SearchOp) -> list[Any]:
            text = "/".join(op.namespace_prefix)
            wide = SearchOp(op.namespace_prefix[:2], limit=10_000)
            hits = super().batch([wide])[0]
            found = [hit for hit in hits if "/".join(hit.namespace).startswith(text)]
            return found[op.offset : op.offset + op.limit]

    store, ann, planner = Loose(), Scope(user="ann"), Scope(user="ann", agent="planner")
    fill(store, planner)
    fill(store, ann)
    file = io.StringIO()
    assert memory.export(store, ann, file) == 3 * len(KINDS)
    assert len(memory.forget(store, ann)) == 3 * len(KINDS)
    assert len(held(store, planner)) == 3 * len(KINDS)


_names = st.sampled_from(["a", "b", "ab", "a:b", "u:a", "a.b", "%", "_", "a|b", "键", "t:"])
_scopes = st.builds(Scope, user=_names, tenant=st.none() | _names, agent=st.none() | _names)


@given(st.lists(_scopes, min_size=2, max_size=5, unique=True))
def test_case_4_no_way_to_data_meets_anybody_elses(scopes: list[Scope]) -> None:
    """Whatever is read, taken along or forgotten as one owner is his, and only his."""
    memory, store = Memory(embeddings=HashEmbeddings(8)), fresh(8)
    for scope in scopes:
        fill(store, scope, count=1)
    ann, *others = scopes
    before = {scope: held(store, scope) for scope in others}
    file = io.StringIO()
    assert memory.export(store, ann, file) == len(KINDS)
    lines = [json.loads(line) for line in file.getvalue().splitlines()[1:-1]]
    assert all(line["value"]["text"].startswith(ann.user + " ") for line in lines)
    memory.forget(store, ann, purge=True)
    assert {scope: held(store, scope) for scope in others} == before
    file.seek(0)
    memory.import_(store, file)
    assert {scope: held(store, scope) for scope in others} == before
    assert len(held(store, ann)) == len(KINDS)


def test_case_5_no_scope_is_no_request(memory: Memory, store: BaseStore) -> None:
    """Nothing is forgotten or taken along for nobody in particular."""
    fill(store, ANN)
    nobody: Any = None
    for call in (memory.forget, memory.export):
        with pytest.raises(ScopeError, match="must be a Scope"):
            call(store, nobody, *([io.StringIO()] if call == memory.export else []))
    assert len(held(store, ANN)) == 3 * len(KINDS)


async def test_case_10_ten_thousand_items_go_in_one_call(memory: Memory) -> None:
    """In either way, with progress, and with all others left."""
    for in_loop in (False, True):
        store = CheckpointStore(InMemorySaver())
        for kind in ("cards", "records"):
            store.batch(PutOp(ANN.namespace(kind), f"{n}", {"n": n}) for n in range(5_000))
        fill(store, BOB)
        told: list[int] = []
        if in_loop:
            gone = await memory.aforget(store, ANN, progress=told.append)
        else:
            gone = memory.forget(store, ANN, progress=told.append)
        assert len(gone) == 10_000
        assert told == sorted(told)
        assert (len(told), told[-1]) == (10, 10_000)
        assert held(store, ANN) == []
        assert len(held(store, BOB)) == 3 * len(KINDS)


async def test_case_97_a_memory_moves_to_a_store_with_other_embeddings(
    memory: Memory, store: BaseStore, tmp_path: Path
) -> None:
    """Keys, values and times are the same there, and it is found by meaning."""
    fill(store, ANN, count=40)
    fill(store, BOB)
    file = tmp_path / "ann.jsonl"
    assert memory.export(store, ANN, file) == 40 * len(KINDS)
    for in_loop in (False, True):
        other = fresh(64)
        if in_loop:
            assert await memory.aimport(other, file) == 40 * len(KINDS)
            assert await memory.aexport(other, ANN, tmp_path / "again.jsonl") == 40 * len(
                KINDS
            )
        else:
            memory.import_(other, file)
            memory.import_(other, file)
            assert memory.export(other, ANN, tmp_path / "again.jsonl") == 40 * len(KINDS)
        assert held(other, ANN) == held(store, ANN)
        assert held(other, BOB) == []
        again = (tmp_path / "again.jsonl").read_text(encoding="utf-8").splitlines()
        assert sorted(again) == sorted(file.read_text(encoding="utf-8").splitlines())
        (hit,) = other.search(ANN.namespace("cards"), query="u_ann cards word17", limit=1)
        assert (hit.key, hit.score) == ("cards-17", pytest.approx(1))
        assert other.search(ANN.namespace("records"), query="word1")[0].score is None


def test_a_memory_can_become_anothers(memory: Memory, store: BaseStore) -> None:
    """An import into a named scope leaves the one it came from alone."""
    fill(store, ANN)
    file = io.StringIO()
    memory.export(store, ANN, file)
    file.seek(0)
    memory.import_(store, file, scope=BOB)
    assert [row[1:] for row in held(store, BOB)] == [row[1:] for row in held(store, ANN)]
    assert not file.closed


def test_what_fades_goes_on_fading_where_it_is_imported(
    memory: Memory, tmp_path: Path
) -> None:
    """An item with a ttl takes along when it ends."""
    clock, file = Clock(), tmp_path / "ann.jsonl"
    one, other = (CheckpointStore(InMemorySaver(), clock=clock) for _ in range(2))
    namespace = ANN.namespace("records")
    one.put(namespace, "short", {"n": 1}, ttl=60, index=False)
    one.put(namespace, "long", {"n": 2}, index=False)
    clock.advance(minutes=59)
    memory.export(one, ANN, file)
    memory.import_(other, file)
    assert len(other.search(namespace, refresh_ttl=False)) == 2
    clock.advance(minutes=2)
    found = other.search(namespace, refresh_ttl=False)
    assert [hit.key for hit in found] == ["long"]


def test_an_export_is_lines_that_tell_their_number(memory: Memory) -> None:
    """First whose it is, then one line per item with its times, then how many."""
    store = fresh()
    store.put(ANN.namespace("cards"), "键", {"text": "喜欢茶"})
    file = io.StringIO()
    memory.export(store, ANN, file)
    head, item, end = map(json.loads, file.getvalue().splitlines())
    assert head["scope"] == {"user": "u_ann", "tenant": None, "agent": None}
    assert (item["kind"], item["key"], item["value"]) == ("cards", "键", {"text": "喜欢茶"})
    assert datetime.fromisoformat(item["created_at"]) == datetime(2026, 1, 1, tzinfo=UTC)
    assert end == {"end": 1}
    assert "喜欢茶" in file.getvalue()


def test_what_another_store_keeps_becomes_plain_in_the_file(memory: Memory) -> None:
    """Values that JSON has no word for do not stop an export."""
    store = InMemoryStore()
    value = {"at": datetime(2026, 1, 2, tzinfo=UTC), "odd": "\ud83d", "set": {2, 1}}
    store.put(ANN.namespace("cards"), "k", value)
    file = io.StringIO()
    memory.export(store, ANN, file)
    file.getvalue().encode()
    assert json.loads(file.getvalue().splitlines()[1])["value"]["set"] == [1, 2]


def test_an_export_that_fails_leaves_no_file(memory: Memory, tmp_path: Path) -> None:
    """Neither half of a file nor the ruin of an older one."""

    class Failing(InMemoryStore):
        def batch(self, ops: Any) -> Any:
            ops = list(ops)
            if ops[0].namespace_prefix == ANN.namespace("experiences"):
                msg = "the database went away"
                raise ConnectionError(msg)
            return super().batch(ops)

    store = Failing()
    file = tmp_path / "ann.jsonl"
    file.write_text("an older one")
    with pytest.raises(ConnectionError):
        memory.export(store, ANN, file)
    assert [path.name for path in tmp_path.iterdir()] == ["ann.jsonl"]
    assert file.read_text() == "an older one"


ALL = 3 * len(KINDS)
"""Items of one scope, as `fill` leaves them."""


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda _: [], "line 1 is no JSON"),
        (lambda _: ["{}"], "no memory exported"),
        (lambda lines: lines[1:], "no memory exported"),
        (lambda lines: [lines[0].replace("u_ann", " ")], "whose memory"),
        (lambda lines: [lines[0].replace('"scope"', '"x"')], "whose memory"),
        (lambda lines: lines[:-1], f"ends early, after {ALL} items"),
        (lambda lines: [*lines[:3], lines[3][:20]], "line 4 is no JSON"),
        (lambda lines: [*lines[:2], *lines[3:]], f"line {ALL + 1}: .* its {ALL - 1} items"),
        (lambda lines: [*lines, lines[1]], f"line {ALL + 3}: "),
        (lambda lines: [lines[0], lines[1].replace('"n":', '"n').replace("}", "")], "2 is"),
        (lambda lines: [lines[0], '{"kind":"cards"}'], "line 2 is no item"),
        (lambda lines: [lines[0], lines[1].replace('"records"', '"x"')], "2 is no item"),
    ],
)
def test_a_spoilt_file_is_an_error_that_names_the_place(
    memory: Memory, spoil: Any, message: str
) -> None:
    """Nothing is taken for a whole export that is not."""
    store = fresh()
    fill(store, ANN)
    file = io.StringIO()
    memory.export(store, ANN, file)
    lines = spoil(file.getvalue().splitlines())
    with pytest.raises(StoreError, match=message):
        memory.import_(fresh(), io.StringIO("\n".join(lines)))


def test_a_purge_says_what_is_beyond_it(memory: Memory, store: BaseStore) -> None:
    """The conversations themselves and backups are named; without purging, nothing is."""
    fill(store, ANN)
    assert memory.forget(store, ANN).beyond == ()
    fill(store, ANN)
    beyond = memory.forget(store, ANN, purge=True).beyond
    assert any("delete_thread" in line for line in beyond)
    assert any("backups" in line for line in beyond)
    listed = store.list_namespaces(limit=100)
    if isinstance(store, CheckpointStore):
        assert listed == []
    fill(store, ANN)
    assert len(held(store, ANN)) == 3 * len(KINDS)


def test_a_store_that_keeps_what_it_deletes_is_an_error(memory: Memory) -> None:
    """Forgetting neither runs for ever nor claims what is not so."""

    class Stubborn(InMemoryStore):
        def batch(self, ops: Any) -> Any:
            return [
                None
                if getattr(op, "value", 0) is None
                else super(Stubborn, self).batch([op])[0]
                for op in ops
            ]

    store = Stubborn()
    store.put(ANN.namespace("cards"), "k", {"text": "x"})
    with pytest.raises(StoreError, match="still has items of cards"):
        memory.forget(store, ANN)


def test_nothing_forgotten_is_left_in_the_memory_itself(memory: Memory) -> None:
    """What this process held of the scope goes too."""
    store = fresh()
    fill(store, ANN)
    settings = memory.settings
    items = store.search(ANN.namespace("cards"))
    settings.shelf.put(ANN.namespace("cards"), "cards-0", items[0].value)
    settings.shelf.put(BOB.namespace("cards"), "cards-0", {"text": "bob"})
    settings.writes.add(ANN, 5)
    memory.forget(store, ANN)
    assert settings.shelf.get(ANN.namespace("cards"), "cards-0") is None
    assert settings.shelf.get(BOB.namespace("cards"), "cards-0") == {"text": "bob"}
    assert settings.writes.of(ANN) == 0
