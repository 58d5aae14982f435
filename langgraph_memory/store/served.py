"""The store of a LangGraph server, for those who are not on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    Result,
    SearchItem,
    SearchOp,
)

from langgraph_memory.errors import ConfigError, StoreError

_MISSING: Final = 404
_PAGE: Final = 1_000


class _Call(NamedTuple):
    """A call of the client: which of its methods, where, and with what."""

    name: str
    where: tuple[list[str], ...]
    how: dict[str, Any]


class ServerStore(BaseStore):
    """The store in which the graphs of a LangGraph server remember.

    With it, `Memory.acquire` puts what the runs of a `RemoteGraph` teach where that graph
    finds it, and all that takes a store shows, exports or forgets what is remembered there.
    Each operation is a request; they are no transaction.
    """

    def __init__(
        self, graph: Any = None, *, client: Any = None, sync_client: Any = None
    ) -> None:
        """Take the way to the server.

        Args:
            graph: A `RemoteGraph`, whose clients are used.
            client: Client of `langgraph_sdk` for asynchronous code; None: the graph's.
            sync_client: The same for synchronous code.

        Raises:
            ConfigError: When there is no client at all.
        """
        super().__init__()
        self._client = client or getattr(graph, "client", None)
        self._sync_client = sync_client or getattr(graph, "sync_client", None)
        if self._client is None and self._sync_client is None:
            msg = "a ServerStore needs a RemoteGraph, or a client of langgraph_sdk"
            raise ConfigError(msg)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations one after the other; see `BaseStore.batch`.

        Raises:
            StoreError: When the server refuses one, or there is no synchronous client.
        """
        store = _of(self._sync_client, "sync_client")
        results: list[Result] = []
        for op in ops:
            call = _called(op)
            try:
                told = getattr(store, call.name)(*call.where, **call.how)
            except Exception as error:
                if not _is_missing(op, error):
                    raise _failed(error) from error
                told = None
            results.append(_read(op, told))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations from asynchronous code; otherwise like `batch`."""
        store = _of(self._client, "client")
        results: list[Result] = []
        for op in ops:
            call = _called(op)
            try:
                told = await getattr(store, call.name)(*call.where, **call.how)
            except Exception as error:
                if not _is_missing(op, error):
                    raise _failed(error) from error
                told = None
            results.append(_read(op, told))
        return results


def _of(client: Any, name: str) -> Any:
    if client is None:
        msg = f"the ServerStore was given no {name}"
        raise StoreError(msg)
    return client.store


def _called(op: Op) -> _Call:
    how: dict[str, Any]
    if isinstance(op, ListNamespacesOp):
        conditions = op.match_conditions or ()
        how = {str(one.match_type): list(one.path) for one in conditions}
        how |= {"max_depth": op.max_depth, "limit": op.limit, "offset": op.offset}
        return _Call("list_namespaces", (), how)
    if isinstance(op, SearchOp):
        names = ("filter", "offset", "query", "refresh_ttl")
        how = {name: getattr(op, name) for name in names}
        how["limit"] = min(op.limit, _PAGE)
        return _Call("search_items", (list(op.namespace_prefix),), how)
    where = (list(op.namespace),)
    if isinstance(op, GetOp):
        return _Call("get_item", where, {"key": op.key, "refresh_ttl": op.refresh_ttl})
    if op.value is None:
        return _Call("delete_item", where, {"key": op.key})
    how = {"key": op.key, "value": op.value, "index": op.index, "ttl": op.ttl}
    return _Call("put_item", where, {k: v for k, v in how.items() if v is not None})


def _is_missing(op: Op, error: Exception) -> bool:
    """Whether the server says that it has no such item."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    return isinstance(op, GetOp) and status == _MISSING


def _failed(error: Exception) -> StoreError:
    return StoreError(f"the server's store failed: {type(error).__name__}: {error}")


def _read(op: Op, told: Any) -> Result:
    if isinstance(op, GetOp):
        return None if told is None else Item(**_fields(told))
    if isinstance(op, SearchOp):
        found = told["items"]
        return [SearchItem(**_fields(one), score=one.get("score")) for one in found]
    if isinstance(op, ListNamespacesOp):
        return [tuple(one) for one in told["namespaces"]]
    return None


def _fields(told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "namespace": tuple(told["namespace"]),
        "key": told["key"],
        "value": told["value"],
        "created_at": datetime.fromisoformat(told["created_at"]),
        "updated_at": datetime.fromisoformat(told["updated_at"]),
    }
