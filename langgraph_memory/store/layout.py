"""Where things lie in the checkpointer, and in what shape.

Each namespace is a reserved thread, each key a checkpoint namespace in it, each item one
checkpoint of constant id, so that a put is an upsert in place. Threads and cells are named
by hashes: a saver that encrypts its checkpoints does not encrypt their names.

| thread | cells | payload |
|---|---|---|
| `…:items:HASH` | one per key | `Stored`, or a tombstone |
| `…:catalogue` | one or two per namespace | labels; whether its items can vanish |
| `…:feed:N` | one per store that writes | what it wrote last (`feed.py`) |
| `…:meta` | `generation` | which feed is in use (`herald.py`) |
| `…:identities` | one, as a rule | which embeddings made the vectors (`identity.py`) |

A payload is a line of JSON with the version of its shape, then what the line announces.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple

from langgraph_memory.errors import StoreError
from langgraph_memory.store.namespaces import Namespace

SCHEMA = 2
"""Version of the shape, in each payload. Shape 1, whose items do not say how they are
indexed, is read too."""

_ROOT = "langgraph_memory:store"
CATALOGUE = f"{_ROOT}:catalogue"
META = f"{_ROOT}:meta"
IDENTITIES = f"{_ROOT}:identities"
GENERATION = "generation"

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode
_BREAK = b"\n"
_SURROGATES = "surrogatepass"  # keys and labels are the caller's, and stay what they are


# Not frozen, which would make it three times as slow to make; opening makes one per item.
@dataclass(slots=True, kw_only=True)
class Stored:
    """An item as it is kept. It is shared: what changes is made anew.

    Attributes:
        key: Its key.
        value: Its value as JSON text.
        created: When the key was first put, ISO 8601 in UTC with microseconds.
        updated: When it was last put.
        ttl: Minutes it lives after a put or a refresh, or None: for ever.
        expires: When it ceases to be seen, or None.
        model: Id of the identity of the embeddings that made its vectors; "" without any.
        owed: Whether it should have vectors but could not be embedded.
        paths: The paths into its value that are embedded; None for those of the index.
    """

    key: str
    value: str
    created: str
    updated: str
    ttl: float | None = None
    expires: str | None = None
    model: str = ""
    owed: bool = False
    paths: tuple[str, ...] | None = None

    def visible(self, now: str) -> bool:
        """Whether it can be seen at a time, which has the form of `created`."""
        return self.expires is None or self.expires > now


@lru_cache(maxsize=1_024)
def items_thread(namespace: Namespace) -> str:
    """The thread that holds the items of a namespace."""
    return f"{_ROOT}:items:{_digest(_to_json(namespace))}"


def feed_thread(generation: int) -> str:
    """The thread that holds a generation of the feed."""
    return f"{_ROOT}:feed:{generation}"


@lru_cache(maxsize=8_192)
def item_cell(key: str) -> str:
    """The cell of a key in its namespace's thread: 32 hex digits."""
    return _digest(key)


@lru_cache(maxsize=1_024)
def catalogue_cell(namespace: Namespace, *, fading: bool) -> str:
    """The cell of a namespace in the catalogue.

    Args:
        namespace: The namespace.
        fading: For the mark that its items can vanish, rather than that it exists.

    Returns:
        32 hex digits, each mark its own.
    """
    return _digest(_to_json([namespace, fading]))


@lru_cache(maxsize=1_024)
def thread_code(thread: str) -> bytes:
    """Eight bytes that stand for a thread in the feed."""
    return hashlib.blake2b(thread.encode(), digest_size=8).digest()


def pack_item(item: Stored | None, vectors: bytes = b"") -> bytes:
    """Serialise an item, or the tombstone of a deleted one.

    Args:
        item: The item; None for a tombstone, which keeps nothing of what was deleted.
        vectors: Its vectors end to end, 32-bit floats, little-endian; b"" without any.

    Returns:
        The payload.
    """
    if item is None:
        return GONE
    line = head(
        key=item.key,
        created=item.created,
        updated=item.updated,
        ttl=item.ttl,
        expires=item.expires,
        model=item.model,
        owed=item.owed,
        paths=item.paths,
    )
    return _BREAK.join((line, item.value.encode("utf-8", _SURROGATES), vectors))


