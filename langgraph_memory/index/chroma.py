"""Vectors in Chroma, embedded or on a server (extra `chroma`).

It serves namespaces of more items than one wants in memory. The truth stays with the store:
Chroma may be lost, lag behind or be shared, and what it finds counts only where the store
says the same. Namespaces that differ in their last label alone share a collection.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakSet

from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import ConfigError
from langgraph_memory.index.chroma_client import Chroma
from langgraph_memory.index.chroma_errors import attempt
from langgraph_memory.index.chroma_rows import owner
from langgraph_memory.index.chroma_shelf import Shelf
from langgraph_memory.index.chroma_table import ChromaTable
from langgraph_memory.index.chroma_worker import Worker
from langgraph_memory.index.exact import check_settings

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}")
_PAGE = 1_000


class ChromaIndex:
    """An index in Chroma, which is imported when one is made.

    ```python
    ChromaIndex(embeddings)                              # in memory
    ChromaIndex(embeddings, path="memory.chroma")        # on disk, for one process
    ChromaIndex(embeddings, host="localhost", port=8000) # on a server, for many
    ```

    It is written behind: a put waits until `batch` of them have come together in its
    namespace, and is found meanwhile. `flush()` writes what waits; what a process leaves
    unwritten is written by the next one, from the store. Searches are approximate, as
    Chroma's are, and scored exactly. `close()` it in the end.

    Beside an event loop it is written by a thread of its own, and what fails is told at the
    next call. Chroma in this process holds Python's lock during each of its calls, so that
    a loop still waits some milliseconds for one; a server spares it that.

    What deletes leave in Chroma is removed now and then, by moving the rows or, in memory,
    by loading them again. Chroma frees the memory of this process when all its clients of
    one place are closed, so open a folder once.

    Attributes:
        embeddings: What embeds documents and queries.
        fields: Paths into an item's value that are embedded when a put names none, in the
            syntax of `langgraph.store.base`; `"$"` is the whole value.
        waits: Yes: it is asked beside an event loop, not on it.
    """

    waits = True

    def __init__(  # noqa: PLR0913 - settings, each with a default
        self,
        embeddings: Embeddings,
        *,
        fields: Sequence[str] = ("text",),
        path: str | Path | None = None,
        host: str | None = None,
        port: int = 8000,
        client: ClientAPI | None = None,
        name: str = "memory",
        texts: bool = True,
        batch: int = 256,
    ) -> None:
        """Open Chroma; nothing is embedded yet.

        Args:
            embeddings: Any LangChain embeddings.
            fields: At least one path.
            path: A folder to keep it in, made where it is missing.
            host: A server started with `chroma run`.
            port: Its port.
            client: A client of your own, for a server that wants more than host and port.
            name: Begins the names of the collections: letters, digits, `.`, `_`, `-`. Each
                checkpointer on one Chroma needs a name of its own.
            texts: Whether Chroma gets the items' values, keys and namespaces to show, and
                not only vectors and hashes. An encrypting checkpointer does not encrypt
                what is here.
            batch: Vectors that wait to be written, at least 1; Chroma's own limit is kept.

        Raises:
            ConfigError: When chromadb is not installed, `embeddings` is something else,
                `fields` is empty, `name` or `batch` is no good, or more than one of `path`,
                `host` and `client` is given.
            StoreError: When Chroma cannot be opened.
        """
        check_settings(embeddings, fields)
        if not _NAME.fullmatch(name) or batch < 1:
            msg = f"a name like {_NAME.pattern}, a batch from 1 on: not {name!r}, {batch!r}"
            raise ConfigError(msg)
        self.embeddings = embeddings
        self.fields = tuple(fields)
        self._chroma = Chroma(path, host, port, client)
        # All clients in memory share one Chroma, so that the name has to keep them apart.
        self._name = f"{name}-{uuid.uuid4().hex[:8]}" if self._chroma.private else name
        self._worker = Worker()
        self._texts = texts
        self._batch = batch
        self._shelves: dict[str, Shelf] = {}
        self._tables: WeakSet[ChromaTable] = WeakSet()
        self._lock = Lock()

    def table(
        self, dimensions: int, *, namespace: Sequence[str], model: str
    ) -> ChromaTable:
        """Make a table for one namespace; it has nothing until it is loaded or put into.

        Args:
            dimensions: Numbers in each vector.
            namespace: The namespace.
            model: Which embeddings make the vectors: letters and digits.

        Returns:
            The table.
        """
        name = f"{self._name}-{model}-{_group(namespace)}"
        with self._lock:
            shelf = self._shelves.get(name)
            if shelf is None:
                shelf = Shelf(self._chroma, name)
                self._shelves[name] = shelf
            table = ChromaTable(
                shelf,
                namespace,
                dimensions,
                batch=self._batch,
                texts=self._texts,
                do=self._worker.do,
            )
            self._tables.add(table)
        return table

    def flush(self) -> None:
        """Write what waits to be written.

        Raises:
            StoreError: When Chroma cannot be reached; it goes on waiting.
        """
        with self._lock:
            tables = list(self._tables)
        for table in tables:
            table.flush()

    def forget(self, namespace: Sequence[str]) -> None:
        """Remove all vectors of a namespace, also from the collection's files on disk.

        Args:
            namespace: The namespace; its tables are loaded again at their next search.

        Raises:
            StoreError: When Chroma cannot be reached.
        """
        for name in self._collections():
            if name.endswith(f"-{_group(namespace)}"):
                shelf = self._shelves.get(name) or Shelf(self._chroma, name)
                shelf.forget(owner(namespace))
        with self._lock:
            tables = list(self._tables)
        for table in tables:
            if table.namespace == tuple(namespace):
                table.lose()

    def retire(self, model: str) -> None:
        """Remove the vectors of all other embeddings.

        Args:
            model: The embeddings whose vectors stay.

        Raises:
            StoreError: When Chroma cannot be reached.
        """
        for name in self._collections():
            if not name.startswith(f"{self._name}-{model}-"):
                with self._lock:
                    shelf = self._shelves.pop(name, None)
                (shelf or Shelf(self._chroma, name)).drop()

    def close(self) -> None:
        """Write what waits, and let go of files and connections.

        A client of your own stays open.

        Raises:
            StoreError: When Chroma cannot be reached.
        """
        self.flush()
        self._worker.close()
        with attempt("close"):
            if self._chroma.private:
                with self._chroma.using() as client:
                    for name in self._collections():
                        client.delete_collection(name)
            self._chroma.close()

    def _collections(self) -> list[str]:
        """The names of the collections that are this index's."""
        own = re.compile(re.escape(self._name) + r"-[0-9a-f]{16}-[0-9a-f]{32}")
        names: list[str] = []
        with attempt("list its collections"), self._chroma.using() as client:
            while page := client.list_collections(limit=_PAGE, offset=len(names)):
                names += [collection.name for collection in page]
        return [name for name in names if own.fullmatch(name)]


def _group(namespace: Sequence[str]) -> str:
    # A hash, since labels are whatever the users are called.
    labels = json.dumps(list(namespace[:-1] or namespace)).encode()
    return hashlib.blake2b(labels, digest_size=16).hexdigest()
