"""Checkpointers with one half, or with faults, built on the one in memory."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver


class OnlySync(BaseCheckpointSaver[str]):
    """A checkpointer without an asynchronous half."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = InMemorySaver()
        self._lock = threading.Lock()

    def get_tuple(self, config: Any) -> Any:
        with self._lock:
            return self.inner.get_tuple(config)

    def list(self, config: Any, **options: Any) -> Iterator[Any]:
        with self._lock:
            yield from [*self.inner.list(config, **options)]

    def put(self, *args: Any) -> Any:
        with self._lock:
            return self.inner.put(*args)


class OnlyAsync(BaseCheckpointSaver[str]):
    """A checkpointer without a synchronous half, which does not name its loop."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = InMemorySaver()

    async def aget_tuple(self, config: Any) -> Any:
        await asyncio.sleep(0)
        return self.inner.get_tuple(config)

    async def alist(self, config: Any, **options: Any) -> AsyncIterator[Any]:
        for row in [*self.inner.list(config, **options)]:
            await asyncio.sleep(0)
            yield row

    async def aput(self, *args: Any) -> Any:
        await asyncio.sleep(0)
        return self.inner.put(*args)


class Appending(InMemorySaver):
    """A checkpointer that makes a new checkpoint of each put, under an id of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def put(self, config: Any, checkpoint: Any, *rest: Any) -> Any:
        self._count += 1
        own = {**checkpoint, "id": f"1f000000-0000-6000-8000-{self._count:012x}"}
        return super().put(config, own, *rest)


class Refusing(InMemorySaver):
    """A checkpointer that refuses an id it has, and can prune."""

    def put(self, config: Any, checkpoint: Any, *rest: Any) -> Any:
        place = config["configurable"]
        if checkpoint["id"] in self.storage[place["thread_id"]][place["checkpoint_ns"]]:
            msg = "duplicate key"
            raise sqlite3.IntegrityError(msg)
        return super().put(config, checkpoint, *rest)

    def prune(self, thread_ids: Any, *, strategy: str = "keep_latest") -> None:
        assert strategy == "keep_latest"
        for thread in thread_ids:
            for cells in self.storage[thread].values():
                for old in sorted(cells)[:-1]:
                    del cells[old]


class Keeping(Refusing):
    """A checkpointer that keeps what it has under an id, without a word, nor prunes."""

    def put(self, *args: Any) -> Any:
        try:
            return super().put(*args)
        except sqlite3.IntegrityError:
            return args[0]

    def prune(self, thread_ids: Any, *, strategy: str = "keep_latest") -> None:
        raise NotImplementedError


class Full(InMemorySaver):
    """A checkpointer with room for so many puts."""

    room = 10**9

    def put(self, *args: Any) -> Any:
        if self.room == 0:
            msg = "database or disk is full"
            raise sqlite3.OperationalError(msg)
        self.room -= 1
        return super().put(*args)


class Late(InMemorySaver):
    """A checkpointer that can fail after it has written."""

    failing = False

    def put(self, *args: Any) -> Any:
        result = super().put(*args)
        if self.failing:
            msg = "the answer was lost"
            raise ConnectionError(msg)
        return result


def sqlite_saver(file: Path, **options: Any) -> SqliteSaver:
    """A saver on a file, as a new process would open it."""
    return SqliteSaver(sqlite3.connect(file, check_same_thread=False), **options)