def unpack_item(payload: bytes | None) -> tuple[Stored | None, bytes]:
    """Read an item back.

    Args:
        payload: What `pack_item` gave; None where there never was an item.

    Returns:
        The item and its vectors; None and b"" for a tombstone.

    Raises:
        StoreError: When the payload has another shape or version.
    """
    if payload is None:
        return None, b""
    fields, start = _fields(payload)
    if fields.pop("gone", False):
        return None, b""
    end = payload.find(_BREAK, start)
    end = len(payload) if end < 0 else end
    try:
        # What many have alike is held once: most are as they were first put, by one model.
        if fields["updated"] == fields["created"]:
            fields["updated"] = fields["created"]
        fields["model"] = intern(fields["model"])
        paths: Any = fields.pop("paths", ...)
        if paths is ...:
            paths = _paths_of_shape_1(fields)
        return Stored(
            value=payload[start:end].decode("utf-8", _SURROGATES),
            paths=None if paths is None else tuple(paths),
            **fields,
        ), payload[end + 1 :]
    except (TypeError, KeyError) as error:
        msg = f"an item in the checkpointer has an unknown shape: {error}"
        raise StoreError(msg) from error


def _paths_of_shape_1(fields: dict[str, Any]) -> list[str] | None:
    # What had no vectors then, and was owed none, was put with index=False.
    return None if fields["model"] or fields["owed"] else []


class Entered(NamedTuple):
    """An entry of the catalogue.

    Attributes:
        namespace: The namespace.
        fading: Whether it marks that items there can vanish, not that there are some.
        sure: Whether it was written after the first item.
    """

    namespace: Namespace
    fading: bool
    sure: bool = True


def pack_namespace(entry: Entered) -> bytes:
    """Serialise an entry of the catalogue."""
    return head(**entry._asdict())


def unpack_namespace(payload: bytes | None) -> Entered | None:
    """Read an entry of the catalogue back.

    Args:
        payload: What `pack_namespace` gave, or `GONE`; None where there is no entry.

    Returns:
        The entry; None where there is none.

    Raises:
        StoreError: When the payload has another shape or version.
    """
    fields, _ = split(payload or GONE)
    if fields.get("gone", False):
        return None
    # Older releases say nothing of being sure.
    return Entered(
        tuple(fields["namespace"]), bool(fields["fading"]), bool(fields.get("sure", True))
    )


def head(**fields: Any) -> bytes:
    """The first line of a payload.

    Args:
        **fields: Plain data.

    Returns:
        One line of JSON without its end, led by the version.
    """
    return _to_json({"v": SCHEMA, **fields}).encode("utf-8", _SURROGATES)


def split(payload: bytes) -> tuple[dict[str, Any], bytes]:
    """Take a payload apart.

    Args:
        payload: The payload.

    Returns:
        The fields of its first line without the version, and the bytes after it.

    Raises:
        StoreError: When it is no payload of this store, or of another version.
    """
    fields, start = _fields(payload)
    return fields, payload[start:]


def _fields(payload: bytes) -> tuple[dict[str, Any], int]:
    """The fields of the first line, and where what follows it begins."""
    end = payload.find(_BREAK)
    line = payload if end < 0 else payload[:end]
    try:
        fields = _from_json(line.decode("utf-8", _SURROGATES))
        version = fields.pop("v")
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        msg = "the checkpointer holds something in a reserved thread that is no item"
        raise StoreError(msg) from error
    if version not in (1, SCHEMA):
        msg = (
            f"the store was written in shape {version}, this release reads up to {SCHEMA}:"
            " use the release that wrote it, or a newer one"
        )
        raise StoreError(msg)
    return fields, len(line) + 1


GONE = head(gone=True)
"""The payload of what was deleted: an item, or an entry of the catalogue."""


def _from_json(text: str) -> Any:
    # json.loads looks for blanks at both ends, which takes as long as reading the line.
    data, end = _decode(text)
    if end != len(text):
        msg = "a line of JSON has something at its end"
        raise ValueError(msg)
    return data


def _digest(text: str) -> str:
    data = text.encode("utf-8", _SURROGATES)
    return hashlib.blake2b(data, digest_size=16).hexdigest()
