"""One payload as one checkpoint, and back."""

from __future__ import annotations

import base64
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from langgraph_memory.errors import StoreError

CHECKPOINT_ID = "00000000-0000-6000-8000-000000000000"
"""The id of every cell's checkpoint. It is older than any graph's, so that a listing of
all threads, newest first, ends with ours."""

_CHANNEL = "payload"


def metadata() -> CheckpointMetadata:
    """What every cell's checkpoint says of itself."""
    return {"source": "update", "step": 0, "parents": {}}


def versions(version: str = "1") -> ChannelVersions:
    """The version of the one channel; it stays the same where a put overwrites."""
    return {_CHANNEL: version}


def config_of(thread: str, cell: str | None = None) -> RunnableConfig:
    """The configuration that names a cell, or a whole thread."""
    configurable = {"thread_id": thread}
    if cell is not None:
        configurable["checkpoint_ns"] = cell
    return {"configurable": configurable}


def checkpoint_of(
    payload: bytes, serde: SerializerProtocol, id_: str = CHECKPOINT_ID
) -> Checkpoint:
    """Wrap a payload into a checkpoint.

    The payload passes the saver's serialiser here, and is then text: Postgres keeps text
    outside of the serialiser, which would leave it unencrypted, and keeps anything else in
    rows that it does not overwrite.

    Args:
        payload: What the cell holds.
        serde: The saver's serialiser.
        id_: The checkpoint's id.

    Returns:
        A checkpoint with one channel.
    """
    kind, data = serde.dumps_typed(payload)
    return {
        "v": 4,
        "id": id_,
        "ts": "1970-01-01T00:00:00+00:00",
        "channel_values": {_CHANNEL: f"{kind}:{base64.b64encode(data).decode('ascii')}"},
        "channel_versions": versions("1" if id_ == CHECKPOINT_ID else id_),
        "versions_seen": {},
        "updated_channels": None,
    }


def payload_of(found: CheckpointTuple, serde: SerializerProtocol) -> bytes:
    """Unwrap the payload of what a checkpointer has found; see `payload_in`."""
    thread = found.config["configurable"]["thread_id"]
    return payload_in(found.checkpoint, thread, serde)


def payload_in(checkpoint: Any, thread: str, serde: SerializerProtocol) -> bytes:
    """Unwrap a payload.

    Args:
        checkpoint: A checkpoint of a reserved thread.
        thread: The thread.
        serde: The saver's serialiser.

    Returns:
        What the cell holds.

    Raises:
        StoreError: When the checkpoint is none of the store's.
    """
    text: Any = checkpoint["channel_values"].get(_CHANNEL)
    if isinstance(text, str):
        kind, _, data = text.rpartition(":")
        payload = serde.loads_typed((kind, base64.b64decode(data)))
        if isinstance(payload, bytes):
            return payload
    msg = f"the reserved thread {thread!r} holds a checkpoint that is not the store's"
    raise StoreError(msg)


def cell_of(found: CheckpointTuple) -> str:
    """The name of the cell that a checkpoint is."""
    name: str = found.config["configurable"]["checkpoint_ns"]
    return name


def id_of(found: CheckpointTuple) -> str:
    """The id of a checkpoint, by which its versions are ordered."""
    identifier: str = found.config["configurable"]["checkpoint_id"]
    return identifier
