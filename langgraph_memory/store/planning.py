"""What a batch asks for, checked and put into plain data before anything is done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from sys import maxsize

from langgraph.store.base import (
    GetOp,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
    get_text_at_path,
)

from langgraph_memory.errors import StoreError
from langgraph_memory.index.bare import HeldOp, NearnessOp
from langgraph_memory.store.filters import Filter, compile_filter
from langgraph_memory.store.namespaces import (
    Namespace,
    checked_condition,
    checked_labels,
    checked_namespace,
)
from langgraph_memory.store.values import value_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Get:
    """Get one item, as `GetOp`, or `HeldOp` where it may be as it is `held`."""

    namespace: Namespace
    key: str
    refresh: bool
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Search under a prefix, as `SearchOp`, or `NearnessOp` where it is `bare`."""

    prefix: Namespace
    accept: Filter | None
    query: str | None
    limit: int
    offset: int
    refresh: bool
    bare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """List the keys of a namespace, as `KeysOp`."""

    namespace: Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """List namespaces, as `ListNamespacesOp`."""

    conditions: tuple[MatchCondition, ...]
    max_depth: int | None
    limit: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """Put or delete one item, as `PutOp`.

    Attributes:
        namespace: Its namespace.
        key: Its key.
        value: Its value as JSON text; None deletes.
        texts: What is embedded of it.
        paths: The paths of these, or None for those of the index.
        ttl: Minutes it lives, or None.
        created: When it was first put, in the form of `Stored.created`, where it is put
            back; "" otherwise.
        updated: When it was last put, likewise.
        expires: When it ceases to be seen, likewise.
    """

    namespace: Namespace
    key: str
    value: str | None
    texts: tuple[str, ...] = ()
    paths: tuple[str, ...] | None = None
    ttl: float | None = None
    created: str = ""
    updated: str = ""
    expires: str = ""


Reading = Get | Search | Keys | Listing


class RestoreOp(PutOp):
    """A put that brings back an item with the times it had.

    Attributes:
        created_at: When it was first put, with its time zone.
        updated_at: When it was last put, with its time zone.
        expires_at: When it ceases to be seen; None: as its ttl says, from now on.
    """

    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None

    @classmethod
    def of(
        cls,
        put: PutOp,
        created_at: datetime,
        updated_at: datetime,
        expires_at: datetime | None = None,
    ) -> RestoreOp:
        """Give a put its times."""
        op = cls(*put)
        op.created_at, op.updated_at, op.expires_at = created_at, updated_at, expires_at
        return op


class KeysOp(SearchOp):
    """A search that gives all keys of one namespace as they are at one moment.

    Its prefix is the namespace, and none below it counts; its other fields do not. The
    result is a list of strings, those of the items that changed last first.
    """


