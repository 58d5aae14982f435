"""Whether what a store answers is what it was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.store.base import GetOp, Item, Op, Result, SearchItem, SearchOp

from langgraph_memory.errors import StoreError

_LONGEST = 60


def checked(ops: Sequence[Op], results: Any) -> list[Result]:
    """The results of a batch, if they can be such.

    Args:
        ops: What the store was asked.
        results: What it answered.

    Returns:
        The same.

    Raises:
        StoreError: When they cannot, which would else pass for an empty memory.
    """
    wrong = _wrong(ops, results)
    if wrong is not None:
        msg = f"the store answered {wrong}"
        raise StoreError(msg)
    return list(results)


def _wrong(ops: Sequence[Op], results: Any) -> str | None:
    if not isinstance(results, Sequence) or isinstance(results, str | bytes):
        return f"a batch by {_told(results)}"
    if len(results) != len(ops):
        return f"{len(ops)} operations by {len(results)} results"
    for op, result in zip(ops, results, strict=True):
        if isinstance(op, GetOp) and not isinstance(result, Item | None):
            return f"a reading by {_told(result)}"
        if type(op) is SearchOp:  # what is derived from it may ask for something else
            hits = result if isinstance(result, list) else [result]
            strange = [hit for hit in hits if not isinstance(hit, SearchItem)]
            if strange or hits is not result:
                return f"a search by {_told(strange[0] if strange else result)}"
    return None


def _told(answer: object) -> str:
    text = repr(answer)
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f"{type(answer).__name__}: {shown}"
