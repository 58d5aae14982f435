"""Checkpointers that keep every version of a checkpoint instead of the last one.

LangGraph's own overwrite a checkpoint that is put again under its id. What other ones do is
found out by trying. Where they do not, each write gets a new id, later than all before it,
and the newest one counts, by the clocks of the machines that share the checkpointer. Old
versions are pruned where the checkpointer can; otherwise they stay, and a namespace whose
items change often takes ever more space and time to read.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.serde.base import SerializerProtocol

from langgraph_memory.store.cells import CHECKPOINT_ID, cell_of, id_of, payload_of

PROBE = "langgraph_memory:store:probe"
"""The thread in which it is tried, each time in a cell of its own."""

PROBES = (b"one", b"two")
"""What is put into it, one after the other, under one id."""

_LEAST = 256  # old versions that are not worth pruning
_LANGGRAPHS = "langgraph.checkpoint."


def is_langgraphs(saver: BaseCheckpointSaver[Any], *methods: str) -> bool:
    """Whether a checkpointer does something in LangGraph's own way, not a subclass's."""
    ways = (getattr(type(saver), method) for method in methods)
    return all(way.__module__.startswith(_LANGGRAPHS) for way in ways)


def known_to_overwrite(saver: BaseCheckpointSaver[Any]) -> bool:
    """Whether its ways of putting are LangGraph's own, and so need not be tried."""
    return is_langgraphs(saver, "put", "aput")


def overwrites(rows: Iterable[CheckpointTuple], serde: SerializerProtocol) -> bool:
    """Judge what a trial has left, after both payloads were put.

    Args:
        rows: What lies in its cell.
        serde: The saver's serialiser.

    Returns:
        Whether the second payload took the place of the first, under the same id.
    """
    found = list(rows)
    if len(found) != 1 or id_of(found[0]) != CHECKPOINT_ID:
        return False
    return payload_of(found[0], serde) == PROBES[1]


def newest(rows: Iterable[CheckpointTuple]) -> tuple[list[CheckpointTuple], int]:
    """The newest version of each cell.

    Args:
        rows: Versions of the cells of one thread, in any order.

    Returns:
        One row per cell, and how many others there are.
    """
    found: dict[str, CheckpointTuple] = {}
    others = 0
    for row in rows:
        cell = cell_of(row)
        others += cell in found
        if cell not in found or id_of(row) > id_of(found[cell]):
            found[cell] = row
    return list(found.values()), others


class Versions:
    """Ids for a checkpointer that appends, and when its threads need pruning.

    Attributes:
        prunes: Whether it can prune, as far as is known.
    """

    def __init__(self) -> None:
        self.prunes = True
        self._last = 0
        self._written: Counter[str] = Counter()
        self._lock = threading.Lock()

    def next_id(self, thread: str) -> str:
        """A new id, later than those before and older than any graph's."""
        with self._lock:
            self._last = max(self._last + 1, time.time_ns())
            self._written[thread] += 1
            digits = f"{self._last:024x}"
        return f"00000001-{digits[:4]}-{digits[4:8]}-{digits[8:12]}-{digits[12:]}"

    def is_full(self, thread: str) -> bool:
        """Whether this process has put so much into a thread that another should follow."""
        return self._written[thread] > _LEAST

    def should_prune(self, kept: int, others: int) -> bool:
        """Whether a thread with so many cells and other versions should be pruned."""
        return self.prunes and others > max(kept, _LEAST)