def stamp(time: datetime) -> str:
    """A time, taken for UTC without a zone, in the form of `Stored.created`."""
    utc = time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    return utc.isoformat(timespec="microseconds")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A batch, checked.

    Attributes:
        size: How many results it has.
        reads: The reading operations by their place among the results.
        puts: The writes by namespace and key, of several to one key the last.
    """

    size: int = 0
    reads: dict[int, Reading] = field(default_factory=dict)
    puts: dict[tuple[Namespace, str], Put] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[str, ...]:
        """The texts to embed, each once."""
        return tuple(dict.fromkeys(t for put in self.puts.values() for t in put.texts))

    @property
    def queries(self) -> tuple[str, ...]:
        """The queries to embed, each once."""
        searches = (read for read in self.reads.values() if isinstance(read, Search))
        return tuple(dict.fromkeys(s.query for s in searches if s.query))


def plan(ops: Iterable[object], fields: Sequence[str] | None) -> Plan:
    """Check a batch as a whole, so that nothing is done of one that is wrong.

    Args:
        ops: The operations.
        fields: The paths embedded when a put names none; None without an index.

    Returns:
        The plan. Reads come before writes; of writes to one key the last one stays.

    Raises:
        InvalidNamespaceError: When a namespace cannot be written to, or has a bad label.
        StoreError: When a value cannot be stored, or a query has no index to go to.
        ValueError: When another argument is out of range or of a wrong kind.
    """
    reads: dict[int, Reading] = {}
    puts: dict[tuple[Namespace, str], Put] = {}
    size = 0
    for place, op in enumerate(ops):
        size = place + 1
        if isinstance(op, PutOp):
            put = _put(op, fields)
            puts[put.namespace, put.key] = put
        elif isinstance(op, GetOp):
            reads[place] = Get(
                namespace=checked_labels(op.namespace),
                key=str(op.key),
                refresh=bool(op.refresh_ttl),
                held=isinstance(op, HeldOp),
            )
        elif isinstance(op, KeysOp):
            reads[place] = Keys(namespace=checked_labels(op.namespace_prefix))
        elif isinstance(op, SearchOp):
            reads[place] = _search(op, indexed=fields is not None)
        elif isinstance(op, ListNamespacesOp):
            reads[place] = _listing(op)
        else:
            msg = f"a batch has operations of langgraph.store.base, not {op!r}"
            raise StoreError(msg)
    return Plan(size=size, reads=reads, puts=puts)


def _put(op: PutOp, fields: Sequence[str] | None) -> Put:
    if op.value is None:
        return Put(namespace=checked_labels(op.namespace), key=str(op.key), value=None)
    namespace = checked_namespace(op.namespace)
    number = isinstance(op.ttl, int | float) and not isinstance(op.ttl, bool)
    if op.ttl is not None and not (number and 0 < op.ttl < float("inf")):
        msg = f"ttl must be a positive number of minutes, not {op.ttl!r}"
        raise ValueError(msg)
    value = value_text(op.value)
    paths = _paths(op.index)
    put = Put(
        namespace=namespace,
        key=str(op.key),
        value=value,
        texts=() if fields is None else texts_of(value, fields if paths is None else paths),
        paths=paths,
        ttl=op.ttl,
    )
    if isinstance(op, RestoreOp):
        return replace(
            put,
            created=stamp(op.created_at),
            updated=stamp(op.updated_at),
            expires="" if op.expires_at is None else stamp(op.expires_at),
        )
    return put


def _paths(index: object) -> tuple[str, ...] | None:
    if index is None or index is False:
        return None if index is None else ()
    if not isinstance(index, (list, tuple)) or not all(isinstance(p, str) for p in index):
        msg = f"index must be None, False or a list of paths, not {index!r}"
        raise ValueError(msg)
    return tuple(index)


def texts_of(value: str, paths: Sequence[str]) -> tuple[str, ...]:
    """What is embedded of an item.

    Args:
        value: Its value as JSON text.
        paths: The paths into it.

    Returns:
        The texts that are not blank, each once.
    """
    data = json.loads(value) if paths else None
    texts = (text for path in paths for text in get_text_at_path(data, path))
    return tuple(dict.fromkeys(text for text in texts if text.strip()))


def _search(op: SearchOp, *, indexed: bool) -> Search:
    if op.query and not indexed:
        msg = (
            "this store has no index to search by a query: make it with "
            "CheckpointStore(checkpointer, index=ExactIndex(embeddings)), or leave the "
            "query out"
        )
        raise StoreError(msg)
    return Search(
        prefix=checked_labels(op.namespace_prefix),
        accept=compile_filter(op.filter),
        query=op.query or None,
        limit=_count("limit", op.limit),
        offset=_count("offset", op.offset),
        refresh=bool(op.refresh_ttl),
        bare=isinstance(op, NearnessOp),
    )


def _listing(op: ListNamespacesOp) -> Listing:
    depth = op.max_depth
    return Listing(
        conditions=tuple(checked_condition(c) for c in op.match_conditions or ()),
        max_depth=None if depth is None else _count("max_depth", depth),
        limit=_count("limit", op.limit),
        offset=_count("offset", op.offset),
    )


def _count(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= maxsize:
        msg = f"{name} must be a whole number from 0 to {maxsize}, not {value!r}"
        raise ValueError(msg)
    return value
